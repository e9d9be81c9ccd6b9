// Package trip is the road to a server that the HTTP back ends share: answers
// are bounded, redirects are not followed (a header with a key and the prompt
// would go along), and what happened below the API is written down, so that a
// failure can be classed without its text.
package trip

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"prism/internal/model"
)

// MaxBody bounds the body of one answer, in bytes. Answers are a few KB.
const MaxBody = 16 << 20

// errTooLarge ends the reading of a body that is over the bound.
var errTooLarge = errors.New("answer over the bound")

// Record is what happened to one request. It is filled while the request runs
// and read when that is over.
type Record struct {
	sent   atomic.Bool
	status atomic.Int32
	whole  atomic.Bool // the body was read to its end
	huge   atomic.Bool
	header atomic.Pointer[http.Header]
}

type key struct{}

// With returns a context in which requests are written down in the Record.
func With(ctx context.Context) (context.Context, *Record) {
	r := &Record{}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			if info.Err == nil {
				r.sent.Store(true)
			}
		},
	})
	return context.WithValue(ctx, key{}, r), r
}

// Status is the HTTP status of the last answer, 0 where none came.
func (r *Record) Status() int { return int(r.status.Load()) }

// Header is that of the last answer, nil where none came.
func (r *Record) Header() http.Header {
	if h := r.header.Load(); h != nil {
		return *h
	}
	return nil
}

// Failure classes err, with which a request ended that no server refused. ctx is
// the caller's.
func (r *Record) Failure(ctx context.Context, err error) *model.Error {
	var e *model.Error
	switch {
	case r.huge.Load():
		e = &model.Error{Class: model.BadRequest, Message: "the answer is larger than this program takes", Billable: true}
	case r.Status() >= 300 && ctx.Err() == nil: // refused, in words that could not be read
		return model.Failure(model.Reply{Status: r.Status(), Header: r.Header()})
	case r.whole.Load() && ctx.Err() == nil:
		e = &model.Error{Class: model.Retryable, Message: "the answer is not of this API; is there a proxy or a login page in between?", Billable: true}
	default:
		e = model.Dropped(ctx, err, r.sent.Load())
	}
	e.Status = r.Status()
	e.RequestID = model.RequestID(r.Header())
	return e
}

// Client returns an HTTP client over base; nil is a transport of its own that
// keeps at most a few idle connections and obeys the proxy variables. streamed
// says of a path that its body is read in pieces and has no bound.
func Client(base http.RoundTripper, streamed func(path string) bool) *http.Client {
	if base == nil {
		base = &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:   10 * time.Second,
			ForceAttemptHTTP2:     true,
			MaxIdleConnsPerHost:   16,
			IdleConnTimeout:       90 * time.Second,
			ExpectContinueTimeout: time.Second,
		}
	}
	return &http.Client{
		Transport:     &road{base, streamed},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// road is the transport that writes down.
type road struct {
	base     http.RoundTripper
	streamed func(path string) bool
}

// RoundTrip implements http.RoundTripper.
func (t *road) RoundTrip(req *http.Request) (*http.Response, error) {
	rec, _ := req.Context().Value(key{}).(*Record)
	if rec == nil {
		rec = &Record{}
	}
	res, err := t.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	rec.status.Store(int32(res.StatusCode))
	rec.header.Store(&res.Header)
	limit := int64(MaxBody)
	if t.streamed != nil && t.streamed(req.URL.Path) {
		limit = -1
	}
	res.Body = &body{res.Body, rec, limit}
	return res, nil
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the base.
func (t *road) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// body counts down to the bound; -1 has none.
type body struct {
	io.ReadCloser
	rec  *Record
	left int64
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left >= 0 {
		if int64(n) > b.left {
			b.rec.huge.Store(true)
			return 0, errTooLarge
		}
		b.left -= int64(n)
	}
	if err == io.EOF {
		b.rec.whole.Store(true)
	}
	return n, err
}
