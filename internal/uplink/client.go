package uplink

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/content/frame"
)

// Client talks to one server.
type Client struct {
	base *url.URL
	key  string
	http *http.Client
	pack *zstd.Encoder
	// Patience is for how long a request is tried again.
	Patience time.Duration
	// Pause is how long it waits before the second try; it doubles, up to 32 times that.
	Pause time.Duration
	// Sleep waits between tries; nil: as long as it is told. What it is told counts as
	// waited, however long it takes.
	Sleep func(context.Context, time.Duration) error
	// Waits is told of a wait that somebody may wonder about (two seconds and more),
	// and why; may be nil.
	Waits func(why error, wait time.Duration)
}

// longWait is from where on a wait is told of.
const longWait = 2 * time.Second

// requestTime bounds one try.
const requestTime = 2 * time.Minute

// Errors of a server that no waiting mends.
var (
	ErrKey    = errors.New("the server does not know this key, or it may not send")
	ErrServer = errors.New("what answers there is no Prism server")
	// ErrCertificate is also told of one that nobody here vouches for.
	ErrCertificate = errors.New("the server's certificate is not trusted")
	// ErrAway: nobody answers there, or cannot now.
	ErrAway = errors.New("nothing was sent")
	// ErrRefused is of one request: another may be taken.
	ErrRefused = errors.New("the server refuses it")
)

// Address reads where a server is. Only this machine's may be reached in the open,
// unless insecure says that the network is safe.
func Address(text string, insecure bool) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("the server's address is none of the form https://HOST")
	}
	at, err := netip.ParseAddr(u.Hostname())
	if local := u.Hostname() == "localhost" || err == nil && at.IsLoopback(); u.Scheme == "http" && !local && !insecure {
		return nil, errors.New("the way to the server is not encrypted: use https, or --insecure where the network is safe")
	}
	return u, nil
}

// NewClient makes a Client of a server's address. Without https it goes to this machine
// only, unless insecure says that the way is safe.
func NewClient(address, key string, insecure bool) (*Client, error) {
	u, err := Address(address, insecure)
	if err != nil {
		return nil, err
	}
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, err
	}
	// A redirect would take the key elsewhere.
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: requestTime}
	return &Client{base: u, key: key, http: c, pack: pack, Patience: time.Minute, Pause: 250 * time.Millisecond}, nil
}

// How far files go is asked here; nothing asks it of no file: an answer to that tells
// whether a server is there and takes the key.
const (
	havePath = "/api/v1/content/have"
	haveType = "application/json"
	nothing  = `{"paths":[]}`
)

// reachTime is for how long a server is asked, before there is anything to send, whether
// it is there: one that starts just now is.
const reachTime = 5 * time.Second

// Reach asks whether a server is there that takes what comes with this key, so that nobody
// reads and gates gigabytes for none. Its error is ErrAway where it is not, else what it
// answers.
func (c *Client) Reach(ctx context.Context) error {
	asks := *c
	asks.Patience = min(c.Patience, reachTime)
	list, err := asks.post(ctx, havePath, haveType, "", []byte(nothing))
	switch {
	case err == nil && len(list) > 0:
		return ErrServer
	case err == nil, ctx.Err() != nil, errors.Is(err, ErrKey), errors.Is(err, ErrServer), errors.Is(err, ErrCertificate), errors.Is(err, ErrRefused):
		return err
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

// have asks how far files go.
func (c *Client) have(ctx context.Context, files []*file) (map[string]content.Receipt, error) {
	out := make(map[string]content.Receipt, len(files))
	for at := 0; at < len(files); at += frame.MaxPaths {
		part := files[at:min(at+frame.MaxPaths, len(files))]
		asked := frame.Paths{Paths: make([]string, len(part))}
		for i, f := range part {
			asked.Paths[i] = f.path
		}
		body, err := json.Marshal(asked)
		if err != nil {
			return nil, err
		}
		list, err := c.post(ctx, havePath, haveType, "", body)
		if err != nil {
			return nil, err
		}
		if len(list) != len(part) {
			return nil, ErrServer
		}
		for i, f := range part {
			out[f.path] = list[i]
		}
	}
	return out, nil
}

// content sends a piece.
func (c *Client) content(ctx context.Context, a *content.Append) (content.Receipt, error) {
	var b bytes.Buffer
	if err := frame.Write(&b, a); err != nil {
		return content.Receipt{}, err
	}
	list, err := c.post(ctx, "/api/v1/content", frame.Type, "zstd", c.pack.EncodeAll(b.Bytes(), nil))
	if err == nil && len(list) != 1 {
		err = ErrServer
	}
	if err != nil {
		return content.Receipt{}, err
	}
	return list[0], nil
}

// answerMost bounds an answer, in bytes.
const answerMost = 4 << 20

// post sends a request until it is answered, for as long as the Client's patience.
func (c *Client) post(ctx context.Context, path, kind, coding string, body []byte) ([]content.Receipt, error) {
	began := time.Now()
	var told, slept time.Duration
	for try := 0; ; try++ {
		list, after, err := c.once(ctx, path, kind, coding, body)
		if err == nil || errors.Is(err, ErrKey) || errors.Is(err, ErrServer) || after < 0 || ctx.Err() != nil {
			return list, err
		}
		wait := max(after, c.Pause<<min(try, 5))
		wait += rand.N(wait/2 + 1) //nolint:gosec // it spreads tries, it hides nothing
		if time.Since(began)-slept+told+wait > c.Patience {
			return nil, err
		}
		if c.Waits != nil && wait >= longWait {
			c.Waits(err, wait)
		}
		from := time.Now()
		if err := c.sleep(ctx, wait); err != nil {
			return nil, err
		}
		told, slept = told+wait, slept+time.Since(from)
	}
}

// sleep waits between two tries, or until nobody waits for the answer any more.
func (c *Client) sleep(ctx context.Context, wait time.Duration) error {
	if c.Sleep != nil {
		if err := c.Sleep(ctx, wait); err != nil && ctx.Err() == nil {
			return err
		}
		return context.Cause(ctx)
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(wait):
		return nil
	}
}

// once is one try; after says when to come again, where the server does; below 0 that
// it is no use.
func (c *Client) once(ctx context.Context, path, kind, coding string, body []byte) (list []content.Receipt, after time.Duration, err error) {
	a, err := c.send(ctx, path, kind, coding, body)
	switch {
	case errors.Is(err, ErrCertificate) || errors.Is(err, errUnsent):
		return nil, -1, err
	case err != nil:
		return nil, 0, err
	}
	if s, err := strconv.Atoi(a.header.Get("Retry-After")); err == nil && s > 0 {
		after = time.Duration(min(s, 600)) * time.Second
	}
	list, err = c.read(&a)
	switch {
	case err == nil:
		after = 0
	case !errors.Is(err, errNow):
		after = -1
	}
	return list, after, err
}

var (
	errUnsent = errors.New("the request cannot be made")
	errNow    = errors.New("cannot take it now")
)

// answered is what a server answered.
type answered struct {
	status int
	header http.Header
	data   []byte
}

// send sends one request and takes its answer. What came of one that does not come whole
// is told with the error.
func (c *Client) send(ctx context.Context, path, kind, coding string, body []byte) (a answered, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return a, fmt.Errorf("%w: %w", errUnsent, err)
	}
	r.Header.Set("Content-Type", kind)
	if coding != "" {
		r.Header.Set("Content-Encoding", coding)
	}
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	answer, err := c.http.Do(r)
	if bad := (*tls.CertificateVerificationError)(nil); errors.As(err, &bad) {
		return a, fmt.Errorf("%w: %w", ErrCertificate, bad.Err)
	}
	if err != nil {
		return a, fmt.Errorf("the server at %s does not answer: %w", c.base.Host, cause(err))
	}
	defer answer.Body.Close() //nolint:errcheck // read only
	a = answered{status: answer.StatusCode, header: answer.Header}
	if a.data, err = io.ReadAll(io.LimitReader(answer.Body, answerMost)); err != nil {
		return a, fmt.Errorf("the server's answer did not come whole: %w", err)
	}
	return a, nil
}

// read is what an answer says. The error is ErrKey, ErrServer, ErrRefused, or that the
// server cannot take it now.
func (c *Client) read(a *answered) ([]content.Receipt, error) {
	switch code := a.status; {
	case code == http.StatusOK:
		var got frame.Receipts
		if json.Unmarshal(a.data, &got) != nil {
			return nil, ErrServer
		}
		return receipts(got), nil
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return nil, fmt.Errorf("%w: %s", ErrKey, told(a.data))
	case code == http.StatusTooManyRequests || code >= 500:
		return nil, fmt.Errorf("the server at %s %w (%d): %s", c.base.Host, errNow, code, told(a.data))
	case code == http.StatusNotFound || code < 400:
		return nil, ErrServer
	}
	return nil, fmt.Errorf("%w (%d): %s", ErrRefused, a.status, told(a.data))
}

// cause is what a request failed of, without its address.
func cause(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// told is what a problem says, bounded.
func told(data []byte) string {
	var p struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(data, &p) != nil || p.Detail == "" {
		return "no reason is given"
	}
	return p.Detail[:min(len(p.Detail), 300)]
}

func receipts(got frame.Receipts) []content.Receipt {
	list := make([]content.Receipt, len(got.Receipts))
	for i, r := range got.Receipts {
		list[i] = content.Receipt{Person: r.Person, Path: r.Path, Generation: r.Generation, Have: r.Have, Status: content.StatusOf(r.Status)}
	}
	return list
}
