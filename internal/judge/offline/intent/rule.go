package intent

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/shell"
)

// ruleIntent is what an engineer would guess from what was asked and done, by
// rules of thumb; the fitted model takes it as one voice among others.
func ruleIntent(q *request) fact.Intent {
	a := q.a
	says := func(c observe.Sense) bool {
		return q.title.Leads[c] > 0 || q.first.Leads[c] > 0 && !q.handed || q.main.Leads[c] > 0
	}
	lead := leadOf(q)
	wide := len(a.Files) > 3 && a.CodeLines > 100
	plans := q.first.Any(observe.AskPlan) || q.main.Any(observe.AskPlan) || q.docs.Any(observe.AskPlan)
	ails := !q.handed && (q.first.Leads[observe.Broken] > 0 || q.first.Leads[observe.Complain] > 0 || q.first.Words <= 40 && q.first.Any(observe.Complain))
	asksCause := q.first.Any(observe.AskCause) && !q.handed
	pastes := q.opener.Pasted > 0 && !q.handed
	lines := a.Added + a.Removed
	answers := q.first.Count[observe.Feedback] > 0 && !q.handed
	told := int(q.first.Count[observe.Broken]) + int(q.first.Count[observe.AskFix])
	trouble := !q.handed && told >= 3 && told > int(q.first.Count[observe.AskAdd])
	docs := len(a.Files) > 0 && a.FileShare(observe.IsDocFile) == 1
	fixing := q.kinds[2] > 0 && q.kinds[1] == 0 || lead == observe.AskFix || lead == observe.Broken || q.title.Leads[observe.AskFix] > 0
	if !a.Touched() {
		switch {
		case len(a.Plans) > 0 || a.PlanEdits > 0 || lead == observe.AskPlan || lead == observe.AskAdd && q.first.Any(observe.AskPlan):
			return fact.Plan
		case lead == observe.AskReview || says(observe.AskReview) && !says(observe.AskAdd):
			return fact.Review
		case a.End.Cut() || len(a.Turns) == 0:
			switch {
			case fixing || says(observe.AskFix) || q.opener.Pasted > 0:
				return fact.BugFix
			case lead == observe.AskAdd || says(observe.AskAdd):
				return fact.Feature
			case lead == observe.AskRefactor:
				return fact.Refactor
			case lead == observe.AskInvestigate:
				return fact.Investigation
			case lead == observe.AskSmall || lead == observe.AskRun:
				return fact.SmallChange
			}
		case fixing && a.Reads+a.Searches+a.Shell > 3:
			return fact.Investigation
		case lead == observe.AskSmall && q.first.Leads[lead] > 0:
			return fact.SmallChange
		case lead == observe.AskAdd && q.first.Leads[lead] > 0:
			return fact.Feature
		}
		if q.questions() && lead == observe.Question {
			return fact.Question
		}
		if lead == observe.AskInvestigate || a.Reads+a.Searches+a.Web+a.Shell >= 6 || a.Tasks > 0 {
			return fact.Investigation
		}
		return fact.Question
	}
	switch {
	case len(a.Files) == 0 && a.Added == 0:
		switch {
		case lead == observe.AskReview:
			return fact.Review
		case fixing:
			return fact.BugFix
		case (lead == observe.AskInvestigate || lead == observe.Question) && a.Commits+a.Pulls+a.Pushes == 0:
			return fact.Investigation
		case a.Commits+a.Pulls+a.Pushes == 0 && lead == observe.AskRun && a.Reads+a.Searches+a.Web+a.Shell >= 8:
			return fact.Investigation
		}
		return fact.SmallChange
	case docs && (lead == observe.AskPlan || plans && a.Added > 40):
		return fact.Plan
	case lead == observe.AskReview && answers && lines > 25:
		return fact.BugFix
	case lead == observe.AskReview && (lines < 200 || docs):
		return fact.Review
	case lead == observe.AskReview:
		return fact.BugFix
	case q.handed && lead == observe.AskSmall && wide:
		return fact.Refactor
	case lead == observe.AskRefactor && settings(a) && q.kinds[3] == 0:
		return fact.SmallChange
	case q.kinds[3] > 0 && q.kinds[1]+q.kinds[2] == 0 || lead == observe.AskRefactor && !fixing:
		return fact.Refactor
	case fixing && !q.handed && (lines > 150 || a.Created > 2) && q.weighed(observe.AskRefactor) > q.weighed(observe.AskFix)+0.5 && q.weighed(observe.AskRefactor) > q.weighed(observe.AskAdd):
		return fact.Refactor
	case fixing:
		return fact.BugFix
	case q.handed && docs && a.Created == 0:
		return fact.SmallChange
	case q.handed && lead == observe.AskAdd && lines > 25:
		return fact.Feature
	case ails && lead != observe.AskAdd:
		return fact.BugFix
	case answers && q.first.Words < 150 && a.CodeLines > 0 && (lead != observe.AskAdd || q.first.Leads[observe.AskAdd] == 0) && !q.handed:
		return fact.BugFix
	case pastes && a.CodeLines > 0 && lead != observe.AskAdd && lead != observe.AskSmall:
		return fact.BugFix
	case trouble && a.CodeLines > 0 && lead != observe.AskSmall:
		return fact.BugFix
	case docs && lead == observe.AskInvestigate && a.Created > 0:
		return fact.Investigation
	case asksCause && a.CodeLines > 0 && (q.first.Question || q.first.Leads[observe.Question] > 0) && q.weighed(observe.AskFix) >= q.weighed(observe.AskAdd):
		return fact.BugFix
	case lines <= 40 && len(a.Files) <= 3 && !q.handed && q.weighed(observe.AskFix) >= 1.5 && lead != observe.AskAdd && lead != observe.AskSmall:
		return fact.BugFix
	case docs && a.Created > 2 && lines > 200:
		return fact.Feature
	case lines <= 40 && len(a.Files) <= 3, docs && lead != observe.AskAdd, a.CodeLines == 0 && lines < 80:
		return fact.SmallChange
	case lead == observe.AskInvestigate || lead == observe.Question || lead == observe.Broken || lead == observe.AskRun:
		if asksCause || q.first.Count[observe.Broken] > 0 {
			return fact.BugFix
		}
		if a.Count(shell.ClassTest) > 0 && q.closing.Any(observe.AskFix) {
			return fact.BugFix
		}
		if q.closing.Leads[observe.AskFix] > 0 {
			return fact.BugFix
		}
	case lead == observe.AskSmall && lines < 150:
		return fact.SmallChange
	}
	fix, build, better := q.weighed(observe.AskFix), q.weighed(observe.AskAdd), q.weighed(observe.AskRefactor)
	switch {
	case better >= 1.5 && better >= max(fix, build):
		return fact.Refactor
	case fix > build && fix >= 1.5:
		return fact.BugFix
	}
	return fact.Feature
}

// stated is the intent that a prompt names in so many words: "refactor …", "add … with
// tests", "fix …", where that is what it asks for first and something was done. However
// little came of it, it is no small change then, which would need no proof (published
// algorithm: the floor is the intent's).
func stated(r *observe.Reader, q *request) fact.Intent {
	if q.handed || q.command != "" {
		return ""
	}
	if !q.a.Touched() {
		if i := asked(r, q); i != "" {
			return i
		}
		if q.first.OrdersFix() && q.a.Final().Answer.Question && !r.HoldsChange(q.first.Text, q.a.Languages) {
			return fact.BugFix // and the agent asks whether it shall
		}
		if q.first.OrdersFix() && q.red && !r.HoldsChange(q.first.Text, q.a.Languages) {
			return fact.BugFix // and so far only the failing test was run
		}
		if e := &q.a.End; e.Kind == observe.EndAnswer && !e.Announces && !asksChange(q.a) && !q.red {
			return fact.Question
		}
		return ""
	}
	l, ok := q.first.Lead()
	switch {
	case l != observe.AskFix && r.KeepsBehaviour(q.first.Text, q.a.Languages):
		return fact.Refactor
	case q.a.CodeLines > 0 && !asksOther(l, ok) && l != observe.AskAdd && r.WantsShape(q.first.Text, q.a.Languages):
		return fact.Refactor
	case q.opener.Faults != 0 && l != observe.AskAdd && l != observe.AskRefactor:
		return fact.BugFix
	case l == observe.AskAdd && q.first.Leads[l] > 0 && (q.a.CodeLines > 0 || q.a.End.Cut()) && r.NamesTests(q.first.Text, q.a.Languages):
		return fact.Feature
	case !asksOther(l, ok) && q.first.Plain() <= briefAsk && q.first.Leads[observe.AskAdd]+q.first.Leads[observe.Resume] > 0 && q.first.Leads[observe.AskFix] == 0 && r.NamesTests(q.first.Text, q.a.Languages):
		return fact.Feature // "we need X. Build it, with tests": the first prompt takes nothing up again
	case (!ok || l == observe.Broken && q.first.Leads[observe.AskAdd] == 0) && q.first.Any(observe.Broken) && !q.first.Question && q.first.Plain() <= ReportWords:
		return fact.BugFix // it reports a fault, and no more
	case !q.first.LeadsRequest() && q.first.Leads[observe.Question] == 0 && q.first.Plain() <= ReportWords && q.a.CodeLines > 0 && q.a.Created == 0 && r.ReportsFault(q.first.Text, q.a.Languages):
		return fact.BugFix // likewise, in words of its own
	case q.first.OrdersFix() && q.a.CodeLines > 0 && q.first.Plain() <= shortOrder && q.first.Leads[observe.AskAdd]+q.first.Leads[observe.AskRefactor]+q.first.Leads[observe.AskReview]+q.first.Leads[observe.AskPlan] == 0:
		return fact.BugFix // "./convert sample.wav segfaults, fix"
	case !ok || q.first.Leads[l] == 0:
	case l == observe.AskRefactor && settings(q.a):
		return fact.SmallChange
	case l == observe.AskRefactor:
		return fact.Refactor
	case l == observe.AskFix && q.rule == fact.BugFix:
		return fact.BugFix
	case (l == observe.AskPlan || q.first.Leads[observe.AskPlan] > 0 && r.HoldsChange(q.first.Text, q.a.Languages)) && q.a.WorkedBefore(len(q.a.Turns)) && !q.a.WorkedBefore(1) && (r.NamesPlan(q.first.Text) || r.HoldsChange(q.first.Text, q.a.Languages)):
		return fact.Plan // and the first of it was built
	case l == observe.AskAdd && !q.first.Any(observe.AskPlan) && (q.first.FirstLead[l] < 40 || q.first.Plain() <= shortOrder) && q.a.Created > 0 && q.a.CodeLines >= newCode:
		return fact.Feature
	case l != observe.AskAdd && l != observe.AskRefactor && l != observe.AskReview && l != observe.AskPlan && (q.first.OrdersFix() || q.first.Closing[observe.AskFix] > 0 && !q.first.LeadsRequest() && !q.first.Question) && q.a.CodeLines > 0 && q.first.Plain() > ReportWords && q.first.Plain() <= briefAsk:
		return fact.BugFix // a story that ends on "so yeah, fix that"
	case l == observe.AskInvestigate && q.first.OrdersFix() && q.first.Any(observe.Broken) && q.a.CodeLines > 0:
		return fact.BugFix // "look at Convert.cs and fix it"
	}
	return ""
}

// briefAsk is how many words a prompt may have that wishes for something first, and
// orders it then.
const briefAsk = 45

// shortOrder is how many words a prompt may have that only says what is to be done.
const shortOrder = 12

// newCode is from how many changed lines on, a file of them new, what is to be added is
// no small change.
const newCode = 6

// asksOther reports whether what a prompt asks for first is a work of another kind.
func asksOther(l observe.Sense, ok bool) bool {
	return ok && (l == observe.AskFix || l == observe.AskRefactor || l == observe.AskReview || l == observe.AskPlan)
}

// ReportWords is how many words a prompt may have that only reports a fault.
const ReportWords = 25

// asksChange reports whether any prompt asks for something to be made, changed, planned
// or judged, by a clause that is led by it, by a command, or with a picture.
func asksChange(a *observe.Session) bool {
	for i := range a.Turns {
		t := &a.Turns[i]
		if t.Raw.Command != "" || t.Raw.Plan != "" || t.Raw.Images > 0 || t.Pasted > 0 {
			return true
		}
		if t.Prompt.Leads[observe.AskFix] > 0 {
			return true
		}
		for _, c := range append(observe.Makes(), observe.AskReview, observe.AskPlan, observe.AskRun, observe.Broken, observe.Deliver, observe.Undo, observe.Resume) {
			if t.Prompt.Leads[c] > 0 {
				return true
			}
		}
	}
	return false
}

// settings reports whether all that was changed is a file or two of settings or text:
// to tidy them up is no refactoring of code, whose behaviour checks could show.
func settings(a *observe.Session) bool {
	return len(a.Files) > 0 && len(a.Files) <= 2 && a.CodeLines == 0
}

// asked is the intent that a prompt of a session that changed nothing tells by its form:
// a change is shown for a verdict, steps are asked for, a cause is looked for, by an order
// to look for it or with the word that nothing is to be changed, or the person asks what
// they may do themselves.
func asked(r *observe.Reader, q *request) fact.Intent {
	text, spoken := q.first.Text, q.a.Languages
	switch {
	case r.WantsVerdict(text, spoken):
		return fact.Review
	case r.WantsSteps(text, spoken), q.first.Leads[observe.AskPlan] > 0 && r.HoldsChange(text, spoken) && !r.NamesCause(text, spoken):
		return fact.Plan
	case r.WantsCauseOnly(text, spoken), q.first.Leads[observe.AskInvestigate] > 0 && r.NamesCause(text, spoken):
		return fact.Investigation
	case r.AsksLeave(text, spoken), q.first.Question && q.first.Any(observe.Question) && q.first.Leads[observe.AskAdd]+q.first.Leads[observe.AskFix]+q.first.Leads[observe.AskRefactor] == 0,
		q.first.Question && !q.first.LeadsRequest() && q.first.Leads[observe.AskRun] == 0:
		return fact.Question
	}
	return ""
}

// questions reports whether at least half of the prompts ask something.
func (q *request) questions() bool {
	n := 0
	for i := range q.a.Turns {
		t := &q.a.Turns[i]
		if l, ok := t.Prompt.Lead(); t.Prompt.Question || ok && l == observe.Question {
			n++
		}
	}
	return 2*n >= len(q.a.Turns)
}

// leadOf is the class by which a session's work is asked for: by the heading of
// its plan, its command, its first ask, or the ask of the turn in which most
// was done where the first is only a question or a look around.
func leadOf(q *request) observe.Sense {
	if l, ok := q.title.Lead(); ok && l != observe.AskPlan {
		return l
	}
	first, ok := q.first.Lead()
	if q.handed {
		if l, ok := q.commit.Lead(); ok && l != observe.Question && l != observe.Broken {
			return l
		}
		return observe.AskAdd
	}
	if !ok || first == observe.Question || first == observe.AskInvestigate || first == observe.AskRun {
		if m, found := q.main.Lead(); found && m != observe.Question && m != observe.AskRun {
			return m
		}
	}
	if ok {
		return first
	}
	// No clause is led by a request: any word of one.
	for _, c := range []observe.Sense{observe.AskFix, observe.AskRefactor, observe.AskReview, observe.AskPlan, observe.AskAdd, observe.AskInvestigate, observe.AskSmall, observe.Broken, observe.Question} {
		if q.first.Count[c] > 0 {
			return c
		}
	}
	if strings.TrimSpace(q.first.Text) != "" && q.first.Question {
		return observe.Question
	}
	return observe.AskRun
}

// evidence weighs what speaks for an intent, voice by voice, in the way a reader
// would: what was asked counts most, then what the work was called when it was
// delivered, then what was done. Units are those of one plain request.
func (q *request) evidence(c observe.Sense) float64 {
	e := 0.0
	add := func(w float64, holds bool) {
		if holds {
			e += w
		}
	}
	says := func(w float64, sp *observe.Message) { add(w, leads(sp, c) > 0) }
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
	says(0.5, &q.s.opening)
	says(0.5, &q.s.account)
	says(0.5, &q.closing)
	says(0.75, &q.s.offer)
	says(1, &q.commit)
	says(1, &q.s.branch)
	says(0.5, &q.s.ticket)
	add(0.25, q.s.account.Count[c] > 0)
	add(0.25, q.s.account.Count[c] > 1)
	add(0.25, q.s.tasks.Count[c] > 0)
	a := q.a
	lines := a.Added + a.Removed
	branch := strings.ToLower(q.opener.Raw.Branch)
	switch c {
	case observe.AskFix:
		if !q.handed {
			add(0.5, q.first.Count[observe.Broken] > 0)
			add(0.5, q.first.Count[observe.Broken] > 1)
			add(0.5, q.first.Any(observe.Complain))
			add(1, q.opener.Pasted > 0)
			add(0.75, q.first.Count[observe.Feedback] > 0)
		}
		add(0.5, q.s.ticket.Any(observe.Broken, observe.Complain))
		add(0.5, q.commit.Any(observe.AskFix, observe.Broken))
		add(1, q.kinds[2] > 0)
		add(0.75, observe.HasWord(branch, "fix") || observe.HasWord(branch, "bug") || observe.HasWord(branch, "bugfix") || observe.HasWord(branch, "hotfix"))
	case observe.AskAdd:
		add(0.75, q.handed)
		add(1, q.kinds[1] > 0)
		add(0.75, observe.HasWord(branch, "feat") || observe.HasWord(branch, "feature") || observe.HasWord(branch, "add"))
		add(0.5, a.Created > 0)
		add(0.5, a.Created > 2)
		add(0.5, lines > 150)
	case observe.AskRefactor:
		add(1, q.kinds[3] > 0)
		add(0.75, observe.HasWord(branch, "refactor") || observe.HasWord(branch, "cleanup"))
		add(0.75, len(a.Files) > 1 && lines > 40 && balance(a) > 0.7)
		add(0.75, q.s.moved > 20 && 5*q.s.moved > a.Added)
	case observe.AskSmall:
		add(1, q.kinds[4]+q.kinds[5] > 0)
		if a.Touched() {
			add(0.75, lines <= 80)
			add(0.5, lines <= 40)
			add(0.5, lines <= 15)
			add(0.25, len(a.Files) <= 2)
			add(0.5, a.CodeLines == 0)
		}
	}
	return e
}

// weighed is the evidence for the intent that a class asks for, worked out once.
func (q *request) weighed(c observe.Sense) float64 {
	for i, k := range intentClass() {
		if k == c {
			return q.ev[i]
		}
	}
	return 0
}

// workShare is the share of the changed lines that the turn in which most was
// done changed.
func workShare(q *request) float64 {
	all := 0
	for _, n := range q.s.lines {
		all += n
	}
	if q.s.worked < 0 || all == 0 {
		return 0
	}
	return float64(q.s.lines[q.s.worked]) / float64(all)
}

// workedSpeech is the prompt of the turn in which most was done.
func (q *request) workedSpeech() *observe.Message {
	if q.s.worked < 0 {
		return q.main
	}
	t := &q.a.Turns[q.s.worked]
	if &t.Prompt == q.first {
		return &observe.Message{}
	}
	return &t.Prompt
}

// balance is near 1 where as many lines were removed as added, 0 where one is
// missing.
func balance(a *observe.Session) float64 {
	if a.Added == 0 || a.Removed == 0 {
		return 0
	}
	return float64(min(a.Added, a.Removed)) / float64(max(a.Added, a.Removed))
}
