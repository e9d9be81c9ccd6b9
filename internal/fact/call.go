package fact

import (
	"time"

	"prism/internal/redact"
)

// Call is one request to a model on behalf of a judge: names, hashes and
// numbers, never any text. Calls are kept with the verdicts that they made, and
// with the answers that failed: both were paid for.
type Call struct {
	Question   string // id of the question, derived from all that makes it
	Agent      string // "tracker", "language", "rubric", "outcome", "combined"
	Version    string // judge_version
	Model      string // that answered; else the one asked
	PromptHash string // of instructions and schema
	InputHash  string // of the redacted rendering
	Tokens     Tokens
	Cost       *float64 // USD; nil when the price is unknown
	Latency    time.Duration
	Attempts   int // requests sent for it; 0 where nobody counted
	RequestID  string
	At         time.Time
	Outcome    CallOutcome
}

// CallOutcome says what became of a Call.
type CallOutcome string

// What becomes of a Call. Everything but CallAnswered leaves no text to keep.
const (
	CallAnswered  CallOutcome = "answered"
	CallMalformed CallOutcome = "malformed" // an answer that is no JSON object, or too large
	CallTruncated CallOutcome = "truncated" // cut at the bound of its length
	CallRefused   CallOutcome = "refused"   // the model would not answer
)

// Answer is what a model answered to one question, kept so that nobody pays for
// it twice: the same question (Call.Question) has the same answer.
type Answer struct {
	Call Call
	Text redact.Text // the JSON object, redacted; empty unless Call.Outcome is CallAnswered
}
