package intent

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// ruleIntent is what an engineer would guess from what was asked and done, by
// rules of thumb; the fitted model takes it as one voice among others.
func ruleIntent(q *request) fact.Intent {
	a := q.a
	says := func(c speech.Sense) bool {
		return q.title.Leads[c] > 0 || q.first.Leads[c] > 0 && !q.handed || q.main.Leads[c] > 0
	}
	lead := leadOf(q)
	wide := len(a.Files) > 3 && a.CodeLines > 100
	plans := q.first.Any(speech.AskPlan) || q.main.Any(speech.AskPlan) || q.docs.Any(speech.AskPlan)
	ails := !q.handed && (q.first.Leads[speech.Broken] > 0 || q.first.Leads[speech.Complain] > 0 || q.first.Words <= 40 && q.first.Any(speech.Complain))
	asksCause := q.first.Any(speech.AskCause) && !q.handed
	pastes := q.opener.Pasted > 0 && !q.handed
	lines := a.Added + a.Removed
	answers := q.first.Count[speech.Feedback] > 0 && !q.handed
	told := int(q.first.Count[speech.Broken]) + int(q.first.Count[speech.AskFix])
	trouble := !q.handed && told >= 3 && told > int(q.first.Count[speech.AskAdd])
	docs := onlyDocs(a)
	fixing := q.kinds[2] > 0 && q.kinds[1] == 0 || lead == speech.AskFix || lead == speech.Broken || q.title.Leads[speech.AskFix] > 0
	if !a.Touched() {
		switch {
		case len(a.Plans) > 0 || a.PlanEdits > 0 || lead == speech.AskPlan || lead == speech.AskAdd && q.first.Any(speech.AskPlan):
			return fact.Plan
		case lead == speech.AskReview || says(speech.AskReview) && !says(speech.AskAdd):
			return fact.Review
		case a.End.Cut() || len(a.Turns) == 0:
			switch {
			case fixing || says(speech.AskFix) || q.opener.Pasted > 0:
				return fact.BugFix
			case lead == speech.AskAdd || says(speech.AskAdd):
				return fact.Feature
			case lead == speech.AskRefactor:
				return fact.Refactor
			case lead == speech.AskInvestigate:
				return fact.Investigation
			case lead == speech.AskSmall || lead == speech.AskRun:
				return fact.SmallChange
			}
		case fixing && a.Reads+a.Searches+a.Shell > 3:
			return fact.Investigation
		case lead == speech.AskSmall && q.first.Leads[lead] > 0:
			return fact.SmallChange
		case lead == speech.AskAdd && q.first.Leads[lead] > 0:
			return fact.Feature
		}
		if q.questions() && lead == speech.Question {
			return fact.Question
		}
		if lead == speech.AskInvestigate || a.Reads+a.Searches+a.Web+a.Shell >= 6 || a.Tasks > 0 {
			return fact.Investigation
		}
		return fact.Question
	}
	switch {
	case len(a.Files) == 0 && a.Added == 0:
		switch {
		case lead == speech.AskReview:
			return fact.Review
		case fixing:
			return fact.BugFix
		case (lead == speech.AskInvestigate || lead == speech.Question) && a.Commits+a.Pulls+a.Pushes == 0:
			return fact.Investigation
		case a.Commits+a.Pulls+a.Pushes == 0 && lead == speech.AskRun && a.Reads+a.Searches+a.Web+a.Shell >= 8:
			return fact.Investigation
		}
		return fact.SmallChange
	case docs && (lead == speech.AskPlan || plans && a.Added > 40):
		return fact.Plan
	case lead == speech.AskReview && answers && lines > 25:
		return fact.BugFix
	case lead == speech.AskReview && (lines < 200 || docs):
		return fact.Review
	case lead == speech.AskReview:
		return fact.BugFix
	case q.handed && lead == speech.AskSmall && wide:
		return fact.Refactor
	case lead == speech.AskRefactor && settings(a) && q.kinds[3] == 0:
		return fact.SmallChange
	case q.kinds[3] > 0 && q.kinds[1]+q.kinds[2] == 0 || lead == speech.AskRefactor && !fixing:
		return fact.Refactor
	case fixing && !q.handed && (lines > 150 || a.Created > 2) && q.weighed(speech.AskRefactor) > q.weighed(speech.AskFix)+0.5 && q.weighed(speech.AskRefactor) > q.weighed(speech.AskAdd):
		return fact.Refactor
	case fixing:
		return fact.BugFix
	case q.handed && docs && a.Created == 0:
		return fact.SmallChange
	case q.handed && lead == speech.AskAdd && lines > 25:
		return fact.Feature
	case ails && lead != speech.AskAdd:
		return fact.BugFix
	case answers && q.first.Words < 150 && a.CodeLines > 0 && (lead != speech.AskAdd || q.first.Leads[speech.AskAdd] == 0) && !q.handed:
		return fact.BugFix
	case pastes && a.CodeLines > 0 && lead != speech.AskAdd && lead != speech.AskSmall:
		return fact.BugFix
	case trouble && a.CodeLines > 0 && lead != speech.AskSmall:
		return fact.BugFix
	case docs && lead == speech.AskInvestigate && a.Created > 0:
		return fact.Investigation
	case asksCause && a.CodeLines > 0 && (q.first.Question || q.first.Leads[speech.Question] > 0) && q.weighed(speech.AskFix) >= q.weighed(speech.AskAdd):
		return fact.BugFix
	case lines <= 40 && len(a.Files) <= 3 && !q.handed && q.weighed(speech.AskFix) >= 1.5 && lead != speech.AskAdd && lead != speech.AskSmall:
		return fact.BugFix
	case docs && a.Created > 2 && lines > 200:
		return fact.Feature
	case lines <= 40 && len(a.Files) <= 3, docs && lead != speech.AskAdd, a.CodeLines == 0 && lines < 80:
		return fact.SmallChange
	case lead == speech.AskInvestigate || lead == speech.Question || lead == speech.Broken || lead == speech.AskRun:
		if asksCause || q.first.Count[speech.Broken] > 0 {
			return fact.BugFix
		}
		if a.Count(shell.ClassTest) > 0 && q.closing.Any(speech.AskFix) {
			return fact.BugFix
		}
		if q.closing.Leads[speech.AskFix] > 0 {
			return fact.BugFix
		}
	case lead == speech.AskSmall && lines < 150:
		return fact.SmallChange
	}
	fix, build, better := q.weighed(speech.AskFix), q.weighed(speech.AskAdd), q.weighed(speech.AskRefactor)
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
func stated(r *speech.Reader, q *request) fact.Intent {
	if q.handed || q.command != "" {
		return ""
	}
	if !q.a.Touched() {
		if q.first.Any(speech.AskAdd) && !q.first.Question && q.a.Final().Answer.Question && r.NamesTests(q.first.Text, q.a.Languages) && !r.HoldsChange(q.first.Text, q.a.Languages) {
			return fact.Feature // and the agent asks before it starts
		}
		operated := q.operated()
		if operated && !q.first.Question && q.first.Plain() <= ReportWords && !r.HoldsChange(q.first.Text, q.a.Languages) && (q.first.Any(speech.Broken) || r.ReportsFault(q.first.Text, q.a.Languages, q.first.LeadsRequest())) {
			return fact.BugFix // what is out of order was put right by commands
		}
		if strings.ContainsAny(q.first.Text, "?？؟") && q.computed() >= leastRuns {
			return fact.Investigation // "sensor or weather?": the answer had to be worked out
		}
		if i := asked(r, q); i != "" && (i != fact.Question || !operated) {
			return i
		}
		if e := &q.a.End; e.Kind == observe.EndAnswer && !e.Announces && onlyLooked(q.a) && (!q.opener.Answer.Question || q.opener.Answer.Any(speech.SaysOffer)) && !q.first.Any(speech.AskPlan, speech.AskReview) && r.WantsWords(q.first.Text, q.a.Languages) {
			return fact.Question // words were wanted, and given
		}
		if q.first.OrdersFix() && q.a.Final().Answer.Question && !r.HoldsChange(q.first.Text, q.a.Languages) {
			return fact.BugFix // and the agent asks whether it shall
		}
		if q.first.OrdersFix() && q.red && !r.HoldsChange(q.first.Text, q.a.Languages) {
			return fact.BugFix // and so far only the failing test was run
		}
		if operated || q.chore() || q.typed() {
			return fact.SmallChange
		}
		if e := &q.a.End; e.Kind == observe.EndAnswer && !e.Announces && !asksChange(q.a) && !q.red {
			return fact.Question
		}
		return ""
	}
	l, ok := q.first.Lead()
	switch {
	case q.bumps():
		return fact.SmallChange
	case l != speech.AskFix && r.KeepsBehaviour(q.first.Text, q.a.Languages):
		return fact.Refactor
	case l != speech.AskFix && l != speech.AskReview && l != speech.AskPlan && !q.first.OrdersFix() && q.a.CodeLines >= newPart && r.MovesKeeping(q.first.Text, q.a.Languages):
		return fact.Refactor
	case q.a.CodeLines > 0 && !asksOther(l, ok) && l != speech.AskAdd && r.WantsShape(q.first.Text, q.a.Languages):
		return fact.Refactor
	case onlyDocs(q.a) && q.a.Created > 0 && !q.first.Question && l != speech.AskReview && (q.first.Any(speech.AskPlan) || r.NamesPlan(q.first.Text)) && (r.HoldsChange(q.first.Text, q.a.Languages) || q.writesPlan(l, ok)):
		return fact.Plan // "write a spec into docs/tenants.md, no code"
	case l != speech.AskPlan && l != speech.AskReview && q.a.CodeLines > 0 && q.a.Created == 0 && q.first.Plain() <= shortOrder && r.WantsGreen(q.first.Text, q.a.Languages):
		return fact.BugFix // "make the login test pass"
	case q.opener.Faults != 0 && l != speech.AskAdd && l != speech.AskRefactor:
		return fact.BugFix
	case l == speech.AskAdd && q.first.Leads[l] > 0 && (q.a.CodeLines > 0 || q.a.End.Cut()) && r.NamesTests(q.first.Text, q.a.Languages):
		return fact.Feature
	case !asksOther(l, ok) && q.first.Plain() <= briefAsk && q.first.Leads[speech.AskAdd]+q.first.Leads[speech.Resume] > 0 && q.first.Leads[speech.AskFix] == 0 && r.NamesTests(q.first.Text, q.a.Languages):
		return fact.Feature // "we need X. Build it, with tests": the first prompt takes nothing up again
	case (!ok || l == speech.Broken && q.first.Leads[speech.AskAdd] == 0) && q.first.Any(speech.Broken) && !q.first.Question && q.first.Plain() <= ReportWords:
		return fact.BugFix // it reports a fault, and no more
	case !ok && q.first.Any(speech.Broken) && !q.first.Question && q.first.Plain() <= briefAsk && q.a.CodeLines > 0 && q.a.Created == 0 && q.first.First[speech.Broken].Start < opensWithin:
		return fact.BugFix // it opens on the fault, and says then in words of its own what to do
	case (q.first.Leads[speech.Question] == 0 || r.DoesNothing(q.first.Text, q.a.Languages)) && q.first.Plain() <= ReportWords && (q.a.CodeLines > 0 || tunes(q.a)) && q.a.Created == 0 && r.ReportsFault(q.first.Text, q.a.Languages, q.first.LeadsRequest()):
		return fact.BugFix // likewise, in words of its own
	case q.first.OrdersFix() && q.a.CodeLines > 0 && q.first.Plain() <= shortOrder && q.first.Leads[speech.AskAdd]+q.first.Leads[speech.AskRefactor]+q.first.Leads[speech.AskReview]+q.first.Leads[speech.AskPlan] == 0:
		return fact.BugFix // "./convert sample.wav segfaults, fix"
	case !ok || q.first.Leads[l] == 0:
	case l == speech.AskRefactor && settings(q.a):
		return fact.SmallChange
	case l == speech.AskRefactor:
		return fact.Refactor
	case l == speech.AskFix && q.rule == fact.BugFix:
		return fact.BugFix
	case l == speech.AskPlan && q.first.Leads[speech.AskPlan] > 0 && tookPlan(q.a) && q.a.Created > 0 && q.a.CodeLines > 0 && q.a.Count(shell.ClassTest) > 0 && (r.NamesTests(q.first.Text, q.a.Languages) || len(q.a.Turns) == 1 || q.atOnce()):
		return fact.Feature // what was planned, with tests or at one go, was built
	case (l == speech.AskPlan || q.first.Leads[speech.AskPlan] > 0 && r.HoldsChange(q.first.Text, q.a.Languages)) && q.a.WorkedBefore(len(q.a.Turns)) && !q.a.WorkedBefore(1) && (r.NamesPlan(q.first.Text) || r.HoldsChange(q.first.Text, q.a.Languages)):
		return fact.Plan // and the first of it was built
	case l == speech.AskAdd && !q.first.Any(speech.AskPlan) && (q.first.FirstLead[l] < 40 || q.first.Plain() <= shortOrder) && q.a.Created > 0 && q.a.CodeLines >= newCode:
		return fact.Feature
	case l == speech.AskAdd && !q.first.Any(speech.AskPlan) && q.first.Plain() <= shortOrder && q.a.Created > 1 && q.a.Created == len(q.a.Files) && q.a.FileShare(observe.IsDocFile) == 0 && len(q.a.Checks) > 0:
		return fact.Feature // "make a chart for the worker": all of it new, and checked
	case l == speech.AskAdd && !q.first.Any(speech.AskPlan) && q.first.Plain() <= shortOrder && q.a.Added >= newPart && q.a.CodeLines >= newPart:
		return fact.Feature
	case l == speech.AskAdd && !q.first.Any(speech.AskPlan) && q.first.Plain() <= briefAsk && q.a.CodeLines > 0 && listed(q.a):
		return fact.Feature // the agent divided it into tasks
	case l == speech.AskAdd && !q.first.Any(speech.AskPlan) && q.first.Plain() <= briefAsk/2 && q.a.CodeLines == 0 && q.a.Created > 0 && q.a.Added >= newPart && workflows(q.a):
		return fact.Feature // tooling: nothing else of it is code
	case l != speech.AskAdd && l != speech.AskRefactor && l != speech.AskReview && l != speech.AskPlan && (q.first.OrdersFix() || q.first.Closing[speech.AskFix] > 0 && !q.first.LeadsRequest() && !q.first.Question) && q.a.CodeLines > 0 && q.first.Plain() > ReportWords && q.first.Plain() <= briefAsk:
		return fact.BugFix // a story that ends on "so yeah, fix that"
	case (l == speech.AskInvestigate || l == speech.AskRun || l == speech.AskReview) && !q.first.Question && (q.a.CodeLines > 0 || tunes(q.a)) && q.first.Plain() <= ReportWords && q.first.Any(speech.Broken) && q.first.First[speech.Broken].Start < q.first.FirstLead[l]:
		return fact.BugFix // "checkout is down since noon, check the pods"
	case l == speech.AskInvestigate && q.first.OrdersFix() && q.first.Any(speech.Broken, speech.AskCause) && q.a.CodeLines > 0:
		return fact.BugFix // "look at Convert.cs and fix it"
	}
	return ""
}

// chore reports whether the first prompt orders nothing but a delivery, and one was tried:
// "open a PR for this branch", "merge main into it".
func (q *request) chore() bool {
	h := q.first
	l, ok := h.Lead()
	if !ok && h.Leads[speech.Deliver] == 0 || ok && asksOther(l, ok) || l == speech.AskAdd && h.Leads[l] > 0 || h.Leads[speech.Deliver] == 0 || h.Question || h.Plain() > shortOrder || len(q.a.Plans) > 0 {
		return false
	}
	for i := range q.a.Turns {
		for k := range q.a.Turns[i].Raw.Steps {
			if s := &q.a.Turns[i].Raw.Steps[k]; s.Class.Has(shell.Delivers | shell.ClassGit) {
				return true
			}
		}
	}
	return false
}

// bumps reports whether the first prompt orders that a new version of something is taken, and
// only then that what it breaks is mended; and little had to be.
func (q *request) bumps() bool {
	h := q.first
	l, ok := h.Lead()
	if q.handed || !ok || !h.OrdersFix() || h.Count[speech.AskFix] == 0 || h.Question || h.Plain() > briefAsk || q.a.Added+q.a.Removed > bumpLines {
		return false
	}
	fix := h.First[speech.AskFix].Start
	if l != speech.AskSmall && (h.Leads[speech.AskSmall] == 0 || h.FirstLead[speech.AskSmall] > fix) || h.FirstLead[speech.AskSmall] > fix {
		return false
	}
	order := h.Text[h.FirstLead[speech.AskSmall]:fix]
	return len(order) <= bumpBytes && strings.ContainsAny(order, "0123456789")
}

// bumpBytes bounds the words that take a new version.
const bumpBytes = 100

// bumpLines is from how many changed lines on what a new version breaks is a work of its own.
const bumpLines = 60

// listed reports whether the agent wrote down what is to be done, as tasks.
func listed(a *observe.Session) bool {
	for s := range a.Steps() {
		if !s.Subagent && (s.Kind == transcript.CallTodo || s.Kind == transcript.CallList) {
			return true
		}
	}
	return false
}

// workflows reports whether all files that were changed are workflows of a forge, or say how
// something is built or run: tooling, which has no other code.
func workflows(a *observe.Session) bool {
	for f := range a.Files {
		f = strings.ToLower(f)
		if !strings.Contains(f, "workflows/") && !strings.HasSuffix(f, "ci.yml") && !strings.HasSuffix(f, "jenkinsfile") && !strings.Contains(f, ".circleci/") {
			return false
		}
	}
	return len(a.Files) > 0
}

// opensWithin is how far into a prompt the word stands that it opens on, in bytes.
const opensWithin = 60

// builtPlan reports whether a plan was handed on in the session, and what it says was built
// behind that, the check of it passing: planning was not all that was done.
func builtPlan(a *observe.Session) bool {
	handed := -1
	for i := range a.Turns {
		if a.Turns[i].Raw.Origin == transcript.PlanHand {
			handed = i
		}
	}
	if handed < 0 || a.CodeLines == 0 || a.WorkedBefore(a.Turns[handed].Index) {
		return false
	}
	k, ok := a.Shown(shell.ClassTest)
	return ok && k.Turn >= a.Turns[handed].Index
}

// tookPlan reports whether a plan was approved, or handed on to be built.
func tookPlan(a *observe.Session) bool {
	for i := range a.Turns {
		if a.Turns[i].Raw.Plan != "" {
			return true
		}
	}
	return a.PlanApproved()
}

// briefAsk is how many words a prompt may have that wishes for something first, and
// orders it then.
const briefAsk = 45

// shortOrder is how many words a prompt may have that only says what is to be done.
const shortOrder = 12

// newCode is from how many changed lines on, a file of them new, what is to be added is
// no small change.
const newCode = 5

// newPart is from how many added lines of code on, in files that were there, what a short
// order asks to be added is no small change.
const newPart = 10

// asksOther reports whether what a prompt asks for first is a work of another kind.
func asksOther(l speech.Sense, ok bool) bool {
	return ok && (l == speech.AskFix || l == speech.AskRefactor || l == speech.AskReview || l == speech.AskPlan)
}

// leastProbes is from how many calls of the shell on the cause of something was looked for,
// and not only explained.
const leastProbes = 2

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
		if t.Prompt.Leads[speech.AskFix] > 0 {
			return true
		}
		for _, c := range append(speech.Makes(), speech.AskReview, speech.AskPlan, speech.AskRun, speech.Broken, speech.Deliver, speech.Undo, speech.Resume) {
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
func asked(r *speech.Reader, q *request) fact.Intent {
	text, spoken := q.first.Text, q.a.Languages
	switch {
	case r.WantsVerdict(text, spoken):
		return fact.Review
	case r.WantsSteps(text, spoken), q.first.Leads[speech.AskPlan] > 0 && r.HoldsChange(text, spoken) && !r.NamesCause(text, spoken):
		return fact.Plan
	case r.NamesCause(text, spoken) && q.a.Shell >= leastProbes && q.first.Leads[speech.AskAdd] == 0, r.WantsCauseOnly(text, spoken), q.first.Leads[speech.AskInvestigate] > 0 && r.NamesCause(text, spoken):
		return fact.Investigation
	case r.AsksLeave(text, spoken), q.first.Question && q.first.Any(speech.Question) && q.first.Leads[speech.AskAdd]+q.first.Leads[speech.AskFix]+q.first.Leads[speech.AskRefactor] == 0,
		q.first.Question && !q.first.LeadsRequest() && q.first.Leads[speech.AskRun] == 0:
		return fact.Question
	}
	return ""
}

// questions reports whether at least half of the prompts ask something.
func (q *request) questions() bool {
	n := 0
	for i := range q.a.Turns {
		t := &q.a.Turns[i]
		if l, ok := t.Prompt.Lead(); t.Prompt.Question || ok && l == speech.Question {
			n++
		}
	}
	return 2*n >= len(q.a.Turns)
}

// leadOf is the class by which a session's work is asked for: by the heading of
// its plan, its command, its first ask, or the ask of the turn in which most
// was done where the first is only a question or a look around.
func leadOf(q *request) speech.Sense {
	if l, ok := q.title.Lead(); ok && l != speech.AskPlan {
		return l
	}
	first, ok := q.first.Lead()
	if q.handed {
		if l, ok := q.commit.Lead(); ok && l != speech.Question && l != speech.Broken {
			return l
		}
		return speech.AskAdd
	}
	if !ok || first == speech.Question || first == speech.AskInvestigate || first == speech.AskRun {
		if m, found := q.main.Lead(); found && m != speech.Question && m != speech.AskRun {
			return m
		}
	}
	if ok {
		return first
	}
	// No clause is led by a request: any word of one.
	for _, c := range []speech.Sense{speech.AskFix, speech.AskRefactor, speech.AskReview, speech.AskPlan, speech.AskAdd, speech.AskInvestigate, speech.AskSmall, speech.Broken, speech.Question} {
		if q.first.Count[c] > 0 {
			return c
		}
	}
	if strings.TrimSpace(q.first.Text) != "" && q.first.Question {
		return speech.Question
	}
	return speech.AskRun
}

// evidence weighs what speaks for an intent, voice by voice, in the way a reader
// would: what was asked counts most, then what the work was called when it was
// delivered, then what was done. Units are those of one plain request.
func (q *request) evidence(c speech.Sense) float64 {
	e := 0.0
	add := func(w float64, holds bool) {
		if holds {
			e += w
		}
	}
	says := func(w float64, sp *speech.Message) { add(w, leads(sp, c) > 0) }
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
	case speech.AskFix:
		if !q.handed {
			add(0.5, q.first.Count[speech.Broken] > 0)
			add(0.5, q.first.Count[speech.Broken] > 1)
			add(0.5, q.first.Any(speech.Complain))
			add(1, q.opener.Pasted > 0)
			add(0.75, q.first.Count[speech.Feedback] > 0)
		}
		add(0.5, q.s.ticket.Any(speech.Broken, speech.Complain))
		add(0.5, q.commit.Any(speech.AskFix, speech.Broken))
		add(1, q.kinds[2] > 0)
		add(0.75, observe.HasWord(branch, "fix") || observe.HasWord(branch, "bug") || observe.HasWord(branch, "bugfix") || observe.HasWord(branch, "hotfix"))
	case speech.AskAdd:
		add(0.75, q.handed)
		add(1, q.kinds[1] > 0)
		add(0.75, observe.HasWord(branch, "feat") || observe.HasWord(branch, "feature") || observe.HasWord(branch, "add"))
		add(0.5, a.Created > 0)
		add(0.5, a.Created > 2)
		add(0.5, lines > 150)
	case speech.AskRefactor:
		add(1, q.kinds[3] > 0)
		add(0.75, observe.HasWord(branch, "refactor") || observe.HasWord(branch, "cleanup"))
		add(0.75, len(a.Files) > 1 && lines > 40 && balance(a) > 0.7)
		add(0.75, q.s.moved > 20 && 5*q.s.moved > a.Added)
	case speech.AskSmall:
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
func (q *request) weighed(c speech.Sense) float64 {
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
func (q *request) workedSpeech() *speech.Message {
	if q.s.worked < 0 {
		return q.main
	}
	t := &q.a.Turns[q.s.worked]
	if &t.Prompt == q.first {
		return &speech.Message{}
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
