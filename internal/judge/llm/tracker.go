package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/session"
)

// Prior is a tracker that says how sure it is about every turn: the offline one.
type Prior interface {
	session.Tracker
	// Probabilities returns, for each of the turns, how likely it opens a
	// materially different goal; that of the first is of no meaning.
	Probabilities(turns []session.Turn) []float64
	Version() string
}

// Band is where the prior is unsure: from From to To the model is asked, below
// it nothing is cut, above it there is a cut.
type Band struct{ From, To float64 }

// DefaultBand asks about turns that the prior gives between one in five and four
// in five. docs/judges.md says what wider and narrower bands cost.
func DefaultBand() Band { return Band{0.2, 0.8} }

// maxDoubts bounds the turns that one question asks about; the least sure are
// asked about, for the others the prior decides.
const maxDoubts = 24

// trackerBudget bounds the rendering that the tracker is shown, in tokens.
const trackerBudget = 2500

// Tracker finds topic shifts: where the prior is sure it decides, elsewhere the
// model. It implements session.Tracker.
type Tracker struct {
	judge *Judge
	prior Prior
	band  Band
}

// Tracking makes a Tracker over a prior, asking by way of a Judge. An answer that
// cannot be had leaves the prior's own decision, which Stopped of the Judge tells.
func (j *Judge) Tracking(prior Prior, band Band) *Tracker { return &Tracker{j, prior, band} }

var _ session.Tracker = (*Tracker)(nil)

// Version changes with whatever can change where a session is cut.
func (t *Tracker) Version() string {
	return fmt.Sprintf("%s+%s/%g-%g", t.prior.Version(), t.judge.p.versionOf(Tracking), t.band.From, t.band.To)
}

// Shifts implements session.Tracker.
func (t *Tracker) Shifts(ctx context.Context, turns []session.Turn) ([]session.Shift, error) {
	cuts, err := t.prior.Shifts(ctx, turns)
	if err != nil {
		return nil, err
	}
	odds := t.prior.Probabilities(turns)
	if len(odds) != len(turns) {
		return nil, fmt.Errorf("track: %d probabilities for %d turns", len(odds), len(turns))
	}
	told, err := t.told(ctx, turns, t.doubts(odds))
	if err != nil || len(told) == 0 {
		return cuts, err
	}
	var out []session.Shift
	for _, c := range cuts {
		if _, asked := told[c.Turn+1]; !asked {
			out = append(out, c)
		}
	}
	for number, v := range told {
		if v.fresh {
			out = append(out, session.Shift{Turn: number - 1, Probability: v.probability, Why: "the model sees another goal"})
		}
	}
	slices.SortFunc(out, func(a, b session.Shift) int { return a.Turn - b.Turn })
	return out, nil
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

// told asks about turns; none of them is in the result where no answer came.
func (t *Tracker) told(ctx context.Context, turns []session.Turn, doubts []int) (map[int]verdictOn, error) {
	if len(doubts) == 0 {
		return nil, nil
	}
	p := t.judge.p
	scope := p.redactor.Session("tracker")
	view := p.renderPrompts(&session.Draft{Turns: turns}, scope, trackerBudget)
	if scope.Err() != nil {
		return nil, nil //nolint:nilerr // nothing is sent; the prior decides
	}
	var which redact.Builder
	which.Literal("Turns to decide:")
	for _, n := range doubts {
		which.Literal(" ")
		which.Number(n)
	}
	task := redact.Join("\n\n", p.texts.tracker, which.Text())
	var why flaw
	for range attempts {
		q := p.question(Tracking, schemaOf(Tracking, ""), task, why, view.Prompts)
		a, err := t.judge.ask(ctx, q)
		if err != nil {
			return nil, unlessFailure(err)
		}
		var list []verdictOn
		if a.Call.Outcome == fact.CallRefused {
			return nil, nil
		}
		if list, why = readTurns(a.Text.String(), doubts); why != nil {
			continue
		}
		out := make(map[int]verdictOn, len(list))
		for _, v := range list {
			out[v.turn] = v
		}
		return out, nil
	}
	return nil, nil
}

// unlessFailure drops an error that is about this question alone.
func unlessFailure(err error) error {
	var f *judge.Failure
	if errors.As(err, &f) {
		return nil
	}
	return err
}

// Languages asks for the languages of a session, where its files and prompts do
// not tell; what is told already stays. An answer that cannot be had changes nothing.
func (j *Judge) Languages(ctx context.Context, d *session.Draft, told fact.Languages) (fact.Languages, error) {
	const budget = 800 // tokens; the words that name a language stand early
	if told.Code != "" && told.Code != "none" && told.Prompt != "" || len(livingTurns(d)) == 0 {
		return told, nil
	}
	scope := j.p.redactor.Session("language")
	view := j.p.renderPrompts(d, scope, budget)
	if scope.Err() != nil {
		return told, nil //nolint:nilerr // nothing is sent; what is told stays
	}
	var why flaw
	for range attempts {
		a, err := j.ask(ctx, j.p.question(Speaking, schemaOf(Speaking, ""), j.p.texts.language, why, view.Prompts))
		if err != nil || a.Call.Outcome == fact.CallRefused {
			return told, unlessFailure(err)
		}
		var l fact.Languages
		if l, why = readLanguages(a.Text.String()); why != nil {
			continue
		}
		if told.Code == "" || told.Code == "none" {
			told.Code = l.Code
		}
		if told.Prompt == "" {
			told.Prompt = l.Prompt
		}
		return told, nil
	}
	return told, nil
}
