package report

import "time"

// Span is a stretch of the calendar that a report is of.
type Span string

// The spans. A week begins on Monday (ISO 8601).
const (
	OfDay   Span = "day"
	OfWeek  Span = "week"
	OfMonth Span = "month"
)

// Spans are all of them, the shortest first.
func Spans() []Span { return []Span{OfDay, OfWeek, OfMonth} }

// Around is the stretch that a time lies in, by the calendar of the time's own zone: to
// is the first moment after it. Anything but a day and a month is a week.
func (s Span) Around(t time.Time) (from, to time.Time) {
	midnight := func(year int, month time.Month, day int) time.Time {
		at := time.Date(year, month, day, 0, 0, 0, 0, t.Location())
		if at.Hour() > 12 { // it is leapt over, and this is before the leap: the day begins after it
			_, at = at.ZoneBounds()
		}
		return at
	}
	year, month, day := t.Date()
	switch s {
	case OfDay:
		return midnight(year, month, day), midnight(year, month, day+1)
	case OfMonth:
		return midnight(year, month, 1), midnight(year, month+1, 1)
	}
	monday := day - (int(t.Weekday())+6)%7
	return midnight(year, month, monday), midnight(year, month, monday+7)
}

// Before is the last whole stretch before the one that a time lies in.
func (s Span) Before(t time.Time) (from, to time.Time) {
	from, _ = s.Around(t)
	return s.Around(from.Add(-time.Nanosecond))
}
