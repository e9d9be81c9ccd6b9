package claude

import (
	"testing"
	"time"
)

// The client's own form of a time says what any reader of ISO times reads in it.
func TestTimesOfTheClient(t *testing.T) {
	at := time.Date(1999, 12, 30, 23, 59, 59, 7e6, time.UTC)
	for ; at.Year() < 2201; at = at.Add(17*time.Hour + 13*time.Minute + 111*time.Millisecond) {
		raw := at.Format("2006-01-02T15:04:05.000Z")
		got, ok := parseTime([]byte(raw), false)
		if want := at.Year() >= 2000 && at.Year() <= 2199; ok != want || ok && got != at.Truncate(time.Millisecond) {
			t.Fatalf("%s is read as %v, %v", raw, got, ok)
		}
	}
	for _, raw := range []string{"2026-02-29T00:00:00.000Z", "2026-02-30T00:00:00.000Z", "2026-04-31T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z", "2026-01-00T00:00:00.000Z", "2026-01-01T24:00:00.000Z"} {
		if got, ok := parseTime([]byte(raw), false); ok {
			t.Errorf("%s is no time, and is read as %v", raw, got)
		}
	}
	if got, ok := parseTime([]byte("2024-02-29T12:00:00.000Z"), false); !ok || got.Day() != 29 {
		t.Errorf("a leap day is read as %v, %v", got, ok)
	}
}
