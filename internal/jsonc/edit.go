// Package jsonc changes single values of a JSON document that a person keeps by hand:
// with comments, its own order, indents and line ends.
//
// Promises: whatever is not the value in question stays byte for byte; what is not
// JSON with comments is refused and not touched. Refusals: it opens no file.
package jsonc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// ErrKind is of a document in which something else stands where an object or an array
// was to be.
var ErrKind = errors.New("is not of the kind that it has to be")

// Check says whether a document can be changed: JSON with comments, an object at the
// top. Nothing at all is an empty document.
func Check(text []byte) error {
	_, err := object(text)
	return err
}

// blank tells a document in which nothing stands.
func blank(text []byte) bool { return len(bytes.TrimSpace(text[len(mark(text)):])) == 0 }

func object(text []byte) (*node, error) {
	n, err := scan(text)
	if err != nil {
		return nil, err
	}
	if n.kind != '{' {
		return nil, fmt.Errorf("the document %w: an object", ErrKind)
	}
	return n, nil
}

// lookup walks down a path of keys; rest are the keys that are not there.
func lookup(text []byte, path []string) (n *node, rest []string, err error) {
	if n, err = object(text); err != nil {
		return nil, nil, err
	}
	for i, key := range path {
		if n.kind != '{' {
			return nil, nil, fmt.Errorf("%s %w: an object", strings.Join(path[:i], "."), ErrKind)
		}
		e, err := n.member(key)
		if err != nil {
			return nil, nil, err
		}
		if e == nil {
			return n, path[i:], nil
		}
		n = &e.value
	}
	return n, nil, nil
}

// Raw is the text of the value at a path of keys; nil: there is none.
func Raw(text []byte, path ...string) ([]byte, error) {
	if blank(text) {
		return nil, nil
	}
	n, rest, err := lookup(text, path)
	if err != nil || len(rest) > 0 {
		return nil, err
	}
	return text[n.from:n.to], nil
}

// Decode reads the value at a path into v; there says whether it is there.
func Decode(text []byte, v any, path ...string) (there bool, err error) {
	if blank(text) {
		return false, nil
	}
	n, rest, err := lookup(text, path)
	if err != nil || len(rest) > 0 {
		return false, err
	}
	if err := json.Unmarshal(n.plain(text), v); err != nil {
		return true, fmt.Errorf("%s %w", strings.Join(path, "."), ErrKind)
	}
	return true, nil
}

// Same tells whether two texts are the same value.
func Same(a, b []byte) bool {
	va, oka := decoded(a)
	vb, okb := decoded(b)
	return oka && okb && reflect.DeepEqual(va, vb)
}

func decoded(text []byte) (v any, ok bool) {
	n, err := scan(text)
	if err != nil {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(n.plain(text)))
	d.UseNumber()
	return v, d.Decode(&v) == nil
}

// Set puts a value, given as JSON, at a path of keys; objects on the way are made.
func Set(text, value []byte, path ...string) ([]byte, error) {
	if blank(text) {
		text = append(bytes.Clone(text), "{}\n"...)
	}
	n, rest, err := lookup(text, path)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 {
		return splice(text, edit{n.from, n.to, value}), nil
	}
	if n.kind != '{' {
		return nil, fmt.Errorf("%s %w: an object", strings.Join(path[:len(path)-len(rest)], "."), ErrKind)
	}
	for i := len(rest) - 1; i > 0; i-- {
		value = fmt.Appendf(nil, "{%s:%s}", quote(rest[i]), value)
	}
	return insert(text, n, rest[0], value), nil
}

// Append puts an item, given as JSON, at the end of the array at a path of keys, which
// is made where it is not there.
func Append(text, item []byte, path ...string) ([]byte, error) {
	if !blank(text) {
		n, rest, err := lookup(text, path)
		if err != nil {
			return nil, err
		}
		if len(rest) == 0 {
			if n.kind != '[' {
				return nil, fmt.Errorf("%s %w: an array", strings.Join(path, "."), ErrKind)
			}
			return insert(text, n, "", item), nil
		}
	}
	return Set(text, fmt.Appendf(nil, "[%s]", item), path...)
}

// Remove takes the value at a path of keys out again, with its key.
func Remove(text []byte, path ...string) ([]byte, error) {
	n, rest, err := lookup(text, path[:len(path)-1])
	if err != nil || len(rest) > 0 || n.kind != '{' {
		return text, err
	}
	e, err := n.member(path[len(path)-1])
	if err != nil || e == nil {
		return text, err
	}
	return remove(text, n, e), nil
}

// RemoveItem takes the last item that is the same as a value out of the array at a path.
func RemoveItem(text, item []byte, path ...string) ([]byte, error) {
	n, rest, err := lookup(text, path)
	if err != nil || len(rest) > 0 || n.kind != '[' {
		return text, err
	}
	for i := len(n.list) - 1; i >= 0; i-- {
		e := &n.list[i]
		if Same(text[e.value.from:e.value.to], item) {
			return remove(text, n, e), nil
		}
	}
	return text, nil
}

// Empty tells whether at a path stands an object or an array without an element.
func Empty(text []byte, path ...string) (bool, error) {
	n, rest, err := lookup(text, path)
	return err == nil && len(rest) == 0 && n.kind != 0 && len(n.list) == 0, err
}

// edit replaces a stretch of the text.
type edit struct {
	from, to int
	by       []byte
}

// splice makes edits that stand in order.
func splice(text []byte, edits ...edit) []byte {
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.from]...), e.by...)
		at = e.to
	}
	return append(out, text[at:]...)
}

// insert adds an element behind the last one of a container, in the manner of those
// that are there.
func insert(text []byte, n *node, key string, value []byte) []byte {
	eol, unit := manner(text)
	inside := text[n.from:n.to]
	lines := bytes.IndexByte(inside, '\n') >= 0 || len(n.list) == 0 && bytes.IndexByte(text, '\n') >= 0
	var add []byte
	closing := ""
	if lines {
		base := indent(text, n.from)
		own := base + unit
		if k := len(n.list); k > 0 && begins(text, n.list[k-1].from) {
			own = indent(text, n.list[k-1].from)
		}
		add = append(add, eol+own...)
		if n.kind == '{' {
			add = append(append(add, quote(key)...), ": "...)
		}
		add = append(add, indented(value, eol, own, unit)...)
		if len(n.list) == 0 && bytes.IndexByte(text[n.end:n.to], '\n') < 0 {
			closing = eol + base
		}
	} else {
		colon := ":"
		if bytes.Contains(text, []byte(`": `)) {
			colon = ": "
			if len(n.list) > 0 {
				add = append(add, ' ')
			}
		}
		if n.kind == '{' {
			add = append(append(add, quote(key)...), colon...)
		}
		add = append(add, value...)
	}
	k := len(n.list)
	switch {
	case k == 0:
		return splice(text, edit{n.end, n.end, append(add, closing...)})
	case n.comma: // a comma behind the last element is the person's manner
		return splice(text, edit{n.end, n.end, append(append(add, ','), closing...)})
	}
	last := n.list[k-1].end()
	return splice(text, edit{last, last, []byte(",")}, edit{n.end, n.end, append(add, closing...)})
}

// remove takes an element out of its container: what insert has put there.
func remove(text []byte, n *node, e *element) []byte {
	from, to := e.before, e.end()
	if e.after > 0 { // blanks and comments before its comma stay
		return splice(text, edit{from, to, nil}, edit{e.after - 1, e.after, nil})
	}
	for i := range n.list {
		if i+1 < len(n.list) && &n.list[i+1] == e { // the comma before it goes
			comma := n.list[i].after - 1
			return splice(text, edit{comma, comma + 1, nil}, edit{from, to, nil})
		}
	}
	if len(bytes.TrimSpace(text[n.from+1:from])) == 0 && len(bytes.TrimSpace(text[to:n.to-1])) == 0 {
		return splice(text, edit{n.from + 1, n.to - 1, nil}) // nothing is left in it
	}
	return splice(text, edit{from, to, nil})
}

// manner is how a document ends its lines, and how far it indents.
func manner(text []byte) (eol, unit string) {
	eol, unit = "\n", "  "
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		eol = "\r\n"
	}
	if n, err := scan(text); err == nil && len(n.list) > 0 && begins(text, n.list[0].from) {
		if in := strings.TrimPrefix(indent(text, n.list[0].from), indent(text, n.from)); in != "" {
			unit = in
		}
	}
	return eol, unit
}

// indent is the blanks that the line of an offset begins with.
func indent(text []byte, at int) string {
	from := bytes.LastIndexByte(text[:at], '\n') + 1
	line := text[from:at]
	if from == 0 {
		line = line[len(mark(line)):]
	}
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// begins tells whether nothing but blanks stands before an offset in its line.
func begins(text []byte, at int) bool {
	from := bytes.LastIndexByte(text[:at], '\n') + 1
	return from > 0 && len(bytes.TrimLeft(text[from:at], " \t")) == 0
}

// indented lays a value out over lines.
func indented(value []byte, eol, prefix, unit string) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, value, prefix, unit); err != nil {
		return value // with comments: as it was
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(eol))
}

// quote is a string as JSON has it, without needless escapes.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string has a form, and a buffer takes it
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
