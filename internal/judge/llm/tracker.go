package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
)

// Prior is a tracker that says how sure it is about every turn: the offline one.
type Prior interface {
	conversation.Tracker
	// Probabilities returns, for each of the turns, how likely it opens a
	// materially different goal; that of the first is of no meaning.
	Probabilities(turns []conversation.Turn) []float64
	Version() string
}

// Band is where the prior is unsure: from From to To the model is asked, below
// it nothing is cut, above it there is a cut.
type Band struct{ From, To float64 }

// DefaultBand asks about turns that the prior gives between one in ten and seven
// in ten. docs/judges.md says how many those are.
func DefaultBand() Band { return Band{0.1, 0.7} }

// maxDoubts bounds the turns that one question asks about; the least sure are
// asked about, for the others the prior decides.
const maxDoubts = 24

// trackerBudget bounds the rendering that the tracker is shown, in tokens.
const trackerBudget = 2000

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

// Tracker finds topic shifts: where the prior is sure it decides, elsewhere the
// model. A shift stands only at a turn that the model was asked about, or where
// the prior was sure.
type Tracker struct {
	by    asker
	p     *Protocol
	prior Prior
	band  Band
}

// Tracking makes a Tracker over a prior, asking by way of a Judge.
func (j *Judge) Tracking(prior Prior, band Band) *Tracker { return &Tracker{j, j.p, prior, band} }

// Tracking makes a Tracker that asks nobody and counts what asking would take;
// the prior decides wherever no answer is kept.
func (c *Census) Tracking(prior Prior, band Band) *Tracker { return &Tracker{c, c.p, prior, band} }

// Over returns the same Tracker over another prior.
func (t *Tracker) Over(prior Prior) *Tracker { return &Tracker{t.by, t.p, prior, t.band} }

// Version changes with whatever can change where a session is cut.
func (t *Tracker) Version() string {
	return fmt.Sprintf("%s+%s/%g-%g", t.prior.Version(), t.p.versionFor(Tracking), t.band.From, t.band.To)
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
	odds := t.prior.Probabilities(turns)
	if len(odds) != len(turns) {
		return nil, "", fmt.Errorf("track: %d probabilities for %d turns", len(odds), len(turns))
	}
	q := t.p.doubt(turns, t.doubts(odds))
	if err := settle(ctx, t.by, q); err != nil {
		var f *judge.Failure
		if !errors.As(err, &f) {
			return nil, "", err
		}
		return cuts, f.Status, nil
	}
	if len(q.told) == 0 { // nothing to ask, or no answer of use: asking again would not help
		return cuts, fact.JudgeOK, nil
	}
	var out []conversation.Shift
	for _, c := range cuts {
		if _, asked := q.told[c.Turn+1]; !asked {
			out = append(out, c)
		}
	}
	for number, v := range q.told {
		if v.fresh && v.probability >= 0.5 { // an answer may not contradict itself
			out = append(out, conversation.Shift{Turn: number - 1, Probability: v.probability, Why: "the model sees another goal"})
		}
	}
	slices.SortFunc(out, func(a, b conversation.Shift) int { return a.Turn - b.Turn })
	return out, fact.JudgeOK, nil
}

// doubts are the numbers of the turns to ask about, ascending.
func (t *Tracker) doubts(odds []float64) []int {
	var out []int
	for i := 1; i < len(odds); i++ {
		if odds[i] >= t.band.From && odds[i] <= t.band.To {
			out = append(out, i+1)
		}
	}
	if len(out) > maxDoubts {
		slices.SortStableFunc(out, func(a, b int) int {
			x, y := sure(odds[a-1]), sure(odds[b-1])
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		out = out[:maxDoubts]
		slices.Sort(out)
	}
	return out
}

func sure(p float64) float64 { return max(p, 1-p) }

// doubting asks about turns of one conversation. Like a Case it has a next
// question until it has none.
type doubting struct {
	p     *Protocol
	view  *Rendering
	task  redact.Text
	turns []int // numbers asked about, ascending
	done  bool
	why   flaw
	told  map[int]verdictOn
}

func (p *Protocol) doubt(turns []conversation.Turn, about []int) *doubting {
	q := &doubting{p: p, turns: about, done: true}
	if len(about) == 0 {
		return q
	}
	scope := p.redactor.Session("tracker")
	q.view = p.renderPrompts(&conversation.Draft{Turns: turns}, scope, trackerBudget)
	var which redact.Builder
	which.Literal("Turns to decide:")
	for _, n := range about {
		which.Literal(" ")
		which.Number(n)
	}
	q.task = redact.Join("\n\n", p.texts.task(Tracking, ""), which.Text())
	q.done = scope.Err() != nil // nothing is sent; the prior decides
	return q
}

// Next returns the question that is due, false where there is none.
func (q *doubting) Next() (Question, bool) {
	if q.done {
		return Question{}, false
	}
	next := q.p.question(Tracking, schemaOf(Tracking, ""), q.task, q.why, q.view.Prompts)
	next.Redacted = q.view.Redacted
	next.Estimate.Output = int64(usualAnswer(Tracking) + usualTurn*len(q.turns))
	return next, true
}

// Take takes the answer to the question that Next returned.
func (q *doubting) Take(a fact.Answer) {
	if q.done {
		return
	}
	list, err := []verdictOn(nil), errForm
	switch a.Call.Outcome {
	case fact.CallAnswered:
		list, err = readTurns(a.Text.String(), q.turns)
	case fact.CallTruncated:
		err = errLength
	}
	switch {
	case err == nil:
		q.done, q.told = true, make(map[int]verdictOn, len(list))
		for _, v := range list {
			q.told[v.turn] = v
		}
	case q.why != nil || a.Call.Outcome == fact.CallRefused:
		q.done = true
	default:
		q.why = err
	}
}
