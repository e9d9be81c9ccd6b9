package view

import (
	"fmt"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

// judges puts the verdicts of all judges side by side, then what the others
// rest on; the person's own word stands below.
func judges(p *job.Program, j *job.Job, s *fact.Session, others []fact.Verdict, label *store.Label) {
	all := append([]fact.Verdict{s.Verdict}, others...)
	if len(all) > 1 || len(s.Verdict.Calls) > 0 {
		judgeTable(p, j, s, all)
	}
	for i := range others {
		judgeEvidence(p, s, &others[i])
	}
	if label == nil {
		return
	}
	text := "You say: not landed"
	if label.GoalComplete {
		text = "You say: landed"
	}
	if note := term.Clean(label.Note.String()); note != "" {
		text += ", “" + note + "”"
	}
	p.Screen.Line()
	p.Screen.Para(2, text+".")
}

func judgeTable(p *job.Program, j *job.Job, s *fact.Session, all []fact.Verdict) {
	p.Screen.Heading("Judges")
	cols := []term.Column{
		{Name: "judge"}, {Name: "verdict"}, {Name: "landed", Right: true}, {Name: "intent"}, {Name: "basis", Rank: 2}, {Name: "model", Rank: 3},
		{Name: "judged", Right: true, Rank: 1}, {Name: "tokens", Right: true, Rank: 1}, {Name: "cost", Right: true},
	}
	rows := make([][]term.Cell, 0, len(all))
	for i := range all {
		v := &all[i]
		what, paint := verdictWords(v)
		intent, basis, model, tokens, cost := "—", "—", "—", "—", "—"
		if phrase.Told(v) {
			intent, basis = phrase.Intent(v.Intent), string(v.Basis)
		}
		if v.Model != "" {
			model = term.Clean(v.Model)
		}
		if a := wire.FromVerdict(v).Asked; a.Questions > 0 {
			tokens = phrase.Amount(a.Tokens.Total)
			if cost = "unknown"; a.CostUSD != nil {
				cost = USD(*a.CostUSD)
			}
		}
		rows = append(rows, []term.Cell{
			{Text: term.Clean(v.Judge), Paint: term.Accent}, {Text: what, Paint: paint}, {Text: phrase.Likely(v)}, {Text: intent}, {Text: basis}, {Text: model},
			{Text: phrase.Day(v.At.In(j.Cfg.Zone()), j.Now.In(j.Cfg.Zone()))}, {Text: tokens}, {Text: cost},
		})
	}
	p.Screen.Table(2, cols, rows)
	for i := range all {
		v := &all[i]
		note := term.Clean(strings.TrimSpace(v.Judge + ", version " + v.Version))
		if v.Fallback {
			note += ", stands in for " + j.Cfg.Text("judge")
		}
		if v.Reason != "" {
			note += ": " + term.Clean(v.Reason)
		}
		if i > 0 && v.At.Before(s.Ended) {
			note += "; said before the session's last turns"
		}
		p.Screen.Hang("  ", p.Screen.Paint(term.Faint, note))
	}
}

// verdictWords is what a judge said, in one or two words.
func verdictWords(v *fact.Verdict) (string, term.Paint) {
	switch {
	case v.Status != fact.JudgeOK:
		return phrase.Spoken(string(v.Status)), term.Faint
	case v.GoalComplete:
		return phrase.Landed, term.Good
	}
	return phrase.NotLanded, term.Bad
}

// judgeEvidence prints what another judge's verdict rests on.
func judgeEvidence(p *job.Program, s *fact.Session, v *fact.Verdict) {
	if len(v.Criteria)+len(v.Evidence) == 0 {
		return
	}
	what, paint := verdictWords(v)
	sc := p.Screen
	sc.Heading("By " + term.Clean(v.Judge))
	text := phrase.Capital(what)
	if rule, ok := judge.RuleOf(v.Intent); ok {
		text += fmt.Sprintf("; %s is complete when %s", phrase.A(v.Intent), rule.Complete)
	}
	sc.Para(2, sc.Paint(paint, text+"."))
	criteria(p, s, v)
	otherEvidence(p, s, v)
}
