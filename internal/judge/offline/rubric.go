package offline

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// rubric answers the seven checks of prompting practice on what people wrote.
// Plans that a machine handed on and machine prompts are not looked at; where
// nothing that a person wrote is left, no check applies.
func rubric(a *account, intent fact.Intent) fact.Rubric {
	r := fact.Rubric{
		GoalExplicit: fact.NotApplicable, ScopeBounded: fact.NotApplicable, ReferencesConcrete: fact.NotApplicable,
		ContextSufficient: fact.NotApplicable, VerificationRequested: fact.NotApplicable, RootCauseOriented: fact.NotApplicable,
		PlanFirst: fact.NotApplicable,
	}
	w := writtenBy(a)
	if w.prompts == 0 || intent == fact.IntentNone {
		return r
	}
	changes := intent == fact.SmallChange || intent == fact.BugFix || intent == fact.Feature || intent == fact.Refactor
	large := len(a.files) > 3 || a.added+a.removed > 60
	set := func(m *fact.Mark, applies, present bool) {
		if applies {
			*m = fact.Absent
			if present {
				*m = fact.Present
			}
		}
	}
	set(&r.GoalExplicit, true, w.goal)
	set(&r.ScopeBounded, intent != fact.Question, w.scope)
	set(&r.ReferencesConcrete, true, w.names)
	set(&r.ContextSufficient, intent != fact.SmallChange, w.context)
	set(&r.VerificationRequested, changes && intent != fact.SmallChange || intent == fact.Plan, w.verify)
	set(&r.RootCauseOriented, intent == fact.BugFix || intent == fact.Investigation, w.cause)
	set(&r.PlanFirst, (intent == fact.Feature || intent == fact.Refactor || intent == fact.BugFix) && large, w.plan || plannedFirst(a))
	return r
}

// written is what the prompts of people hold.
type written struct {
	prompts                                          int
	goal, scope, names, context, verify, cause, plan bool
}

func writtenBy(a *account) written {
	var w written
	for i := range a.turns {
		t := &a.turns[i]
		if t.turn.Origin == transcript.PlanHand {
			w.plan = true
			continue
		}
		if t.turn.Automated || t.turn.Origin == transcript.Machine || t.trivial {
			continue
		}
		w.prompts++
		h := &t.heard
		names, located := references(t.turn.Prompt)
		if h.words >= 4 && (leadsRequest(h) || h.leads[askRun] > 0 || h.leads[question] > 0 || h.question || h.leads[broken] > 0) || t.turn.Command != "" && h.words >= 2 {
			w.goal = true
		}
		if located || h.any(limit) || names && h.words <= 60 {
			w.scope = true
		}
		w.names = w.names || names
		if t.pasted > 0 || strings.Contains(t.turn.Prompt, "```") || t.turn.Images > 0 || h.words >= 30 || names && h.words >= 15 {
			w.context = true
		}
		w.verify = w.verify || h.any(askTest)
		w.cause = w.cause || h.any(askCause)
		w.plan = w.plan || h.leads[askPlan] > 0
	}
	return w
}

// plannedFirst reports whether a plan was shown or agreed on before the first edit.
func plannedFirst(a *account) bool {
	if len(a.plans) == 0 {
		return false
	}
	return len(a.edits) == 0 || a.plans[0].order < a.edits[0].order
}

// references reports whether a prompt names what a model can open: a path, a
// file, an address, code in ticks or a name in code spelling; and whether it
// says where: a file or a line.
func references(prompt string) (names, located bool) {
	prompt = clipBytes(prompt, 6000)
	if strings.Contains(prompt, "://") {
		names = true
	}
	if strings.Count(prompt, "`") >= 2 {
		names = true
	}
	for f := range strings.FieldsSeq(prompt) {
		f = strings.Trim(f, "\"'`()[]{}<>,;:!?。，、")
		switch {
		case len(f) < 3 || len(f) > 300:
		case f[0] == '@' && strings.ContainsAny(f, "/."):
			return true, true
		case isFileName(f):
			return true, true
		case strings.ContainsAny(f, "_(") || isName(f) && letters(f):
			names = true
		}
	}
	return names, located
}

// isFileName reports whether a word is a path or ends in a file's extension.
func isFileName(w string) bool {
	if strings.HasPrefix(w, "http") {
		return false
	}
	i := strings.LastIndexByte(w, '.')
	if i > 0 && i < len(w)-1 && len(w)-i <= 6 && strings.IndexByte("0123456789", w[i+1]) < 0 {
		for _, c := range w[i+1:] {
			if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
				return false
			}
		}
		return strings.IndexByte(w[:i], '.') < 0 || strings.ContainsAny(w, "/\\")
	}
	return strings.Count(w, "/") >= 2 || strings.Contains(w, ":\\")
}

func letters(w string) bool {
	for i := range len(w) {
		if letter(w[i]) {
			return true
		}
	}
	return false
}

// leadsRequest reports whether a clause of a speech is led by a request.
func leadsRequest(s *speech) bool {
	for _, c := range []class{askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall} {
		if s.leads[c] > 0 {
			return true
		}
	}
	return false
}

// isName reports whether a word is written as a name of code: with a capital
// or a digit inside.
func isName(w string) bool {
	for i := 1; i < len(w); i++ {
		if c := w[i]; '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' && 'a' <= w[i-1] && w[i-1] <= 'z' {
			return true
		}
	}
	return false
}
