package wire

import (
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
)

// Verdict is what one judge said of a session, beside the others.
type Verdict struct {
	Judge         SessionJudge `json:"judge"`
	At            *string      `json:"at"`
	Status        string       `json:"status"`
	Intent        *string      `json:"intent"`
	GoalComplete  *bool        `json:"goal_complete"`
	Confidence    *float64     `json:"confidence"`
	Basis         *string      `json:"basis"`
	FailureSignal *string      `json:"failure_signal"`
	Criteria      []Criterion  `json:"criteria"`
	Evidence      []Evidence   `json:"evidence"`
	Asked         Asked        `json:"asked"`
}

// PastVerdict is one of all verdicts that are kept of a session. Session is what it was
// said of: the session's own id, or that of a part which was merged into it since.
type PastVerdict struct {
	Session string `json:"session"`
	Verdict
}

// Asked is what a verdict took of a model: requests, tokens, and their cost, null
// at an unknown price.
type Asked struct {
	Questions int      `json:"questions"`
	Tokens    Tokens   `json:"tokens"`
	CostUSD   *float64 `json:"cost_usd"`
}

// Label is what a person said of a session.
type Label struct {
	GoalComplete bool    `json:"goal_complete"`
	Note         string  `json:"note"`
	At           *string `json:"at"`
}

// FromLabel is the wire form of what a person said.
func FromLabel(goalComplete bool, note redact.Text, at time.Time) *Label {
	return &Label{goalComplete, note.String(), Instant(at)}
}

// FromVerdict is the wire form of a verdict.
func FromVerdict(v *fact.Verdict) Verdict {
	w := Verdict{Judge: fromJudge(v), At: Instant(v.At), Status: string(v.Status), Criteria: fromCriteria(v.Criteria), Evidence: []Evidence{}, Asked: fromCalls(v.Calls)}
	if said(v) {
		w.Intent, w.Basis, w.FailureSignal = text(string(v.Intent)), text(string(v.Basis)), text(string(v.Signal))
		complete := v.GoalComplete
		w.GoalComplete, w.Confidence = &complete, Figure(&v.Confidence)
	}
	for _, e := range v.Evidence {
		w.Evidence = append(w.Evidence, fromEvidence(e))
	}
	return w
}

// said reports whether anybody gave a verdict.
func said(v *fact.Verdict) bool {
	switch v.Status {
	case fact.JudgePending, fact.JudgeError, fact.JudgeOptedOut, "":
		return false
	}
	return true
}

func fromJudge(v *fact.Verdict) SessionJudge {
	return SessionJudge{v.Judge, v.Version, v.Model, v.Fallback, v.Labelled, text(v.Reason)}
}

func fromCriteria(list []fact.Criterion) []Criterion {
	out := []Criterion{}
	for _, c := range list {
		wc := Criterion{Name: c.Name, Met: c.Met}
		if c.Evidence != nil {
			e := fromEvidence(*c.Evidence)
			wc.Evidence = &e
		}
		out = append(out, wc)
	}
	return out
}

func fromCalls(calls []fact.Call) Asked {
	var sum fact.Tokens
	usd := 0.0
	known := true
	for _, c := range calls {
		sum = sum.Plus(c.Tokens)
		if c.Cost == nil {
			known = false
			continue
		}
		usd += *c.Cost
	}
	a := Asked{Questions: len(calls), Tokens: FromTokens(sum, 0, false)}
	if known {
		a.CostUSD = Figure(&usd)
	}
	return a
}
