// Package collector sends what a server tells of itself to an endpoint that takes OTLP over
// HTTP.
//
// Nouns: a Client is of one endpoint. Promises: only over https, or to this machine; what
// goes wrong is told without the address, in which a key may stand; an endpoint that cannot
// take it now is asked again a few times, and no redirect is followed. Refusals: it knows
// nothing of what it sends, and waits for nobody longer than it is told.
package collector

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode"
)

const (
	sendIn = 10 * time.Second // one try
	tries  = 4
	// lastTime is how long the last requests may take once a server stops.
	lastTime = 2 * time.Second
)

// Client sends to one endpoint.
type Client struct {
	endpoint string
	header   http.Header
	http     *http.Client
}

// New makes a Client of an endpoint, its whole address ("https://collector.example/v1/logs").
func New(endpoint string, header http.Header) *Client {
	return &Client{endpoint: endpoint, header: header, http: &http.Client{Timeout: sendIn, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Endpoint reports whether something can be told to an address: over https, or over http to
// this machine.
func Endpoint(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	at, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || err == nil && at.IsLoopback())
}

// Header reads "Name: value"; nothing is none. Its error does not say what was given: it
// may be a key.
func Header(text string) (http.Header, error) {
	if text == "" {
		return nil, nil
	}
	name, value, _ := strings.Cut(text, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if name == "" || value == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/;<=>?@[\]{}`, r) }) || strings.ContainsFunc(value, unicode.IsControl) {
		return nil, errors.New(`it is no header of the form "Name: value"`)
	}
	return http.Header{http.CanonicalHeaderKey(name): {value}}, nil
}

// Outlasting is a context that ends two seconds after another one does: so long what is
// told when a server stops may take, and what is being told then is not broken off.
func Outlasting(ctx context.Context) (context.Context, context.CancelFunc) {
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		select {
		case <-last.Done():
		case <-time.After(lastTime):
			cancel()
		}
	})
	return last, cancel
}

// Send sends one request of protobuf, and again after a while where the endpoint cannot take
// it now: for some minute and a half in all.
func (c *Client) Send(ctx context.Context, body []byte) error {
	for try := 1; ; try++ {
		again, err := c.once(ctx, body)
		if err == nil || !again || try == tries {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << (2 * (try - 1))):
		}
	}
}

func (c *Client) once(ctx context.Context, body []byte) (again bool, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return false, errors.New("the endpoint's address does not read")
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	r.Header.Set("Content-Type", "application/x-protobuf")
	answer, err := c.http.Do(r)
	var told *url.Error
	if errors.As(err, &told) {
		err = told.Err // without the address
	}
	if err != nil {
		return true, err
	}
	defer answer.Body.Close() //nolint:errcheck // nothing of it is read
	switch code := answer.StatusCode; {
	case code < http.StatusMultipleChoices:
		return false, nil
	case code == http.StatusTooManyRequests || code >= http.StatusInternalServerError:
		return true, fmt.Errorf("the endpoint answers %d", code)
	default:
		return false, fmt.Errorf("the endpoint answers %d", code)
	}
}
