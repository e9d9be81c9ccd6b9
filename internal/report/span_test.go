package report_test

import (
	"testing"
	"time"

	"prism/internal/report"
)

// Stretches hold the time that they are around, and follow each other without a gap, also
// where a midnight is leapt over: that day begins at 01:00.
func TestSpansWhereMidnightIsLeaptOver(t *testing.T) {
	zone, err := time.LoadLocation("America/Santiago") // 6 September 2026
	if err != nil {
		t.Fatal(err)
	}
	for _, span := range report.Spans() {
		for at := time.Date(2026, 8, 28, 12, 30, 0, 0, zone); at.Before(time.Date(2026, 9, 20, 0, 0, 0, 0, zone)); at = at.Add(time.Hour) {
			from, to := span.Around(at)
			if at.Before(from) || !at.Before(to) {
				t.Errorf("the %s around %s is from %s to %s", span, at, from, to)
			}
			if _, end := span.Before(at); !end.Equal(from) {
				t.Errorf("the %s before %s ends at %s, and the next begins at %s", span, at, end, from)
			}
		}
	}
	if from, _ := report.OfDay.Around(time.Date(2026, 9, 6, 12, 0, 0, 0, zone)); from.Format(time.DateTime) != "2026-09-06 01:00:00" {
		t.Errorf("the day begins at %s", from)
	}
}
