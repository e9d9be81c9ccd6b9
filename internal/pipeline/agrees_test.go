package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/long"
)

// TestNoVerdictContradictsItself: of every session of the demo, and of the corpus where
// there is one (PRISM_CORPUS), what a page says agrees with itself: the verdict with
// its criteria, the criteria with what spoke for and against, the advice with what is
// missing.
func TestNoVerdictContradictsItself(t *testing.T) {
	sets := map[string]string{"demo": samples(t)}
	dir := os.Getenv("PRISM_CORPUS")
	if dir == "" {
		if cache, err := os.UserCacheDir(); err == nil {
			dir = filepath.Join(cache, "prism-corpus")
		}
	}
	for _, set := range long.Some(1, "people", "whole", "cut", "more", "spliced") {
		if _, err := os.Stat(filepath.Join(dir, set)); dir != "" && err == nil && !testing.Short() {
			sets[set] = filepath.Join(dir, set)
		}
	}
	for set, path := range sets {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			o := options(t, path)
			o.Warn = func(error) {}
			for _, s := range run(t, o).Sessions {
				if why := contradiction(&s.Verdict); why != "" {
					t.Errorf("session %s (%s): %s", s.ID, s.Verdict.Intent, why)
				}
			}
		})
	}
}

// contradiction says what a verdict says against itself, "" nothing.
func contradiction(v *fact.Verdict) string {
	rule, ok := judge.RuleOf(v.Intent)
	if v.Status != fact.JudgeOK || !ok {
		return ""
	}
	met := map[string]bool{}
	unmet := ""
	for _, c := range v.Criteria {
		met[c.Name] = c.Met
		if !c.Met && unmet == "" {
			unmet = c.Name
		}
		if c.Met && c.Evidence != nil && strings.Contains(c.Evidence.Quote.String(), "no tests to run") {
			return c.Name + " is met by a run of no tests"
		}
	}
	signal := v.Signal != "" && v.Signal != fact.NoSignal
	switch {
	case v.GoalComplete && unmet != "":
		return "landed without " + unmet
	case v.GoalComplete && (signal || !v.Advice.IsZero() || v.Confidence < 0.5):
		return "landed, and yet a signal, advice or a low confidence"
	case v.GoalComplete && v.Basis != fact.Explicit && v.Confidence < rule.Floor:
		return "landed in silence below the floor"
	case !v.GoalComplete && unmet == "" && !signal && v.Basis == fact.Explicit:
		return "not landed with every criterion met"
	case !v.GoalComplete && unmet == "" && !signal && v.Confidence >= rule.Floor:
		return "not landed with every criterion met, above the floor"
	case !v.GoalComplete && v.Advice.IsZero():
		return "not landed, and no advice"
	case !v.GoalComplete && unmet == judge.CriterionFinished && !signal && v.Advice.String() == rule.Advice:
		return "the record stops, and the advice says nothing of that"
	}
	told := map[string]bool{}
	for _, r := range v.Reasons {
		told[r.Text.String()] = true
	}
	for _, asks := range []string{"The agent ends by asking for something.", "The closing words end on a question.", "The agent ends by asking, without saying that anything is done.", "The agent asks back instead of doing it.", "The agent ends by asking, and nothing was changed.", "The agent asks for something that it needs to go on."} {
		if told[asks] && (told["The record ends on a closing answer."] || told["The record ends on an answer to what was asked."]) {
			return "it ends by asking, and on an answer"
		}
	}
	is, asked := met[judge.CriterionVerified]
	switch {
	case asked && !is && told["Tests passed after the last change."]:
		return "tests passed after the last change, and it is not verified"
	case told["Much code was changed, and no check or commit speaks for it."] && !rule.HighStakes:
		return "much code in what is no large change"
	case told["The record ends on a closing answer."] && told["The work had come to its end before the last question, which was left without an answer."]:
		return "it ends on an answer, and on a question without one"
	case v.GoalComplete && v.Basis == fact.Explicit && len(v.Evidence) == 0:
		return "explicit, and nothing shows it"
	}
	if is, asked := met[judge.CriterionNotUndone]; asked && is && unmet == judge.CriterionApplied {
		return "nothing was applied, and it was not undone"
	}
	for _, pair := range never() {
		if told[pair[0]] && told[pair[1]] {
			return pair[0] + " and: " + pair[1]
		}
	}
	if len(told) < len(v.Reasons) {
		return "one sentence is told twice"
	}
	for _, r := range v.Reasons {
		for _, pair := range opposed() {
			if is, told := met[pair.criterion]; told && r.Text.String() == pair.sentence && is != r.For {
				return pair.criterion + " against: " + pair.sentence
			}
		}
	}
	return ""
}

// never are sentences of which one page tells no two.
func never() [][2]string {
	const ends, stands = "The record ends on a closing answer.", "The record does not stop in mid-work."
	return [][2]string{
		{ends, "The record does not end on a closing answer."}, {ends, "The last prompt was not answered."}, {ends, "The record stops in mid-work."},
		{ends, "The record stops on a tool call that nothing came back for."}, {ends, "The record stops on a tool result, without a closing answer."},
		{stands, "The record stops in mid-work."}, {stands, "The record stops on a tool call that nothing came back for."}, {stands, "An API error or a usage limit ended the work."},
		{"Tests passed after the last change.", "No test passed after the last change."}, {"Tests passed after the last change.", "Tests passed on the way."}, {"Tests passed after the last change.", "Tests passed after most of what was changed."},
		{"Tests passed after the last change.", "Much code was changed, and no check or commit speaks for it."}, {"The work was committed after the last change.", "Much code was changed, and no check or commit speaks for it."},
		{"The change was applied.", "Something was to be built or fixed, and nothing was changed."}, {"A plan was approved.", "The last plan was refused with words."},
		{"The person agrees.", "The last prompt corrects the course."}, {"The person agrees.", "The last prompt says that something is still wrong."}, {"The last prompt was not answered.", "The record ends on an answer to what was asked."},
	}
}

// opposed are sentences that say the same as a criterion, or its opposite.
func opposed() []struct{ criterion, sentence string } {
	return []struct{ criterion, sentence string }{
		{judge.CriterionFinished, "The record does not stop in mid-work."},
		{judge.CriterionFinished, "The record stops in mid-work."},
		{judge.CriterionFinished, "The work had come to its end before the last question, which was left without an answer."},
		{judge.CriterionApplied, "The change was applied."},
		{judge.CriterionFix, "Something was to be built or fixed, and nothing was changed."},
		{judge.CriterionBuilt, "Something was to be built or fixed, and nothing was changed."},
		{judge.CriterionTested, "Tests passed after the last change."},
		{judge.CriterionTested, "No test passed after the last change."},
		{judge.CriterionVerified, "Tests passed after the last change."},
		{judge.CriterionVerified, "A change of this kind needs a check or the person's word, and most of it has neither."},
		{judge.CriterionKept, "A change of this kind needs a check or the person's word, and most of it has neither."},
		{judge.CriterionAccepted, "The change was delivered at the person's word."},
		{judge.CriterionAccepted, "The person had further steps built on what was done."},
		{judge.CriterionAccepted, "Much code was changed, and no check or commit speaks for it."},
		{judge.CriterionPlanTaken, "A plan was approved."},
		{judge.CriterionPlanTaken, "The last plan was refused with words."},
		{judge.CriterionAnswered, "The record ends on an answer to what was asked."},
		{judge.CriterionNoFailure, "Nothing shows that a complaint of the last turns was put right."},
		{judge.CriterionNoFailure, "The last prompt reports that something fails."},
	}
}
