package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"prism/internal/model"
	"prism/internal/transcript"
)

// Encoder writes a question in the batch format of an API: one JSON object,
// without a line end.
type Encoder interface {
	Line(it Item) ([]byte, error)
}

// Decoder reads a line of answers. ok is false where the line is not of its
// format. An error in the answer itself is the Answer's Err.
type Decoder interface {
	Answer(line []byte) (a Answer, ok bool)
}

// Write writes questions as JSON Lines.
func Write(w io.Writer, enc Encoder, items iter.Seq[Item]) (n int, err error) {
	seen := map[string]bool{}
	for it := range items {
		if err := CheckID(it.ID); err != nil {
			return n, err
		}
		if seen[it.ID] {
			return n, fmt.Errorf("batch: id %s stands twice", it.ID)
		}
		seen[it.ID] = true
		line, err := enc.Line(it)
		if err != nil {
			return n, fmt.Errorf("batch: request %s: %w", it.ID, err)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return n, fmt.Errorf("batch: writing: %w", err)
		}
		n++
	}
	return n, nil
}

// Tally counts the lines of a file of answers.
type Tally struct {
	Lines     int
	Answers   int // handed over, failed ones too
	Failed    int // of these
	Unknown   int // of an id that nobody asked about
	Duplicate int // of an id that had its answer; the first holds
	Malformed int // of no known format, or too long
}

// maxLine bounds one line of answers, in bytes: batch lines carry one message.
const maxLine = 8 << 20

// Read reads answers in any of the formats, in any order, several formats in one
// file if need be. known says which ids were asked about; nil knows all. Lines
// that are of no use are counted and left out. It ends early only with an error
// of the reader or of each.
func Read(r io.Reader, formats []Decoder, known func(id string) bool, each func(Answer) error) (Tally, error) {
	var t Tally
	seen := map[string]bool{}
	lines := transcript.NewReaderSize(64<<10, maxLine)
	lines.Reset(r)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, fmt.Errorf("batch: reading answers: %w", err)
		}
		t.Lines++
		a, ok := decode(line.Data, formats)
		switch {
		case line.TooLong || !ok:
			t.Malformed++
			continue
		case known != nil && !known(a.ID):
			t.Unknown++
			continue
		case seen[a.ID]:
			t.Duplicate++
			continue
		}
		seen[a.ID] = true
		t.Answers++
		if a.Err != nil {
			t.Failed++
		}
		if err := each(a); err != nil {
			return t, err
		}
	}
}

func decode(line []byte, formats []Decoder) (Answer, bool) {
	if len(line) == 0 || !json.Valid(line) {
		return Answer{}, false
	}
	for _, f := range formats {
		if a, ok := f.Answer(line); ok && CheckID(a.ID) == nil {
			return a, true
		}
	}
	return Answer{}, false
}

// Plain is the format for answers that no API gave, those of a person or another
// tool: {"custom_id": …, "answer": {…}} with the object that was asked for, or
// its text, and "model" with a name for who answered.
type Plain struct{}

// Answer implements Decoder.
func (Plain) Answer(line []byte) (Answer, bool) {
	var in struct {
		ID     string          `json:"custom_id"`
		Answer json.RawMessage `json:"answer"`
		Model  string          `json:"model"`
	}
	if json.Unmarshal(line, &in) != nil || in.ID == "" || len(in.Answer) == 0 || bytes.Equal(in.Answer, []byte("null")) {
		return Answer{}, false
	}
	a := Answer{ID: in.ID, Response: model.Response{Stop: model.StopEnd, Model: model.Name(in.Model)}}
	if json.Unmarshal(in.Answer, &a.Response.Text) != nil { // no string: the object itself
		a.Response.Text = string(in.Answer)
	} else if object, ok := model.Object(a.Response.Text); ok {
		a.Response.Text = object
	}
	a.Response.Text = model.CutAnswer(a.Response.Text)
	return a, true
}
