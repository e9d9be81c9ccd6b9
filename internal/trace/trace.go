// Package trace tells an OpenTelemetry backend what a server spends its time on, as spans.
//
// Nouns: a Recorder tells one endpoint; a Span is one stretch of work. Promises: a span has
// a name and words of the program's own, numbers, and ids as keyed hashes that no two
// processes have alike: nothing of content, nobody's name, no address that was asked for;
// work never waits for the endpoint, and spans that it cannot take in time are counted and
// let go of. Refusals: it takes no context from who calls, and obeys no variable of the
// environment.
package trace

import (
	"context"
	"crypto/hmac"
	crypto "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"prism/internal/collector"
)

const (
	// waiting is how many spans wait to be told; more are let go of.
	waiting = 4096
	// together is how many are told in one request, at the latest every.
	together = 512
	every    = 5 * time.Second
	// mostWord and mostAttrs bound what a span tells.
	mostWord  = 64
	mostAttrs = 16
)

// Recorder tells one endpoint. A nil one records nothing, and may be used all the same.
type Recorder struct {
	to    *collector.Client
	log   *slog.Logger
	salt  []byte
	queue chan *Span

	told, dropped atomic.Int64
}

// New makes a Recorder of an endpoint that takes OTLP traces.
func New(to *collector.Client, log *slog.Logger) *Recorder {
	salt := make([]byte, sha256.Size)
	_, _ = crypto.Read(salt) // it never fails
	return &Recorder{to: to, log: log, salt: salt, queue: make(chan *Span, waiting)}
}

// Span is one stretch of work. Its methods may be called on nil. They are for one goroutine
// at a time.
type Span struct {
	of         *Recorder
	name       string
	trace      [16]byte
	id, parent [8]byte
	server     bool
	from, to   time.Time
	attrs      []attr
	failed     bool
	why        string
	once       sync.Once
}

type attr struct {
	key, word string
	number    int64
	isNumber  bool
}

type key struct{}

// Start begins a span within that of a context, else a trace of its own. The name is one of
// the program's own.
func (r *Recorder) Start(ctx context.Context, name string) (context.Context, *Span) {
	if r == nil {
		return ctx, nil
	}
	s := &Span{of: r, name: name, from: time.Now()}
	binary.BigEndian.PutUint64(s.id[:], rand.Uint64()|1) //nolint:gosec // it tells spans apart, it hides nothing
	if within, ok := ctx.Value(key{}).(*Span); ok {
		s.trace, s.parent = within.trace, within.id
	} else {
		binary.BigEndian.PutUint64(s.trace[:8], rand.Uint64()|1) //nolint:gosec // as above
		binary.BigEndian.PutUint64(s.trace[8:], rand.Uint64())   //nolint:gosec // as above
	}
	return context.WithValue(ctx, key{}, s), s
}

// Named gives a span another name, which is known only now, as that of an answer to a
// caller.
func (s *Span) Named(name string) {
	if s != nil {
		s.name, s.server = name, true
	}
}

// Word tells a word of the program's own. One that is none (longer than 64 letters, or with
// anything but small letters, "_", "-", "." and blanks in it) is left out.
func (s *Span) Word(key, word string) {
	if s != nil && plain(word) && len(s.attrs) < mostAttrs {
		s.attrs = append(s.attrs, attr{key: key, word: word})
	}
}

func plain(word string) bool {
	return word != "" && len(word) <= mostWord && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz_-. ") == ""
}

// Number tells a number: of things, bytes, a status.
func (s *Span) Number(key string, n int64) {
	if s != nil && len(s.attrs) < mostAttrs {
		s.attrs = append(s.attrs, attr{key: key, number: n, isNumber: true})
	}
}

// ID tells apart what a text names, and not what it says: a hash by a key that this process
// alone has, and forgets.
func (s *Span) ID(key, text string) {
	if s != nil && text != "" && len(s.attrs) < mostAttrs {
		h := hmac.New(sha256.New, s.of.salt)
		_, _ = h.Write([]byte(text)) // it never fails
		s.attrs = append(s.attrs, attr{key: key, word: hex.EncodeToString(h.Sum(nil)[:8])})
	}
}

// Fail says that the work failed, and why, in words that quote nothing.
func (s *Span) Fail(why string) {
	if s != nil {
		s.failed, s.why = true, why
	}
}

// End ends a span; only the first time counts.
func (s *Span) End() {
	if s == nil {
		return
	}
	s.once.Do(func() {
		s.to = time.Now()
		select {
		case s.of.queue <- s:
		default:
			s.of.dropped.Add(1)
		}
	})
}

// Counts are how many spans were told, and how many the endpoint could not take in time.
func (r *Recorder) Counts() (told, dropped int64) {
	if r == nil {
		return 0, 0
	}
	return r.told.Load(), r.dropped.Load()
}

// Run tells what was recorded until the context ends, and then what is left.
func (r *Recorder) Run(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	telling, cancel := collector.Outlasting(ctx)
	defer cancel()
	var list []*Span
	for {
		var flush bool
		select {
		case <-ctx.Done():
			for len(r.queue) > 0 {
				if list = append(list, <-r.queue); len(list) == together {
					r.tell(telling, list)
					list = nil
				}
			}
			r.tell(telling, list)
			return
		case s := <-r.queue:
			list = append(list, s)
			flush = len(list) == together
		case <-tick.C:
			flush = true
		}
		if flush {
			r.tell(telling, list)
			list = nil
		}
	}
}

func (r *Recorder) tell(ctx context.Context, list []*Span) {
	if len(list) == 0 {
		return
	}
	body, err := ptraceotlp.NewExportRequestFromTraces(spans(list)).MarshalProto()
	if err == nil {
		err = r.to.Send(ctx, body)
	}
	if err != nil {
		r.dropped.Add(int64(len(list)))
		r.log.Warn("traces were not told", "error", err, "spans", len(list))
		return
	}
	r.told.Add(int64(len(list)))
}

// spans are as they are told.
func spans(list []*Span) ptrace.Traces {
	traces := ptrace.NewTraces()
	resource := traces.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "prism")
	scope := resource.ScopeSpans().AppendEmpty()
	scope.Scope().SetName("prism.server")
	for _, s := range list {
		x := scope.Spans().AppendEmpty()
		x.SetName(s.name)
		x.SetTraceID(s.trace)
		x.SetSpanID(s.id)
		x.SetParentSpanID(s.parent)
		x.SetKind(ptrace.SpanKindInternal)
		if s.server {
			x.SetKind(ptrace.SpanKindServer)
		}
		x.SetStartTimestamp(pcommon.NewTimestampFromTime(s.from))
		x.SetEndTimestamp(pcommon.NewTimestampFromTime(s.to))
		if s.failed {
			x.Status().SetCode(ptrace.StatusCodeError)
			x.Status().SetMessage(s.why)
		}
		for _, a := range s.attrs {
			if a.isNumber {
				x.Attributes().PutInt(a.key, a.number)
			} else {
				x.Attributes().PutStr(a.key, a.word)
			}
		}
	}
	return traces
}
