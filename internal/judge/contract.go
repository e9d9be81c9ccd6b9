// Package judge is the contract that every judge answers by, and what the code
// enforces whatever a judge says: the completion criteria, the floors of silent
// completion, the failure signals, the grounding of evidence. The tables here are
// the only place where these rules stand.
package judge

import (
	"context"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/redact"
)

// Judge gives an opinion on one session. It reads; it never decides what counts.
type Judge interface {
	Name() string    // "offline", or the LLM's
	Version() string // judge_version: changes with whatever can change an answer
	Judge(ctx context.Context, d *conversation.Draft) (Opinion, error)
}

// Opinion is what a judge says before the rules are enforced. Its prose is raw.
type Opinion struct {
	Intent      fact.Intent
	Complete    bool
	Probability float64 // calibrated, 0–1
	Basis       fact.Basis
	Signal      fact.FailureSignal
	Criteria    []Criterion
	// OnRecord tells that a check that passed, a delivery or an acceptance stands in
	// the session, be it before its last change: what silence needs besides the floor
	// where the stakes are high.
	OnRecord  bool
	Evidence  []Quote
	Reasons   []Reason
	Advice    string // what would have made it crush; "" when it did
	Rubric    fact.Rubric
	Title     string
	Long      string // the title where it is not cut to MaxTitle; "" the same
	Summary   string
	Model     string
	Languages fact.Languages // where files and prompts did not tell; else empty
	Calls     []fact.Call    // to models, in order; none for the offline judge
}

// Criterion is one condition of the intent's completion rule.
type Criterion struct {
	Name  string
	Met   bool
	Quote *Quote
	// Unsure marks a condition that the verdict rests on and that is not surely so, or not
	// surely asked for, or met without a line that shows it: it counts, and no page shows it.
	Unsure bool
}

// Quote is a quote with its place. A judge that reads the draft gives Text, raw;
// Enforce looks it up in the turn. A judge that reads a redacted rendering gives
// Shown, a piece cut out of that rendering at the turn: it is grounded by being one.
type Quote struct {
	UUID  string
	Turn  int // index+1 in the draft's turns
	Line  int
	Text  string
	Shown redact.Text
}

// Reason is one thing that moved the opinion, in a sentence of our own; a quote
// inside it is raw and is redacted with it.
type Reason struct {
	For    bool
	Weight float64
	Text   string
	Turn   int
}
