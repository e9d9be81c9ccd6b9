// Package frame is how content travels from a sender to a server: pieces of files, one
// after the other.
//
// Nouns: a frame is one piece, a line of JSON that says what it is, then its bytes.
// Promises: what is written is read again; nothing is taken on a length that is longer
// than a piece may be, nor before whoever counts memory was asked. Refusals: it packs nothing and knows no network.
package frame

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"prism/internal/content"
)

// Type is the media type of frames.
const Type = "application/vnd.prism.content"

// maxHead bounds the line of a frame, in bytes.
const maxHead = 128 << 10

// head is the line of a frame.
type head struct {
	Person     string            `json:"person,omitempty"`
	Path       string            `json:"path"`
	Kind       string            `json:"kind"`
	Generation int64             `json:"generation"`
	From       int64             `json:"from"`
	To         int64             `json:"to"`
	Data       int               `json:"data"`
	Tail       int               `json:"tail"`
	Modified   time.Time         `json:"modified"`
	Roots      map[string]string `json:"roots,omitempty"`
}

var kinds = [...]string{content.Transcript: "transcript", content.Telemetry: "telemetry", content.Facts: "facts"}

// Write writes one piece.
func Write(w io.Writer, a *content.Append) error {
	line, err := json.Marshal(head{a.Person, a.Path, kinds[a.Kind], a.Generation, a.From, a.To, len(a.Data), len(a.Tail), a.Modified, a.Roots})
	if err != nil {
		return err
	}
	for _, b := range [][]byte{line, []byte("\n"), a.Data, a.Tail, []byte("\n")} {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// ErrForm says that what was read is no frame.
var ErrForm = errors.New("no frame")

// Reader reads pieces.
type Reader struct {
	in    *bufio.Reader
	claim func(n int) error
}

// Own is what a Reader holds itself, in bytes.
const Own = maxHead

// NewReader makes a Reader. claim is asked before room is made for n bytes more, of what
// is coming; its error ends the reading. nil: nobody is asked.
func NewReader(r io.Reader, claim func(n int) error) *Reader {
	if claim == nil {
		claim = func(int) error { return nil }
	}
	return &Reader{bufio.NewReaderSize(r, maxHead), claim}
}

// Next reads one piece; io.EOF there are no more.
func (r *Reader) Next() (content.Append, error) {
	var a content.Append
	line, err := r.in.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF) && len(line) == 0:
		return a, io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, bufio.ErrBufferFull):
		return a, fmt.Errorf("%w: its line has no end", ErrForm)
	case err != nil:
		return a, err
	}
	if err := r.claim(headSize(len(line))); err != nil {
		return a, err
	}
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return a, fmt.Errorf("%w: its line is not what it should be", ErrForm)
	}
	a = content.Append{Person: h.Person, Path: h.Path, Generation: h.Generation, From: h.From, To: h.To, Modified: h.Modified, Roots: h.Roots}
	switch h.Kind {
	case kinds[content.Transcript]:
	case kinds[content.Telemetry]:
		a.Kind = content.Telemetry
	case kinds[content.Facts]:
		a.Kind = content.Facts
	default:
		return a, fmt.Errorf("%w: there is no such kind of content", ErrForm)
	}
	if h.Data < 0 || h.Tail < 0 || h.Data > content.MaxData || h.Tail > content.MaxData {
		return a, fmt.Errorf("%w: it is larger than a piece may be", ErrForm)
	}
	if a.Data, err = r.take(h.Data); err == nil {
		a.Tail, err = r.take(h.Tail)
	}
	if err != nil {
		return a, err
	}
	if end, err := r.in.ReadByte(); err != nil || end != '\n' {
		return a, fmt.Errorf("%w: it does not end where it says", ErrForm)
	}
	return a, nil
}

// headSize is what a piece takes beside its data: what its line says, as text and as what
// is made of it, and its place in a list.
func headSize(line int) int { return 2*line + 512 }

// step is how much room is made at first: room for a length that was only said is made as
// its bytes come, as much again as has come each time.
const step = 256 << 10

func (r *Reader) take(n int) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	var out []byte
	for len(out) < n {
		room := min(n, max(step, 2*len(out)))
		if err := r.claim(room - cap(out)); err != nil {
			return nil, err
		}
		at := len(out)
		out = append(make([]byte, 0, room), out...)[:room]
		if _, err := io.ReadFull(r.in, out[at:]); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = fmt.Errorf("%w: it ends before it says", ErrForm)
			}
			return nil, err
		}
	}
	return out, nil
}

// Receipt is an answer to one piece, as it is written.
type Receipt struct {
	Person     string `json:"person,omitempty"`
	Path       string `json:"path"`
	Generation int64  `json:"generation"`
	Have       int64  `json:"have"`
	Status     string `json:"status"`
}

// Receipts is the answer to pieces.
type Receipts struct {
	Receipts []Receipt `json:"receipts"`
}

// Paths asks how far files go.
type Paths struct {
	Paths []string `json:"paths"`
}

// MaxPaths is how many may be asked about at once.
const MaxPaths = 1000

// Answer is receipts as they are written.
func Answer(list []content.Receipt) Receipts {
	out := Receipts{make([]Receipt, len(list))}
	for i, r := range list {
		out.Receipts[i] = Receipt{r.Person, r.Path, r.Generation, r.Have, r.Status.String()}
	}
	return out
}
