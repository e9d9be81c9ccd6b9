// Package tracetest is an endpoint for tests that takes traces and keeps them.
package tracetest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// Span is as much of one as tests look at.
type Span struct {
	Trace, Parent string // in hexadecimal; empty: none
	Attrs         map[string]any
}

// Endpoint takes traces at /v1/traces.
type Endpoint struct {
	URL string // the whole address

	t     testing.TB
	mu    sync.Mutex
	raw   bytes.Buffer
	spans map[string]Span
}

// New starts an endpoint that ends with the test.
func New(t testing.TB) *Endpoint {
	t.Helper()
	e := &Endpoint{t: t, spans: map[string]Span{}}
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { e.take(r) }))
	t.Cleanup(s.Close)
	e.URL = s.URL + "/v1/traces"
	return e
}

func (e *Endpoint) take(r *http.Request) {
	body, err := io.ReadAll(r.Body)
	request := ptraceotlp.NewExportRequest()
	if err == nil {
		err = request.UnmarshalProto(body)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		e.t.Errorf("%s: %v", r.URL.Path, err)
		return
	}
	text, err := request.MarshalJSON()
	if err != nil {
		e.t.Error(err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	_, _ = e.raw.Write(body) // into memory
	_, _ = e.raw.Write(text)
	for _, resource := range request.Traces().ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, s := range scope.Spans().All() {
				e.spans[s.Name()] = Span{s.TraceID().String(), s.ParentSpanID().String(), s.Attributes().AsRaw()}
			}
		}
	}
}

// All is all that came, as it came and as JSON.
func (e *Endpoint) All() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.raw.String()
}

// Of is the last span of a name; the test fails where none came.
func (e *Endpoint) Of(name string) Span {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.spans[name]
	if !ok {
		e.t.Errorf("no span %q among the %d kinds that were told", name, len(e.spans))
	}
	return s
}
