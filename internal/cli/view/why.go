package view

import (
	"strings"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/phrase"
	"prism/internal/term"
)

// Why prints what stands between a session and crushed.
func Why(p *job.Program, j *job.Job, s *fact.Session) {
	sc, v := p.Screen, &s.Verdict
	sc.Heading(term.Clean(v.Title.String()))
	// An open session is not counted yet; what is asked is what it lacks.
	switch why := j.Exclusion(s); why {
	case fact.NotExcluded:
		sc.Para(2, phrase.Outcome(s))
	case fact.ExcludeOpen:
		sc.Para(2, "It is still going on. As it stands: "+phrase.Result(s))
	default:
		sc.Para(2, "Not counted. "+phrase.Capital(phrase.ExcludedFlag(why))+".")
	}
	if text := phrase.Signal(v.Signal); text != "" {
		sc.Para(2, sc.Paint(term.Bad, "Failure signal: "+text+"."))
	}
	for _, g := range s.Gaps {
		sc.Para(2, phrase.Gap(g))
	}
	if rule, ruled := judge.RuleOf(v.Intent); ruled && !phrase.Silent(v) {
		sc.Para(2, phrase.Capital(phrase.A(v.Intent))+" is complete when "+rule.Complete+".")
	}
	criteria(p, s, v)
	switch text := against(v); {
	case j.Exclusion(s) == fact.ExcludeFloor:
		sc.Para(2, "It would count with one of these reached: "+phrase.Floor(s)+".")
	case text != "" && !phrase.Probable(v):
		sc.Para(2, text)
	case text != "":
		sc.Para(2, text+" "+likelihood(v))
	}
	if s.Rework.Reworked {
		sc.Para(2, strings.TrimSpace(phrase.Undone(s)+" "+phrase.Written(s)))
	}
	if advice := term.Clean(v.Advice.String()); advice != "" && !s.Crushed() {
		sc.Para(2, "What would make it crush: "+advice)
	}
}
