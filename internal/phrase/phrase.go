// Package phrase says facts in words and figures for a person: numbers, money,
// times, and why a session counts as it does. Screen and report speak with it, so
// that one thing has one name everywhere.
package phrase

import (
	"fmt"
	"math"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/score"
)

// Count says how many there are of something.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(int64(n)) + " " + many
}

// Grouped writes a number with thin groups of three: 1,234,567.
func Grouped(n int64) string {
	s := fmt.Sprint(n)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Amount shortens a number of tokens to three figures: 832, 14.2k, 1.08B.
func Amount(n int64) string {
	x := float64(n)
	for _, unit := range []struct {
		at   float64
		name string
	}{{1e9, "B"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(x) >= unit.at*0.9995 {
			return figures(x/unit.at) + unit.name
		}
	}
	return fmt.Sprint(n)
}

func figures(x float64) string {
	switch {
	case math.Abs(x) >= 99.95:
		return fmt.Sprintf("%.0f", x)
	case math.Abs(x) >= 9.995:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// Bytes is a size of files.
func Bytes(n int64) string {
	switch {
	case n >= 1e9:
		return figures(float64(n)/1e9) + " GB"
	case n >= 1e6:
		return figures(float64(n)/1e6) + " MB"
	case n >= 1e3:
		return figures(float64(n)/1e3) + " kB"
	}
	return fmt.Sprintf("%d B", n)
}

// Money is an amount of USD; unknown is a dash.
func Money(usd *float64) string {
	switch {
	case usd == nil:
		return "—"
	case *usd == 0:
		return "$0.00"
	case math.Abs(*usd) < 0.005:
		return "<$0.01"
	case math.Abs(*usd) >= 10_000:
		return "$" + Grouped(int64(math.Round(*usd)))
	}
	cents := int64(math.Round(*usd * 100))
	return fmt.Sprintf("$%s.%02d", Grouped(cents/100), cents%100)
}

// Points is a score, one decimal; none is a dash.
func Points(x *float64) string {
	if x == nil {
		return "—"
	}
	return fmt.Sprintf("%.1f", *x)
}

// Lasted is a stretch of time in words: 40 s, 23 min, 1 h 05 min, 3 d.
func Lasted(d time.Duration) string {
	switch {
	case d < 0:
		return "0 s"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d d %d h", int(d.Hours())/24, int(d.Hours())%24)
}

// Day is a date; the year is left out where it is the current one.
func Day(t, now time.Time) string {
	switch {
	case t.IsZero():
		return "—"
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

// Days is a stretch of dates: "6 Oct – 12 Nov 2026".
func Days(from, to time.Time) string {
	if from.IsZero() || to.IsZero() {
		return "—"
	}
	if from.Format(time.DateOnly) == to.Format(time.DateOnly) {
		return from.Format("2 Jan 2006")
	}
	if from.Year() == to.Year() {
		return from.Format("2 Jan") + " – " + to.Format("2 Jan 2006")
	}
	return from.Format("2 Jan 2006") + " – " + to.Format("2 Jan 2006")
}

// Spoken turns a snake_case name of ours into words.
func Spoken(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Dimension is what sessions are broken down by, in words.
func Dimension(by string) string {
	if by == "repo" {
		return "repository"
	}
	return by
}

// Intent is an intent as it is shown.
func Intent(i fact.Intent) string {
	if i == "" {
		return "—"
	}
	return Spoken(string(i))
}

// Excluded says in words why a session is not counted.
func Excluded(why fact.Exclusion) string {
	switch why {
	case fact.ExcludeFloor:
		return "below the floor: fewer than 3 turns, less than 10 net lines, nothing changed"
	case fact.ExcludeNoIntent:
		return "no goal can be told"
	case fact.ExcludeAutomated:
		return "run by a machine (-p, SDK, scheduled)"
	case fact.ExcludePending:
		return "not judged yet"
	case fact.ExcludeError:
		return "could not be judged"
	case fact.ExcludeUngrounded:
		return "judged without a quote that can be found in the transcript"
	case fact.ExcludeOptedOut:
		return "opted out"
	case fact.ExcludeOpen:
		return "still going on (last event less than 30 minutes ago)"
	}
	return string(why)
}

// ExcludedFlag is Excluded, with the flag that counts such sessions where there is one.
func ExcludedFlag(why fact.Exclusion) string {
	switch why {
	case fact.ExcludeAutomated:
		return Excluded(why) + "; --include-automated counts them"
	case fact.ExcludeOpen:
		return Excluded(why) + "; --include-open counts them"
	}
	return Excluded(why)
}

// ExcludedShort is excludedBecause in a table.
func ExcludedShort(why fact.Exclusion) string {
	if why == fact.ExcludeFloor {
		return "below the floor"
	}
	return Spoken(string(why))
}

// LetterMeaning says which scores a letter stands for.
func LetterMeaning(letter string) string {
	from, to, ok := LetterBand(letter)
	if !ok {
		return ""
	}
	return fmt.Sprintf("(%g to %g; B, from 70, is the baseline)", from, to)
}

// LetterBand is from which score to which a letter stands for; not ok: there is none such.
func LetterBand(letter string) (from, to float64, ok bool) {
	bands := fact.LetterBands()
	most := 10.0
	for i := len(bands) - 1; i >= 0; i-- {
		b := bands[i]
		if b.Letter == letter {
			return 10 * b.From, 10 * most, true
		}
		most = b.From
	}
	return 0, 0, false
}

// Interval says how sure the score is.
func Interval(i *score.Interval) string {
	if i == nil {
		return ""
	}
	text := fmt.Sprintf("95 %% interval %.*f to %.*f", i.Decimals(), i.Lo, i.Decimals(), i.Hi)
	if i.Hi-i.Lo > 30 {
		text += ": so few sessions tell little"
	}
	return text + "."
}

// Window names a window.
func Window(since, until time.Time, zone *time.Location) string {
	at := func(t time.Time) string {
		t = t.In(zone)
		if t.Hour() == 0 && t.Minute() == 0 {
			return t.Format("2 Jan 2006")
		}
		return t.Format("2 Jan 2006 15:04")
	}
	switch {
	case until.IsZero():
		return "Since " + at(since)
	case since.IsZero():
		return "Before " + at(until)
	}
	last := until.In(zone)
	if last.Hour() == 0 && last.Minute() == 0 {
		last = last.AddDate(0, 0, -1)
	}
	return at(since) + " to " + at(last)
}

// Band is a band's word with its limits: "light: 1 to 5".
func Band(b score.Band, unit string) string {
	switch {
	case b.To == 0:
		return fmt.Sprintf("%s: %g%s and more", b.Name, b.From, unit)
	case b.From == 0:
		return fmt.Sprintf("%s: under %g%s", b.Name, b.To, unit)
	}
	return fmt.Sprintf("%s: %g to %g%s", b.Name, b.From, b.To, unit)
}

// Noise says what chance alone leaves a change: "95 %% interval −3 to +9: no more than
// noise". figure writes one number.
func Noise(c score.Change, figure func(x float64) string) string {
	text := fmt.Sprintf("95 %% interval %s to %s", figure(c.Lo), figure(c.Hi))
	if c.Noise() {
		text += ", so it may be chance"
	}
	return text
}

// Likely is the probability that a session landed its goal, as its judge puts it;
// nobody's is a dash. Where nobody said whether it did, and it fell short of what a
// silent session of its kind needs, that floor stands beside it; where it was missed by a
// rule, however likely, what the rule looks at: a condition that is unmet, or what says at
// the end that it failed.
func Likely(v *fact.Verdict) string {
	if !Probable(v) {
		return "—"
	}
	p := Percent(v.Confidence)
	if floor, ok := FloorMissed(v); ok {
		return fmt.Sprintf("%.0f < %s", 100*v.Confidence, Percent(floor))
	}
	switch Against(v) {
	case Failed:
		return p + ", failed"
	case Unmet:
		return p + ", unmet"
	}
	return p
}

// What stands against a verdict that is likely and missed all the same.
const (
	Failed = "failed" // what says at the end that it failed
	Unmet  = "unmet"  // a condition
)

// Against is Failed or Unmet where a rule made a verdict missed that is more probable than
// not; else "".
func Against(v *fact.Verdict) string {
	switch {
	case v.GoalComplete || v.Confidence < 0.5 || v.Status != fact.JudgeOK:
		return ""
	case Signal(v.Signal) != "":
		return Failed
	}
	return Unmet
}

// Told reports whether a judge said how probable it is that the goal was landed.
func Told(v *fact.Verdict) bool {
	switch v.Status {
	case fact.JudgePending, fact.JudgeError, fact.JudgeOptedOut, "":
		return false
	}
	return true
}

// Probable reports whether there is a goal, and a judge said how probable it is that it
// was landed: of none that can be told nothing is.
func Probable(v *fact.Verdict) bool {
	return Told(v) && v.Intent != "" && v.Intent != fact.IntentNone
}

// FloorMissed is the least probability that silence needs (published algorithm, by
// intent), where a session more probable than not fell short of it.
func FloorMissed(v *fact.Verdict) (floor float64, ok bool) {
	rule, ruled := judge.RuleOf(v.Intent)
	return rule.Floor, ruled && !v.GoalComplete && v.Basis == fact.Silent && v.Signal == fact.NoSignal && v.Confidence >= 0.5 && v.Confidence < rule.Floor
}

// Percent is a share, 0–1, in whole hundredths.
func Percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Missed says in two or three words why a goal counts as not landed.
func Missed(s *fact.Session) string { return MissedFor(s.Verdict.Miss()) }

// MissedFor words what fact.Verdict.Miss says.
func MissedFor(miss string) string {
	for _, m := range misses() {
		if m.criterion == miss {
			return m.words
		}
	}
	return Spoken(miss)
}

// misses words the criteria of the judges' contract as reasons, in the order in
// which fact.Verdict.Miss asks for them.
func misses() []struct{ criterion, words string } {
	return []struct{ criterion, words string }{
		{"finished", "stopped in mid-work"},
		{"not_undone", "undone again"},
		{"fix_applied", "no fix applied"},
		{"built_to_scope", "not built as asked"},
		{"change_applied", "no change applied"},
		{"plan_delivered", "no plan delivered"},
		{"verdict_given", "no verdict given"},
		{"conclusion_stated", "no conclusion stated"},
		{"answered", "not answered"},
		{"not_asked_again", "asked again"},
		{"behaviour_kept", "not shown to behave as before"},
		{"verified", "not verified"},
		{"plan_accepted", "plan not accepted"},
		{"accepted", "not accepted"},
		{"tests_or_put_off", "not tested"},
		{fact.MissLabel, "you say it was not"},
		{fact.MissSilent, "ended without a check or a word"},
		{fact.MissShown, "shown or said to be incomplete"},
	}
}

// Summary is a session's summary without the title that it begins with and that stands
// above it; nothing where it is no more than that.
func Summary(v *fact.Verdict) string {
	text := v.Summary.String()
	for _, title := range [...]string{v.FullTitle().String(), v.Title.String()} {
		if title == "" {
			continue
		}
		if strings.TrimSuffix(text, ".") == strings.TrimSuffix(title, ".") {
			return ""
		}
		if rest, ok := strings.CutPrefix(text, title+". "); ok && rest != "" {
			return rest
		}
	}
	return text
}

// Used is a number of tokens in a table: where none were used there is nothing to
// show, a dash.
func Used(tokens int64) string {
	if tokens == 0 {
		return "—"
	}
	return Amount(tokens)
}

// Spent is what some tokens cost, in a table: with ≥ where a part of them has no
// known price, a dash where none has one or there are none.
func Spent(c score.Cost, tokens int64) string {
	switch {
	case tokens == 0:
		return "—"
	case c.AtLeast() && c.USD != nil:
		return "≥" + Money(c.USD)
	}
	return Money(c.USD)
}

// SpentBy is Spent for a session.
func SpentBy(s *fact.Session) string {
	return Spent(score.Cost{USD: s.Cost, Unpriced: s.Unpriced(), Began: s.Began()}, score.Tokens(s).Total())
}

// AtLeast is money in a sentence: "at least" where more was spent than is known.
func AtLeast(usd *float64, more bool) string {
	if more && usd != nil {
		return "at least " + Money(usd)
	}
	return Money(usd)
}

// Output is a number of output tokens, with ≥ where of some answers only the beginning was
// counted.
func Output(tokens int64, began bool) string {
	if began {
		return "≥" + Amount(tokens)
	}
	return Amount(tokens)
}

// Began says what it means that of some answers only the beginning was counted.
const Began = "Of some answers the transcripts hold no more than the count at their beginning, as some clients wrote it down: there was more output than is told, and it cost more."

// UnpricedNamed is how many models without a price are named where there are many.
const UnpricedNamed = 3

// Unpriced names the models without a price, of many a few.
func Unpriced(models []string) string {
	if UnpricedAll(models) {
		return Few(models, len(models))
	}
	return Few(models, UnpricedNamed)
}

// UnpricedAll reports whether Unpriced names all of them: the name of one is no longer
// than "1 more".
func UnpricedAll(models []string) bool { return len(models) <= UnpricedNamed+1 }

// Zone names a time zone; this machine's by its offset or abbreviation at t.
func Zone(zone *time.Location, t time.Time) string {
	if zone != time.Local {
		return zone.String()
	}
	name, _ := t.In(zone).Zone()
	return "this machine (" + name + ")"
}

// A is an intent with its article: "a bug fix", "an investigation".
func A(i fact.Intent) string {
	if i == fact.Investigation {
		return "an " + Intent(i)
	}
	return "a " + Intent(i)
}
