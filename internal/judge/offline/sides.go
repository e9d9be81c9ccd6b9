package offline

import (
	"math"
	"slices"

	"prism/internal/judge"
	"prism/internal/observe/speech"
)

// Every feature has a side: it speaks for a landed goal or against it, and the fit
// may not weigh it the other way (learn.FitBounded). Of two signs that mostly come
// together a free fit gives one the credit of both and the other a weight against
// what it says: the verdict may be right, its reasons are not, and on people that
// it was not fitted on it is worse (docs/accuracy.md).

// against are the features whose sentence speaks against a landed goal; all
// others with a sentence speak for it. What it says of its absence speaks the
// other way.
var against = map[string]bool{
	"end_call": true, "end_result": true, "end_failure": true, "end_prompt": true,
	"end_plan": true, "cut": true,
	"says_not_done": true, "says_blocked": true, "says_ask": true, "says_you_test": true,
	"closing_question": true, "question_not_done": true,
	"last_complains": true, "last_swears": true, "last_corrects": true,
	"run_failed": true, "unchecked_lines": true,
	"last_step_failed": true,
	"rejects_last":     true, "interrupts": true, "failures_last": true, "plan_refused": true,
	"stakes_nothing": true, "asks_back": true, "asks_untouched": true,
	"stakes_unproven": true, "complaint_open": true, "reported": true, "asks_needed": true, "balked": true,
}

// least is how much of a counted thing must be there for its sentence to hold.
var least = map[string]float64{
	"interrupts": math.Log1p(2), "unchecked_lines": math.Log1p(30), "says_you_test": 0.3, "small_done": 0.25,
}

// argues reports whether a feature's sentence may be told as an argument on the
// side that its weight took: has says which of its two sentences.
func argues(name string, x float64, has, speaksFor bool, v *view) bool {
	if has {
		floor, counted := least[name]
		if !counted {
			floor = 0.5 // the others are yes or no, some times a probability
		}
		if x < floor {
			return false
		}
	}
	if name == "last_assents" && has && (v.Last.Prompt.Question || v.Last.First || v.Last.Prompt.Leads[speech.Assent] == 0) {
		return false // "is it so?" agrees with nothing
	}
	if name == "test_passed" && !has && v.Session.CodeLines == 0 {
		return false // no code was changed: there was nothing to test
	}
	if name == "test_passed" && has && v.Session.HeldBack() != nil {
		return false // there was no change that it came after
	}
	return speaksFor == (has != against[name])
}

// about ties the features to the criteria that their sentences speak of: a page must
// not say of one thing that it is so and that it is not.
func about() map[string][]string {
	ended := []string{judge.CriterionFinished}
	proof := []string{judge.CriterionTested, judge.CriterionVerified, judge.CriterionKept}
	word := []string{judge.CriterionAccepted, judge.CriterionPlanTaken}
	done := []string{judge.CriterionApplied, judge.CriterionFix, judge.CriterionBuilt}
	told := []string{judge.CriterionAnswered, judge.CriterionConclusion, judge.CriterionVerdict}
	standing := []string{judge.CriterionNoFailure, judge.CriterionNotRepeated}
	return map[string][]string{
		"cut": ended, "green_end": ended, "end_call": ended, "end_result": ended, "end_failure": ended, "end_prompt": ended,
		"end_plan": ended, "end_answer": append(slices.Clone(ended), told...), "last_step_failed": ended, "failures_last": ended,
		"says_done": append(slices.Clone(ended), done...), "says_not_done": append(slices.Clone(ended), done...),
		"says_blocked": append(slices.Clone(ended), done...), "small_done": done, "stakes_nothing": done,
		"test_passed": proof, "stakes_tested": proof, "says_verified": proof, "run_failed": proof,
		"unchecked_lines": append(slices.Clone(proof), word...), "stakes_unproven": append(slices.Clone(proof), word...),
		"says_you_test": proof, "test_earlier": proof,
		"acceptances": word, "last_delivers": word, "stakes_followed": word, "stakes_delivered": word, "last_assents": word,
		"plan_taken": word, "plan_approved": word, "plan_refused": word, "end_handed": word,
		"answered": told, "asks_back": told, "question_not_done": told, "asks_untouched": told, "asks_needed": append(slices.Clone(told), ended...),
		"complaint_open": standing, "last_complains": standing, "reported": standing, "balked": standing,
	}
}

// contradicted reports whether an argument says the opposite of a criterion: it speaks
// for the session where one that it is about is unmet, or against it where one is met.
func contradicted(list []string, speaksFor bool, all []judge.Criterion) bool {
	for _, c := range all {
		if c.Met != speaksFor && slices.Contains(list, c.Name) {
			return true
		}
	}
	return false
}

// sides tells the fit on which side each feature may weigh: +1 for a landed goal,
// −1 against it.
func sides(fs []feature) []int {
	out := make([]int, len(fs))
	for i := range fs {
		out[i] = 1
		if against[fs[i].name] {
			out[i] = -1
		}
	}
	return out
}
