package model

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Reply is what a server said when it did not answer. Its texts are looked at to
// class the failure, and never kept: a server may echo the request in them.
type Reply struct {
	Status int
	Header http.Header
	Type   string // error type or code of the body
	Text   string // message of the body
	Now    time.Time
}

// Failure classes a reply.
//
// Retried: 408, 409, 425, 429, 5xx, 529. Not: whatever the header x-should-retry
// denies. A spend limit comes as 429 or 400 and does not pass by waiting, nor do
// missing credit (402), a refused key (401, 403) and a model that is not there
// (404): these stop the run.
func Failure(r Reply) *Error {
	e := &Error{Status: r.Status, Class: BadRequest, RequestID: RequestID(r.Header)}
	text := strings.ToLower(r.Text)
	kind := strings.ToLower(r.Type)
	says := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(text, w) || strings.Contains(kind, w) {
				return true
			}
		}
		return false
	}
	switch s := r.Status; {
	case says("spend_limit", "spend limit", "usage limits", "credit balance", "billing", "insufficient_quota", "insufficient quota", "insufficient credits") && s != http.StatusNotFound && s < 500, s == http.StatusPaymentRequired:
		e.Class, e.Message = Unavailable, "the account has no credit left or has reached its spend limit"
	case s == http.StatusUnauthorized:
		e.Class, e.Message = Unavailable, "the key was refused: check it, or log in again"
	case s == http.StatusForbidden:
		e.Class, e.Message = Unavailable, "the key may not do this: it lacks a permission, or the organisation forbids it"
	case s == http.StatusNotFound:
		e.Class, e.Message = Unavailable, "no such model or address at this server: check --model and the base URL"
	case s == http.StatusRequestEntityTooLarge:
		e.Class, e.Message = TooLong, "the request is larger than the server takes"
	case s == http.StatusBadRequest && says("prompt is too long", "context_length", "context length", "context window", "maximum context", "available context", "too many tokens", "input is too long", "exceeds the limit of"):
		e.Class, e.Message = TooLong, "the prompt is longer than the model takes"
	case s == http.StatusBadRequest && says("model identifier is invalid", "model_not_found", "invalid model", "model not found"):
		e.Class, e.Message = Unavailable, "no such model at this server: check --model"
	case s == http.StatusTooManyRequests:
		e.Class, e.Message = Retryable, "the server asks for fewer requests"
	case s == 529:
		e.Class, e.Message = Retryable, "the server is overloaded"
	case s == http.StatusRequestTimeout, s == http.StatusConflict, s == http.StatusTooEarly:
		e.Class, e.Message = Retryable, "the server could not take the request now"
	case s >= 500:
		e.Class, e.Message = Retryable, "the server failed"
	case s >= 300 && s < 400:
		e.Class, e.Message = Unavailable, "the server redirects elsewhere, which is not followed: set its final address as base URL"
	case s == http.StatusMethodNotAllowed:
		e.Class, e.Message = Unavailable, "the server does not speak this API at this address: check the base URL"
	default:
		e.Message = "the server refused the request"
	}
	if e.Class == Retryable && r.Header.Get("X-Should-Retry") == "false" {
		e.Class = BadRequest
	}
	e.After = RetryAfter(r.Header, r.Now)
	return e
}

// RetryAfter reads how long a server asks to wait: retry-after-ms, else
// retry-after in seconds or as a date, which counts from the reply's own Date
// (clocks differ) and from now only without one. 0 where it does not ask.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms > 0 {
		return span(ms / 1000)
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0
	}
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		if s > 0 {
			return span(s)
		}
		return 0
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(h.Get("Date")); err == nil {
		now = sent
	}
	if now.IsZero() {
		return 0
	}
	return max(0, at.Sub(now))
}

// span is s seconds, bounded to what a Duration holds.
func span(s float64) time.Duration {
	const most = 365 * 24 * 3600
	if !(s < most) {
		s = most
	}
	return time.Duration(s * float64(time.Second))
}

// RequestID returns the server's id of a request: letters, digits and "-_.:" up
// to 128 of them; anything else could carry text and is left out.
func RequestID(h http.Header) string {
	for _, name := range []string{"Request-Id", "X-Request-Id", "X-Amzn-Requestid"} {
		if id := CleanID(h.Get(name)); id != "" {
			return id
		}
	}
	return ""
}

// CleanID returns id if it looks like one, "" otherwise.
func CleanID(id string) string {
	if len(id) > 128 {
		return ""
	}
	for i := range len(id) {
		b := id[i]
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("-_.:", b) >= 0 {
			continue
		}
		return ""
	}
	return id
}

// Name returns a model's name as a server told it, "" where it is none: it is
// stored and shown, and text could hide in it.
func Name(name string) string {
	if len(name) > 200 {
		return ""
	}
	for i := range len(name) {
		b := name[i]
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("-_.:/@+[] ", b) >= 0 {
			continue
		}
		return ""
	}
	return name
}

// Dropped classes a failure below HTTP: ctx is the caller's, err what the
// transport gave. All but a connection that this machine itself refuses is worth
// another attempt. sent says that the request went out whole, so that the server
// may have worked on it. Only the system's own cause is kept of err.
func Dropped(ctx context.Context, err error, sent bool) *Error {
	var dns *net.DNSError
	var no syscall.Errno
	var timeout net.Error
	switch {
	case ctx.Err() != nil && errors.Is(ctx.Err(), context.Canceled):
		return &Error{Class: Canceled, Message: "canceled", Err: context.Canceled, Billable: sent}
	case ctx.Err() != nil:
		return &Error{Class: Canceled, Message: "the time for the run is over", Err: context.DeadlineExceeded, Billable: sent}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return &Error{Class: Retryable, Message: "no answer in time", Err: context.DeadlineExceeded, Billable: sent}
	case errors.As(err, &dns):
		return &Error{Class: Retryable, Message: "the server's name could not be looked up"}
	case refused(err) && here(err) != "":
		return &Error{Class: Unavailable, Message: "nothing listens at " + here(err) + ": start the server there, or correct the base URL", Err: syscall.ECONNREFUSED}
	case refused(err):
		return &Error{Class: Retryable, Message: "nothing listens at the server's address", Err: syscall.ECONNREFUSED}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Error{Class: Retryable, Message: "the connection was cut", Err: io.ErrUnexpectedEOF, Billable: sent}
	case errors.As(err, &no):
		return &Error{Class: Retryable, Message: "the connection failed", Err: no, Billable: sent}
	}
	return &Error{Class: Retryable, Message: "the connection failed", Billable: sent}
}

// refused reports whether nobody listens at the address that was dialled. Windows
// says so by a number of its own, WSAECONNREFUSED.
func refused(err error) bool {
	const wsaRefused = syscall.Errno(10061)
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, wsaRefused)
}

// here is the address of this machine that was dialled, "" for one elsewhere. A
// server that is not running here will not be by the next attempt; one behind a
// network may be on its way back.
func here(err error) string {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "dial" {
		return ""
	}
	if at, ok := op.Addr.(*net.TCPAddr); ok && at.IP.IsLoopback() {
		return at.String()
	}
	return ""
}
