package judge

import (
	"strings"

	"prism/internal/fact"
)

// Rule is the completion rule of one intent: what must hold, how sure a judge
// must be where nobody said so, and what a person can do to land such a session.
type Rule struct {
	Intent   fact.Intent
	Complete string // when a session of this intent is complete, in words
	Floor    float64
	// HighStakes intents are not complete by default: silence completes them at the
	// floor and with a check that passed, a delivery or an acceptance on record, and
	// not otherwise (published algorithm).
	HighStakes bool
	Criteria   []CriterionRule
	Advice     string // what makes such a session crush
}

// CriterionRule is one named condition of a Rule.
type CriterionRule struct {
	Name string // stable snake_case
	Text string // what it asks, in words
	Need Need
	// Proof marks what shows that work is good: a check, a delivery, an acceptance.
	Proof bool
	// Note is what a reader needs besides the text to decide like the labelling guide;
	// "" nothing. It is for whoever judges and not for the page of a session.
	Note string
}

// Shown is what a page prints of a condition. What came to its end may be followed by a
// question that was left without an answer: the record stops there, the work does not.
// What is checked may be touched up once more, a comment or the formatting: the check came
// after the change, not after the last of it. Judges are asked about the record, with the
// note beside it.
func (c CriterionRule) Shown() string {
	switch c.Name {
	case CriterionFinished:
		return "the work does not stop half-way, and the agent says of no part of it that it is not done"
	case CriterionAccepted: // "make it black" goes on from it, and calls it no more than that
		return "the person accepted it, or went on from it with a further wish"
	}
	return strings.Replace(c.Text, "after the last change", "after the change", 1)
}

// Need says what becomes of a verdict where a condition is not met.
type Need uint8

// The needs. A plan may be left without a word and a feature delivered without one
// (labelling guide: silent evidence); a fix that nothing verified and a change that
// nothing shows to be applied may not (published algorithm).
const (
	Required Need = iota // the goal is not complete
	// Spoken: of the conditions of a rule so marked one must be met, or silence at
	// the floor stands in for them.
	Spoken
)

// Names of the criteria. Two hold for every intent.
const (
	CriterionFinished    = "finished"
	CriterionNoFailure   = "no_failure_signal"
	CriterionAnswered    = "answered"
	CriterionNotRepeated = "not_asked_again"
	CriterionConclusion  = "conclusion_stated"
	CriterionVerdict     = "verdict_given"
	CriterionPlanGiven   = "plan_delivered"
	CriterionPlanTaken   = "plan_accepted"
	CriterionApplied     = "change_applied"
	CriterionNotUndone   = "not_undone"
	CriterionFix         = "fix_applied"
	CriterionVerified    = "verified"
	CriterionBuilt       = "built_to_scope"
	CriterionAccepted    = "accepted"
	CriterionTested      = "tests_or_put_off"
	CriterionKept        = "behaviour_kept"
)

// The criteria of every intent.
var (
	finished  = CriterionRule{CriterionFinished, "the record does not stop in mid-work, and the agent says of no part of it that it is not done", Required, false, "not met where it stops in mid-work, on a usage limit, on a question that the agent needs answered, before a step that the agent's last words announce, or with a part that was asked for plainly missing; met where it stops on the very commit, push or pull request that delivers, on the steps towards one that was asked for, or on a check that passed after the last change with nothing left to do"}
	noFailure = CriterionRule{CriterionNoFailure, "no failure signal in the last three turns is left standing", Required, false, ""}
)

// ruleOf is the one table of the completion criteria and of the floors of silent
// completion. Source: published algorithm, "criteria and silent-completion
// floors", made precise by the labelling guide.
func ruleOf(i fact.Intent) (Rule, bool) {
	switch i {
	case fact.Question:
		return Rule{
			Intent: i, Floor: 0.50,
			Complete: "the answer addresses the question and the question was not asked again",
			Criteria: []CriterionRule{
				{CriterionAnswered, "an answer was given that addresses the question", Required, false, ""},
				{CriterionNotRepeated, "the same question did not have to be asked again", Required, false, "met where nobody asked again, for whatever reason"},
				finished, noFailure,
			},
			Advice: "Acknowledge the answer, or go on without asking the same thing again.",
		}, true
	case fact.Investigation:
		return Rule{
			Intent: i, Floor: 0.60,
			Complete: "a conclusion was reached and stated: the cause, or a hypothesis confirmed or refuted",
			Criteria: []CriterionRule{
				{CriterionConclusion, "a conclusion is stated: a cause, a finding, a hypothesis confirmed or refuted", Required, false, ""},
				finished, noFailure,
			},
			Advice: "Have the conclusion stated in the chat: the cause, or the hypothesis confirmed or refuted.",
		}, true
	case fact.Review:
		return Rule{
			Intent: i, Floor: 0.60,
			Complete: "an actionable verdict was given: approve, reject, or specific changes",
			Criteria: []CriterionRule{
				{CriterionVerdict, "an actionable verdict is given: approve, reject, or specific changes", Required, false, ""},
				finished, noFailure,
			},
			Advice: "Have the review end on a verdict: approve, reject, or the specific changes wanted.",
		}, true
	case fact.Plan:
		return Rule{
			Intent: i, Floor: 0.60,
			Complete: "the plan was accepted in so many words, or work on it began",
			Criteria: []CriterionRule{
				{CriterionPlanGiven, "a plan was delivered", Required, false, ""},
				{CriterionPlanTaken, "the plan was accepted, handed over, or work on it began", Spoken, true, "one refused without a word at the end of the record was handed over; a menu that the person answered counts"},
				finished, noFailure,
			},
			Advice: "Say that the plan should be built, or start to build it.",
		}, true
	case fact.SmallChange:
		return Rule{
			Intent: i, Floor: 0.50,
			Complete: "the change was applied and not undone",
			Criteria: []CriterionRule{
				{CriterionApplied, "the change was applied", Required, false, "of a run, an installation, a download: it went through"},
				{CriterionNotUndone, "it was not undone", Required, false, "what the person ordered undone, or what was put right again, is not undone; met where nothing was applied"},
				finished, noFailure,
			},
			Advice: "Let the change be applied, and leave it applied.",
		}, true
	case fact.BugFix:
		return Rule{
			Intent: i, Floor: 0.75, HighStakes: true,
			Complete: "the fix was applied and verified: a test passes, the error is gone, or the person says that it works",
			Criteria: []CriterionRule{
				{CriterionFix, "a fix was applied", Required, false, ""},
				{CriterionVerified, "it was verified: a test or the repro passed after the last change, the reported error is gone, or the person took it as good, in words or by an order to deliver it", Required, true, "the person had it committed or pushed after the last change: met; what only runs elsewhere (CI, a release) is checked as far as it can be here"},
				finished, noFailure,
			},
			Advice: "Run the failing test or the repro after the last change and see it pass, or say that it works.",
		}, true
	case fact.Feature:
		return Rule{
			Intent: i, Floor: 0.75, HighStakes: true,
			Complete: "built to the asked scope, and accepted or shown to work: tests pass, it was run, or tests were put off in so many words",
			Criteria: []CriterionRule{
				{CriterionBuilt, "what was asked for was built", Required, false, ""},
				{CriterionAccepted, "the person accepted it, or built the next step on it", Spoken, true, "in words, by an order to commit, push or open a pull request"},
				{CriterionTested, "tests passed or it was run after the last change, or tests were put off in so many words", Spoken, true, "met without a test by a thing that has none: a page or a program that was run or looked at, a text or setting that stands whole; that code parses, builds or type-checks is not enough"},
				finished, noFailure,
			},
			Advice: "Have its tests pass, or say that tests can wait and take it as it is (a commit, a push, or a word).",
		}, true
	case fact.Refactor:
		return Rule{
			Intent: i, Floor: 0.75, HighStakes: true,
			Complete: "done, and behaviour shown to be kept: tests, lint, types or build pass after the last change, or the person finds it good",
			Criteria: []CriterionRule{
				{CriterionApplied, "the change was applied", Required, false, "of a run, an installation, a download: it went through"},
				{CriterionKept, "tests, lint, types or a build passed after the last change, or the person took it as good", Required, true, "of moved or removed files and of texts: nothing that names them is left broken"},
				finished, noFailure,
			},
			Advice: "Run tests, lint and type check after the last change and see them pass.",
		}, true
	}
	return Rule{}, false
}

// RuleOf returns the completion rule of an intent; ok is false for none and for
// an intent that this version does not know.
func RuleOf(i fact.Intent) (r Rule, ok bool) { return ruleOf(i) }

// SignalRule describes one failure signal.
type SignalRule struct {
	Signal fact.FailureSignal
	Text   string // what it means
	Advice string // what would have resolved it
	Note   string // as of a criterion
}

// SignalWindow is how many turns, counted from the end, a failure signal may lie
// back and still force "not complete" (published algorithm: "the final 2–3 turns").
const SignalWindow = 3

// InSignalWindow reports whether a turn is one of those in which a failure signal
// forces "not complete"; turn and end, in which the record ends, count living turns.
func InSignalWindow(turn, end int) bool { return turn <= end && turn > end-SignalWindow }

// standing is the signal that an opinion rests on: one of the table, or none.
func standing(s fact.FailureSignal) fact.FailureSignal {
	if _, known := SignalRuleOf(s); !known {
		return fact.NoSignal
	}
	return s
}

// AdviceUnder is what would have landed the goal: under a failure signal, what would
// have resolved it.
func (r Rule) AdviceUnder(s fact.FailureSignal) string {
	if rule, ok := SignalRuleOf(s); ok {
		return rule.Advice
	}
	return r.Advice
}

// Signals is the one table of the failure signals. Source: published algorithm,
// "failure signals", made precise by the labelling guide.
func Signals() []SignalRule {
	return []SignalRule{
		{fact.UnresolvedError, "a stack trace, an error, a failing test or build with no later fix seen", "Have the failing command run again and see it pass.", "an API error, a limit or missing credit only where the person tried again in vain; a record that merely stops before the next run of a failing check counts"},
		{fact.Frustration, "the person is annoyed or says that it still fails, and nothing afterwards puts it right", "Go on until it works, and say so when it does.", "a correction, a new wish, a report of another fault or a first complaint that a change answers is none"},
		{fact.Abandoned, "the work was dropped: something else was tried, it was put off, skipped or reverted without replacement", "Finish the smaller part that can be finished, or close the session before turning to something else.", "an interruption without a word, a usage limit, a cleared context are no signal: the work is not finished"},
		{fact.Loop, "three or more attempts at the same fix, none of them seen to work", "Stop after the second attempt: ask for the cause first, with a repro that fails.", "calls of the agent that fail again and again are an unresolved error"},
	}
}

// SignalRuleOf returns the table's row for a signal; ok is false for none.
func SignalRuleOf(s fact.FailureSignal) (SignalRule, bool) {
	for _, r := range Signals() {
		if r.Signal == s {
			return r, true
		}
	}
	return SignalRule{}, false
}
