package config

import (
	"bytes"
	"fmt"
)

// maxNesting is how deep tables and lists of a settings file may stand in each other.
// Prism has one level, lists; the parser of the format takes time that grows with the
// cube of the depth, and its stack with the depth, so that this is asked before it.
const maxNesting = 16

// statement is one line of a settings file, or the lines over which a value runs.
type statement struct {
	from, to int // bytes, the line's end included
	header   bool
}

// scan divides a settings file into its statements without understanding them, and
// refuses what is nested too deep. Strings and comments are passed over: what is
// written in them is no structure. What is no TOML is left for the parser to tell.
func scan(text []byte) (list []statement, err error) {
	s := scanner{text: text, line: 1}
	for s.at < len(text) {
		from := s.at
		header, err := s.statement()
		if err != nil {
			return nil, err
		}
		list = append(list, statement{from, s.at, header})
	}
	return list, nil
}

type scanner struct {
	text []byte
	at   int
	line int
	top  int // how deep the tables of the last header stand
}

// statement passes over one statement.
func (s *scanner) statement() (header bool, err error) {
	var outer []int // dots in the keys of the values that are open
	depth, dots := s.top, 0
	blank := true
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch c {
		case '#':
			if n := bytes.IndexByte(s.text[s.at:], '\n'); n >= 0 {
				s.at += n
			} else {
				s.at = len(s.text)
			}
			continue
		case '"', '\'':
			s.quoted(c)
		case '\n':
			s.line++
			if len(outer) == 0 {
				if header {
					s.top = depth + dots + 1
				}
				return header, nil
			}
			continue
		case '[', '{':
			if blank && c == '[' && len(outer) == 0 {
				header, s.top, depth = true, 0, 0
			}
			if !header { // the brackets of a header are no depth, its names are
				outer = append(outer, dots)
				depth += dots + 1
				dots = 0
			}
		case ']', '}':
			if n := len(outer); n > 0 {
				dots = outer[n-1]
				depth -= dots + 1
				outer = outer[:n-1]
			}
		case ',':
			dots = 0
		case '.':
			dots++
		}
		blank = blank && (c == ' ' || c == '\t' || c == '\r')
		if depth+dots > maxNesting {
			return header, fmt.Errorf("line %d: nested deeper than %d", s.line, maxNesting)
		}
	}
	if header {
		s.top = depth + dots + 1
	}
	return header, nil
}

// quoted passes over a string whose opening quote was read. One in single quotes knows
// no escapes; one in three quotes runs over lines.
func (s *scanner) quoted(quote byte) {
	long := bytes.HasPrefix(s.text[s.at:], []byte{quote, quote})
	if long {
		s.at += 2
	}
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '\n' && !long:
			return // never closed; the parser will say so
		case c == '\n':
			s.line++
		case c == '\\' && quote == '"':
			s.at++
			if s.at < len(s.text) && s.text[s.at] == '\n' {
				s.line++
			}
		case c == quote && !long:
			s.at++
			return
		case c == quote && bytes.HasPrefix(s.text[s.at:], []byte{quote, quote, quote}):
			s.at += 3
			for range 2 { // quotes that stand before the closing three are its last characters
				if s.at < len(s.text) && s.text[s.at] == quote {
					s.at++
				}
			}
			return
		}
		s.at++
	}
	s.at = min(s.at, len(s.text))
}
