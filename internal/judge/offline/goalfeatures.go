package offline

import (
	"math"
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// feature is one thing that speaks for or against a landed goal: a number that
// the model weighs, and the sentences in which it is explained.
type feature struct {
	name  string
	value func(c *view) float64
	has   string // said when it is there
	lacks string // said when it is not there and that matters; "" never
}

func (c *view) answering() float64 { return c.Is(fact.Question, fact.Investigation, fact.Review) }

// needing is 0 where a question was answered and the answer ends on an offer to change
// something: nothing was to be changed, so that the question at the end leaves nothing open.
func (c *view) needing() float64 {
	if c.answering() >= 0.5 && !c.Session.Touched() && c.Last.Answer.Offers && c.Last.Answer.Words >= leastVerdict && !c.AnswerOpen(fact.Question) {
		return 0
	}
	return 1
}

// checkAfter is 1 where the last telling check of a class after the last change
// gave v.
func (c *view) checkAfter(w shell.Class, v output.Verdict) float64 {
	k, ok := c.Session.After(w)
	return truth(ok && k.Verdict == v)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func log1p(n int) float64 { return math.Log1p(float64(n)) }

// recent counts, over the last n turns, those for which f holds.
func (c *view) recent(n int, f func(*observe.Turn) bool) int {
	k := 0
	for i := c.End.Turn; i >= 0 && i > c.End.Turn-n; i-- {
		if f(&c.Session.Turns[i]) {
			k++
		}
	}
	return k
}

func (c *view) ends(kinds ...observe.EndKind) float64 {
	for _, k := range kinds {
		if c.End.Kind == k {
			return 1
		}
	}
	return 0
}

func goalFeatures() []feature {
	f := []feature{
		{"end_answer", func(c *view) float64 { return c.ends(observe.EndAnswer) }, "The record ends on a closing answer.", "The record does not end on a closing answer."},
		{"end_call", func(c *view) float64 { return c.ends(observe.EndCall) * truth(c.End.Cut()) }, "The record stops on a tool call that nothing came back for.", ""},
		{"end_result", func(c *view) float64 { return c.ends(observe.EndResult) * truth(c.End.Cut()) }, "The record stops on a tool result, without a closing answer.", ""},
		{"end_failure", func(c *view) float64 { return c.ends(observe.EndFailure) }, "An API error or a usage limit ended the work.", ""},
		{"end_prompt", func(c *view) float64 { return c.ends(observe.EndPrompt) }, "The last prompt was not answered.", ""},
		{"end_handed", func(c *view) float64 { return c.ends(observe.EndHanded) }, "The record ends on a plan that was approved, or turned down without a word, and most such plans are carried out elsewhere.", ""},
		{"end_plan", func(c *view) float64 { return c.ends(observe.EndPlan) }, "The record ends on a plan that nobody answered.", ""},
		{"cut", func(c *view) float64 { return truth(c.End.Cut()) }, "The record stops in mid-work.", "The record does not stop in mid-work."},
		{"green_end", func(c *view) float64 { return truth(c.End.Green) }, "The last act is a check that passed.", ""},

		{"says_done", func(c *view) float64 { return truth(c.Says(speech.SaysDone)) }, "The agent says that the work is done.", ""},
		{"says_verified", func(c *view) float64 { return truth(c.Says(speech.SaysVerified)) }, "The agent says that checks passed.", ""},
		{"says_not_done", func(c *view) float64 { return truth(c.Says(speech.SaysNotDone)) }, "", ""},
		{"says_blocked", func(c *view) float64 {
			return truth(c.Says(speech.SaysBlocked) && c.Last.Answer.Closing[speech.SaysBlocked] > 0)
		}, "The agent says that something could not be done.", ""},
		{"says_ask", func(c *view) float64 {
			return truth(c.AsksAtTheEnd()) * c.needing()
		}, "The agent ends by asking for something.", ""},
		{"says_you_test", func(c *view) float64 { return truth(c.Says(speech.SaysYouTest)) * c.Unproven() }, "The agent says only that it should work, or leaves it to the person to try.", ""},
		{"closing_question", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(c.Last.Answer.Question && c.Last.Answer.Closing[speech.SaysOffer] == 0) * c.needing()
		}, "The closing words end on a question.", ""},
		{"question_not_done", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(c.Last.Answer.Question && !c.Says(speech.SaysDone, speech.SaysVerified)) * c.needing()
		}, "The agent ends by asking, without saying that anything is done.", ""},
		{"asks_back", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(!c.Session.Touched() && observe.AsksMostly(c.Last.Answer.Text))
		}, "The agent asks back instead of doing it.", ""},
		{"asks_untouched", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(!c.Session.Touched() && c.Last.Answer.Question && c.Last.Steps == 0)
		}, "The agent ends by asking, and nothing was changed.", ""},

		{"last_complains", func(c *view) float64 { return truth(observe.Complains(c.Last) && !c.Reproduced(c.End.Turn)) }, "The last prompt says that something is still wrong.", ""},
		{"last_swears", func(c *view) float64 {
			return truth(c.Last.Prompt.Words <= 80 && c.Last.Prompt.Any(speech.Swear) && !c.Reproduced(c.End.Turn))
		}, "The person is annoyed.", ""},
		{"last_delivers", func(c *view) float64 { return truth(observe.WantsDelivery(c.Last) && !c.DeliveryFailed()) }, "The person asks to commit, push or merge.", ""},
		{"last_corrects", func(c *view) float64 {
			return truth(!c.Last.First && c.Last.Prompt.Opening[speech.Correct] > 0 && !c.Reproduced(c.End.Turn))
		}, "The last prompt corrects the course.", ""},
		{"last_assents", func(c *view) float64 {
			return truth(c.Last.Prompt.Opening[speech.Assent] > 0 && c.Last.Prompt.Words <= 15)
		}, "The person agrees.", ""},
		{"acceptances", func(c *view) float64 { return log1p(c.recent(len(c.Session.Turns), observe.Accepts)) }, "The person took a step of the work as good.", ""},

		{"test_passed", func(c *view) float64 { return c.checkAfter(shell.ClassTest, output.Passed) }, "Tests passed after the last change.", "No test passed after the last change."},
		{"run_failed", func(c *view) float64 { return c.checkAfter(shell.ClassRun, output.Failed) }, "A run of the program failed after the last change.", ""},
		{"unchecked_lines", func(c *view) float64 {
			return truth(!observe.Accepts(c.Last)) * log1p(c.Proof.Unsupported)
		}, "Much code was changed, and no check or commit speaks for it.", ""},
		{"last_step_failed", func(c *view) float64 {
			return truth(c.End.Step != nil && c.End.Step.Outcome == transcript.Errored)
		}, "The last call failed.", ""},
		{"test_earlier", func(c *view) float64 {
			if c.checkAfter(shell.ClassTest, output.Passed) > 0 {
				return 0 // test_passed says so
			}
			for _, k := range c.Session.Checks {
				if k.Work.Has(shell.ClassTest) && k.Verdict == output.Passed {
					return 1
				}
			}
			return 0
		}, "Tests passed on the way.", ""},

		{"committed", func(c *view) float64 { return truth(c.Session.Commits > 0 && c.Session.CommitsAfterChange) }, "The work was committed after the last change.", ""},
		{"pushed", func(c *view) float64 { return truth(c.Session.Pushes > 0 || c.Session.Pulls > 0) }, "The work was pushed, or a pull request was opened.", ""},
		{"rejects_last", func(c *view) float64 { return truth(c.refused()) }, "The person refused calls in the last turn.", ""},
		{"interrupts", func(c *view) float64 { return log1p(c.Session.Interrupts) }, "The person interrupted the agent more than once.", ""},
		{"failures_last", func(c *view) float64 { return truth(c.Last.Failures > 0) }, "An API error or a usage limit came in the last turn.", ""},
		{"plan_approved", func(c *view) float64 { return truth(c.Session.PlanApproved()) }, "A plan was approved.", ""},
		{"plan_refused", func(c *view) float64 { return truth(c.Session.PlanRefused()) }, "The last plan was refused with words.", ""},
		{"handed_plan", func(c *view) float64 {
			return truth(len(c.Session.Turns) > 0 && c.Session.Turns[0].Raw.Origin == transcript.PlanHand)
		}, "The session carries out a plan.", ""},
	}
	f = append(f,
		feature{"stakes_tested", func(c *view) float64 {
			return c.HighStakes() * max(c.checkAfter(shell.ClassTest, output.Passed), truth(c.ReproducedNow()))
		}, "The change was tested after it was made.", ""},
		feature{"stakes_delivered", func(c *view) float64 {
			return c.HighStakes() * truth(c.Session.CommitsAfterChange || c.End.Delivery || observe.WantsDelivery(c.Last))
		}, "The change was delivered at the person's word.", ""},
		feature{"stakes_followed", func(c *view) float64 { return c.HighStakes() * math.Min(1, float64(c.built())/3) },
			"The person had further steps built on what was done.", ""},
		feature{"stakes_nothing", func(c *view) float64 { return c.HighStakes() * truth(!c.Session.Touched()) }, "Something was to be built or fixed, and nothing was changed.", ""},
		feature{"answered", func(c *view) float64 {
			return c.answering() * c.ends(observe.EndAnswer) * truth(!c.End.Announces && !observe.AsksMostly(c.Last.Answer.Text))
		}, "The record ends on an answer to what was asked.", ""},
		feature{"small_done", func(c *view) float64 {
			return c.Is(fact.SmallChange) * truth(c.Session.Touched()) * c.ends(observe.EndAnswer) * (1 - c.Unproven()/2)
		}, "The change was applied.", ""},
		feature{"stakes_unproven", func(c *view) float64 { return c.HighStakes() * c.Unproven() }, "A change of this kind needs a check or the person's word, and most of it has neither.", ""},
		feature{"complaint_open", func(c *view) float64 { return truth(c.ComplaintOpen()) }, "Nothing shows that a complaint of the last turns was put right.", ""},
		feature{"reported", func(c *view) float64 { return truth(c.Reported() && !c.Reproduced(c.End.Turn)) }, "The last prompt reports that something fails.", ""},
		feature{"balked", func(c *view) float64 { return truth(c.DeliveryFailed()) }, "The commit or push failed, and no other is seen to go through.", ""},
		feature{"asks_needed", func(c *view) float64 { return truth(c.AsksNeeded()) }, "The agent asks for something that it needs to go on.", ""},
		feature{"plan_taken", func(c *view) float64 {
			return c.Is(fact.Plan) * truth(c.Session.PlanApproved() || c.End.Kind == observe.EndHanded)
		}, "", ""},
	)
	return f
}

// built counts the turns that go on from a turn with edits without a complaint:
// the next step was built on it.
func (c *view) built() int {
	n := 0
	for i := 1; i <= c.End.Turn; i++ {
		t := &c.Session.Turns[i]
		if c.Session.Turns[i-1].Edits > 0 && !observe.Complains(t) && !t.Trivial && t.Prompt.Opening[speech.Correct] == 0 {
			n++
		}
	}
	return n
}

// refused reports whether the person refused a call in the last turn and it was left at
// that. Words typed into a refusal that something was done for are the turn's own
// instructions (labelling guide).
func (c *view) refused() bool {
	done := false
	for i := len(c.Last.Raw.Steps) - 1; i >= 0; i-- {
		switch s := &c.Last.Raw.Steps[i]; {
		case s.Outcome == transcript.Rejected:
			if !done || strings.TrimSpace(s.Said) == "" {
				return true
			}
		case s.CarriedOut():
			done = true
		}
	}
	return false
}

// repeats is how much the last prompt says of what an earlier one of the last
// three said: the share of its words, 0–1. One that got no answer does not count: to
// send it again is not to ask again.
func repeats(c *view) float64 {
	best := 0.0
	now := c.Last.Prompt.Text
	if len(now) < 12 {
		return 0
	}
	for i := c.End.Turn - 1; i >= 0 && i >= c.End.Turn-3; i-- {
		if t := &c.Session.Turns[i]; t.Answer.Words > 0 {
			best = math.Max(best, observe.Similarity(now, t.Prompt.Text))
		}
	}
	return best
}

func names(fs []feature) []string {
	out := make([]string, len(fs))
	for i := range fs {
		out[i] = fs[i].name
	}
	return out
}

// penalties loosens the bonds of the features that carry the rules of the guide:
// what they say is meant to weigh.
func penalties(fs []feature) []float64 {
	out := make([]float64, len(fs))
	for i := range fs {
		out[i] = 1
		switch fs[i].name {
		case "cut", "asks_back", "stakes_unproven", "end_failure", "end_plan", "end_handed", "stakes_nothing":
			out[i] = loose
		}
	}
	return out
}

// loose is the share of the penalty that such features bear.
const loose = 0.25
