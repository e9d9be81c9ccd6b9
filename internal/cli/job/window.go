package job

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// span is a stretch of time: a day, a week, an instant (both ends equal).
type span struct{ from, to time.Time }

var (
	ago  = Pattern(`^(\d{1,4}) ?(h|hours?|d|days?|w|weeks?|mo|months?|y|years?)( ago)?$`)
	week = Pattern(`^(\d{4})-?w(\d{2})$`)
)

// Pattern is compiled when it is first asked for: most runs need none.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// noTime is what is said of what is no time.
const noTime = " is no time that prism knows"

// parseSpan reads what a person types for a time: a date, a month, an ISO week, an
// RFC 3339 instant, "7d", "2 weeks ago", "today", "yesterday", "this week", "last
// month". now stands in the zone that days and weeks are counted in.
func parseSpan(text string, now time.Time) (span, error) {
	s := strings.ToLower(strings.Join(strings.Fields(text), " "))
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	monday := MondayOf(now)
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	year := time.Date(now.Year(), 1, 1, 0, 0, 0, 0, now.Location())
	switch s {
	case "now":
		return span{now, now}, nil
	case "today":
		return span{today, today.AddDate(0, 0, 1)}, nil
	case "yesterday":
		return span{today.AddDate(0, 0, -1), today}, nil
	case "this week":
		return span{monday, monday.AddDate(0, 0, 7)}, nil
	case "last week":
		return span{monday.AddDate(0, 0, -7), monday}, nil
	case "this month":
		return span{month, month.AddDate(0, 1, 0)}, nil
	case "last month":
		return span{month.AddDate(0, -1, 0), month}, nil
	case "this year":
		return span{year, year.AddDate(1, 0, 0)}, nil
	case "last year":
		return span{year.AddDate(-1, 0, 0), year}, nil
	}
	if m := ago().FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[1]) // at most four figures by the pattern
		t := now
		switch m[2][0] {
		case 'h':
			t = now.Add(-time.Duration(n) * time.Hour)
		case 'd':
			t = now.AddDate(0, 0, -n)
		case 'w':
			t = now.AddDate(0, 0, -7*n)
		case 'm':
			t = now.AddDate(0, -n, 0)
		case 'y':
			t = now.AddDate(-n, 0, 0)
		}
		return span{t, t}, nil
	}
	if m := week().FindStringSubmatch(s); m != nil {
		y, _ := strconv.Atoi(m[1])
		w, _ := strconv.Atoi(m[2])
		// The week with 4 January is the first of its year (ISO 8601).
		first := MondayOf(time.Date(y, 1, 4, 0, 0, 0, 0, now.Location()))
		t := first.AddDate(0, 0, 7*(w-1))
		if gotY, gotW := t.ISOWeek(); gotY != y || gotW != w {
			return span{}, fmt.Errorf("%q: year %d has no week %d", text, y, w)
		}
		return span{t, t.AddDate(0, 0, 7)}, nil
	}
	upper := strings.ToUpper(s)
	if t, err := time.Parse(time.RFC3339Nano, upper); err == nil {
		return span{t, t}, nil
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, upper, now.Location()); err == nil {
			return span{t, t}, nil
		}
	}
	if t, err := time.ParseInLocation("2006-01-02", s, now.Location()); err == nil {
		return span{t, t.AddDate(0, 0, 1)}, nil
	}
	if t, err := time.ParseInLocation("2006-01", s, now.Location()); err == nil {
		return span{t, t.AddDate(0, 1, 0)}, nil
	}
	if t, err := time.ParseInLocation("2006", s, now.Location()); err == nil {
		return span{t, t.AddDate(1, 0, 0)}, nil
	}
	return span{}, fmt.Errorf("%q"+noTime+"; write a date (2026-11-14), a month (2026-11), a year (2026), a week (2026-W46), an instant (2026-11-14T09:00:00Z), \"7d\", \"yesterday\" or \"last week\"", text)
}

// MondayOf is the first instant of t's week.
func MondayOf(t time.Time) time.Time {
	back := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-back, 0, 0, 0, 0, t.Location())
}

// parseWindow reads --since and --until: since takes the start of what it names,
// until its end, so that `--since "last week" --until "last week"` is that week.
// Empty texts leave that side open (zero time).
func parseWindow(since, until string, now time.Time) (from, to time.Time, err error) {
	if since != "" {
		s, err := parseSpan(since, now)
		if err != nil {
			return from, to, Usagef("--since: %w", err)
		}
		from = s.from
	}
	if until != "" {
		s, err := parseSpan(until, now)
		if err != nil {
			return from, to, Usagef("--until: %w", err)
		}
		to = s.to
	}
	if !from.IsZero() && !to.IsZero() && !from.Before(to) {
		return from, to, Usagef("the window is empty: --until %s ends no later than --since %s begins", until, since)
	}
	return from, to, nil
}

// zoneFolder is the end of the folder of zone files that /etc/localtime links into.
const zoneFolder = "zoneinfo/"

// named gives this machine's zone, which Go only calls Local, its name in the zone
// database: by TZ, else by where /etc/localtime leads. A name that tells another
// time than the machine's is none.
func (p *Program) named(zone *time.Location, now time.Time) *time.Location {
	if zone != time.Local {
		return zone
	}
	name := strings.TrimPrefix(p.Env("TZ"), ":")
	if name == "" {
		if link, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
			_, name, _ = strings.Cut(filepath.ToSlash(link), zoneFolder)
		}
	}
	if name == "" {
		return zone
	}
	found, err := time.LoadLocation(name)
	if err != nil {
		return zone
	}
	for _, at := range []time.Time{now, now.AddDate(0, -6, 0)} { // summer and winter
		_, want := at.In(zone).Zone()
		if _, got := at.In(found).Zone(); got != want {
			return zone
		}
	}
	return found
}
