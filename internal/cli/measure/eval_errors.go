package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/eval"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/redact"
	"prism/internal/term"
)

// errorKinds are what `prism eval --errors=KIND` lists.
var errorKinds = []string{"goal", "intent", "shift", "signal", "language"}

// evalError is one session, or one topic shift, that was got wrong. Its prose has
// passed the gate.
type evalError struct {
	Kind         string       `json:"kind"`
	Set          string       `json:"set"`
	Conversation string       `json:"conversation"`
	File         string       `json:"file"`
	Session      string       `json:"session"` // id of the judged one; "" for none
	First        int          `json:"first"`
	Last         int          `json:"last"`
	Label        evalSide     `json:"label"`
	Judged       evalSide     `json:"judged"`
	Doubt        string       `json:"doubt"` // of the labels
	Reasons      []evalReason `json:"reasons"`
	sure         float64      // how sure the judge was of what is wrong, 0–1
}

// evalSide is what the label, or the judge, says.
type evalSide struct {
	First    int                `json:"first"`
	Last     int                `json:"last"`
	Goal     string             `json:"goal"` // the label's goal, the judge's title
	Intent   fact.Intent        `json:"intent"`
	Complete bool               `json:"goal_complete"`
	P        float64            `json:"p"`
	Basis    fact.Basis         `json:"basis"`
	Signal   fact.FailureSignal `json:"failure_signal"`
	Language string             `json:"language"`
	Evidence []evalQuote        `json:"evidence"`
}

// evalQuote is a quote with its turn in the conversation.
type evalQuote struct {
	Turn  int    `json:"turn"`
	Quote string `json:"quote"`
}

// evalReason is what moved the judge.
type evalReason struct {
	For    bool    `json:"for"`
	Weight float64 `json:"weight"`
	Text   string  `json:"text"`
}

// evalErrors lists what a judge got wrong, the surest first. What labels quote is
// transcript text: it passes the gate.
// all counts them, --limit or not.
func evalErrors(p *job.Program, j *job.Job, o *evalOptions, b *bench, m *measured) (list []evalError, all int, err error) {
	gate, err := redact.New(redact.Options{Words: p.Names()})
	if err != nil {
		return nil, 0, err
	}
	out := []evalError{}
	for i := range m.items {
		it := &m.items[i]
		scope := gate.Session(it.Gold.Conversation)
		if o.errors == "shift" {
			out = append(out, shiftErrors(it, m.sessions[i], scope)...)
		}
		for _, pair := range it.Pairs() {
			if o.errors == "shift" || pair.Predicted != nil && pair.Predicted.Unjudged || !wrong(o.errors, &pair) {
				continue
			}
			e := evalError{Kind: o.errors, First: pair.Gold.First, Last: pair.Gold.Last, Label: labelSide(pair.Gold, scope), Doubt: scope.Text(pair.Gold.Doubt).String(), Reasons: []evalReason{}, sure: 1}
			for k := range it.Predicted {
				if q := &it.Predicted[k]; q == pair.Predicted {
					e.judgedBy(m.sessions[i][k], q)
					if o.errors == "goal" { // the reasons speak of the verdict
						e.because(m.sessions[i][k], q)
					}
				}
			}
			out = append(out, e)
		}
		for k := range out {
			if e := &out[k]; e.File == "" {
				e.Set, e.Conversation, e.File = it.Gold.Set, it.Gold.Conversation, b.entries[i].Path
			}
		}
	}
	slices.SortStableFunc(out, func(a, b evalError) int { return -cmp.Compare(a.sure, b.sure) })
	all = len(out)
	if o.limit > 0 && all > o.limit {
		out = out[:o.limit]
	}
	return out, all, nil
}

// wrong reports whether a pair is an error of the kind.
func wrong(kind string, pair *eval.Pair) bool {
	q := pair.Predicted
	if q == nil {
		return true
	}
	switch kind {
	case "intent":
		return q.Intent != pair.Gold.Intent
	case "signal":
		return q.Signal != pair.Gold.Signal
	case "language":
		return !eval.SameLanguage(pair.Gold.Language, q.Language)
	}
	return !pair.Gold.Contested && q.Complete != pair.Gold.GoalComplete
}

// shiftErrors are the topic shifts that were missed or made up, each with the
// labelled and the judged session that lie there.
func shiftErrors(it *eval.Item, sessions []*fact.Session, scope *redact.Scope) []evalError {
	var out []evalError
	missed, invented := it.Shifts()
	for _, turn := range slices.Concat(missed, invented) {
		e := evalError{Kind: "shift_missed", First: turn, Last: turn, Reasons: []evalReason{}}
		if slices.Contains(invented, turn) {
			e.Kind = "shift_made_up"
		}
		for k := range it.Gold.Sessions {
			if g := &it.Gold.Sessions[k]; g.First <= turn && turn <= g.Last {
				e.Label = labelSide(g, scope)
			}
		}
		for k := range it.Predicted {
			if q := &it.Predicted[k]; q.First <= turn && turn <= q.Last {
				e.judgedBy(sessions[k], q)
			}
		}
		out = append(out, e)
	}
	return out
}

func labelSide(g *eval.GoldSession, scope *redact.Scope) evalSide {
	s := evalSide{
		First: g.First, Last: g.Last, Goal: scope.Text(g.Goal).String(), Intent: g.Intent, Complete: g.GoalComplete,
		P: g.P, Basis: g.Basis, Signal: g.Signal, Language: g.Language, Evidence: []evalQuote{},
	}
	for _, q := range g.Evidence {
		s.Evidence = append(s.Evidence, evalQuote{q.Turn, scope.Text(q.Quote).String()})
	}
	return s
}

// judgedBy fills in what the judge said.
func (e *evalError) judgedBy(s *fact.Session, q *eval.Predicted) {
	v := &s.Verdict
	e.Session = s.ID
	e.Judged = evalSide{
		First: q.First, Last: q.Last, Goal: v.Title.String(), Intent: q.Intent, Complete: q.Complete, P: q.Confidence,
		Basis: v.Basis, Signal: q.Signal, Language: q.Language, Evidence: []evalQuote{},
	}
	for _, ev := range v.Evidence {
		e.Judged.Evidence = append(e.Judged.Evidence, evalQuote{q.First + ev.Turn - 1, ev.Quote.String()})
	}
}

// because fills in what moved the judge, and how sure it was of its verdict.
func (e *evalError) because(s *fact.Session, q *eval.Predicted) {
	for _, r := range s.Verdict.Reasons {
		e.Reasons = append(e.Reasons, evalReason{r.For, r.Weight, r.Text.String()})
	}
	e.sure = q.Confidence
	if !q.Complete {
		e.sure = 1 - q.Confidence
	}
}

func showErrors(p *job.Program, o *evalOptions, list []evalError, all int) {
	if o.errors == "" {
		return
	}
	sc := p.Screen
	head := phrase.Capital(phrase.Count(all, "error", "errors")) + " in " + o.errors + ", the surest first"
	if len(list) < all {
		head = fmt.Sprintf("%d errors in %s, the surest %d", all, o.errors, len(list))
	}
	sc.Heading(head)
	for n := range list {
		e := &list[n]
		sc.Line()
		where := turnsText(e.First, e.Last)
		if rest, ok := strings.CutPrefix(e.Kind, "shift_"); ok {
			where = "shift " + phrase.Spoken(rest) + " at " + where
		}
		sc.Linef("%d. %s/%s, %s", n+1, term.Clean(e.Set), term.Clean(e.Conversation), where)
		side := func(name string, s *evalSide) {
			if s.Last == 0 {
				sc.Linef("   %-7s —", name)
				return
			}
			landed := "not landed"
			if s.Complete {
				landed = "landed"
			}
			parts := []string{fmt.Sprintf("%s (%.2f)", landed, s.P), phrase.Intent(s.Intent), string(s.Basis)}
			if s.Signal != fact.NoSignal && s.Signal != "" {
				parts = append(parts, phrase.Spoken(string(s.Signal)))
			}
			parts = append(parts, s.Language)
			if s.First != e.First || s.Last != e.Last {
				parts = append([]string{turnsText(s.First, s.Last)}, parts...)
			}
			sc.Hang(fmt.Sprintf("   %-7s ", name), term.Clean(strings.Join(slices.DeleteFunc(parts, func(x string) bool { return x == "" }), ", ")+": "+s.Goal))
			for _, q := range s.Evidence {
				if o.errors == "shift" {
					break // they speak of the verdict
				}
				sc.Hang("           ", sc.Paint(term.Faint, fmt.Sprintf("turn %d: ", q.Turn)+term.Clean(q.Quote)))
			}
		}
		side("label", &e.Label)
		side("judged", &e.Judged)
		if e.Doubt != "" && o.errors != "shift" {
			sc.Hang("   doubt   ", term.Clean(e.Doubt))
		}
		for _, r := range e.Reasons {
			word := "against"
			if r.For {
				word = "for"
			}
			sc.Hang(fmt.Sprintf("   %-7s ", word), fmt.Sprintf("%.2f %s", r.Weight, term.Clean(r.Text)))
		}
		if e.Session != "" {
			sc.Line("   ", sc.Paint(term.Faint, "prism show "+e.Session[:min(len(e.Session), 8)]+" "+job.ShellQuote(e.File)))
		}
	}
}

func turnsText(first, last int) string {
	if first == last {
		return fmt.Sprintf("turn %d", first)
	}
	return fmt.Sprintf("turns %d–%d", first, last)
}
