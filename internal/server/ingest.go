package server

import (
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
	"prism/internal/store"
)

// Sender is who sends content.
type Sender struct {
	Tenant string
	Person string // owns what is sent; empty: the sender says
	Ingest bool   // may send
	// Anyone says that the key is nobody's: Person is what the sender calls them.
	Anyone bool
	// FactsOnly says that the tenant takes no transcripts.
	FactsOnly bool
}

// Sink keeps what is sent; it returns once that is kept for good.
type Sink interface {
	Ingest(ctx context.Context, tenant string, list []content.Append) ([]content.Receipt, error)
}

// Ingest takes content that senders push.
type Ingest struct {
	Sender func(r *http.Request) (Sender, error)
	// Still tells, once all of a request has come, that who sent it still may; nil: nobody
	// is asked.
	Still func(r *http.Request) error
	Sink  Sink
	// Have says how far files go.
	Have func(ctx context.Context, tenant, person string, paths []string) ([]content.Receipt, error)
	Gate *redact.Redactor
	Now  func() time.Time // nil: no facts are taken

	// Room is what requests that come at a time may hold together, in bytes, unpacked;
	// 0: one as large as may be, and some small ones beside it.
	Room int64

	facts sync.Mutex // what a few bytes of facts may ask for is asked for once at a time
	room  room
}

// Bounds of one request, in bytes: as it comes, unpacked, and how many pieces.
const (
	mostSent     = 64 << 20
	mostUnpacked = 128 << 20
	mostPieces   = 2000
	mostHeld     = mostUnpacked + 32<<20
	// sentTime is how long a request may take to come.
	sentTime = 2 * time.Minute
)

// Register adds the addresses to which senders push.
func (in *Ingest) Register(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/v1/content", in.take)
	mux.HandleFunc("POST /api/v1/content/have", in.have)
}

// sender is who sends a request, with the person whose content it is.
func (in *Ingest) sender(r *http.Request) (Sender, error) {
	s, err := in.Sender(r)
	if err != nil {
		return s, err
	}
	if !s.Ingest {
		return s, &AccessError{Status: http.StatusForbidden, Text: "This key may not send."}
	}
	if err := unasked(r); err != nil {
		return s, err
	}
	if s.Person == "" {
		s.Anyone = true
		s.Person = r.Header.Get("X-Prism-Person")
	}
	if s.Person == "" {
		return s, &AccessError{Status: http.StatusUnprocessableEntity, Text: "This key belongs to nobody: X-Prism-Person says whose content it is."}
	}
	return s, nil
}

func (in *Ingest) take(w http.ResponseWriter, r *http.Request) {
	s, err := in.sender(r)
	if err != nil {
		Problem(w, err)
		return
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != frame.Type {
		Problem(w, &AccessError{Status: http.StatusUnsupportedMediaType, Text: "Content-Type is not " + frame.Type})
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(sentTime)) // a recorder of a test has none
	body, done, err := unpacked(http.MaxBytesReader(w, r.Body, mostSent), r.Header.Get("Content-Encoding"))
	if err != nil {
		Problem(w, err)
		return
	}
	defer done()
	held := &hold{room: &in.room, most: cmp.Or(in.Room, mostHeld)}
	defer held.release()
	list, err := in.pieces(body, s, held)
	if errors.Is(err, errFull) {
		answerLater(w, err)
		return
	}
	if err != nil {
		Problem(w, err)
		return
	}
	if in.Still != nil {
		if err := in.Still(r); err != nil {
			Problem(w, err)
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

// room is what requests hold together, in bytes.
type room struct {
	mu   sync.Mutex
	held int64
}

// hold is what one request holds of it.
type hold struct {
	room       *room
	most, mine int64
}

// take holds more, where there is room. Who holds all that is held always has some: what
// one request may be fits. Nobody waits for room, since all who wait hold some.
func (h *hold) take(n int64) bool {
	h.room.mu.Lock()
	defer h.room.mu.Unlock()
	if h.room.held+n > h.most && h.room.held > h.mine {
		return false
	}
	h.room.held += n
	h.mine += n
	return true
}

func (h *hold) release() {
	h.room.mu.Lock()
	h.room.held -= h.mine
	h.room.mu.Unlock()
	h.mine = 0
}

var errFull = errors.New("requests that came before hold what memory there is for them")

// pieces reads what is sent and passes it through the gate.
func (in *Ingest) pieces(body io.Reader, s Sender, held *hold) ([]content.Append, error) {
	limited := &io.LimitedReader{R: body, N: mostUnpacked + 1}
	frames := frame.NewReader(limited)
	gates := map[string]*lines.Gate{}
	var list []content.Append
	for {
		a, err := frames.Next()
		var large *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case limited.N <= 0, errors.As(err, &large), len(list) == mostPieces:
			return nil, &AccessError{Status: http.StatusRequestEntityTooLarge, Text: "The request is too large: send less at once."}
		case errors.Is(err, frame.ErrForm):
			return nil, &AccessError{Status: http.StatusBadRequest, Text: "The request does not read: " + err.Error() + "."}
		case err != nil:
			return nil, &AccessError{Status: http.StatusBadRequest, Text: "The request did not come whole."}
		}
		if !held.take(int64(len(a.Data) + len(a.Tail))) {
			return nil, errFull
		}
		a.Person, a.Anyone = s.Person, s.Anyone
		if a.Kind == content.Transcript && s.FactsOnly {
			return nil, &AccessError{Status: http.StatusForbidden, Text: "This tenant takes no transcripts, only facts."}
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
		a.Data, a.Tail = g.Append(nil, a.Data), g.Append(nil, a.Tail)
		if g.Err() != nil {
			return nil, errors.New("the gate failed") // nothing is kept that it has not passed
		}
		for dir, root := range told { // as the lines name them now, where their sender did not hide it
			if shown := g.Text(dir); a.Roots[shown] == "" && len(a.Roots) < content.MaxRoots {
				a.Roots[shown] = g.Text(root)
			}
		}
		if g.Err() != nil {
			return nil, errors.New("the gate failed")
		}
		list = append(list, a)
	}
}

var errNoFacts = errors.New("no facts are taken here")

// row looks through facts: what is kept is what was understood of them, gated, and
// nothing else of what came.
func (in *Ingest) row(a *content.Append) error {
	no := func(err error) error {
		return &AccessError{Status: http.StatusUnprocessableEntity, Text: "What was shared is not taken: " + err.Error() + "."}
	}
	if err := a.Check(); err != nil || in.Now == nil {
		return no(cmp.Or(err, errNoFacts))
	}
	in.facts.Lock()
	defer in.facts.Unlock()
	row, err := factfile.Decode(a.Data)
	if errors.Is(err, factfile.ErrVersion) {
		return &AccessError{Status: http.StatusConflict, Text: "What was shared was made by another version of Prism than this server's: renew the older of the two."}
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
func unpacked(body io.Reader, coding string) (io.Reader, func(), error) {
	none := func() {}
	switch strings.ToLower(strings.TrimSpace(coding)) {
	case "", "identity":
		return body, none, nil
	case "gzip":
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, none, &AccessError{Status: http.StatusBadRequest, Text: "The request is no gzip."}
		}
		return z, none, nil
	case "zstd":
		// The window bounds what a few bytes can ask for (RFC 9659).
		z, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, none, &AccessError{Status: http.StatusBadRequest, Text: "The request is no zstd."}
		}
		return z, z.Close, nil
	}
	return nil, none, &AccessError{Status: http.StatusUnsupportedMediaType, Text: "Content-Encoding is none of gzip, zstd and identity."}
}

func (in *Ingest) have(w http.ResponseWriter, r *http.Request) {
	s, err := in.sender(r)
	if err != nil {
		Problem(w, err)
		return
	}
	var asked frame.Paths
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, frame.MaxPaths*(content.MaxPath+16))).Decode(&asked); err != nil || len(asked.Paths) > frame.MaxPaths {
		Problem(w, &AccessError{Status: http.StatusBadRequest, Text: "The request does not read, or names more than 1000 paths."})
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
		text = away(err)
	}
	w.Header().Set("Retry-After", strconv.FormatInt(int64((after+time.Second-1)/time.Second), 10))
	Problem(w, &AccessError{Status: http.StatusServiceUnavailable, Text: text})
}
