package server

import (
	"context"
	"io"
	"math"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// tally is what one request takes of its key's limits.
type tally struct {
	header   http.Header // of the answer
	admitted bool
	caller   Caller
	bytes    atomic.Int64 // of the body, as they came
}

type tallyKey struct{}

// metered is a body whose bytes are counted.
type metered struct {
	io.ReadCloser
	n *atomic.Int64
}

// Read implements io.Reader.
func (c metered) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Limited holds requests to the limits of their keys, whoever asks for the Caller: a
// request counts once, and its bytes when it is done.
func (a *Access) Limited(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &tally{header: w.Header()}
		outer := r
		r = r.WithContext(context.WithValue(r.Context(), tallyKey{}, t))
		defer func() { outer.Pattern = r.Pattern }() // for the log and what is counted
		if r.Body != nil && r.Body != http.NoBody {
			r.Body = metered{r.Body, &t.bytes}
		}
		defer func() {
			if t.admitted {
				a.limiter.Charge(t.caller.Key, t.caller.limits, t.bytes.Load(), a.Now())
			}
		}()
		h.ServeHTTP(w, r)
	})
}

// admit reports, by its error, that more came with a caller's key than it may take.
func (a *Access) admit(r *http.Request, c Caller) error {
	t, _ := r.Context().Value(tallyKey{}).(*tally)
	if c.Key == "" || t != nil && t.admitted {
		return nil
	}
	if t != nil && !a.mayStay(r, c.Key) {
		t.header.Set("Connection", "close")
	}
	wait := a.limiter.Admit(c.Key, c.limits, a.Now())
	if wait <= 0 {
		if t != nil {
			t.admitted, t.caller = true, c
		}
		return nil
	}
	if t != nil {
		t.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return &AccessError{Status: http.StatusTooManyRequests, Text: "More came with this key than it may take; come again later.", After: wait.Round(time.Second) + time.Second}
}
