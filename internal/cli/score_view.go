package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
)

// weeksShown bounds the trend on the screen; --by week has them all.
const weeksShown = 8

// showScore prints the score for a person; trust is how far the judge agrees with
// the person.
func (p *program) showScore(ctx context.Context, j *job, l *library, sum *score.Summary, trust trust) error {
	s := p.screen
	s.Line()
	p.hero(sum)
	s.Line()
	s.Para(2, p.scope(j, sum))
	for _, text := range []string{trust.words(), standIns(j, sum.StandIns)} {
		if text != "" {
			s.Para(2, text)
		}
	}
	p.outcome(sum)
	p.spending(sum)
	if !slices.ContainsFunc(sum.Groups, func(b score.Breakdown) bool { return b.By == "week" }) {
		p.trend(sum) // else its last weeks would stand there twice
	}
	for _, b := range sum.Groups {
		p.group(b)
	}
	if err := p.next(ctx, j, l); err != nil {
		return err
	}
	s.Line()
	return nil
}

// hero is the number, large, with what it means beside it.
func (p *program) hero(sum *score.Summary) {
	s := p.screen
	var text [3]string
	number := phrase.Points(sum.Score)
	if sum.Score == nil {
		text = [3]string{
			"PRISM Score",
			"None of " + phrase.Count(sum.Sessions, "session", "sessions") + " counts, so there is no score.",
			"What was left out, and why, stands below.",
		}
	} else {
		text = [3]string{
			"PRISM Score, letter " + sum.Letter + "  " + phrase.LetterMeaning(sum.Letter),
			fmt.Sprintf("%d of %s landed the goal and kept it.", sum.Crushed, phrase.Count(sum.Counted, "counted session", "counted sessions")),
			phrase.Interval(sum.Interval),
		}
	}
	if !s.Terminal() || s.Width() < 72 {
		s.Linef("  %s  %s", s.Paint(scorePaint(sum.Score), number), text[0])
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

// scope says what the figures are of.
func (p *program) scope(j *job, sum *score.Summary) string {
	when := "All time"
	zone := j.cfg.Zone()
	if !sum.Window.Since.IsZero() || !sum.Window.Until.IsZero() {
		when = phrase.Window(sum.Window.Since, sum.Window.Until, zone)
	}
	text := fmt.Sprintf("%s: %s in %s, %s (%s).", when, phrase.Count(sum.Sessions, "session", "sessions"),
		phrase.Count(sum.Conversations, "conversation", "conversations"), phrase.Count(sum.Repositories, "repository", "repositories"),
		phrase.Days(sum.Window.First.In(zone), sum.Window.Last.In(zone)))
	name, _ := j.judge()
	text += " Judge: " + name
	if j.tracksByModel() {
		text += ", which also tells where sessions begin"
	}
	text += "."
	if sum.ProvisionalCounted > 0 {
		text += fmt.Sprintf(" Nothing has closed %d of the counted ones yet; they are judged as they stand.", sum.ProvisionalCounted)
	}
	return text
}

// outcome counts what became of the sessions, and why the rest is left out.
func (p *program) outcome(sum *score.Summary) {
	s := p.screen
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
	line := func(n int, what, more string, paint term.Paint) {
		share := 0.0
		if sum.Sessions > 0 {
			share = float64(n) / float64(sum.Sessions)
		}
		bar := term.Pad(term.Bar(share, width), width, false)
		lead := fmt.Sprintf("  %5s  %s  %s", phrase.Grouped(int64(n)), s.Paint(paint, bar), term.Pad(what, 12, false))
		if more == "" {
			s.Line(lead)
			return
		}
		s.Hang(lead+"  ", more)
	}
	line(sum.Crushed, "crushed", "", term.Good)
	line(missed, "not landed", ranked(why), term.Bad)
	line(sum.Reworked, "reworked", ifAny(sum.Reworked, "a later session took their lines out again"), term.Warn)
	excluded := sum.Sessions - sum.Counted
	line(excluded, "not counted", "", term.Faint)
	for _, e := range fact.Exclusions {
		if n := sum.Excluded[e]; n > 0 {
			s.Hang(fmt.Sprintf("  %5s  ", ""), s.Paint(term.Faint, fmt.Sprintf("%d %s", n, phrase.Excluded(e))+because(sum.Unjudged[e])))
		}
	}
}

func ifAny(n int, text string) string {
	if n == 0 {
		return ""
	}
	return text
}

// ranked lists counted words, the most frequent first.
func ranked(m map[string]int) string {
	keys := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(keys, func(a, b string) int { return m[b] - m[a] })
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%d %s", m[k], k)
	}
	return strings.Join(keys, ", ")
}

// spending prints tokens and money.
func (p *program) spending(sum *score.Summary) {
	s := p.screen
	s.Heading("Tokens and cost")
	t := sum.Tokens
	text := fmt.Sprintf("input %s · output %s · cache write %s · cache read %s", phrase.Amount(t.Input), phrase.Amount(t.Output), phrase.Amount(t.CacheWrite()), phrase.Amount(t.CacheRead))
	if o := sum.Outside.Total(); o > 0 {
		text += fmt.Sprintf(" · of these outside sessions %s", phrase.Amount(o))
	}
	if n := sum.Nested.Total(); n > 0 {
		text += fmt.Sprintf(" · besides, nested in old progress lines, %s", phrase.Amount(n))
	}
	s.Hang(fmt.Sprintf("  %9s  ", phrase.Amount(t.Total())), text)
	var notes []string
	switch {
	case sum.Cost.USD == nil:
		notes = append(notes, "no price is known for "+unpriced(sum.Cost.Unpriced))
	case sum.CostPerCrushed != nil:
		notes = append(notes, phrase.Money(sum.CostPerCrushed)+" per crushed session")
	}
	if sum.CrushWeight != nil {
		notes = append(notes, fmt.Sprintf("a crushed session takes %s tokens (median)", phrase.Amount(int64(*sum.CrushWeight))))
	}
	if len(notes) == 0 {
		notes = []string{"in all"}
	}
	s.Hang(fmt.Sprintf("  %9s  ", phrase.Spent(sum.Cost)), strings.Join(notes, "; "))
	p.work(sum)
}

// work prints speed and prompting.
func (p *program) work(sum *score.Summary) {
	s := p.screen
	if sum.Crushed == 0 && sum.Skill.Grade == nil {
		return
	}
	s.Heading("Pace and prompts")
	if v := sum.Speed.CrushedPerWeek; v != nil && sum.Crushed > 0 {
		note := fmt.Sprintf("crushed a week (%s)", sum.Speed.Band)
		if d := sum.Speed.TimeToCrush; d != nil {
			note += fmt.Sprintf(", %s from first prompt to last event (median)", phrase.Lasted(*d))
		}
		s.Hang(fmt.Sprintf("  %9s  ", fmt.Sprintf("%.1f", *v)), note)
	}
	if g := sum.Skill.Grade; g != nil {
		note := fmt.Sprintf("prompt grade (%.0f of 100)", *g)
		if w := sum.Skill.WorstPillar; w != "" {
			note += "; weakest: " + w
		}
		s.Hang(fmt.Sprintf("  %9s  ", sum.Skill.Letter), note)
	}
}

// trend prints the last weeks as bars.
func (p *program) trend(sum *score.Summary) {
	if len(sum.Trend) < 2 {
		return
	}
	s := p.screen
	list := sum.Trend
	title := "By week"
	if len(list) > weeksShown {
		title = fmt.Sprintf("By week, the last %d of %d (--by week has all)", weeksShown, len(list))
		list = list[len(list)-weeksShown:]
	}
	s.Heading(title)
	const cells = 20
	for _, w := range list {
		bar, paint := "", scorePaint(w.Score)
		if w.Score != nil {
			bar = term.Bar(*w.Score/100, cells)
		}
		s.Line(fmt.Sprintf("  %s  %5s  %s  %s", term.Pad(w.Monday.Format("2 Jan 2006"), 11, true), phrase.Points(w.Score),
			s.Paint(paint, term.Pad(bar, cells, false)), s.Paint(term.Faint, fmt.Sprintf("%d of %d", w.Crushed, w.Counted))))
	}
}

// group prints one breakdown.
func (p *program) group(b score.Breakdown) {
	s := p.screen
	s.Heading("By " + b.By)
	cols := []term.Column{
		{Name: b.By, Min: 13}, {Name: "score", Right: true}, {Name: "", Rank: 2}, {Name: "crushed", Right: true},
		{Name: "95 %", Right: true, Rank: 3}, {Name: "sessions", Right: true, Rank: 4}, {Name: "tokens", Right: true, Rank: 1}, {Name: "cost", Right: true, Rank: 1},
	}
	var rows [][]term.Cell
	for _, g := range b.Groups {
		bar, between := "", "—"
		if g.Score != nil {
			bar = term.Bar(*g.Score/100, 10)
		}
		if g.Interval != nil {
			between = fmt.Sprintf("%.0f–%.0f", g.Interval.Lo, g.Interval.Hi)
		}
		key := term.Clean(g.Key)
		if b.By == "intent" {
			key = phrase.Spoken(key)
		}
		rows = append(rows, []term.Cell{
			{Text: key}, {Text: phrase.Points(g.Score), Paint: scorePaint(g.Score)}, {Text: bar, Paint: scorePaint(g.Score)},
			{Text: fmt.Sprintf("%d of %d", g.Crushed, g.Counted)}, {Text: between, Paint: term.Faint},
			{Text: fmt.Sprint(g.Sessions), Paint: term.Faint}, {Text: phrase.Amount(g.Tokens.Total())}, {Text: phrase.Spent(g.Cost)},
		})
	}
	s.Table(2, cols, rows)
}

// next says what to look at now: the latest session that did not crush.
func (p *program) next(ctx context.Context, j *job, l *library) error {
	f := j.inWindow()
	f.Counted, f.Crushed = new(bool), new(bool)
	*f.Counted = true
	list, missed, err := l.list(ctx, f, store.Order{}, 1)
	if err != nil {
		return err
	}
	s := p.screen
	s.Heading("Next")
	if len(list) == 0 {
		s.Line("  ", s.Paint(term.Accent, "prism sessions"+j.again()), "  lists the sessions")
		return nil
	}
	worst := list[0]
	why := phrase.Missed(worst)
	if worst.Verdict.GoalComplete {
		why = "reworked later"
	}
	s.Line("  ", s.Paint(term.Accent, "prism show "+l.shortID(ctx, worst.ID)+j.again()))
	s.Para(6, fmt.Sprintf("the latest that did not crush: %s (%s)", term.Clean(worst.Verdict.Title.String()), why))
	if missed > 1 {
		s.Line("  ", s.Paint(term.Accent, "prism sessions --counted --crushed=false"+j.again()))
		all := "both of them"
		if missed > 2 {
			all = fmt.Sprintf("all %d of them", missed)
		}
		s.Para(6, all)
	}
	return nil
}

// unpriced names a few of the models without a price.
func unpriced(models []string) string {
	const most = 3
	if len(models) > most+1 {
		models = append(slices.Clone(models[:most]), fmt.Sprintf("%d more", len(models)-most))
	}
	return term.Clean(strings.Join(models, ", "))
}
