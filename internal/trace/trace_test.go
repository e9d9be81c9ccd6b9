package trace

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"prism/internal/collector"
)

// endpoint keeps the spans that it is told, by name.
func endpoint(t *testing.T) (r *Recorder, ended func() map[string]ptrace.Span) {
	t.Helper()
	var mu sync.Mutex
	got := map[string]ptrace.Span{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		request := ptraceotlp.NewExportRequest()
		if err == nil {
			err = request.UnmarshalProto(body)
		}
		if err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		list := request.Traces().ResourceSpans().At(0).ScopeSpans().At(0).Spans()
		for i := range list.Len() {
			got[list.At(i).Name()] = list.At(i)
		}
	}))
	t.Cleanup(s.Close)
	r = New(collector.New(s.URL, nil), slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { r.Run(ctx) })
	return r, func() map[string]ptrace.Span { stop(); group.Wait(); return got }
}

// Spans are told with what they lie in, how they went, and nothing that is no word.
func TestSpans(t *testing.T) {
	r, ended := endpoint(t)
	ctx, outer := r.Start(t.Context(), "asked")
	_, inner := r.Start(ctx, "read")
	inner.Word("kind", "update")
	inner.Word("secret", "AKIAIOSFODNN7EXAMPLE")
	inner.Word("long", strings.Repeat("a", 65))
	inner.Number("pieces", 7)
	inner.ID("tenant", "acme")
	inner.Fail("no space left")
	inner.End()
	inner.End()
	outer.ID("tenant", "acme")
	outer.Named("GET /api/v1/score")
	outer.End()
	_, other := r.Start(t.Context(), "another")
	other.End()
	got := ended()
	if told, dropped := r.Counts(); len(got) != 3 || told != 3 || dropped != 0 {
		t.Fatalf("%d spans, %d told, %d dropped", len(got), told, dropped)
	}
	out, in, alone := got["GET /api/v1/score"], got["read"], got["another"]
	if in.TraceID() != out.TraceID() || in.ParentSpanID() != out.SpanID() || !out.ParentSpanID().IsEmpty() || alone.TraceID() == out.TraceID() {
		t.Error("they do not lie in each other")
	}
	if out.Kind() != ptrace.SpanKindServer || in.Status().Code() != ptrace.StatusCodeError || in.Status().Message() != "no space left" || out.Status().Code() != ptrace.StatusCodeUnset {
		t.Error("how they went is not told")
	}
	a, b := in.Attributes().AsRaw(), out.Attributes().AsRaw()
	if len(a) != 3 || a["kind"] != "update" || a["pieces"] != int64(7) || a["tenant"] != b["tenant"] || a["tenant"] == "acme" || len(a["tenant"].(string)) != 16 {
		t.Errorf("%v %v", a, b)
	}
	elsewhere := New(nil, nil)
	_, x := elsewhere.Start(t.Context(), "x")
	if x.ID("tenant", "acme"); x.attrs[0].word == a["tenant"] {
		t.Error("two processes name it alike")
	}
}

// Nobody waits for an endpoint that takes nothing; what is too much is counted.
func TestNobodyWaits(t *testing.T) {
	r := New(collector.New("http://127.0.0.1:1", nil), slog.New(slog.DiscardHandler))
	began := time.Now()
	for range waiting + 10 {
		_, s := r.Start(t.Context(), "x")
		s.End()
	}
	if _, dropped := r.Counts(); dropped != 10 || time.Since(began) > 5*time.Second {
		t.Errorf("%d dropped in %v", dropped, time.Since(began))
	}
}

// What is being told when a server stops arrives, and what ends meanwhile.
func TestTheLastAreTold(t *testing.T) {
	held, once := make(chan struct{}), sync.Once{}
	var got atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(held); time.Sleep(300 * time.Millisecond) })
		if body, err := io.ReadAll(r.Body); err == nil {
			request := ptraceotlp.NewExportRequest()
			if err := request.UnmarshalProto(body); err != nil {
				t.Error(err)
				return
			}
			got.Add(int64(request.Traces().SpanCount()))
		}
	}))
	defer s.Close()
	r := New(collector.New(s.URL, nil), slog.New(slog.DiscardHandler))
	for range together {
		_, x := r.Start(t.Context(), "x")
		x.End()
	}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { r.Run(ctx) })
	<-held
	stop()
	_, x := r.Start(t.Context(), "last")
	x.End()
	group.Wait()
	if told, dropped := r.Counts(); got.Load() != together+1 || told != together+1 || dropped != 0 {
		t.Errorf("%d arrived, %d told, %d dropped", got.Load(), told, dropped)
	}
}

// Where nothing is recorded, nothing is.
func TestNone(t *testing.T) {
	var r *Recorder
	ctx, s := r.Start(t.Context(), "x")
	s.Word("a", "b")
	s.Number("a", 1)
	s.ID("a", "b")
	s.Named("y")
	s.Fail("z")
	s.End()
	if told, dropped := r.Counts(); ctx != t.Context() || s != nil || told+dropped != 0 {
		t.Error("something is recorded")
	}
}
