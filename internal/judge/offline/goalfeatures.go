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

// view is what features look at.
type view struct {
	a      *observe.Session
	last   *observe.Turn // the turn in which the record ends
	before *observe.Turn // the one before it; nil none
	end    *observe.Ending
	intent []float64 // probability of each of fact.Intents, then of none
	proof  observe.Proof
	sign   sign // the failure signal that stands
}

func newView(a *observe.Session, intent []float64) *view {
	c := &view{a: a, end: &a.End, last: a.Final(), intent: intent, proof: observe.Prove(a, a.End.Turn)}
	if a.End.Turn > 0 {
		c.before = &a.Turns[a.End.Turn-1]
	}
	c.sign = failure(c)
	return c
}

func (c *view) is(intents ...fact.Intent) float64 {
	p := 0.0
	for i, name := range fact.Intents {
		for _, want := range intents {
			if name == want {
				p += c.intent[i]
			}
		}
	}
	return p
}

func (c *view) highStakes() float64 { return c.is(fact.BugFix, fact.Feature, fact.Refactor) }
func (c *view) answering() float64  { return c.is(fact.Question, fact.Investigation, fact.Review) }

// checkAfter is 1 where the last telling check of a class after the last change
// gave v.
func (c *view) checkAfter(w shell.Class, v output.Verdict) float64 {
	k, ok := c.a.After(w)
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
	for i := c.end.Turn; i >= 0 && i > c.end.Turn-n; i-- {
		if f(&c.a.Turns[i]) {
			k++
		}
	}
	return k
}

// says reports whether the closing words of the record say one of some things.
func (c *view) says(cs ...speech.Sense) bool {
	if c.end.Kind != observe.EndAnswer && c.end.Kind != observe.EndAsking {
		return false
	}
	for _, k := range cs {
		if c.last.Answer.Count[k] > 0 {
			return true
		}
	}
	return false
}

func (c *view) ends(kinds ...observe.EndKind) float64 {
	for _, k := range kinds {
		if c.end.Kind == k {
			return 1
		}
	}
	return 0
}

func goalFeatures() []feature {
	f := []feature{
		{"end_answer", func(c *view) float64 { return c.ends(observe.EndAnswer) }, "The record ends on a closing answer.", "The record does not end on a closing answer."},
		{"end_call", func(c *view) float64 { return c.ends(observe.EndCall) * truth(c.end.Cut()) }, "The record stops on a tool call that nothing came back for.", ""},
		{"end_result", func(c *view) float64 { return c.ends(observe.EndResult) * truth(c.end.Cut()) }, "The record stops on a tool result, without a closing answer.", ""},
		{"end_failure", func(c *view) float64 { return c.ends(observe.EndFailure) }, "An API error or a usage limit ended the work.", ""},
		{"end_prompt", func(c *view) float64 { return c.ends(observe.EndPrompt) }, "The last prompt was not answered.", ""},
		{"end_handed", func(c *view) float64 { return c.ends(observe.EndHanded) }, "The record ends on a plan that was approved, or turned down without a word, and most such plans are carried out elsewhere.", ""},
		{"end_plan", func(c *view) float64 { return c.ends(observe.EndPlan) }, "The record ends on a plan that nobody answered.", ""},
		{"cut", func(c *view) float64 { return truth(c.end.Cut()) }, "The record stops in mid-work.", "The record does not stop in mid-work."},
		{"green_end", func(c *view) float64 { return truth(c.end.Green) }, "The last act is a check that passed.", ""},

		{"says_done", func(c *view) float64 { return truth(c.says(speech.SaysDone)) }, "The agent says that the work is done.", ""},
		{"says_verified", func(c *view) float64 { return truth(c.says(speech.SaysVerified)) }, "The agent says that checks passed.", ""},
		{"says_not_done", func(c *view) float64 { return truth(c.says(speech.SaysNotDone)) }, "", ""},
		{"says_blocked", func(c *view) float64 {
			return truth(c.says(speech.SaysBlocked) && c.last.Answer.Closing[speech.SaysBlocked] > 0)
		}, "The agent says that something could not be done.", ""},
		{"says_ask", func(c *view) float64 {
			return truth(c.asksAtTheEnd())
		}, "The agent ends by asking for something.", ""},
		{"says_you_test", func(c *view) float64 { return truth(c.says(speech.SaysYouTest)) * c.unproven() }, "The agent leaves it to the person to see whether it works.", ""},
		{"closing_question", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(c.last.Answer.Question && c.last.Answer.Closing[speech.SaysOffer] == 0)
		}, "The closing words end on a question.", ""},
		{"question_not_done", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(c.last.Answer.Question && !c.says(speech.SaysDone, speech.SaysVerified))
		}, "The agent ends by asking, without saying that anything is done.", ""},
		{"asks_back", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(!c.a.Touched() && observe.AsksMostly(c.last.Answer.Text))
		}, "The agent asks back instead of doing it.", ""},
		{"asks_untouched", func(c *view) float64 {
			return c.ends(observe.EndAnswer) * truth(!c.a.Touched() && c.last.Answer.Question && c.last.Steps == 0)
		}, "The agent ends by asking, and nothing was changed.", ""},

		{"last_complains", func(c *view) float64 { return truth(observe.Complains(c.last) && !c.reproduced(c.end.Turn)) }, "The last prompt says that something is still wrong.", ""},
		{"last_swears", func(c *view) float64 {
			return truth(c.last.Prompt.Words <= 80 && c.last.Prompt.Any(speech.Swear) && !c.reproduced(c.end.Turn))
		}, "The person is annoyed.", ""},
		{"last_delivers", func(c *view) float64 { return truth(observe.WantsDelivery(c.last) && !c.deliveryFailed()) }, "The person asks to commit, push or merge.", ""},
		{"last_corrects", func(c *view) float64 {
			return truth(!c.last.First && c.last.Prompt.Opening[speech.Correct] > 0 && !c.reproduced(c.end.Turn))
		}, "The last prompt corrects the course.", ""},
		{"last_assents", func(c *view) float64 {
			return truth(c.last.Prompt.Opening[speech.Assent] > 0 && c.last.Prompt.Words <= 15)
		}, "The person agrees.", ""},
		{"acceptances", func(c *view) float64 { return log1p(c.recent(len(c.a.Turns), observe.Accepts)) }, "The person took a step of the work as good.", ""},

		{"test_passed", func(c *view) float64 { return c.checkAfter(shell.ClassTest, output.Passed) }, "Tests passed after the last change.", "No test passed after the last change."},
		{"run_failed", func(c *view) float64 { return c.checkAfter(shell.ClassRun, output.Failed) }, "A run of the program failed after the last change.", ""},
		{"unchecked_lines", func(c *view) float64 {
			return truth(!observe.Accepts(c.last)) * log1p(c.proof.Unsupported)
		}, "Much code was changed, and no check or commit speaks for it.", ""},
		{"last_step_failed", func(c *view) float64 {
			return truth(c.end.Step != nil && c.end.Step.Outcome == transcript.Errored)
		}, "The last call failed.", ""},
		{"test_earlier", func(c *view) float64 {
			if c.checkAfter(shell.ClassTest, output.Passed) > 0 {
				return 0 // test_passed says so
			}
			for _, k := range c.a.Checks {
				if k.Work.Has(shell.ClassTest) && k.Verdict == output.Passed {
					return 1
				}
			}
			return 0
		}, "Tests passed on the way.", ""},

		{"committed", func(c *view) float64 { return truth(c.a.Commits > 0 && c.a.CommitsAfterChange) }, "The work was committed after the last change.", ""},
		{"pushed", func(c *view) float64 { return truth(c.a.Pushes > 0 || c.a.Pulls > 0) }, "The work was pushed, or a pull request was opened.", ""},
		{"rejects_last", func(c *view) float64 { return truth(c.refused()) }, "The person refused calls in the last turn.", ""},
		{"interrupts", func(c *view) float64 { return log1p(c.a.Interrupts) }, "The person interrupted the agent more than once.", ""},
		{"failures_last", func(c *view) float64 { return truth(c.last.Failures > 0) }, "An API error or a usage limit came in the last turn.", ""},
		{"plan_approved", func(c *view) float64 { return truth(c.a.PlanApproved()) }, "A plan was approved.", ""},
		{"plan_refused", func(c *view) float64 { return truth(c.a.PlanRefused()) }, "The last plan was refused with words.", ""},
		{"handed_plan", func(c *view) float64 {
			return truth(len(c.a.Turns) > 0 && c.a.Turns[0].Raw.Origin == transcript.PlanHand)
		}, "The session carries out a plan.", ""},
	}
	f = append(f,
		feature{"stakes_tested", func(c *view) float64 {
			return c.highStakes() * max(c.checkAfter(shell.ClassTest, output.Passed), truth(c.reproducedNow()))
		}, "The change was tested after it was made.", ""},
		feature{"stakes_delivered", func(c *view) float64 {
			return c.highStakes() * truth(c.a.CommitsAfterChange || c.end.Delivery || observe.WantsDelivery(c.last))
		}, "The change was delivered at the person's word.", ""},
		feature{"stakes_followed", func(c *view) float64 { return c.highStakes() * math.Min(1, float64(c.built())/3) },
			"The person had further steps built on what was done.", ""},
		feature{"stakes_nothing", func(c *view) float64 { return c.highStakes() * truth(!c.a.Touched()) }, "Something was to be built or fixed, and nothing was changed.", ""},
		feature{"answered", func(c *view) float64 {
			return c.answering() * c.ends(observe.EndAnswer) * truth(!c.end.Announces && !observe.AsksMostly(c.last.Answer.Text))
		}, "The record ends on an answer to what was asked.", ""},
		feature{"small_done", func(c *view) float64 {
			return c.is(fact.SmallChange) * truth(c.a.Touched()) * c.ends(observe.EndAnswer) * (1 - c.unproven()/2)
		}, "The change was applied.", ""},
		feature{"stakes_unproven", func(c *view) float64 { return c.highStakes() * c.unproven() }, "A change of this kind needs a check or the person's word, and most of it has neither.", ""},
		feature{"complaint_open", func(c *view) float64 { return truth(c.complaintOpen()) }, "Nothing shows that a complaint of the last turns was put right.", ""},
		feature{"reported", func(c *view) float64 { return truth(c.reported() && !c.reproduced(c.end.Turn)) }, "The last prompt reports that something fails.", ""},
		feature{"balked", func(c *view) float64 { return truth(c.deliveryFailed()) }, "The commit or push failed, and no other is seen to go through.", ""},
		feature{"asks_needed", func(c *view) float64 { return truth(c.asksNeeded()) }, "The agent asks for something that it needs to go on.", ""},
		feature{"plan_taken", func(c *view) float64 {
			return c.is(fact.Plan) * truth(c.a.PlanApproved() || c.end.Kind == observe.EndHanded)
		}, "The plan was accepted or handed on.", ""},
	)
	return f
}

// built counts the turns that go on from a turn with edits without a complaint:
// the next step was built on it.
func (c *view) built() int {
	n := 0
	for i := 1; i <= c.end.Turn; i++ {
		t := &c.a.Turns[i]
		if c.a.Turns[i-1].Edits > 0 && !observe.Complains(t) && !t.Trivial && t.Prompt.Opening[speech.Correct] == 0 {
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
	for i := len(c.last.Raw.Steps) - 1; i >= 0; i-- {
		switch s := &c.last.Raw.Steps[i]; {
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
	now := c.last.Prompt.Text
	if len(now) < 12 {
		return 0
	}
	for i := c.end.Turn - 1; i >= 0 && i >= c.end.Turn-3; i-- {
		if t := &c.a.Turns[i]; t.Answer.Words > 0 {
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
