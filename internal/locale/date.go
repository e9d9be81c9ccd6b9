package locale

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dates are names and patterns of one language. A pattern has the letters of CLDR: d dd,
// M MM MMM MMMM, y yy, EEE EEEE, H HH, h, mm, a; what stands in '…' is no pattern.
type dates struct {
	Months        []string `json:"months"`
	MonthsShort   []string `json:"months_short"`
	Weekdays      []string `json:"weekdays"` // from Sunday
	WeekdaysShort []string `json:"weekdays_short"`
	Day           string   `json:"day"` // of the current year: 26 Nov
	DayLong       string   `json:"day_long"`
	DayYear       string   `json:"day_year"` // 26 Nov 2026
	Month         string   `json:"month"`
	MonthShort    string   `json:"month_short"`
	Long          string   `json:"long"`
	// The same where the region says the month first; "" as above.
	MonthFirst struct {
		Day     string `json:"day"`
		DayLong string `json:"day_long"`
		DayYear string `json:"day_year"`
		Long    string `json:"long"`
	} `json:"month_first"`
}

func (d *dates) check() error {
	if len(d.Months) != 12 || len(d.MonthsShort) != 12 || len(d.Weekdays) != 7 || len(d.WeekdaysShort) != 7 {
		return errors.New("a year has twelve months, a week seven days")
	}
	for _, p := range [...]string{d.Day, d.DayLong, d.DayYear, d.Month, d.MonthShort, d.Long} {
		if p == "" {
			return errors.New("a pattern of dates is missing")
		}
	}
	for _, p := range [...]string{d.Day, d.DayLong, d.DayYear, d.Month, d.MonthShort, d.Long, d.MonthFirst.Day, d.MonthFirst.DayLong, d.MonthFirst.DayYear, d.MonthFirst.Long} {
		if err := checkPattern(p); err != nil {
			return err
		}
	}
	return nil
}

// Date is a day: 26 Nov 2026, 26.11.2026, 11/26/2026.
func (l *Locale) Date(t time.Time) string { return l.pattern(t, l.forms.date) }

// Day is a day in few letters, without the year where it is the current one; none is a dash.
func (l *Locale) Day(t, now time.Time) string {
	switch {
	case t.IsZero():
		return "—"
	case t.Year() == now.Year():
		return l.DayMonth(t)
	}
	return l.Date(t)
}

// DayMonth is a day without its year, in few letters: 26 Nov.
func (l *Locale) DayMonth(t time.Time) string {
	return l.ordered(t, l.words.Dates.Day, l.words.Dates.MonthFirst.Day)
}

// DayMonthLong is a day without its year: 26 November.
func (l *Locale) DayMonthLong(t time.Time) string {
	return l.ordered(t, l.words.Dates.DayLong, l.words.Dates.MonthFirst.DayLong)
}

// Long is a day with its weekday: Thursday, 26 November 2026.
func (l *Locale) Long(t time.Time) string {
	return l.ordered(t, l.words.Dates.Long, l.words.Dates.MonthFirst.Long)
}

// Month is a month with its year: November 2026.
func (l *Locale) Month(t time.Time) string { return l.pattern(t, l.words.Dates.Month) }

// MonthShort is a month with its year, in few letters: Nov 26.
func (l *Locale) MonthShort(t time.Time) string { return l.pattern(t, l.words.Dates.MonthShort) }

// MonthName is a month without its year.
func (l *Locale) MonthName(t time.Time) string { return l.pattern(t, "MMMM") }

// dayYear is a day with its month in letters: 26 Nov 2026.
func (l *Locale) dayYear(t time.Time) string {
	return l.ordered(t, l.words.Dates.DayYear, l.words.Dates.MonthFirst.DayYear)
}

// Weekday is a day with the short name of its weekday: Thu 26 Nov 2026.
func (l *Locale) Weekday(t time.Time) string { return l.pattern(t, "EEE ") + l.dayYear(t) }

// Clock is a time of day, to the minute.
func (l *Locale) Clock(t time.Time) string { return l.pattern(t, l.forms.clock) }

// DateTime is a day and a time of it.
func (l *Locale) DateTime(t time.Time) string { return l.Date(t) + " " + l.Clock(t) }

// ClockSeconds is Clock to the second.
func (l *Locale) ClockSeconds(t time.Time) string {
	return l.pattern(t, strings.Replace(l.forms.clock, "mm", "mm:ss", 1))
}

// Seconds is DateTime to the second.
func (l *Locale) Seconds(t time.Time) string {
	return l.Date(t) + " " + l.ClockSeconds(t)
}

// Days is a stretch of days: 6 Oct – 12 Nov 2026.
func (l *Locale) Days(from, to time.Time) string {
	switch {
	case from.IsZero() || to.IsZero():
		return "—"
	case from.Format(time.DateOnly) == to.Format(time.DateOnly):
		return l.dayYear(from)
	case from.Year() == to.Year():
		return l.DayMonth(from) + " – " + l.dayYear(to)
	}
	return l.dayYear(from) + " – " + l.dayYear(to)
}

// When is from when to when something lasted.
func (l *Locale) When(start, end time.Time) string {
	text := l.Weekday(start) + " " + l.Clock(start)
	if start.Format(time.DateOnly) == end.Format(time.DateOnly) {
		if l.Clock(start) == l.Clock(end) {
			return text
		}
		return text + "–" + l.Clock(end)
	}
	return l.Say("{start} to {end}##times", text, l.DayMonth(end)+" "+l.Clock(end))
}

// Week names a week by its number and its days.
func (l *Locale) Week(monday time.Time) string {
	year, week := monday.ISOWeek()
	return l.Say("Week {week} of {year}, {days}", strconv.Itoa(week), strconv.Itoa(year), l.Days(monday, monday.AddDate(0, 0, 6)))
}

func (l *Locale) ordered(t time.Time, usual, monthFirst string) string {
	if l.forms.monthFirst && monthFirst != "" {
		return l.pattern(t, monthFirst)
	}
	return l.pattern(t, usual)
}

// pattern writes a time by a pattern of CLDR's letters.
func (l *Locale) pattern(t time.Time, pattern string) string {
	b := make([]byte, 0, 32)
	number := func(n, width int) {
		if width == 2 && n < 10 {
			b = append(b, '0')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	name := func(width int, short, long []string, i int) {
		if width > 3 {
			short = long
		}
		b = append(b, short[i]...)
	}
	d := &l.words.Dates
	for i := 0; i < len(pattern); {
		c, n := pattern[i], 1
		for i+n < len(pattern) && pattern[i+n] == c {
			n++
		}
		switch {
		case c == '\'':
			n = strings.IndexByte(pattern[i+1:], '\'') + 2
			b = append(b, pattern[i+1:i+n-1]...)
		case c == 'd':
			number(t.Day(), n)
		case c == 'M' && n < 3:
			number(int(t.Month()), n)
		case c == 'M':
			name(n, d.MonthsShort, d.Months, int(t.Month())-1)
		case c == 'y' && n == 2:
			number(t.Year()%100, 2)
		case c == 'y':
			number(t.Year(), n)
		case c == 'E':
			name(n, d.WeekdaysShort, d.Weekdays, int(t.Weekday()))
		case c == 'H':
			number(t.Hour(), n)
		case c == 'h':
			number((t.Hour()+11)%12+1, n)
		case c == 'm':
			number(t.Minute(), n)
		case c == 's':
			number(t.Second(), n)
		case c == 'a':
			b = append(b, [...]string{"AM", "PM"}[t.Hour()/12]...)
		default:
			b = append(b, pattern[i:i+n]...)
		}
		i += n
	}
	return string(b)
}

// checkPattern says what is wrong with one.
func checkPattern(pattern string) error {
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\'':
			to := strings.IndexByte(pattern[i+1:], '\'')
			if to < 0 {
				return fmt.Errorf("%q: a quotation is not closed", pattern)
			}
			i += to + 1
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
			if !strings.ContainsRune("dMyEHhmsa", rune(c)) {
				return fmt.Errorf("%q: there is no %c", pattern, c)
			}
		}
	}
	return nil
}
