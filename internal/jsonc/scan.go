package jsonc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// maxDepth is how deep values may stand in each other: far more than a person writes.
const maxDepth = 200

// errDeep is of a document that nobody wrote by hand.
var errDeep = errors.New("values stand too deep in each other")

// node is one value in the text.
type node struct {
	from, to int
	kind     byte // '{', '[', else 0
	list     []element
	// end is behind the last value, comma or comment in a container, or behind its
	// opening bracket: where another element goes.
	end int
	// comma says that one stands behind the last element.
	comma bool
}

// element is a member of an object, or an item of an array.
type element struct {
	key   string
	from  int // of the key, or of the item
	value node
	// before is behind the last bracket, value, comma or comment before it; after is
	// behind the comma that follows, 0 where none does.
	before, after int
}

func (e *element) end() int { return e.value.to }

// scanner walks over a document.
type scanner struct {
	text []byte
	at   int
	last int // behind the last bracket, value, comma or comment
}

// scan reads a document: one value, with comments and commas behind the last element
// of a container, and a byte order mark before it all.
func scan(text []byte) (*node, error) {
	s := &scanner{text: text, at: len(mark(text))}
	s.last = s.at
	if err := s.space(); err != nil {
		return nil, err
	}
	n, err := s.value(0)
	if err != nil {
		return nil, err
	}
	if err := s.space(); err != nil {
		return nil, err
	}
	if s.at < len(text) {
		return nil, s.wrong("there is more behind the value")
	}
	return &n, nil
}

// mark is the byte order mark that a document begins with, if any.
func mark(text []byte) []byte {
	const bom = "\xef\xbb\xbf"
	if bytes.HasPrefix(text, []byte(bom)) {
		return text[:len(bom)]
	}
	return nil
}

func (s *scanner) wrong(what string) error {
	return fmt.Errorf("line %d: %s", 1+bytes.Count(s.text[:min(s.at, len(s.text))], []byte("\n")), what)
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// space passes blanks and comments.
func (s *scanner) space() error {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0:
			s.at++
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			if n > 0 && rest[n-1] == '\r' {
				n--
			}
			s.at += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest[2:], []byte("*/"))
			if n < 0 {
				return s.wrong("a comment has no end")
			}
			s.at += 2 + n + 2
		default:
			return nil
		}
		s.last = s.at
	}
	return nil
}

func (s *scanner) value(depth int) (node, error) {
	if depth > maxDepth {
		return node{}, errDeep
	}
	n := node{from: s.at}
	var err error
	switch s.peek() {
	case '{', '[':
		n.kind = s.peek()
		err = s.container(&n, depth)
	case '"':
		err = s.str()
	default:
		err = s.scalar()
	}
	n.to = s.at
	s.last = s.at
	return n, err
}

// str passes a string.
func (s *scanner) str() error {
	for i := s.at + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case '\\':
			i++
		case '"':
			if !json.Valid(s.text[s.at : i+1]) {
				return s.wrong("a string is not as JSON has them")
			}
			s.at = i + 1
			return nil
		}
	}
	return s.wrong("a string has no end")
}

// scalar passes a number, true, false or null.
func (s *scanner) scalar() error {
	end := s.at
	for end < len(s.text) && bytes.IndexByte([]byte(" \t\r\n,:]}[{\"/"), s.text[end]) < 0 {
		end++
	}
	if !json.Valid(s.text[s.at:end]) {
		return s.wrong("a value is missing, or is not as JSON has them")
	}
	s.at = end
	return nil
}

// container passes an object or an array.
func (s *scanner) container(n *node, depth int) error {
	closing := byte('}')
	if n.kind == '[' {
		closing = ']'
	}
	s.at++
	s.last = s.at
	for {
		if err := s.space(); err != nil {
			return err
		}
		if s.peek() == closing {
			n.end = s.last
			s.at++
			return nil
		}
		if len(n.list) > 0 && !n.comma {
			return s.wrong("a comma or a closing bracket is missing")
		}
		e := element{from: s.at, before: s.last}
		if n.kind == '{' {
			if err := s.key(&e); err != nil {
				return err
			}
		}
		var err error
		if e.value, err = s.value(depth + 1); err != nil {
			return err
		}
		if err := s.space(); err != nil {
			return err
		}
		n.comma = s.peek() == ','
		if n.comma {
			s.at++
			s.last = s.at
			e.after = s.at
		}
		n.list = append(n.list, e)
	}
}

// key passes the key of a member and its colon.
func (s *scanner) key(e *element) error {
	if s.peek() != '"' {
		return s.wrong("a key in quotes is missing")
	}
	if err := s.str(); err != nil {
		return err
	}
	if err := json.Unmarshal(s.text[e.from:s.at], &e.key); err != nil {
		return s.wrong("a key is not as JSON has them")
	}
	s.last = s.at
	if err := s.space(); err != nil {
		return err
	}
	if s.peek() != ':' {
		return s.wrong("a colon is missing")
	}
	s.at++
	s.last = s.at
	return s.space()
}

// member finds the member of an object by its key.
func (n *node) member(key string) (*element, error) {
	var found *element
	for i := range n.list {
		if n.kind != '{' || n.list[i].key != key {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%q stands there twice", key)
		}
		found = &n.list[i]
	}
	return found, nil
}

// plain is the text of a value without comments and needless commas.
func (n *node) plain(text []byte) []byte {
	if n.kind == 0 {
		return text[n.from:n.to]
	}
	out := []byte{n.kind}
	for i := range n.list {
		e := &n.list[i]
		if i > 0 {
			out = append(out, ',')
		}
		if n.kind == '{' {
			key, _ := json.Marshal(e.key) // a string has a form
			out = append(append(out, key...), ':')
		}
		out = append(out, e.value.plain(text)...)
	}
	if n.kind == '[' {
		return append(out, ']')
	}
	return append(out, '}')
}
