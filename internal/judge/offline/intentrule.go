package offline

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/session"
)

// ruleIntent is what an engineer would guess from what was asked and done, by
// rules of thumb; the fitted model takes it as one voice among others.
func ruleIntent(q *quest) fact.Intent {
	a := q.a
	says := func(c class) bool {
		if q.title.leads[c] > 0 || q.first.leads[c] > 0 && !q.handed || q.main.leads[c] > 0 {
			return true
		}
		return false
	}
	lead := leadOf(q)
	wide := len(a.files) > 3 && a.codeLines > 100
	plans := q.first.any(askPlan) || q.main.any(askPlan) || q.docs.any(askPlan)
	ails := !q.handed && (q.first.leads[broken] > 0 || q.first.leads[complain] > 0 || q.first.words <= 40 && q.first.any(complain))
	asksCause := q.first.any(askCause) && !q.handed
	pastes := q.opener.pasted > 0 && !q.handed
	lines := a.added + a.removed
	docs := len(a.files) > 0 && a.fileShare(isDocFile) == 1
	fixing := q.kinds[2] > 0 && q.kinds[1] == 0 || lead == askFix || lead == broken || q.title.leads[askFix] > 0
	if !a.touched() {
		switch {
		case len(a.plans) > 0 || a.planEdits > 0 || lead == askPlan:
			return fact.Plan
		case lead == askReview || says(askReview) && !says(askAdd):
			return fact.Review
		case a.end.cut() || len(a.turns) == 0:
			switch {
			case fixing || says(askFix) || q.opener.pasted > 0:
				return fact.BugFix
			case lead == askAdd || says(askAdd):
				return fact.Feature
			case lead == askRefactor:
				return fact.Refactor
			case lead == askInvestigate:
				return fact.Investigation
			case lead == askSmall || lead == askRun:
				return fact.SmallChange
			}
		case fixing && a.reads+a.searches+a.shell > 3:
			return fact.Investigation
		case lead == askSmall || lead == askRun:
			if a.shell > 0 {
				return fact.SmallChange
			}
		case lead == askAdd:
			return fact.Feature
		}
		if lead == askInvestigate || a.reads+a.searches+a.web+a.shell >= 6 || a.tasks > 0 {
			return fact.Investigation
		}
		return fact.Question
	}
	switch {
	case len(a.files) == 0 && a.added == 0:
		switch {
		case lead == askReview:
			return fact.Review
		case fixing:
			return fact.BugFix
		case lead == askInvestigate || lead == question && a.commits == 0:
			return fact.Investigation
		}
		return fact.SmallChange
	case docs && (lead == askPlan || plans && a.added > 40):
		return fact.Plan
	case lead == askReview && (lines < 200 || docs):
		return fact.Review
	case lead == askReview:
		return fact.BugFix
	case q.handed && lead == askSmall && wide:
		return fact.Refactor
	case q.kinds[3] > 0 && q.kinds[1]+q.kinds[2] == 0 || lead == askRefactor && !fixing:
		return fact.Refactor
	case fixing:
		return fact.BugFix
	case q.handed && lead == askAdd && lines > 25:
		return fact.Feature
	case ails && lead != askAdd:
		return fact.BugFix
	case q.first.count[feedback] > 0 && a.codeLines > 0 && (lead != askAdd || q.first.leads[askAdd] == 0) && !q.handed:
		return fact.BugFix
	case pastes && a.codeLines > 0 && lead != askAdd && lead != askSmall:
		return fact.BugFix
	case docs && lead == askInvestigate:
		return fact.Investigation
	case lines <= 40 && len(a.files) <= 3, docs && lead != askAdd, a.codeLines == 0 && lines < 80:
		return fact.SmallChange
	case lead == askInvestigate || lead == question || lead == broken || lead == askRun:
		if asksCause || q.first.count[broken] > 0 {
			return fact.BugFix
		}
		if a.count(session.ClassTest) > 0 && q.closing.any(askFix) {
			return fact.BugFix
		}
		if q.closing.leads[askFix] > 0 {
			return fact.BugFix
		}
	case lead == askSmall && lines < 150:
		return fact.SmallChange
	}
	return fact.Feature
}

// leadOf is the class by which a session's work is asked for: by the heading of
// its plan, its command, its first ask, or the ask of the turn in which most
// was done where the first is only a question or a look around.
func leadOf(q *quest) class {
	if l, ok := q.title.lead(); ok && l != askPlan {
		return l
	}
	first, ok := q.first.lead()
	if q.handed {
		if l, ok := q.commit.lead(); ok && l != question && l != broken {
			return l
		}
		return askAdd
	}
	if !ok || first == question || first == askInvestigate || first == askRun {
		if m, found := q.main.lead(); found && m != question && m != askRun {
			return m
		}
	}
	if ok {
		return first
	}
	// No clause is led by a request: any word of one.
	for _, c := range []class{askFix, askRefactor, askReview, askPlan, askAdd, askInvestigate, askSmall, broken, question} {
		if q.first.count[c] > 0 {
			return c
		}
	}
	if strings.TrimSpace(q.first.text) != "" && q.first.question {
		return question
	}
	return askRun
}
