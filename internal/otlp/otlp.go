// Package otlp receives what agents tell of themselves as OpenTelemetry: over HTTP, as
// protobuf and as JSON, and over gRPC.
//
// Nouns: a Receiver takes requests, a Caller is who sends one, an event is what one log
// record tells, a Sink keeps events as files of lines, one file for each session of an
// agent. Promises: an answer of success means that the Sink has committed all but what
// the answer counts as rejected; whoever calls is known before a byte of the body is
// read; what is read, unpacked and decoded at once is bounded; every text passes the
// gate before the Sink sees it; the key says whose events these are, and nothing in
// them. Refusals: it joins nothing with transcripts, adds up no tokens, and keeps no
// metric and no span, as what they tell of tokens and cost is in the events, too.
//
// Answers follow the OTLP specification (1.7, "OTLP/HTTP Response", "Failures" and
// "OTLP/gRPC Throttling"): clients may drop what is answered with anything but 429, 502,
// 503 and 504, so whatever may pass is one of these.
package otlp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/room"
)

// Caller is who sends, by the key that was shown.
type Caller struct {
	Tenant string
	// Key tells the key that was shown from others of the tenant; empty: none was.
	Key string
	// Person owns what is sent. Where a key belongs to none it is empty, and what the
	// records say of their sender is taken for a name.
	Person string
	Ingest bool // may send
}

// Auth tells who sends a request by its headers and address; a request over gRPC is
// shown as one of HTTP, with its metadata as headers and no body. An error that is a
// *StatusError is answered as it says, any other as one that may pass.
type Auth func(*http.Request) (Caller, error)

// Sink keeps what came in: package writer is one. Its error may say by a method
// RetryAfter when to come again.
type Sink interface {
	Ingest(ctx context.Context, tenant string, list []content.Append) ([]content.Receipt, error)
}

// StatusError is a failure with the HTTP status that is answered.
type StatusError struct {
	Status  int
	Message string
	After   time.Duration // of 429 and 503: when to come again
	unread  bool          // nothing of the body was waited for
}

// Error is what the sender is told.
func (e *StatusError) Error() string { return e.Message }

func failure(status int, format string, args ...any) *StatusError {
	return &StatusError{Status: status, Message: fmt.Sprintf(format, args...)}
}

// statusOf is what is answered to an error of Auth or of a Sink.
func statusOf(err error) *StatusError {
	var e *StatusError
	if errors.As(err, &e) {
		return e
	}
	// Nothing of the error's own words: they may name a host or a table. What it gives
	// as its reason quotes nothing.
	e = &StatusError{Status: http.StatusServiceUnavailable, Message: "cannot be stored now; send it again later", After: time.Second}
	if told := interface{ Reason() string }(nil); errors.As(err, &told) {
		e.Message = "cannot be stored now (" + told.Reason() + "); send it again later"
	}
	var wait interface{ RetryAfter() time.Duration }
	if errors.As(err, &wait) {
		e.After = wait.RetryAfter()
	}
	return e
}

// Options are the bounds of a Receiver; zero values mean the defaults.
type Options struct {
	// MaxBody bounds a body as it is sent, and as it is when unpacked; 8 MB by
	// default. A client sends 512 records at most, of a kilobyte each; only texts that
	// a person asked it to send are longer, 60 kB at most.
	MaxBody int64
	// Memory bounds what all requests under way take together, at least so much that a
	// body as large as may be fits where its key is alone: 80 MB by default. What is left
	// is shared (package room): no tenant and no key can keep all others out.
	Memory int64
	// Patience is how long a request waits until it may take more of Memory; 100 ms.
	Patience time.Duration
	// Slow is how long a sender may take to send anything, beside a second for each
	// 32 kB; 10 seconds.
	Slow time.Duration
	// Still tells, once all of a request has come, that who sent it still may; nil: nobody
	// is asked.
	Still func(r *http.Request) error
	// Begin waits, for a moment at most, while somebody reads who is to go first, and notes
	// that a request is worked on until done is called; nil: nobody goes first, and nobody
	// is told.
	Begin func(ctx context.Context) (done func())
	// Now is the clock.
	Now func() time.Time
	// Failed is told why a Sink or Auth failed; nil: nobody is.
	Failed func(error)
}

// Counts says what a Receiver has taken so far.
type Counts struct {
	Requests [Signals]int64 // by signal
	Refused  [Signals]int64 // requests that were not answered with success
	Taken    [Signals]int64 // records, data points and spans
	Rejected [Signals]int64 // of these, what was not kept because of what it is
	Bytes    int64          // of bodies, as they were sent
}

// Signal is one of the kinds of telemetry.
type Signal int

// The signals, and how many there are.
const (
	Logs Signal = iota
	Metrics
	Traces
	Signals
)

// String is the signal's name, as it stands in paths.
func (s Signal) String() string { return [Signals]string{"logs", "metrics", "traces"}[s] }

// Receiver takes requests of all signals. It is safe for concurrent use.
type Receiver struct {
	auth   Auth
	sink   Sink
	gate   *redact.Redactor
	opts   Options
	memory room.Room
	gzips  sync.Pool // of *gzip.Reader
	zstds  sync.Pool // of *zstd.Decoder
	bodies sync.Pool // of *[]byte

	requests, refused, taken, rejected [Signals]atomic.Int64
	bytes                              atomic.Int64
}

// New makes a Receiver that hands what callers known to auth send to sink.
func New(auth Auth, sink Sink, gate *redact.Redactor, opts Options) *Receiver {
	opts.MaxBody = either(opts.MaxBody, 8<<20)
	opts.Memory = max(opts.Memory, room.Least(share(max(opts.MaxBody, receiving))))
	opts.Patience = either(opts.Patience, 100*time.Millisecond)
	opts.Slow = either(opts.Slow, 10*time.Second)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Failed == nil {
		opts.Failed = func(error) {}
	}
	r := &Receiver{auth: auth, sink: sink, gate: gate, opts: opts}
	r.zstds.New = func() any { return newZstd(opts.MaxBody) }
	return r
}

func either[T int64 | time.Duration](given, usual T) T {
	if given > 0 {
		return given
	}
	return usual
}

// Counts says what was taken so far.
func (r *Receiver) Counts() Counts {
	c := Counts{Bytes: r.bytes.Load()}
	for s := range Signals {
		c.Requests[s], c.Refused[s] = r.requests[s].Load(), r.refused[s].Load()
		c.Taken[s], c.Rejected[s] = r.taken[s].Load(), r.rejected[s].Load()
	}
	return c
}

// admit says who sends a request, before anything of it is read.
func (r *Receiver) admit(req *http.Request) (Caller, error) {
	caller, err := r.auth(req)
	switch {
	case err != nil:
		if e := (*StatusError)(nil); !errors.As(err, &e) {
			r.opts.Failed(err)
		}
		return caller, statusOf(err)
	case !caller.Ingest:
		return caller, failure(http.StatusForbidden, "this key may not send telemetry")
	}
	return caller, nil
}

// still says whether who sent a request still may, now that all of it has come: it may
// have taken its time.
func (r *Receiver) still(req *http.Request) error {
	if r.opts.Still == nil {
		return nil
	}
	return r.opts.Still(req)
}

// share is what of Memory a body of n bytes takes: itself and, many times its size,
// what is made of it.
func share(n int64) int64 { return 5 * n }

// claim holds what a request takes of Memory.
type claim struct {
	r     *Receiver
	share *room.Share
	held  int64
}

// claim begins the claim of one request of a caller's.
func (r *Receiver) claim(c Caller) *claim {
	return &claim{r: r, share: r.memory.For(r.opts.Memory, c.Tenant, cmp.Or(c.Key, c.Person))}
}

// grow makes a claim as large as a body of n bytes needs it.
func (c *claim) grow(ctx context.Context, n int64) error {
	more := share(n) - c.held
	if more <= 0 {
		return nil
	}
	// Nobody stands in a line, in which one who may take no more would hold up others.
	for wait, late := time.Millisecond, time.Now().Add(c.r.opts.Patience); c.share.Take(more) != nil; wait = min(2*wait, longestWait) {
		if ctx.Err() != nil || time.Now().Add(wait).After(late) {
			return &StatusError{Status: http.StatusServiceUnavailable, Message: "too many requests are under way; send it again later", After: time.Second, unread: true}
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	c.held += more
	return nil
}

// longestWait is between two tries to take of Memory.
const longestWait = 16 * time.Millisecond

func (c *claim) release() {
	c.share.Release()
	c.held = 0
}

// outcome is what became of the records of a request.
type outcome struct {
	rejected int64
	why      string // of the first reason; "": nothing to tell
}

func (o *outcome) reject(n int64, why string) {
	o.rejected += n
	if o.why == "" {
		o.why = why
	}
}

// take decodes a request's body and keeps what it tells. form is how it is encoded.
func (r *Receiver) take(ctx context.Context, s Signal, caller Caller, form encoding, body []byte) (outcome, error) {
	if s != Logs {
		n, err := count(s, form, body)
		if err != nil {
			return outcome{}, failure(http.StatusBadRequest, "the body is no OTLP %s as %s", s, form)
		}
		r.taken[s].Add(n)
		return outcome{}, nil
	}
	if r.opts.Begin != nil {
		defer r.opts.Begin(ctx)()
	}
	b := newBatch(r.gate, caller.Person, r.opts.Now())
	if err := b.decode(form, body); err != nil {
		return outcome{}, failure(http.StatusBadRequest, "the body is no OTLP logs as %s", form)
	}
	list, owners := b.appends()
	if len(list) > 0 {
		receipts, err := r.sink.Ingest(ctx, caller.Tenant, list)
		if err != nil {
			r.opts.Failed(err)
			return outcome{}, statusOf(err)
		}
		for i, receipt := range receipts {
			switch {
			case receipt.Status == content.OptedOut:
				b.out.reject(owners[i], "their person or conversation is opted out")
			case receipt.Status.Declined():
				b.out.reject(owners[i], "the store refused them")
			}
		}
	}
	r.taken[s].Add(b.total - b.out.rejected)
	r.rejected[s].Add(b.out.rejected)
	return b.out, nil
}

func newZstd(limit int64) *zstd.Decoder {
	// Ten bytes may declare a window of half a gigabyte; RFC 9659 asks for no more
	// than 8 MB. The limit is one byte more than is taken, so that too much is seen.
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderMaxMemory(uint64(limit)+8<<20))
	if err != nil {
		return nil // its options are constants but one, and tested
	}
	return d
}
