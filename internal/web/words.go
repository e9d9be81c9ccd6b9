package web

import (
	"fmt"
	"html/template"
	"path"
	"strings"
	"time"
	"unicode"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
)

// functions are what templates say with. Everything goes through html/template's
// escaping; nothing here makes markup but chart.go, of numbers and our own words.
func functions(a *assets) template.FuncMap {
	return template.FuncMap{
		"asset":    func(name string) string { return a.addresses[name] },
		"points":   phrase.Points,
		"money":    phrase.Money,
		"amount":   phrase.Amount,
		"grouped":  func(n int) string { return phrase.Grouped(int64(n)) },
		"count":    phrase.Count,
		"spoken":   phrase.Spoken,
		"capital":  phrase.Capital,
		"percent":  phrase.Percent,
		"share":    func(x *float64) string { return orDash(x, func(x float64) string { return phrase.Percent(x) }) },
		"lasted":   phrase.Lasted,
		"day":      phrase.Day,
		"intent":   phrase.Intent,
		"clean":    clean,
		"interval": interval,
		"deref":    func(x *float64) float64 { return *x },
		"short":    func(id string) string { return id[:min(len(id), 8)] },
		"clock":    func(t time.Time, zone *time.Location) string { return t.In(zone).Format("15:04") },
		"at":       func(t time.Time, zone *time.Location) string { return t.In(zone).Format("2 Jan 2006 15:04") },
		"iso":      func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"under":    func(at, page string) bool { return strings.HasPrefix(at, page+"/") },
		"plus":     func(a, b int) int { return a + b },
		"base":     func(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) },
		"width":    func(share float64) string { return fmt.Sprintf("%.1f", 100*min(max(share, 0), 1)) },
		"ratio":    func(a, b int) float64 { return float64(a) / float64(max(b, 1)) },
	}
}

func orDash(x *float64, text func(float64) string) string {
	if x == nil {
		return "—"
	}
	return text(*x)
}

// clean takes out of a text what a browser would not show as it stands: controls, and
// what turns the direction of text round.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
			return -1
		}
		return r
	}, s)
}

func interval(i *score.Interval) string {
	if i == nil {
		return ""
	}
	return fmt.Sprintf("likely between %.0f and %.0f", i.Lo, i.Hi)
}

// standing is what became of a session: a word, and the sign and class that go with it.
type standing struct {
	Word  string
	Sign  string // told apart without colour
	Class string
	Why   string // in two or three words; "" nothing to add
}

func standingOf(s *fact.Session, f filterSwitches) standing {
	why := s.Exclusion(f.open, f.automated)
	switch {
	case why == fact.ExcludePending || why == fact.ExcludeOpen:
		return standing{phrase.ExcludedShort(why), "○", "wait", ""}
	case why != fact.NotExcluded:
		return standing{"not counted", "–", "out", phrase.ExcludedShort(why)}
	case s.Crushed():
		return standing{"crushed", "✓", "good", ""}
	case s.Verdict.GoalComplete:
		return standing{"reworked", "↺", "bad", "a later session took its lines out"}
	}
	return standing{"missed", "✗", "bad", phrase.Missed(s)}
}

// filterSwitches decide what counts.
type filterSwitches struct{ open, automated bool }

func (q query) switches() filterSwitches {
	return filterSwitches{q.Get("open") == "yes", q.Get("automated") == "yes"}
}
