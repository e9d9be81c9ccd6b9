// Package ingest takes content that senders push over HTTP.
//
// Nouns: a Handler reads and gates what comes; a Sink keeps it; Gated is a Sink that leaves
// alone whom and what a tenant opted out. Promises: what is acknowledged is kept for good;
// nothing is handed on that has not passed the gate; what requests under way hold is counted
// before it is there, and bounded over all, by tenant and by key. Refusals: it keeps nothing
// itself, and makes no session of anything.
package ingest

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/content/factfile"
	"prism/internal/content/frame"
	"prism/internal/redact"
	"prism/internal/redact/lines"
	"prism/internal/room"
	"prism/internal/server/access"
	"prism/internal/store"
)

// Sink keeps what is sent; it returns once that is kept for good.
type Sink interface {
	Ingest(ctx context.Context, tenant string, list []content.Append) ([]content.Receipt, error)
}

// Handler takes content that senders push.
type Handler struct {
	Sender func(r *http.Request) (access.Sender, error)
	// Still tells, once all of a request has come, that who sent it still may; nil: nobody
	// is asked.
	Still func(r *http.Request) error
	Sink  Sink
	// Have says how far files go.
	Have func(ctx context.Context, tenant, person string, paths []string) ([]content.Receipt, error)
	Gate *redact.Redactor
	// Yield waits, for a moment at most, while somebody reads who is to go first; nil:
	// nobody is.
	Yield func(ctx context.Context)
	Now   func() time.Time // nil: no facts are taken

	// Room is what requests that are under way may hold together, in bytes; 0: so much that
	// one as large as may be fits where its key is alone. What is left is shared (package
	// room): no tenant and no key can keep all others out.
	Room int64

	facts sync.Mutex // what a few bytes of facts may ask for is asked for once at a time
	room  room.Room
}

// Bounds of one request, in bytes: as it comes, unpacked, and how many pieces.
const (
	mostSent     = 32 << 20
	mostUnpacked = 32 << 20
	mostPieces   = 2000
	// yieldEvery is how much passes the gate, some ten milliseconds' work, before a request
	// yields again: not before each piece, so that many small ones are not kept out.
	yieldEvery = 256 << 10
	// mostWindow is how far back what is packed may point (RFC 9659).
	mostWindow = 8 << 20
	// perRequest is what a request holds before anything of it has come: what it is read
	// and unpacked through.
	perRequest = frame.Own + 128<<10
	// mostHeld is what all hold together: one as large as may be, a piece of which is
	// passing the gate, takes what its key may have of it alone.
	mostHeld = 120 << 20
	// sentTime is how long a request may take to come.
	sentTime = 2 * time.Minute
)

// Register adds the addresses to which senders push.
func (in *Handler) Register(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/v1/content", in.take)
	mux.HandleFunc("POST /api/v1/content/have", in.have)
}

// sender is who sends a request, with the person whose content it is.
func (in *Handler) sender(r *http.Request) (access.Sender, error) {
	s, err := in.Sender(r)
	if err != nil {
		return s, err
	}
	if !s.Ingest {
		return s, &access.Error{Status: http.StatusForbidden, Text: "This key may not send."}
	}
	if err := access.Unasked(r); err != nil {
		return s, err
	}
	if s.Person == "" {
		s.Anyone = true
		s.Person = r.Header.Get("X-Prism-Person")
	}
	if s.Person == "" {
		return s, &access.Error{Status: http.StatusUnprocessableEntity, Text: "This key belongs to nobody: X-Prism-Person says whose content it is."}
	}
	return s, nil
}

func (in *Handler) take(w http.ResponseWriter, r *http.Request) {
	s, err := in.sender(r)
	if err != nil {
		access.Problem(w, err)
		return
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != frame.Type {
		access.Problem(w, &access.Error{Status: http.StatusUnsupportedMediaType, Text: "Content-Type is not " + frame.Type})
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(sentTime)) // a recorder of a test has none
	held := in.room.For(cmp.Or(in.Room, mostHeld), s.Tenant, cmp.Or(s.Key, s.Person))
	defer held.Release()
	list, err := in.read(r.Context(), http.MaxBytesReader(w, r.Body, mostSent), r.Header.Get("Content-Encoding"), s, held)
	if errors.Is(err, room.ErrFull) {
		w.Header().Set("Connection", "close") // else the rest is waited for before it is answered
		answerLater(w, err)
		return
	}
	if err != nil {
		access.Problem(w, err)
		return
	}
	if in.Still != nil {
		if err := in.Still(r); err != nil {
			access.Problem(w, err)
			return
		}
	}
	receipts, err := in.Sink.Ingest(r.Context(), s.Tenant, list)
	if err != nil {
		answerLater(w, err)
		return
	}
	answer(w, receipts)
}

// read is what was sent, unpacked and gated.
func (in *Handler) read(ctx context.Context, body io.Reader, coding string, s access.Sender, held *room.Share) ([]content.Append, error) {
	if err := held.Take(perRequest); err != nil {
		return nil, err
	}
	plain, done, err := unpacked(body, coding, held)
	if err != nil {
		return nil, err
	}
	defer done()
	return in.pieces(ctx, plain, s, held)
}

// pieces reads what is sent and passes it through the gate.
func (in *Handler) pieces(ctx context.Context, body io.Reader, s access.Sender, held *room.Share) ([]content.Append, error) {
	limited := &io.LimitedReader{R: body, N: mostUnpacked + 1}
	frames := frame.NewReader(limited, func(n int) error { return held.Take(int64(n)) })
	gates := map[string]*lines.Gate{}
	var list []content.Append
	worked := yieldEvery // on since it yielded, in bytes
	for {
		a, err := frames.Next()
		var large *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case errors.Is(err, room.ErrFull):
			return nil, err
		case limited.N <= 0, errors.As(err, &large), len(list) == mostPieces:
			return nil, &access.Error{Status: http.StatusRequestEntityTooLarge, Text: "The request is too large: send less at once."}
		case errors.Is(err, frame.ErrForm):
			return nil, &access.Error{Status: http.StatusBadRequest, Text: "The request does not read: " + err.Error() + "."}
		case err != nil:
			return nil, &access.Error{Status: http.StatusBadRequest, Text: "The request did not come whole."}
		}
		a.Person, a.Anyone = s.Person, s.Anyone
		if a.Kind == content.Transcript && s.FactsOnly {
			return nil, &access.Error{Status: http.StatusForbidden, Text: "This tenant takes no transcripts, only facts."}
		}
		told := a.Roots
		if told != nil {
			a.Roots = make(map[string]string, len(told))
		}
		for dir, root := range told {
			in.Gate.Names(&dir, &root)
			a.Roots[dir] = root
		}
		in.Gate.Names(&a.Path)
		if a.Kind == content.Facts {
			if err := in.row(&a); err != nil {
				return nil, err
			}
			list = append(list, a)
			continue
		}
		g := gates[a.Path]
		if g == nil {
			g = lines.New(in.Gate.Session("content"))
			gates[a.Path] = g
		}
		if in.Yield != nil && worked >= yieldEvery {
			in.Yield(ctx)
			worked = 0
		}
		worked += len(a.Data)
		if err := gated(&a, g, held); err != nil {
			return nil, err
		}
		for dir, root := range told { // as the lines name them now, where their sender did not hide it
			if shown := g.Text(dir); a.Roots[shown] == "" && len(a.Roots) < content.MaxRoots {
				a.Roots[shown] = g.Text(root)
			}
		}
		if g.Err() != nil {
			return nil, errGate
		}
		list = append(list, a)
	}
}

// errGate is of what has not passed the gate: nothing is kept of it.
var errGate = errors.New("the gate failed")

// gated passes a piece through its gate. Until that is done it is there twice.
func gated(a *content.Append, g *lines.Gate, held *room.Share) error {
	size := func() int64 { return int64(len(a.Data) + len(a.Tail)) }
	before := size()
	if err := held.Take(before); err != nil {
		return err
	}
	through := func(b []byte) []byte {
		if len(b) == 0 {
			return nil
		}
		return g.Append(make([]byte, 0, len(b)+len(b)/64), b) // most of it stays as it is
	}
	a.Data, a.Tail = through(a.Data), through(a.Tail)
	if g.Err() != nil {
		return errGate
	}
	// In one step: what is let go of to be taken again, another takes meanwhile.
	if more := size() - 2*before; more > 0 {
		return held.Take(more)
	}
	held.Give(2*before - size())
	return nil
}

var errNoFacts = errors.New("no facts are taken here")

// row looks through facts: what is kept is what was understood of them, gated, and
// nothing else of what came.
func (in *Handler) row(a *content.Append) error {
	no := func(err error) error {
		return &access.Error{Status: http.StatusUnprocessableEntity, Text: "What was shared is not taken: " + err.Error() + "."}
	}
	if err := a.Check(); err != nil || in.Now == nil {
		return no(cmp.Or(err, errNoFacts))
	}
	in.facts.Lock()
	defer in.facts.Unlock()
	row, err := factfile.Decode(a.Data)
	if errors.Is(err, factfile.ErrVersion) {
		return &access.Error{Status: http.StatusConflict, Text: "What was shared was made by another version of Prism than this server's: renew the older of the two."}
	}
	if err == nil {
		err = row.Check(in.Now())
	}
	if err == nil && content.FactsPath(row.Agent, row.Conversation) != a.Path {
		err = errors.New("it is of another conversation than its name says")
	}
	if err != nil {
		return no(err)
	}
	name := row.Conversation
	if err := row.Gate(in.Gate); err != nil {
		return err
	}
	if row.Conversation != name {
		return no(errors.New("its conversation has no name that may be kept"))
	}
	a.Data, err = row.Encode()
	if err == nil {
		err = a.Check() // it is written otherwise here
	}
	return err
}

// unpacked is a body without its encoding.
func unpacked(body io.Reader, coding string, held *room.Share) (io.Reader, func(), error) {
	none := func() {}
	switch strings.ToLower(strings.TrimSpace(coding)) {
	case "", "identity":
		return body, none, nil
	case "gzip":
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, none, &access.Error{Status: http.StatusBadRequest, Text: "The request is no gzip."}
		}
		return z, none, nil
	case "zstd":
		window, from, err := windowOf(body)
		if err != nil {
			return nil, none, err
		}
		if err := held.Take(int64(window)); err != nil {
			return nil, none, err
		}
		z, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, none, &access.Error{Status: http.StatusBadRequest, Text: "The request is no zstd."}
		}
		return z, z.Close, nil
	}
	return nil, none, &access.Error{Status: http.StatusUnsupportedMediaType, Text: "Content-Encoding is none of gzip, zstd and identity."}
}

// leastWindow is what a frame after the first may ask for, where that asked for less.
const leastWindow = 1 << 20

// tooLargeOr is what is answered where a body cannot be read on.
func tooLargeOr(err error, text string) error {
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return &access.Error{Status: http.StatusRequestEntityTooLarge, Text: "The request is too large: send less at once."}
	}
	return &access.Error{Status: http.StatusBadRequest, Text: text}
}

// windowOf is how much the first frame of a body that holds something asks to be kept for what points back into
// it: ten bytes may ask for all that is allowed, so it is counted before it is there.
func windowOf(body io.Reader) (uint64, io.Reader, error) {
	from := bufio.NewReaderSize(body, 16<<10)
	var h zstd.Header
	for {
		begin, _ := from.Peek(zstd.HeaderMaxSize) // less than that is told by whoever reads it
		if err := h.Decode(begin); err != nil && len(begin) > 0 {
			return 0, nil, &access.Error{Status: http.StatusBadRequest, Text: "The request is no zstd."}
		}
		if len(begin) == 0 || !h.Skippable {
			break
		}
		if _, err := io.CopyN(io.Discard, from, int64(h.HeaderSize)+int64(h.SkippableSize)); err != nil {
			return 0, nil, tooLargeOr(err, "The request did not come whole.")
		}
	}
	window := h.WindowSize
	if h.SingleSegment {
		window = h.FrameContentSize
	}
	if window > mostWindow {
		return 0, nil, &access.Error{Status: http.StatusRequestEntityTooLarge, Text: "The request is packed with a window of more than 8 MB: pack it otherwise."}
	}
	return max(window, leastWindow), from, nil
}

func (in *Handler) have(w http.ResponseWriter, r *http.Request) {
	s, err := in.sender(r)
	if err != nil {
		access.Problem(w, err)
		return
	}
	var asked frame.Paths
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, frame.MaxPaths*(content.MaxPath+16))).Decode(&asked); err != nil || len(asked.Paths) > frame.MaxPaths {
		access.Problem(w, &access.Error{Status: http.StatusBadRequest, Text: "The request does not read, or names more than 1000 paths."})
		return
	}
	for i := range asked.Paths {
		in.Gate.Names(&asked.Paths[i])
	}
	receipts, err := in.Have(r.Context(), s.Tenant, s.Person, asked.Paths)
	if err != nil {
		answerLater(w, err)
		return
	}
	answer(w, receipts)
}

func answer(w http.ResponseWriter, receipts []content.Receipt) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(frame.Answer(receipts)) // who went away asks again
}

// answerLater answers with a failure that may pass: a sender keeps what it has and
// comes again.
func answerLater(w http.ResponseWriter, err error) {
	after := 2 * time.Second
	var busy interface{ RetryAfter() time.Duration }
	if errors.As(err, &busy) {
		after = busy.RetryAfter()
	}
	text := "The server cannot keep this now; come again."
	if store.Passing(err) {
		text = access.Away(err)
	}
	w.Header().Set("Retry-After", strconv.FormatInt(int64((after+time.Second-1)/time.Second), 10))
	access.Problem(w, &access.Error{Status: http.StatusServiceUnavailable, Text: text})
}
