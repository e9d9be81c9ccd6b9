package access

import (
	"context"
	"fmt"
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
func (a *Guard) Limited(h http.Handler) http.Handler {
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
func (a *Guard) admit(r *http.Request, c Caller) error {
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
	return &Error{Status: http.StatusTooManyRequests, Text: "More came with this key than it may take; come again later.", After: wait.Round(time.Second) + time.Second}
}

// mostStreams is how many streams of events one person may have open, whatever keys and
// browsers they are on; with a key that is nobody's, one key. Each looks at the store while
// it is open, and over HTTP/2 one connection carries hundreds: the bound of connections
// bounds no streams. A browser keeps one for each page that is looked at.
const mostStreams = 32

// streamsAgain is when to come again who has too many open.
const streamsAgain = 10 * time.Second

// Stream counts a stream of a caller's until end is called; the error is an *Error
// where they have too many.
func (a *Guard) Stream(c *Caller) (end func(), err error) {
	who := c.Tenant + "\x00" + c.Person // names hold no NUL
	if c.Person == "" {
		who += "\x00" + c.Key
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.streams[who] >= mostStreams {
		text := fmt.Sprintf("You have %d streams of events open, which is all that one may have; close some, and come again.", mostStreams)
		return nil, &Error{Status: http.StatusTooManyRequests, Text: text, After: streamsAgain}
	}
	if a.streams == nil {
		a.streams = make(map[string]int)
	}
	a.streams[who]++
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.streams[who]--; a.streams[who] == 0 {
			delete(a.streams, who)
		}
	}, nil
}
