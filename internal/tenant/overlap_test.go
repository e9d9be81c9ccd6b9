package tenant_test

import (
	"testing"
	"time"

	"prism/internal/tenant"
)

func TestParseOverlap(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 7 * 24 * time.Hour, "0": 0, "0d": 0, "0s": 0, "2h": 2 * time.Hour, "36h": 36 * time.Hour, "7d": 7 * 24 * time.Hour,
		"1h30m": 90 * time.Minute, "90m": 90 * time.Minute, "90d": 90 * 24 * time.Hour, "2160h": 90 * 24 * time.Hour,
	} {
		if got, err := tenant.ParseOverlap(text); err != nil || got != want {
			t.Errorf("%q: %v %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"never", "91d", "2161h", "-1h", "-1d", "1.5d", "d", "7", "10ms", "1w", "99999999999d", "+1d"} {
		if got, err := tenant.ParseOverlap(text); err == nil {
			t.Errorf("%q is taken as %v", text, got)
		}
	}
}
