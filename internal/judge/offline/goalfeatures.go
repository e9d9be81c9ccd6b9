package offline

import (
	"math"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
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
	a      *account
	last   *turnAccount // the turn in which the record ends
	before *turnAccount // the one before it; nil none
	end    *ending
	intent []float64 // probability of each of fact.Intents, then of none
	proof  proof
}

func newView(a *account, intent []float64) *view {
	c := &view{a: a, end: &a.end, intent: intent, proof: prove(a, a.end.turn)}
	if a.end.turn >= 0 {
		c.last = &a.turns[a.end.turn]
		if a.end.turn > 0 {
			c.before = &a.turns[a.end.turn-1]
		}
	} else {
		c.last = &turnAccount{turn: &conversation.Turn{}, lastCheck: -1}
	}
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
func (c *view) checkAfter(w shell.Class, v verdict) float64 {
	k, ok := c.a.after(w)
	return truth(ok && k.verdict == v)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func log1p(n int) float64 { return math.Log1p(float64(n)) }

// recent counts, over the last n turns, those for which f holds.
func (c *view) recent(n int, f func(*turnAccount) bool) int {
	k := 0
	for i := c.end.turn; i >= 0 && i > c.end.turn-n; i-- {
		if f(&c.a.turns[i]) {
			k++
		}
	}
	return k
}

// says reports whether the closing words of the record say one of some things.
func (c *view) says(cs ...class) bool {
	if c.end.kind != endAnswer && c.end.kind != endAsking {
		return false
	}
	for _, k := range cs {
		if c.last.told.count[k] > 0 {
			return true
		}
	}
	return false
}

func (c *view) ends(kinds ...endKind) float64 {
	for _, k := range kinds {
		if c.end.kind == k {
			return 1
		}
	}
	return 0
}

// complains reports whether a turn's prompt says that something is still wrong.
func complains(t *turnAccount) bool {
	h := &t.heard
	if t.first && !h.any(swear) {
		return false // it reports what is to be done
	}
	if h.opening[complain] > 0 || h.opening[swear] > 0 {
		return true
	}
	return h.words <= 60 && h.any(complain, swear)
}

// accepts reports whether a turn's prompt takes the work so far as good: its
// first words say so, and it is neither a question nor a complaint.
func accepts(t *turnAccount) bool {
	h := &t.heard
	if complains(t) || h.question && h.words <= 20 {
		return false
	}
	if h.leads[accept] > 0 && h.opening[accept] > 0 && (h.lead1[accept] < 40 || h.words <= 15) {
		return true
	}
	return h.any(thanks) && h.words <= 6
}

// wantsDelivery reports whether a turn asks to commit, push or open a pull request.
func wantsDelivery(t *turnAccount) bool {
	return t.heard.opening[deliver] > 0 || commandDelivers(t.turn.Command)
}

func goalFeatures() []feature {
	const verify = shell.ClassBuild | shell.ClassLint | shell.ClassTypeCheck
	f := []feature{
		{"end_answer", func(c *view) float64 { return c.ends(endAnswer) }, "The record ends on a closing answer.", "The record does not end on a closing answer."},
		{"end_call", func(c *view) float64 { return c.ends(endCall) * truth(c.end.cut()) }, "The record stops on a tool call that nothing came back for.", ""},
		{"end_result", func(c *view) float64 { return c.ends(endResult) * truth(c.end.cut()) }, "The record stops on a tool result, without a closing answer.", ""},
		{"end_interrupt", func(c *view) float64 { return c.ends(endInterrupt, endRefused) }, "The person stopped the agent and said no more.", ""},
		{"end_failure", func(c *view) float64 { return c.ends(endFailure) }, "An API error or a usage limit ended the work.", ""},
		{"end_prompt", func(c *view) float64 { return c.ends(endPrompt) }, "The last prompt was not answered.", ""},
		{"end_asking", func(c *view) float64 { return c.ends(endAsking) }, "The agent's last question was not answered.", ""},
		{"end_handed", func(c *view) float64 { return c.ends(endHanded) }, "The last plan was handed on.", ""},
		{"end_plan", func(c *view) float64 { return c.ends(endPlan) }, "The record ends on a plan that nobody answered.", ""},
		{"cut", func(c *view) float64 { return truth(c.end.cut()) }, "The record stops in mid-work.", "The record does not stop in mid-work."},
		{"delivery", func(c *view) float64 { return truth(c.end.delivery) }, "The last act is the commit or push that delivers the work.", ""},
		{"green_end", func(c *view) float64 { return truth(c.end.green) }, "The last act is a check that passed.", ""},
		{"announces", func(c *view) float64 { return truth(c.end.announce) }, "The closing words announce work that did not follow.", ""},

		{"says_done", func(c *view) float64 { return truth(c.says(saysDone)) }, "The agent says that the work is done.", "The agent does not say that the work is done."},
		{"says_verified", func(c *view) float64 { return truth(c.says(saysVerified)) }, "The agent says that checks passed.", ""},
		{"says_cause", func(c *view) float64 { return truth(c.says(saysCause)) }, "The agent states a conclusion.", ""},
		{"says_not_done", func(c *view) float64 { return truth(c.says(saysNotDone)) }, "The agent says that something is left to do.", ""},
		{"says_blocked", func(c *view) float64 { return truth(c.says(saysBlocked) && c.last.told.closing[saysBlocked] > 0) }, "The agent says that something could not be done.", ""},
		{"says_gave_up", func(c *view) float64 { return truth(c.says(saysGaveUp)) }, "The agent says that it did not succeed.", ""},
		{"says_fail", func(c *view) float64 { return truth(c.says(saysFail) && c.last.told.closing[saysFail] > 0) }, "The agent's closing words tell of errors.", ""},
		{"says_sorry", func(c *view) float64 { return truth(c.says(saysSorry)) }, "The agent apologises or is corrected.", ""},
		{"says_ask", func(c *view) float64 { return truth(c.last.told.closing[saysAsk] > 0 && c.says(saysAsk)) }, "The agent ends by asking for something.", ""},
		{"says_you_test", func(c *view) float64 { return truth(c.says(saysYouTest)) * c.unproven() }, "The agent leaves the test to the person.", ""},
		{"closing_question", func(c *view) float64 {
			return c.ends(endAnswer) * truth(c.last.told.question && c.last.told.closing[saysOffer] == 0)
		}, "The closing words end on a question.", ""},
		{"question_not_done", func(c *view) float64 {
			return c.ends(endAnswer) * truth(c.last.told.question && !c.says(saysDone, saysVerified))
		}, "The agent ends by asking, without saying that anything is done.", ""},
		{"asks_back", func(c *view) float64 {
			return c.ends(endAnswer) * truth(!c.a.touched() && asksMostly(c.last.told.text))
		}, "The agent asks back instead of doing it.", ""},
		{"asks_untouched", func(c *view) float64 {
			return c.ends(endAnswer) * truth(!c.a.touched() && c.last.told.question && c.last.steps == 0)
		}, "The agent ends by asking, and nothing was done.", ""},
		{"closing_checkmark", func(c *view) float64 {
			return c.ends(endAnswer) * truth(strings.ContainsAny(c.last.told.text, "✅✓✔☑"))
		}, "The agent ticks off what was done.", ""},

		{"last_accepts", func(c *view) float64 { return truth(accepts(c.last)) }, "The person accepts the work.", ""},
		{"last_thanks", func(c *view) float64 { return truth(c.last.heard.any(thanks)) }, "The person says thanks.", ""},
		{"last_complains", func(c *view) float64 { return truth(complains(c.last)) }, "The last prompt says that something is still wrong.", ""},
		{"last_swears", func(c *view) float64 { return truth(c.last.heard.words <= 80 && c.last.heard.any(swear)) }, "The person is annoyed.", ""},
		{"last_abandons", func(c *view) float64 { return truth(c.last.heard.opening[abandon] > 0 && c.last.heard.words <= 40) }, "The person drops the work.", ""},
		{"last_delivers", func(c *view) float64 { return truth(wantsDelivery(c.last) && !c.balked()) }, "The person asks to commit, push or merge.", ""},
		{"last_undoes", func(c *view) float64 { return truth(takesBack(c.last)) }, "The person asks to undo.", ""},
		{"last_corrects", func(c *view) float64 { return truth(!c.last.first && c.last.heard.opening[correct] > 0) }, "The last prompt corrects the agent.", ""},
		{"last_assents", func(c *view) float64 { return truth(c.last.heard.opening[assent] > 0 && c.last.heard.words <= 15) }, "The person agrees.", ""},
		{"before_complains", func(c *view) float64 { return truth(c.before != nil && complains(c.before)) }, "The prompt before the last says that something is wrong.", ""},
		{"complaints", func(c *view) float64 { return log1p(c.recent(len(c.a.turns), complains)) }, "The person complains again and again.", ""},
		{"acceptances", func(c *view) float64 { return log1p(c.recent(len(c.a.turns), accepts)) }, "The person accepts steps on the way.", ""},
		{"repeats", func(c *view) float64 {
			return repeats(c) * truth(c.before != nil && c.before.closing != nil && c.before.interrupts+c.before.failures == 0)
		}, "The last prompt says much the same as the one before.", ""},

		{"test_passed", func(c *view) float64 { return c.checkAfter(shell.ClassTest, passed) }, "Tests passed after the last change.", "No test passed after the last change."},
		{"test_failed", func(c *view) float64 { return c.checkAfter(shell.ClassTest, failed) }, "Tests failed after the last change.", ""},
		{"build_passed", func(c *view) float64 { return c.checkAfter(verify, passed) }, "Build, lint or types passed after the last change.", ""},
		{"build_failed", func(c *view) float64 { return c.checkAfter(verify, failed) }, "Build, lint or types failed after the last change.", ""},
		{"run_passed", func(c *view) float64 {
			k, ok := c.a.after(shell.ClassRun)
			return truth(ok && k.verdict == passed && !k.weak)
		}, "A run of the program went well after the last change.", ""},
		{"run_failed", func(c *view) float64 { return c.checkAfter(shell.ClassRun, failed) }, "A run of the program failed after the last change.", ""},
		{"unchecked_change", func(c *view) float64 {
			_, ok := c.a.after(shell.Verifies | shell.ClassRun)
			return truth(len(c.a.edits) > 0 && !ok)
		}, "Nothing was run after the last change.", ""},
		{"unchecked_lines", func(c *view) float64 {
			return truth(!accepts(c.last)) * log1p(c.proof.bare)
		}, "Much code was changed, and no check, commit or next step speaks for it.", ""},
		{"last_check_failed", func(c *view) float64 {
			n := len(c.a.checks)
			return truth(n > 0 && c.a.checks[n-1].verdict == failed)
		}, "The last check failed.", ""},
		{"last_step_failed", func(c *view) float64 {
			return truth(c.end.step != nil && c.end.step.Outcome == transcript.Errored)
		}, "The last call failed.", ""},
		{"test_earlier", func(c *view) float64 {
			if c.checkAfter(shell.ClassTest, passed) > 0 {
				return 0 // test_passed says so
			}
			for _, k := range c.a.checks {
				if k.work.Has(shell.ClassTest) && k.verdict == passed {
					return 1
				}
			}
			return 0
		}, "Tests passed on the way.", ""},
		{"errors_last", func(c *view) float64 { return float64(c.last.errors) / float64(1+c.last.steps) }, "Calls failed in the last turn.", ""},

		{"committed", func(c *view) float64 { return truth(c.a.commits > 0 && c.a.commitsAfterChange) }, "The work was committed after the last change.", ""},
		{"pushed", func(c *view) float64 { return truth(c.a.pushes > 0 || c.a.pulls > 0) }, "The work was pushed, or a pull request was opened.", ""},
		{"undone", func(c *view) float64 { return truth(c.a.undos > 0) }, "Work was thrown away.", ""},
		{"rejects_last", func(c *view) float64 { return truth(c.last.rejects > 0) }, "The person refused calls in the last turn.", ""},
		{"interrupts_last", func(c *view) float64 { return truth(c.last.interrupts > 0) }, "The person interrupted the last turn.", ""},
		{"interrupts", func(c *view) float64 { return log1p(c.a.interrupts) }, "The person interrupted the agent again and again.", ""},
		{"failures_last", func(c *view) float64 { return truth(c.last.failures > 0) }, "API errors came in the last turn.", ""},
		{"plan_approved", func(c *view) float64 { return truth(planApproved(c.a)) }, "A plan was approved.", ""},
		{"plan_refused", func(c *view) float64 { return truth(planRefused(c.a)) }, "The last plan was refused with words.", ""},
		{"handed_plan", func(c *view) float64 {
			return truth(len(c.a.turns) > 0 && c.a.turns[0].turn.Origin == transcript.PlanHand)
		}, "The session carries out a plan.", ""},
	}
	f = append(f,
		feature{"stakes_tested", func(c *view) float64 {
			return c.highStakes() * c.checkAfter(shell.ClassTest, passed)
		}, "The change was tested after it was made.", ""},
		feature{"stakes_built", func(c *view) float64 {
			return c.highStakes() * c.checkAfter(verify, passed)
		}, "The change was seen to build, or to pass lint or types.", ""},
		feature{"stakes_ran", func(c *view) float64 {
			k, ok := c.a.after(shell.ClassRun)
			return c.highStakes() * truth(ok && k.verdict == passed)
		}, "The change was run after it was made.", ""},
		feature{"stakes_accepted", func(c *view) float64 {
			return c.highStakes() * truth(accepts(c.last) || c.before != nil && accepts(c.before))
		}, "The person took the change as good.", ""},
		feature{"stakes_delivered", func(c *view) float64 {
			return c.highStakes() * truth(c.a.commitsAfterChange || c.end.delivery || wantsDelivery(c.last))
		}, "The person had the change committed.", ""},
		feature{"stakes_followed", func(c *view) float64 { return c.highStakes() * math.Min(1, float64(c.built())/3) },
			"The person built further steps on what was done.", ""},
		feature{"stakes_nothing", func(c *view) float64 { return c.highStakes() * truth(!c.a.touched()) }, "Something was to be built or fixed, and nothing was changed.", ""},
		feature{"answered", func(c *view) float64 {
			return c.answering() * c.ends(endAnswer) * truth(!c.end.announce && !asksMostly(c.last.told.text))
		}, "The question was answered.", ""},
		feature{"concluded", func(c *view) float64 { return c.answering() * truth(c.says(saysCause)) }, "A conclusion was stated.", ""},
		feature{"small_done", func(c *view) float64 {
			return c.is(fact.SmallChange) * truth(c.a.touched()) * c.ends(endAnswer) * (1 - c.unproven()/2)
		}, "The change was applied.", ""},
		feature{"proven", func(c *view) float64 { return c.proof.share }, "Most of what was changed was checked, committed or built upon.", ""},
		feature{"unproven", func(c *view) float64 { return c.unproven() }, "No check, commit or next step speaks for most of what was changed.", ""},
		feature{"stakes_unproven", func(c *view) float64 { return c.highStakes() * c.unproven() }, "A change of this kind needs a check or the person's word, and most of it has neither.", ""},
		feature{"complaint_open", func(c *view) float64 { return truth(c.complaintOpen()) }, "A complaint of the last turns was not put right.", ""},
		feature{"reported", func(c *view) float64 { return truth(c.reported()) }, "The last prompt reports an error.", ""},
		feature{"unmended", func(c *view) float64 { return math.Min(2, float64(unmended(c.a, c.last))) }, "A check failed in the last turn and was not seen to pass again.", ""},
		feature{"balked", func(c *view) float64 { return truth(c.balked()) }, "The commit or push failed, and no other went through.", ""},
		feature{"asks_needed", func(c *view) float64 { return truth(c.asksNeeded()) }, "The agent asks for something that it needs to go on.", ""},
		feature{"plan_taken", func(c *view) float64 {
			return c.is(fact.Plan) * truth(planApproved(c.a) || c.end.kind == endHanded)
		}, "The plan was accepted or handed on.", ""},
	)
	return f
}

// explicit reports whether the person or the output says that the work is good:
// a check that passed after the last change, a word, a commit, a plan taken.
func (c *view) explicit() bool {
	if k, ok := c.a.after(checks); ok && k.verdict == passed && !k.weak && c.a.touched() {
		return true
	}
	if c.a.commitsAfterChange || c.end.delivery || c.end.kind == endHanded {
		return true
	}
	for i := c.end.turn; i >= 0 && i > c.end.turn-2; i-- {
		if t := &c.a.turns[i]; accepts(t) || wantsDelivery(t) {
			return true
		}
	}
	return false
}

// built counts the turns that go on from a turn with edits without a complaint:
// the next step was built on it.
func (c *view) built() int {
	n := 0
	for i := 1; i <= c.end.turn; i++ {
		t := &c.a.turns[i]
		if c.a.turns[i-1].edits > 0 && !complains(t) && !t.trivial && t.heard.opening[correct] == 0 {
			n++
		}
	}
	return n
}

func planApproved(a *account) bool {
	for _, p := range a.plans {
		if p.step.PlanApproved {
			return true
		}
	}
	return false
}

func planRefused(a *account) bool {
	if len(a.plans) == 0 {
		return false
	}
	s := a.plans[len(a.plans)-1].step
	return s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) != "" && !s.PlanApproved
}

// repeats is how much the last prompt says of what an earlier one of the last
// three said: the share of its words, 0–1.
func repeats(c *view) float64 {
	best := 0.0
	now := c.last.heard.text
	if len(now) < 12 {
		return 0
	}
	for i := c.end.turn - 1; i >= 0 && i >= c.end.turn-3; i-- {
		best = math.Max(best, similarity(now, c.a.turns[i].heard.text))
	}
	return best
}

// similarity is the overlap of the sets of words of two short texts (Jaccard),
// 0–1.
func similarity(x, y string) float64 {
	if x == "" || y == "" {
		return 0
	}
	a, b := wordSet(x), wordSet(y)
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both+1)
}

func wordSet(s string) map[string]bool {
	var sc scanner
	out := map[string]bool{}
	for _, t := range sc.scan(s, 120) {
		out[t.word] = true
	}
	return out
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
		case "cut", "asks_back", "stakes_unproven", "unproven", "end_failure", "end_asking", "end_plan", "end_handed", "stakes_nothing":
			out[i] = loose
		}
	}
	return out
}

// loose is the share of the penalty that such features bear.
const loose = 0.25
