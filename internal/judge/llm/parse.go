package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"unicode/utf8"
)

// Bounds of an answer, in bytes and entries. What is over them is malformed: the
// instructions ask for a tenth of it.
const (
	maxText    = 32 << 10
	maxString  = 4 << 10
	maxEntries = 64
)

// errForm says that an answer is not what its schema asks for. It tells nothing
// of the answer, which is somebody's text.
var errForm = errors.New("the answer does not follow its schema")

// members reads one JSON object and nothing after it, with exactly the named
// members: one missing, unknown or told twice is an error, which encoding/json
// alone would let pass.
func members(data []byte, names ...string) (map[string]json.RawMessage, error) {
	if len(data) > maxText || !utf8.Valid(data) {
		return nil, errForm
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if tok, err := d.Token(); err != nil || tok != json.Delim('{') {
		return nil, errForm
	}
	want := make(map[string]bool, len(names))
	for _, n := range names {
		want[n] = true
	}
	out := make(map[string]json.RawMessage, len(names))
	for d.More() {
		tok, err := d.Token()
		name, ok := tok.(string)
		if err != nil || !ok || !want[name] || out[name] != nil {
			return nil, errForm
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, errForm
		}
		out[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, errForm
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errForm
	}
	if len(out) != len(names) {
		return nil, errForm
	}
	return out, nil
}

// reader takes values out of members; the first that does not fit sets bad.
type reader struct {
	from map[string]json.RawMessage
	bad  bool
}

func (r *reader) text(name string) string {
	var s *string
	if json.Unmarshal(r.from[name], &s) != nil || s == nil || len(*s) > maxString {
		r.bad = true
		return ""
	}
	return *s
}

// choice reads a text that is one of those allowed.
func (r *reader) choice(name string, allowed ...string) string {
	s := r.text(name)
	for _, a := range allowed {
		if s == a {
			return s
		}
	}
	r.bad = true
	return ""
}

func (r *reader) yes(name string) bool {
	var b *bool
	if json.Unmarshal(r.from[name], &b) != nil || b == nil {
		r.bad = true
		return false
	}
	return *b
}

func (r *reader) integer(name string) int {
	var n *float64 // 3.0 is an integer too; JSON knows no other numbers
	if json.Unmarshal(r.from[name], &n) != nil || n == nil || *n != math.Trunc(*n) || math.Abs(*n) > 1e9 {
		r.bad = true
		return 0
	}
	return int(*n)
}

// share reads a number from 0 to 1.
func (r *reader) share(name string) float64 {
	var n *float64
	if json.Unmarshal(r.from[name], &n) != nil || n == nil || !(*n >= 0 && *n <= 1) {
		r.bad = true
		return 0
	}
	return *n
}

// list reads an array of objects with the same members.
func (r *reader) list(name string, names ...string) []reader {
	var items []json.RawMessage
	if json.Unmarshal(r.from[name], &items) != nil || items == nil || len(items) > maxEntries {
		r.bad = true
		return nil
	}
	out := make([]reader, 0, len(items))
	for _, item := range items {
		m, err := members(item, names...)
		if err != nil {
			r.bad = true
			return nil
		}
		out = append(out, reader{from: m})
	}
	return out
}
