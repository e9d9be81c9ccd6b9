package page

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/score"
)

// TitleOf is a session's title, or that it has none.
func TitleOf(l *locale.Locale, s *fact.Session) string {
	return cmp.Or(Clean(s.Verdict.FullTitle().String()), l.Say("(no title)"))
}

// LinesBy says how many lines were taken out, and how.
func LinesBy(l *locale.Locale, by *fact.ReworkBy) string {
	return l.Say("{n} line by {kind}|{n} lines by {kind}", by.Lines, l.Known(Clean(by.Kind)))
}

// Shorten is a text of so many characters at most.
func Shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}

// FirstLine is the first line of a text, of so many characters at most.
func FirstLine(s string, most int) string {
	s, _, _ = strings.Cut(s, "\n")
	return Shorten(s, most)
}

// Clean takes out of a text what a browser would not show as it stands: controls, and
// what turns the direction of text round.
func Clean(s string) string {
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

// StandingIn is StandingOf in the words of a page.
func StandingIn(l *locale.Locale, s *fact.Session, f FilterSwitches) Standing {
	x := StandingOf(s, f)
	x.Word, x.Why = l.Known(x.Word), l.Known(x.Why)
	return x
}

// Likely is phrase.Likely in the words of a page.
func Likely(l *locale.Locale, v *fact.Verdict) string {
	if !phrase.Probable(v) {
		return "—"
	}
	p := l.Percent(v.Confidence)
	if floor, ok := phrase.FloorMissed(v); ok {
		return l.Fixed(100*v.Confidence, 0) + " < " + l.Percent(floor)
	}
	switch phrase.Against(v) {
	case phrase.Failed:
		return l.Say("{share}, failed", p)
	case phrase.Unmet:
		return l.Say("{share}, unmet", p)
	}
	return p
}

// Ground is phrase.Ground in the words of a page.
func Ground(l *locale.Locale, v *fact.Verdict) string {
	text, floor := phrase.GroundAndFloor(v)
	text = l.Known(text)
	if floor > 0 {
		text += " " + l.Say("A silent {intent} needs {share}.", Intent(l, v.Intent), l.Percent(floor))
	}
	return text
}

// Signal is phrase.Signal in the words of a page.
func Signal(l *locale.Locale, s fact.FailureSignal) string {
	if s == "" || s == fact.NoSignal {
		return ""
	}
	text := l.Known(phrase.Spoken(string(s)))
	if rule, ok := judge.SignalRuleOf(s); ok {
		text += " (" + l.Known(rule.Text) + ")"
	}
	return text
}

// UndoneIn is phrase.Undone in the words of a page.
func UndoneIn(l *locale.Locale, s *fact.Session) string {
	w := &s.Rework
	lines := l.Say("{n} line|{n} lines", w.Owned)
	switch {
	case !w.Reworked:
		return l.Say("Later sessions took out {n} of the {lines} that it added, brackets and blank ones aside ({share}): too few to count as rework.", w.Undone, lines, l.Percent(w.Share))
	case !s.Verdict.GoalComplete:
		return l.Say("Later sessions took out {n} of the {lines} that it added, brackets and blank ones aside ({share}). It counts as not landed with or without that.", w.Undone, lines, l.Percent(w.Share))
	}
	return l.Say("Later sessions took out {n} of the {lines} that it added, brackets and blank ones aside ({share}): it did not keep what it had landed.", w.Undone, lines, l.Percent(w.Share))
}

// Intent is an intent as it is shown.
func Intent(l *locale.Locale, i fact.Intent) string { return l.Known(phrase.Intent(i)) }

// Used is a number of tokens in a table; none is a dash.
func Used(l *locale.Locale, tokens int64) string {
	if tokens == 0 {
		return "—"
	}
	return l.Amount(tokens)
}

// Output is a number of tokens, with ≥ where of some answers only the beginning was counted.
func Output(l *locale.Locale, tokens int64, began bool) string {
	if began {
		return "≥" + l.Amount(tokens)
	}
	return l.Amount(tokens)
}

// Spent is what some tokens cost, in a table: as phrase.Spent.
func Spent(l *locale.Locale, c score.Cost, tokens int64) string {
	switch {
	case tokens == 0:
		return "—"
	case c.AtLeast() && c.USD != nil:
		return "≥" + l.Money(c.USD)
	}
	return l.Money(c.USD)
}

// SpentBy is spent for a session.
func SpentBy(l *locale.Locale, s *fact.Session) string {
	return Spent(l, score.Cost{USD: s.Cost, Unpriced: s.Unpriced(), Began: s.Began()}, score.Tokens(s).Total())
}

// Lines are those that were added and taken out: "+12 −3".
func Lines(l *locale.Locale, added, removed int) string {
	return "+" + l.Number(added) + " −" + l.Number(removed)
}

// Few joins names: the first few where there are more than most, and how many more.
func Few(l *locale.Locale, names []string, most int) string {
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), l.Say("{n} more##names", more))
	}
	return strings.Join(names, ", ")
}

// Standing is what became of a session: a word, and the sign and class that go with it.
type Standing struct {
	Word  string
	Sign  string // told apart without colour
	Class string
	Why   string // in two or three words; "" nothing to add
}

// StandingOf is what became of a session, where open ones or machine runs count or not.
func StandingOf(s *fact.Session, f FilterSwitches) Standing {
	why := s.Exclusion(f.Open, f.Automated)
	switch {
	case why == fact.ExcludePending || why == fact.ExcludeOpen:
		return Standing{phrase.ExcludedShort(why), "○", "wait", ""}
	case why != fact.NotExcluded:
		return Standing{phrase.NotCounted, "–", "out", phrase.ExcludedShort(why)}
	case s.Crushed():
		return Standing{phrase.Crushed, "✓", "good", ""}
	case s.Verdict.GoalComplete:
		return Standing{phrase.Reworked, "↺", "bad", locale.Mark("a later session took its lines out")}
	}
	return Standing{phrase.NotLanded, "✗", "bad", phrase.Missed(s)}
}

// FilterSwitches decide what counts.
type FilterSwitches struct{ Open, Automated bool }

// Switches are what the query says of what counts.
func (q Query) Switches() FilterSwitches {
	return FilterSwitches{q.Get("open") == "yes", q.Get("automated") == "yes"}
}
