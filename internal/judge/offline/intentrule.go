package offline

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/shell"
)

// ruleIntent is what an engineer would guess from what was asked and done, by
// rules of thumb; the fitted model takes it as one voice among others.
func ruleIntent(q *quest) fact.Intent {
	a := q.a
	says := func(c class) bool {
		return q.title.leads[c] > 0 || q.first.leads[c] > 0 && !q.handed || q.main.leads[c] > 0
	}
	lead := leadOf(q)
	wide := len(a.files) > 3 && a.codeLines > 100
	plans := q.first.any(askPlan) || q.main.any(askPlan) || q.docs.any(askPlan)
	ails := !q.handed && (q.first.leads[broken] > 0 || q.first.leads[complain] > 0 || q.first.words <= 40 && q.first.any(complain))
	asksCause := q.first.any(askCause) && !q.handed
	pastes := q.opener.pasted > 0 && !q.handed
	lines := a.added + a.removed
	answers := q.first.count[feedback] > 0 && !q.handed
	told := int(q.first.count[broken]) + int(q.first.count[askFix])
	trouble := !q.handed && told >= 3 && told > int(q.first.count[askAdd])
	docs := len(a.files) > 0 && a.fileShare(isDocFile) == 1
	fixing := q.kinds[2] > 0 && q.kinds[1] == 0 || lead == askFix || lead == broken || q.title.leads[askFix] > 0
	if !a.touched() {
		switch {
		case len(a.plans) > 0 || a.planEdits > 0 || lead == askPlan || lead == askAdd && q.first.any(askPlan):
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
		case lead == askSmall:
			return fact.SmallChange
		case lead == askAdd:
			return fact.Feature
		}
		if q.questions() && lead == question {
			return fact.Question
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
		case (lead == askInvestigate || lead == question) && a.commits+a.pulls+a.pushes == 0:
			return fact.Investigation
		case a.commits+a.pulls+a.pushes == 0 && lead == askRun && a.reads+a.searches+a.web+a.shell >= 8:
			return fact.Investigation
		}
		return fact.SmallChange
	case docs && (lead == askPlan || plans && a.added > 40):
		return fact.Plan
	case lead == askReview && answers && lines > 25:
		return fact.BugFix
	case lead == askReview && (lines < 200 || docs):
		return fact.Review
	case lead == askReview:
		return fact.BugFix
	case q.handed && lead == askSmall && wide:
		return fact.Refactor
	case q.kinds[3] > 0 && q.kinds[1]+q.kinds[2] == 0 || lead == askRefactor && !fixing:
		return fact.Refactor
	case fixing && !q.handed && (lines > 150 || a.created > 2) && q.weighed(askRefactor) > q.weighed(askFix)+0.5 && q.weighed(askRefactor) > q.weighed(askAdd):
		return fact.Refactor
	case fixing:
		return fact.BugFix
	case q.handed && docs && a.created == 0:
		return fact.SmallChange
	case q.handed && lead == askAdd && lines > 25:
		return fact.Feature
	case ails && lead != askAdd:
		return fact.BugFix
	case answers && q.first.words < 150 && a.codeLines > 0 && (lead != askAdd || q.first.leads[askAdd] == 0) && !q.handed:
		return fact.BugFix
	case pastes && a.codeLines > 0 && lead != askAdd && lead != askSmall:
		return fact.BugFix
	case trouble && a.codeLines > 0 && lead != askSmall:
		return fact.BugFix
	case docs && lead == askInvestigate && a.created > 0:
		return fact.Investigation
	case asksCause && a.codeLines > 0 && (q.first.question || q.first.leads[question] > 0) && q.weighed(askFix) >= q.weighed(askAdd):
		return fact.BugFix
	case lines <= 40 && len(a.files) <= 3 && !q.handed && q.weighed(askFix) >= 1.5 && lead != askAdd && lead != askSmall:
		return fact.BugFix
	case docs && a.created > 2 && lines > 200:
		return fact.Feature
	case lines <= 40 && len(a.files) <= 3, docs && lead != askAdd, a.codeLines == 0 && lines < 80:
		return fact.SmallChange
	case lead == askInvestigate || lead == question || lead == broken || lead == askRun:
		if asksCause || q.first.count[broken] > 0 {
			return fact.BugFix
		}
		if a.count(shell.ClassTest) > 0 && q.closing.any(askFix) {
			return fact.BugFix
		}
		if q.closing.leads[askFix] > 0 {
			return fact.BugFix
		}
	case lead == askSmall && lines < 150:
		return fact.SmallChange
	}
	fix, build, better := q.weighed(askFix), q.weighed(askAdd), q.weighed(askRefactor)
	switch {
	case better >= 1.5 && better >= max(fix, build):
		return fact.Refactor
	case fix > build && fix >= 1.5:
		return fact.BugFix
	}
	return fact.Feature
}

// questions reports whether at least half of the prompts ask something.
func (q *quest) questions() bool {
	n := 0
	for i := range q.a.turns {
		t := &q.a.turns[i]
		if l, ok := t.heard.lead(); t.heard.question || ok && l == question {
			n++
		}
	}
	return 2*n >= len(q.a.turns)
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

// evidence weighs what speaks for an intent, voice by voice, in the way a reader
// would: what was asked counts most, then what the work was called when it was
// delivered, then what was done. Units are those of one plain request.
func (q *quest) evidence(c class) float64 {
	e := 0.0
	add := func(w float64, holds bool) {
		if holds {
			e += w
		}
	}
	says := func(w float64, sp *speech) { add(w, leads(sp, c) > 0) }
	asked := 1.5
	if q.handed {
		asked = 0
	}
	says(asked, q.first)
	says(1.5, &q.title)
	if q.main != q.first {
		says(1, q.main)
	}
	says(1.5*workShare(q), q.workedSpeech())
	says(0.5, &q.v.opening)
	says(0.5, &q.v.account)
	says(0.5, &q.closing)
	says(0.75, &q.v.offer)
	says(1, &q.commit)
	says(1, &q.v.branch)
	says(0.5, &q.v.ticket)
	add(0.25, q.v.account.count[c] > 0)
	add(0.25, q.v.account.count[c] > 1)
	add(0.25, q.v.tasks.count[c] > 0)
	a := q.a
	lines := a.added + a.removed
	branch := strings.ToLower(q.opener.turn.Branch)
	switch c {
	case askFix:
		if !q.handed {
			add(0.5, q.first.count[broken] > 0)
			add(0.5, q.first.count[broken] > 1)
			add(0.5, q.first.any(complain))
			add(1, q.opener.pasted > 0)
			add(0.75, q.first.count[feedback] > 0)
		}
		add(0.5, q.v.ticket.any(broken, complain))
		add(0.5, q.commit.any(askFix, broken))
		add(1, q.kinds[2] > 0)
		add(0.75, hasWord(branch, "fix") || hasWord(branch, "bug") || hasWord(branch, "bugfix") || hasWord(branch, "hotfix"))
	case askAdd:
		add(0.75, q.handed)
		add(1, q.kinds[1] > 0)
		add(0.75, hasWord(branch, "feat") || hasWord(branch, "feature") || hasWord(branch, "add"))
		add(0.5, a.created > 0)
		add(0.5, a.created > 2)
		add(0.5, lines > 150)
	case askRefactor:
		add(1, q.kinds[3] > 0)
		add(0.75, hasWord(branch, "refactor") || hasWord(branch, "cleanup"))
		add(0.75, len(a.files) > 1 && lines > 40 && balance(a) > 0.7)
		add(0.75, q.v.moved > 20 && 5*q.v.moved > a.added)
	case askSmall:
		add(1, q.kinds[4]+q.kinds[5] > 0)
		if a.touched() {
			add(0.75, lines <= 80)
			add(0.5, lines <= 40)
			add(0.5, lines <= 15)
			add(0.25, len(a.files) <= 2)
			add(0.5, a.codeLines == 0)
		}
	}
	return e
}

// weighed is the evidence for the intent that a class asks for, worked out once.
func (q *quest) weighed(c class) float64 {
	for i, k := range intentClass() {
		if k == c {
			return q.ev[i]
		}
	}
	return 0
}

// workShare is the share of the changed lines that the turn in which most was
// done changed.
func workShare(q *quest) float64 {
	all := 0
	for _, n := range q.v.lines {
		all += n
	}
	if q.v.worked < 0 || all == 0 {
		return 0
	}
	return float64(q.v.lines[q.v.worked]) / float64(all)
}

// workedSpeech is the prompt of the turn in which most was done.
func (q *quest) workedSpeech() *speech {
	if q.v.worked < 0 {
		return q.main
	}
	t := &q.a.turns[q.v.worked]
	if &t.heard == q.first {
		return &speech{}
	}
	return &t.heard
}

// balance is near 1 where as many lines were removed as added, 0 where one is
// missing.
func balance(a *account) float64 {
	if a.added == 0 || a.removed == 0 {
		return 0
	}
	return float64(min(a.added, a.removed)) / float64(max(a.added, a.removed))
}
