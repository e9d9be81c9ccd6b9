package otlp

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// slowest is the least that a sender sends in a second, on average, beside the time
// that Options.Slow gives.
const slowest = 32 << 10

// sent reads a body as it comes: no more of it than the limit, and no slower than is
// allowed.
type sent struct {
	body     io.Reader
	control  *http.ResponseController
	begin    time.Time
	slow     time.Duration
	deadline time.Time
	n, limit int64
}

var (
	errTooLarge = errors.New("too large")
	errSlow     = errors.New("too slow")
)

func (s *sent) Read(p []byte) (int, error) {
	// Asked for anew only when it would move by a second: it is a lock and a timer.
	if due := s.begin.Add(s.slow + time.Duration(s.n/slowest)*time.Second); due.After(s.deadline) {
		s.deadline = due
		_ = s.control.SetReadDeadline(due) // a recorder of a test has none
	}
	n, err := s.body.Read(p)
	s.n += int64(n)
	switch {
	case s.n > s.limit:
		return n, errTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, errSlow
	}
	return n, err
}

// read is the body of a request, unpacked. It lies in a buffer that reuse takes back.
func (r *Receiver) read(w http.ResponseWriter, req *http.Request, c *claim) ([]byte, error) {
	if req.ContentLength > r.opts.MaxBody {
		return nil, r.tooLarge()
	}
	control := http.NewResponseController(w)
	raw := &sent{body: req.Body, control: control, begin: time.Now(), slow: r.opts.Slow, limit: r.opts.MaxBody}
	defer func() {
		r.bytes.Add(raw.n)
		_ = control.SetReadDeadline(time.Time{})
	}()
	var from io.Reader = raw
	size := req.ContentLength
	switch coding := strings.ToLower(strings.TrimSpace(req.Header.Get("Content-Encoding"))); coding {
	case "", "identity":
	case "gzip":
		z, _ := r.gzips.Get().(*gzip.Reader)
		if z == nil {
			z = new(gzip.Reader)
		}
		defer r.gzips.Put(z)
		if err := z.Reset(raw); err != nil {
			return nil, r.unread(err)
		}
		from, size = z, -1
	case "zstd":
		z, _ := r.zstds.Get().(*zstd.Decoder)
		if z == nil {
			return nil, failure(http.StatusUnsupportedMediaType, "zstd is not read here")
		}
		defer func() {
			_ = z.Reset(nil)
			r.zstds.Put(z)
		}()
		if err := z.Reset(raw); err != nil {
			return nil, r.unread(err)
		}
		from, size = z, -1
	default:
		return nil, failure(http.StatusUnsupportedMediaType, "Content-Encoding is none of gzip, zstd and identity")
	}
	return r.fill(req.Context(), from, size, c)
}

// fill reads to the end, claiming memory before it is used.
func (r *Receiver) fill(ctx context.Context, from io.Reader, size int64, c *claim) ([]byte, error) {
	var buf []byte
	if p, ok := r.bodies.Get().(*[]byte); ok {
		buf = (*p)[:0]
	}
	if size >= 0 {
		if err := c.grow(ctx, size); err != nil {
			return nil, err
		}
		if int64(cap(buf)) <= size {
			buf = make([]byte, 0, size+1)
		}
	} else if cap(buf) == 0 {
		buf = make([]byte, 0, 32<<10)
	}
	for {
		if err := c.grow(ctx, min(int64(len(buf)), r.opts.MaxBody)); err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			// One byte beyond the limit tells that a body is too large: no room is
			// asked for that will never be used, or may be more than there is.
			next := min(int64(2*cap(buf)), r.opts.MaxBody+1)
			if err := c.grow(ctx, min(next, r.opts.MaxBody)); err != nil {
				return nil, err
			}
			buf = append(make([]byte, 0, next), buf...)
		}
		n, err := from.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case int64(len(buf)) > r.opts.MaxBody:
			return nil, r.tooLarge()
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return nil, r.unread(err)
		}
	}
}

// reuse takes back what read gave; nothing may point into it any more.
func (r *Receiver) reuse(body []byte) {
	if 0 < cap(body) && cap(body) <= 1<<20 {
		r.bodies.Put(&body)
	}
}

func (r *Receiver) tooLarge() error {
	return failure(http.StatusRequestEntityTooLarge, "the body holds more than %d bytes; send fewer records at once", r.opts.MaxBody)
}

// unread is what is answered where a body cannot be read to its end.
func (r *Receiver) unread(err error) error {
	var e *StatusError
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errTooLarge), errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		return r.tooLarge()
	case errors.Is(err, errSlow):
		return failure(http.StatusRequestTimeout, "the body did not come in time")
	}
	return failure(http.StatusBadRequest, "the body cannot be read to its end")
}
