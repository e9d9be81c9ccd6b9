// Package model is the one way to a language model: a Client that takes redacted
// text and gives text back. Back ends live in the rooms below; none of them can
// be handed anything but a redact.Text, which is what keeps raw transcripts in.
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

// Client answers one request. It does not retry: whoever runs many requests
// counts the attempts (see Retry). Errors are *Error.
type Client interface {
	Complete(ctx context.Context, r Request) (Response, error)
}

// Request is one question. All its prose is redact.Text.
type Request struct {
	Model  string
	System redact.Text
	// Blocks are the parts of the one user message, stable ones first, so that a
	// prefix can be cached; Cache marks the last block of such a prefix.
	Blocks      []Block
	Schema      json.RawMessage // closed JSON schema of the answer; this program's own
	SchemaName  string
	MaxTokens   int
	Temperature *float64 // nil: not sent
}

// Block is a part of the user message.
type Block struct {
	Text  redact.Text
	Cache bool
}

// Response is one answer.
type Response struct {
	Text       string // JSON as the model wrote it; data, never trusted
	Model      string // that answered
	Stop       Stop
	Usage      fact.Tokens
	UsageKnown bool // false where the server told no counts
	RequestID  string
	Latency    time.Duration
}

// Stop says why an answer ended.
type Stop string

// The reasons that matter to a judge; any other is StopOther.
const (
	StopEnd       Stop = "end"
	StopMaxTokens Stop = "max_tokens"
	StopRefusal   Stop = "refusal"
	StopOther     Stop = "other"
)

// Class says what to do about an Error.
type Class string

// Classes of failure.
const (
	Retryable   Class = "retryable"   // 408, 409, 429, 5xx, 529, timeouts, dropped connections
	Unavailable Class = "unavailable" // 401, 403, spend limit, no such model, no provider: stop the run
	BadRequest  Class = "bad_request" // this request will never be taken
	TooLong     Class = "too_long"    // the prompt is over the model's limit
)

// Error is a failure of a back end, without any text of the request in it.
type Error struct {
	Class     Class
	Status    int           // HTTP status, 0 none
	After     time.Duration // server's Retry-After, 0 none
	RequestID string
	Message   string // our own words, or the server's error type; never its echo of the request
	Err       error  // cause, may be nil
}

// Error implements error.
func (e *Error) Error() string {
	s := fmt.Sprintf("model: %s", e.Message)
	if e.Status != 0 {
		s += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ClassOf returns the class of err: Retryable for what no back end classified
// but a context's end, BadRequest for everything else unknown.
func ClassOf(err error) Class {
	var e *Error
	if errors.As(err, &e) {
		return e.Class
	}
	return BadRequest
}
