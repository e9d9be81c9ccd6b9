// Package view is what a person sees of facts: the score, lists of sessions, one
// session with its evidence, judges side by side, and the same as CSV.
//
// Promises: text of a transcript is cleaned before it is printed and never becomes
// markup, a control sequence or a formula; tables keep to the width of the screen.
// Refusals: it reads no transcript and decides nothing.
package view

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
)

// weeksShown bounds the trend on the screen; --by week has them all.
const weeksShown = 8

// Score prints the score for a person; trust is how far the judge agrees with
// the person. Whoever asks for breakdowns gets them at once, under the number and what it
// is of: what else there is stands on the page without.
func Score(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, sum *score.Summary, trust job.Agreement) error {
	s := p.Screen
	s.Line()
	short := len(sum.Groups) > 0
	hero(p, sum, short)
	s.Line()
	s.Para(2, scopeText(p, j, sum))
	for _, text := range []string{OnlyWords(j), trust.Words(), OwnWords(l.LabelsApplied()), standIns(j, sum.StandIns)} {
		if text != "" {
			s.Para(2, text)
		}
	}
	if short {
		breakdowns(p, j, sum)
		return nil
	}
	outcome(p, sum)
	spending(p, sum)
	trend(p, sum)
	if err := nextStep(ctx, p, j, l, sum); err != nil {
		return err
	}
	s.Line()
	return nil
}

// breakdowns prints what was asked for, with what its costs leave out, and where the rest is.
func breakdowns(p *job.Program, j *job.Job, sum *score.Summary) {
	s := p.Screen
	for _, b := range sum.Groups {
		groupTable(p, b)
	}
	if notes := costNotes(sum, false); sum.Cost.AtLeast() && len(notes) > 0 {
		s.Line()
		s.Para(2, s.Paint(term.Faint, "Cost: "+strings.Join(notes, "; ")+"."))
	}
	s.Heading("Next")
	s.Command(2, "prism score"+j.FilterAgain())
	s.Para(6, "what became of the sessions and why, tokens and cost, the trend")
	s.Line()
}

// hero is the number with what it means beside it, large unless it is to be short.
func hero(p *job.Program, sum *score.Summary, short bool) {
	s := p.Screen
	var text [3]string
	number := phrase.Points(sum.Score)
	switch {
	case sum.Score != nil && sum.Counted < score.LeastShare:
		number = phrase.Points(nil)
		text = [3]string{
			"PRISM Score: too few sessions yet",
			fmt.Sprintf("%d of %s landed the goal and kept it; from %d on there is a percentage and a letter.", sum.Crushed, phrase.Count(sum.Counted, "counted session", "counted sessions"), score.LeastShare),
			phrase.Interval(sum.Interval),
		}
	case sum.Score == nil:
		text = [3]string{
			"PRISM Score",
			"None of " + phrase.Count(sum.Sessions, "session", "sessions") + " counts, so there is no score.",
			"What was left out, and why, stands below.",
		}
	default:
		text = [3]string{
			"PRISM Score, letter " + sum.Letter + "  " + phrase.LetterMeaning(sum.Letter),
			fmt.Sprintf("%d of %s landed the goal and kept it.", sum.Crushed, phrase.Count(sum.Counted, "counted session", "counted sessions")),
			phrase.Interval(sum.Interval),
		}
	}
	if short || !s.Terminal() || s.Width() < 72 {
		s.Hang("  "+s.Paint(scorePaint(sum.Score), number)+"  ", text[0])
		s.Para(2, text[1])
		s.Para(2, text[2])
		return
	}
	big := term.Big(number)
	if room := s.Width() - term.Width(big[0]) - 6; term.Width(text[0]) > room {
		text[0] = strings.TrimSpace("PRISM Score, letter " + sum.Letter)
	}
	for i, row := range big {
		t := text[i]
		if i == 0 {
			t = s.Paint(term.Strong, t)
		}
		if i == 2 {
			t = s.Paint(term.Faint, t)
		}
		s.Line("  ", s.Paint(scorePaint(sum.Score), row), "   ", t)
	}
}

// scorePaint colours a score: from B- on good, below C bad.
func scorePaint(x *float64) term.Paint {
	switch {
	case x == nil:
		return term.Faint
	case *x >= 65:
		return term.Good
	case *x >= 50:
		return term.Warn
	}
	return term.Bad
}

// scopeText says what the figures are of.
func scopeText(p *job.Program, j *job.Job, sum *score.Summary) string {
	when := "All time"
	zone := j.Cfg.Zone()
	if !sum.Window.Since.IsZero() || !sum.Window.Until.IsZero() {
		when = phrase.Window(sum.Window.Since, sum.Window.Until, zone)
	}
	in := phrase.Count(sum.Conversations, "conversation", "conversations")
	if sum.Repositories > 0 { // telemetry alone tells of none
		in += ", " + phrase.Count(sum.Repositories, "repository", "repositories")
	}
	text := fmt.Sprintf("%s: %s in %s (%s).", when, phrase.Count(sum.Sessions, "session", "sessions"), in,
		phrase.Days(sum.Window.First.In(zone), sum.Window.Last.In(zone)))
	name, _ := j.Judge()
	text += " Judge: " + name
	if j.TracksByModel() {
		text += ", which also tells where sessions begin"
	}
	text += "."
	if n := sum.OpenCounted; n > 0 {
		text += fmt.Sprintf(" Still going on, and judged as they stand: %d of the counted ones.", n)
	}
	return text
}

// outcome counts what became of the sessions, and why the rest is left out.
func outcome(p *job.Program, sum *score.Summary) {
	s := p.Screen
	missed := 0
	why := map[string]int{}
	for miss, n := range sum.Missed {
		missed += n
		why[phrase.MissedFor(miss)] += n
	}
	s.Heading("Sessions")
	width := 24
	if s.Width() > 0 && s.Width() < 90 {
		width = 12
	}
	narrow := s.Width() > 0 && s.Width() < 72
	line := func(n int, what, more string, paint term.Paint) {
		share := 0.0
		if sum.Sessions > 0 {
			share = float64(n) / float64(sum.Sessions)
		}
		bar := term.Pad(term.Bar(share, width), width, false)
		lead := fmt.Sprintf("  %5s  %s  %s", phrase.Grouped(int64(n)), s.Paint(paint, bar), term.Pad(what, 12, false))
		switch {
		case more == "":
			s.Line(lead)
		case narrow: // beside the bar no room is left
			s.Line(lead)
			s.Para(9, more)
		default:
			s.Hang(lead+"  ", more)
		}
	}
	line(sum.Crushed, phrase.Crushed, "", term.Good)
	line(missed, phrase.NotLanded, Ranked(why), term.Bad)
	line(sum.Reworked, phrase.Reworked, reworkedWords(sum.Reworked), term.Warn)
	excluded := sum.Sessions - sum.Counted
	line(excluded, phrase.NotCounted, "", term.Faint)
	for _, e := range fact.Exclusions {
		if n := sum.Excluded[e]; n > 0 {
			s.Hang(fmt.Sprintf("  %5s  ", ""), s.Paint(term.Faint, fmt.Sprintf("%d %s", n, phrase.ExcludedFlag(e))+because(sum.Unjudged[e])))
		}
	}
}

func reworkedWords(n int) string {
	if n == 1 {
		return "a later session took its lines out again"
	}
	return ifAny(n, "a later session took their lines out again")
}

func ifAny(n int, text string) string {
	if n == 0 {
		return ""
	}
	return text
}

// Ranked lists counted words, the most frequent first.
func Ranked(m map[string]int) string {
	keys := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(keys, func(a, b string) int { return m[b] - m[a] })
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%d %s", m[k], k)
	}
	return strings.Join(keys, ", ")
}

// spending prints tokens and money.
func spending(p *job.Program, sum *score.Summary) {
	s := p.Screen
	s.Heading("Tokens and cost")
	t := sum.Tokens
	row := func(amount, what string) { s.Hang(fmt.Sprintf("  %9s  ", amount), what) }
	row(phrase.Output(t.Total(), sum.Cost.Began), "tokens in all")
	row(phrase.Amount(t.CacheRead), "  read from the cache")
	row(phrase.Amount(t.CacheWrite()), "  written to the cache")
	row(phrase.Amount(t.Input), "  input")
	row(phrase.Output(t.Output, sum.Cost.Began), "  output")
	if o := sum.Outside.Total(); o > 0 {
		row(phrase.Amount(o), "of these outside sessions")
	}
	if n := sum.Nested.Total(); n > 0 {
		row(phrase.Amount(n), "of these by subagents without a transcript of their own")
	}
	notes := costNotes(sum, true)
	if sum.CrushWeight != nil {
		notes = append(notes, fmt.Sprintf("a crushed session takes %s tokens (median)", phrase.Amount(int64(*sum.CrushWeight))))
	}
	if len(notes) == 0 {
		notes = []string{"in all"}
	}
	row(phrase.Spent(sum.Cost, t.Total()), strings.Join(notes, "; "))
	if sum.Cost.Began {
		s.Para(2, s.Paint(term.Faint, phrase.Began))
	}
	work(p, sum)
}

// costNotes says what the cost leaves out, and what a crushed session costs; told: the cost
// stands beside it.
func costNotes(sum *score.Summary, told bool) (notes []string) {
	models := term.Clean(phrase.Unpriced(sum.Cost.Unpriced))
	if !phrase.UnpricedAll(sum.Cost.Unpriced) {
		models += " (--by model has all)"
	}
	switch {
	case models == "" && sum.Cost.Began && sum.Cost.USD != nil: // what follows says why
	case sum.Cost.AtLeast() && sum.Cost.USD != nil && models != "" && !told:
		notes = append(notes, phrase.AtLeast(sum.Cost.USD, true)+": no price is known for "+models)
	case models != "":
		notes = append(notes, "no price is known for "+models)
	}
	if sum.CostPerCrushed != nil {
		notes = append(notes, phrase.AtLeast(sum.CostPerCrushed, sum.Cost.AtLeast())+" per crushed session")
	}
	return notes
}

// work prints speed and prompting.
func work(p *job.Program, sum *score.Summary) {
	s := p.Screen
	if sum.Crushed == 0 && sum.Skill.Grade == nil {
		return
	}
	s.Heading("Pace and prompts")
	if v := sum.Speed.CrushedPerWeek; v != nil && sum.Crushed > 0 {
		note := fmt.Sprintf("crushed a week (%s)", phrase.Band(score.SpeedBand(*v), ""))
		if d := sum.Speed.TimeToCrush; d != nil {
			note += fmt.Sprintf(", %s from first prompt to last event (median)", phrase.Lasted(*d))
		}
		if with, all := len(sum.Trend), sum.Speed.Weeks; with < all {
			note += fmt.Sprintf("; over all %d weeks, of which %d had a session", all, with)
		}
		s.Hang(fmt.Sprintf("  %9s  ", fmt.Sprintf("%.1f", *v)), note)
	}
	if g := sum.Skill.Grade; g != nil {
		note := fmt.Sprintf("prompt grade (%.0f of 100; %s)", *g, phrase.Band(score.SkillBand(*g), ""))
		if c := sum.Skill.LeastPractised(); c != nil {
			note += fmt.Sprintf("; least practised: %s (%d of %d)", phrase.Spoken(c.Name), c.Hits, c.Applicable)
		}
		s.Hang(fmt.Sprintf("  %9s  ", sum.Skill.Letter), note)
	}
}

// trend prints the last weeks with a session as bars, and how many lie between them.
func trend(p *job.Program, sum *score.Summary) {
	if len(sum.Trend) < 2 {
		return
	}
	s := p.Screen
	list := sum.Trend
	title := "By week"
	if len(list) > weeksShown {
		title = fmt.Sprintf("By week, the last %d of %d with a session (--by week has all)", weeksShown, len(list))
		list = list[len(list)-weeksShown:]
	}
	s.Heading(title)
	cells := 20
	if s.Width() > 0 {
		cells = max(min(cells, s.Width()-34), 0)
	}
	for i, w := range list {
		if i > 0 {
			if n := score.Between("week", list[i-1].Monday.Format(time.DateOnly), w.Monday.Format(time.DateOnly)); n > 0 {
				s.Line("  ", s.Paint(term.Faint, gap(n, "week")))
			}
		}
		bar, paint, of := "", scorePaint(w.Score), fmt.Sprintf("%d of %d", w.Crushed, w.Counted)
		if w.Score != nil {
			bar = term.Bar(*w.Score/100, cells)
		}
		if w.Counted < score.LeastShare { // chance is nearly all that it tells
			paint = term.Faint
		}
		s.Line(fmt.Sprintf("  %s  %5s  %s  %s", term.Pad(w.Monday.Format("2 Jan 2006"), 11, true), phrase.Points(w.Score),
			s.Paint(paint, term.Pad(bar, cells, false)), s.Paint(term.Faint, of)))
	}
}

// gap says how many days, weeks or months no session ended in.
func gap(n int, unit string) string {
	return fmt.Sprintf("… %s without a session", phrase.Count(n, unit, unit+"s"))
}

// groupTable prints one breakdown.
func groupTable(p *job.Program, b score.Breakdown) {
	s := p.Screen
	s.Heading("By " + phrase.Dimension(b.By))
	cols := []term.Column{
		{Name: phrase.Dimension(b.By), Min: 13, Left: b.By == "folder"}, {Name: "score", Right: true}, {Name: "", Rank: 2}, {Name: "crushed", Right: true},
		{Name: "95 %", Right: true, Rank: 3}, {Name: "sessions", Right: true, Rank: 4}, {Name: "tokens", Right: true, Rank: 1}, {Name: "cost", Right: true, Rank: 1},
	}
	if b.By == "model" { // names that are alike but for their ends: the bar goes before those do
		cols[0].Min, cols[2].Rank = 30, 5
	}
	var rows [][]term.Cell
	for i, g := range b.Groups {
		if i > 0 && score.OverTime(b.By) {
			if n := score.Between(b.By, b.Groups[i-1].Key, g.Key); n > 0 {
				rows = append(rows, []term.Cell{{Text: gap(n, b.By), Paint: term.Faint}})
			}
		}
		bar, between := "", "—"
		points, paint := phrase.Points(g.Score), scorePaint(g.Score)
		switch {
		case g.Score != nil && g.Counted < score.LeastShare: // chance is nearly all that it would tell
			points, paint = "too few", term.Faint
		case g.Score != nil:
			bar = term.Bar(*g.Score/100, 10)
			if g.Interval != nil {
				between = fmt.Sprintf("%.*f–%.*f", g.Interval.Decimals(), g.Interval.Lo, g.Interval.Decimals(), g.Interval.Hi)
			}
		}
		key := term.Clean(g.Key)
		if b.By == "folder" {
			key = p.Short(g.Key)
		}
		if b.By == "intent" {
			key = phrase.Spoken(key)
		}
		rows = append(rows, []term.Cell{
			{Text: key}, {Text: points, Paint: paint}, {Text: bar, Paint: paint},
			{Text: fmt.Sprintf("%d of %d", g.Crushed, g.Counted)}, {Text: between, Paint: term.Faint},
			{Text: fmt.Sprint(g.Sessions), Paint: term.Faint}, {Text: phrase.Used(g.Tokens.Total())}, {Text: phrase.Spent(g.Cost, g.Tokens.Total())},
		})
	}
	s.Table(2, cols, rows)
}

// nextStep says what to look at now: the latest session that did not crush.
func nextStep(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, sum *score.Summary) error {
	f := j.Wanted()
	f.Counted, f.Crushed = new(bool), new(bool)
	*f.Counted = true
	var worst *fact.Session
	for x, err := range l.Each(ctx, f, store.Order{}) {
		if err != nil {
			return err
		}
		worst = x
		break
	}
	missed := sum.Counted - sum.Crushed
	s := p.Screen
	s.Heading("Next")
	if worst == nil {
		s.Command(2, "prism sessions"+j.FilterAgain())
		s.Para(6, "lists the sessions")
		return nil
	}
	why := phrase.Missed(worst)
	if worst.Verdict.GoalComplete {
		why = "reworked later"
	}
	s.Command(2, "prism show "+l.ShortID(ctx, worst.ID)+j.Again())
	s.Para(6, fmt.Sprintf("the latest not crushed: %s (%s)", term.Clean(worst.Verdict.FullTitle().String()), why))
	if missed > 1 {
		s.Command(2, "prism sessions --counted --crushed=false"+j.FilterAgain())
		all := "both of them"
		if missed > 2 {
			all = fmt.Sprintf("all %d of them", missed)
		}
		s.Para(6, all)
	}
	return nil
}
