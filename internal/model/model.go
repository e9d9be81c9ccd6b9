// Package model is the one way to a language model: a Client that takes redacted
// text and gives text back. Back ends live in the rooms below; none of them can
// be handed anything but a redact.Text, which is what keeps raw transcripts in.
//
// What a model takes and gives (temperature, structured output, limits) is data
// here, and so is what a failure means. Nothing of a request's or an answer's
// text enters an error, a log or a metric.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
)

// Client answers one request. It does not retry: runner.Runner, which is a Client
// itself, counts the attempts. Errors are *Error. Many goroutines may call it.
type Client interface {
	Complete(ctx context.Context, r Request) (Response, error)
}

// Request is one question. All its prose is redact.Text.
type Request struct {
	Model  string
	System redact.Text
	// CacheSystem asks the server to keep System for the next requests, which is
	// worth while where many share it and it is longer than Profile.CacheMin.
	CacheSystem bool
	// Blocks are the parts of the one user message, stable ones first, so that a
	// prefix can be cached; Cache marks the last block of such a prefix.
	Blocks []Block
	// Schema is the closed JSON schema of the answer, this program's own; nil asks
	// for prose. Bounds in it are for the caller to check: servers do not take them.
	Schema     json.RawMessage
	SchemaName string // letters, digits, "_" and "-"; "" is "answer"
	// MaxTokens bounds the answer; where a model cannot be kept from thinking, the
	// back end adds Profile.Headroom to it. 0 is DefaultMaxTokens.
	MaxTokens   int
	Temperature *float64 // nil, or a model that refuses one: not sent
}

// DefaultMaxTokens bounds the answer of a Request that does not.
const DefaultMaxTokens = 1024

// Block is a part of the user message.
type Block struct {
	Text  redact.Text
	Cache bool
}

// Response is one answer.
type Response struct {
	Text       string // JSON as the model wrote it; data, never trusted
	Model      string // that answered, by the server's word
	Stop       Stop
	Detail     string // the server's category of a refusal, a word of its closed list; "" otherwise
	Usage      fact.Tokens
	UsageKnown bool     // false where the server told no counts
	Cost       *float64 // USD, where the back end reports one itself; nil otherwise
	RequestID  string
	Latency    time.Duration
	Attempts   int // requests sent for it; 0 where nobody counted
}

// Stop says why an answer ended.
type Stop string

// The reasons that matter to a judge; any other is StopOther.
const (
	StopEnd       Stop = "end"
	StopMaxTokens Stop = "max_tokens"
	StopRefusal   Stop = "refusal"
	StopWindow    Stop = "context_window" // the model's window was full
	StopOther     Stop = "other"
)

// Class says what to do about an Error.
type Class string

// Classes of failure.
const (
	Retryable   Class = "retryable"   // 408, 409, 429, 5xx, 529, timeouts, dropped connections
	Unavailable Class = "unavailable" // 401, 403, spend limit, no such model, no provider: stop the run
	Budget      Class = "budget"      // the cap on cost leaves no room for the request: stop the run
	Canceled    Class = "canceled"    // the caller ended it
	BadRequest  Class = "bad_request" // this request will never be taken
	TooLong     Class = "too_long"    // the prompt is over the model's limit
)

// Stops reports whether a failure of the class ends a whole run.
func (c Class) Stops() bool { return c == Unavailable || c == Budget || c == Canceled }

// Error is a failure of a back end, without any text of the request in it.
type Error struct {
	Class     Class
	Status    int           // HTTP status, 0 none
	After     time.Duration // server's Retry-After, 0 none
	RequestID string
	Message   string // our own words, or the server's error type; never its echo of the request
	// Billable is set where the server may have done the work, and charge for it,
	// although no answer came: a timeout, a connection cut in mid-answer.
	Billable bool
	Attempts int   // requests sent; 0 where nobody counted
	Err      error // cause, may be nil; of the system, never of a server's text
}

// Error implements error.
func (e *Error) Error() string {
	s := "model: " + e.Message
	if e.Status != 0 {
		s += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.RequestID != "" {
		s += " [" + e.RequestID + "]"
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ClassOf returns the class of err. What no back end classified is Canceled or
// Retryable where a context ended, BadRequest otherwise; nil has no class, "".
func ClassOf(err error) Class {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Class
	case errors.Is(err, context.Canceled):
		return Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return Retryable
	}
	return BadRequest
}
