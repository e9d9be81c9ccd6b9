package llm

import (
	"context"
	"errors"
	"slices"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
)

// Prior is the tracker that decides where no model does: the offline one.
type Prior interface {
	conversation.Tracker
	Version() string
}

// Bounds of what the tracker is asked. A conversation of more turns than one question
// decides is asked about in pieces, in each of which the turns before stand as well.
const (
	turnsAsked    = 26   // turns that one question decides
	trackerBudget = 3000 // of its rendering, in tokens
	leastTracker  = 800  // the same of a short conversation
	turnTokens    = 110  // of the rendering, for each turn
	answerShown   = 200  // bytes of the agent's answer to each turn
)

// What the model's probability of a shift is held to. The labels are cut by "when in doubt,
// do not cut", and what a reader gives about a half is a doubt: it cuts only where the prior
// would, too. Over two readings of both halves of the labelled people (docs/judges.md) that
// is better than a half in each of the four. The model is told a half, as the readers were.
const (
	sureShift   = 0.65        // cuts by itself
	likelyShift = 0.35        // cuts where the prior does
	cutting     = "cut-65-35" // part of the version: other bounds cut elsewhere
)

// asker finds the answer to a question: a Judge, which asks a model, or a Census,
// which counts.
type asker interface {
	ask(ctx context.Context, q Question) (fact.Answer, error)
}

// inquiry has a next question until it has none.
type inquiry interface {
	Next() (Question, bool)
	Take(a fact.Answer)
}

// settle asks until an inquiry has no more questions.
func settle(ctx context.Context, by asker, q inquiry) error {
	for {
		next, ok := q.Next()
		if !ok {
			return nil
		}
		a, err := by.ask(ctx, next)
		if err != nil {
			return err
		}
		q.Take(a)
	}
}

// Tracker finds topic shifts: the model is asked about every turn but the first, and
// a shift stands only at a turn that it was asked about. Where it gives no answer of
// use, the prior decides.
type Tracker struct {
	by    asker
	p     *Protocol
	prior Prior
}

// Tracking makes a Tracker over a prior, asking by way of a Judge.
func (j *Judge) Tracking(prior Prior) *Tracker { return &Tracker{j, j.p, prior} }

// Tracking makes a Tracker that asks nobody and counts what asking would take;
// the prior decides wherever no answer is kept.
func (c *Census) Tracking(prior Prior) *Tracker { return &Tracker{c, c.p, prior} }

// Over returns the same Tracker over another prior.
func (t *Tracker) Over(prior Prior) *Tracker { return &Tracker{t.by, t.p, prior} }

// Version changes with whatever can change where a session is cut.
func (t *Tracker) Version() string {
	return t.prior.Version() + "+" + t.p.versionFor(Tracking) + "+" + cutting
}

// Decide returns the turns that open a materially different goal, ascending, and
// whether they are settled: JudgeOK where the model was asked or had not to be,
// JudgePending where its answer is still to come, JudgeError where this run gets
// none. What is not settled is the prior's own decision. The error is the
// context's, the prior's, or that of a memory that fails.
func (t *Tracker) Decide(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, fact.JudgeStatus, error) {
	cuts, err := t.prior.Shifts(ctx, turns)
	if err != nil {
		return nil, "", err
	}
	var unsettled fact.JudgeStatus
	told := map[int]bool{} // turns that the model decided
	var out []conversation.Shift
	for _, q := range t.p.pieces(turns) {
		if err := settle(ctx, t.by, q); err != nil {
			var f *judge.Failure
			if !errors.As(err, &f) {
				return nil, "", err
			}
			if unsettled == "" || f.Status == fact.JudgePending {
				unsettled = f.Status // the other pieces are asked about all the same
			}
			continue
		}
		if !q.settled {
			continue // no answer of use: asking again would not help
		}
		for _, n := range q.turns {
			told[n] = true
		}
		for _, o := range q.found {
			prior := slices.ContainsFunc(cuts, func(c conversation.Shift) bool { return c.Turn == o.turn-1 })
			if o.probability >= sureShift || prior && o.probability >= likelyShift {
				out = append(out, conversation.Shift{Turn: o.turn - 1, Probability: o.probability, Why: "the model sees another goal"})
			}
		}
	}
	if unsettled != "" {
		return cuts, unsettled, nil
	}
	for _, c := range cuts {
		if !told[c.Turn+1] {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b conversation.Shift) int { return a.Turn - b.Turn })
	return out, fact.JudgeOK, nil
}

// pieces are the questions about the turns of one conversation, or of a stretch of it:
// every living turn but the first is in one of them.
func (p *Protocol) pieces(turns []conversation.Turn) []*inquest {
	live := conversation.Living(turns)
	if len(live) < 2 {
		return nil
	}
	n := (len(live) - 2) / turnsAsked
	size := (len(live) - 1 + n) / (n + 1) // all of about the same length
	var out []*inquest
	for from := 1; from < len(live); from += size {
		q := &inquest{p: p}
		to := min(from+size, len(live))
		for _, i := range live[from:to] {
			q.turns = append(q.turns, i+1)
		}
		scope := p.redactor.Session("tracker")
		budget := min(trackerBudget, leastTracker+turnTokens*(to-from))
		upTo := len(turns)
		if to < len(live) {
			upTo = live[to] // and the rest is asked about in another piece
		}
		q.view = p.outline(turns[:upTo], scope, budget, answerShown, q.turns[0]-1)
		var which redact.Builder
		which.Literal("Turns to decide:")
		for _, n := range q.turns {
			which.Literal(" ")
			which.Number(n)
		}
		q.task = redact.Join("\n\n", p.texts.task(Tracking, ""), which.Text())
		q.done = scope.Err() != nil // nothing is sent; the prior decides
		out = append(out, q)
	}
	return out
}

// inquest asks about turns of one conversation. Like a Case it has a next question
// until it has none.
type inquest struct {
	p       *Protocol
	view    *Rendering
	task    redact.Text
	turns   []int // numbers asked about, ascending
	done    bool
	why     flaw
	settled bool
	found   []opening
}

// Next returns the question that is due, false where there is none.
func (q *inquest) Next() (Question, bool) {
	if q.done {
		return Question{}, false
	}
	next := q.p.question(Tracking, schemaOf(Tracking), q.task, q.why, q.view.Prompts)
	next.Redacted = q.view.Redacted
	return next, true
}

// Take takes the answer to the question that Next returned.
func (q *inquest) Take(a fact.Answer) {
	if q.done {
		return
	}
	found, err := []opening(nil), errForm
	switch a.Call.Outcome {
	case fact.CallAnswered:
		found, err = readShifts(a.Text.String(), q.turns)
	case fact.CallTruncated:
		err = errLength
	}
	switch {
	case err == nil:
		q.done, q.settled, q.found = true, true, found
	case q.why != nil || a.Call.Outcome == fact.CallRefused:
		q.done = true
	default:
		q.why = err
	}
}
