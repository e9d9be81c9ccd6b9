package job

import (
	"testing"
	"time"
)

func TestParseWindow(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	// A Saturday; two weeks after the clocks went back.
	now := time.Date(2026, 11, 7, 15, 4, 0, 0, berlin)
	for _, c := range []struct{ since, until, from, to string }{
		{"", "", "", ""},
		{"2026-11-01", "2026-11-03", "2026-11-01T00:00:00+01:00", "2026-11-04T00:00:00+01:00"},
		{"2026-10", "2026-10", "2026-10-01T00:00:00+02:00", "2026-11-01T00:00:00+01:00"},
		{"2025", "2025", "2025-01-01T00:00:00+01:00", "2026-01-01T00:00:00+01:00"},
		{"2026-W44", "2026-w44", "2026-10-26T00:00:00+01:00", "2026-11-02T00:00:00+01:00"},
		{"last week", "last week", "2026-10-26T00:00:00+01:00", "2026-11-02T00:00:00+01:00"},
		{"This  Week", "", "2026-11-02T00:00:00+01:00", ""},
		{"today", "now", "2026-11-07T00:00:00+01:00", "2026-11-07T15:04:00+01:00"},
		{"7d", "", "2026-10-31T15:04:00+01:00", ""},
		{"2 weeks ago", "", "2026-10-24T15:04:00+02:00", ""},
		{"36h", "", "2026-11-06T03:04:00+01:00", ""},
		{"1mo", "", "2026-10-07T15:04:00+02:00", ""},
		{"2026-11-01T10:00:00Z", "2026-11-01t11:30:00+02:00", "2026-11-01T10:00:00Z", ""},
		{"2026-11-01 10:00", "", "2026-11-01T10:00:00+01:00", ""},
		{"last month", "yesterday", "2026-10-01T00:00:00+02:00", "2026-11-07T00:00:00+01:00"},
	} {
		from, to, err := parseWindow(c.since, c.until, now)
		if c.to == "" && c.until != "" {
			if err == nil {
				t.Errorf("%q to %q: an empty window was taken", c.since, c.until)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q to %q: %v", c.since, c.until, err)
			continue
		}
		for _, x := range []struct {
			got  time.Time
			want string
		}{{from, c.from}, {to, c.to}} {
			got := ""
			if !x.got.IsZero() {
				got = x.got.Format(time.RFC3339)
			}
			if got != x.want {
				t.Errorf("%q to %q: got %s, want %s", c.since, c.until, got, x.want)
			}
		}
	}
	for _, bad := range []string{"soon", "2026-13", "2026-02-30", "2026-W54", "2025-W53", "d7", "-3d", "99999d"} {
		if _, _, err := parseWindow(bad, "", now); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
