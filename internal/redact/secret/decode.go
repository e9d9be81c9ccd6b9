package secret

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"prism/internal/redact/chars"
	"prism/internal/redact/decode"
)

const (
	// maxDepth bounds how often something decoded is looked into again: a
	// secret in base64 in JSON in a URL is three.
	maxDepth = 3
	// contextBack and contextAhead are how much of the text round an escape is
	// decoded with it.
	contextBack, contextAhead = 128, 320
)

// edit is a stretch of the text that stands for something else.
type edit struct {
	from, to int
	as       string
}

// decoded looks into what is written in escapes, percents, entities, with
// invisible characters between, or in base64 or hexadecimal.
// seen tells the sets that the bytes of text are in.
func (s *scan) decoded(text string, seen chars.Class) {
	s.blobs(text)
	if seen&(chars.Backslash|chars.Percent|chars.Ampersand|chars.Control|chars.Unseen) == 0 && seen&(chars.Plus|chars.Question) != chars.Plus|chars.Question {
		return
	}
	edits := findEdits(text)
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && edits[n].from-edits[n-1].to < contextBack+contextAhead {
			n++
		}
		s.stretch(text, edits[:n])
		// A plus is a space in a form and a plus in a path: read it both ways.
		if rest := withoutPlus(text, edits[:n]); len(rest) > 0 && len(rest) < n {
			s.stretch(text, rest)
		}
		edits = edits[n:]
	}
}

func withoutPlus(text string, edits []edit) []edit {
	return slices.DeleteFunc(slices.Clone(edits), func(e edit) bool { return text[e.from] == '+' })
}

// stretch decodes the edits, which lie close together, with the text round
// them, scans the result, and carries its findings back.
func (s *scan) stretch(text string, edits []edit) {
	from := max(0, edits[0].from-contextBack)
	to := min(len(text), edits[len(edits)-1].to+contextAhead)
	// Begin and end between words, lest half a token be taken for one.
	from = chars.RunBack(text, from, contextBack, ^chars.Space)
	to = chars.Run(text, to, contextAhead, ^chars.Space)
	var b strings.Builder
	b.Grow(to - from)
	at := from
	// places lists, for each edit, the offset of its result in the new text.
	places := make([]int, len(edits))
	for i, e := range edits {
		b.WriteString(text[at:e.from])
		places[i] = b.Len()
		b.WriteString(e.as)
		at = e.to
	}
	b.WriteString(text[at:to])

	first := len(s.found)
	s.depth++
	s.layer(b.String())
	s.depth--
	s.text = text
	for i := first; i < len(s.found); i++ {
		f := &s.found[i]
		f.From = origin(edits, places, f.From, from, false)
		f.To = origin(edits, places, f.To, from, true)
	}
}

// origin carries an offset of the decoded text back to the text it came from;
// inside of an edit's result it is the edit's start, or its end for the end of
// a finding.
func origin(edits []edit, places []int, offset, base int, end bool) int {
	i, found := slices.BinarySearch(places, offset)
	// Edits of no length may share a place: a start lies behind all of them, an
	// end before all of them.
	if found {
		for !end && i < len(places) && places[i] == offset && edits[i].as == "" {
			i++
		}
		if !end && i < len(places) && places[i] == offset {
			return edits[i].from
		}
		for end && i > 0 && places[i-1] == offset {
			i--
		}
	}
	if i == 0 {
		return base + offset
	}
	e, p := edits[i-1], places[i-1]
	if over := offset - p; over >= len(e.as) {
		return e.to + over - len(e.as)
	}
	if end {
		return e.to
	}
	return e.from
}

// findEdits lists what stands for something else, in order.
func findEdits(text string) []edit {
	var edits []edit
	const marks = chars.Backslash | chars.Percent | chars.Ampersand | chars.Unseen | chars.Control
	// A run of bytes that ends at known is a form, in which + is a space, or not.
	known, form := 0, false
	for i := 0; i < len(text); {
		c := text[i]
		if chars.ClassOf(c)&(marks|chars.Plus) == 0 {
			i++
			continue
		}
		var e edit
		switch {
		case c == '\\':
			e = escape(text, i)
		case c == '%':
			if i+2 < len(text) && chars.Is(text[i+1], chars.Hexa) && chars.Is(text[i+2], chars.Hexa) {
				if v := decode.Byte(text[i+1:]); v >= 0x20 || v == '\n' || v == '\t' || v == '\r' {
					e = edit{i, i + 3, string([]byte{v})}
				}
			}
		case c == '+':
			if i >= known {
				known = chars.Run(text, i, longest, ^chars.Space)
				form = encodedForm(text[chars.RunBack(text, i, 256, ^chars.Space):known])
			}
			if form {
				e = edit{i, i + 1, " "}
			}
		case c == '&':
			e = entity(text, i)
		case c == 0x1b:
			if i+1 < len(text) && text[i+1] == '[' {
				if end := chars.Run(text, i+2, 16, chars.Digit|chars.Semicolon); end < len(text) && chars.Is(text[end], chars.Alpha) {
					e = edit{i, end + 1, ""}
				}
			}
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if !decode.Invisible(r) {
				i += n
				continue
			}
			e = edit{i, i + n, ""}
		}
		if e.to <= e.from {
			i++
			continue
		}
		edits = append(edits, e)
		i = e.to
	}
	return edits
}

// encodedForm reports a run of bytes in which + stands for a space: it holds
// other percents, or it is the query of a URL.
func encodedForm(run string) bool {
	if i := strings.IndexByte(run, '%'); i >= 0 && chars.IsAt(run, i+1, chars.Hexa) && chars.IsAt(run, i+2, chars.Hexa) {
		return true
	}
	i := strings.IndexAny(run, "?&")
	return i >= 0 && strings.IndexByte(run[i:], '=') > 0
}

// escape reads one escape of a string literal; any number of backslashes may
// stand before it, as in JSON within JSON.
func escape(text string, from int) edit {
	i := chars.Run(text, from, 16, chars.Backslash)
	if i == len(text) {
		return edit{}
	}
	one := func(to int, as string) edit { return edit{from, to, as} }
	switch c := text[i]; c {
	case '"', '\'', '`', '/', '=', '&', '-', '@', ':':
		return one(i+1, string(c))
	case 'n', 'r', 't':
		k := strings.IndexByte("nrt", c)
		return one(i+1, "\n\r\t"[k:k+1])
	case 'x':
		if i+2 < len(text) && chars.Is(text[i+1], chars.Hexa) && chars.Is(text[i+2], chars.Hexa) {
			return one(i+3, string(rune(decode.Byte(text[i+1:]))))
		}
	case 'u', 'U':
		hexFrom, hexTo := i+1, i+5
		end := hexTo
		if chars.IsAt(text, i+1, chars.Bracket) && text[i+1] == '{' {
			hexFrom = i + 2
			hexTo = chars.Run(text, hexFrom, 6, chars.Hexa)
			end = hexTo + 1
		}
		if end > len(text) || hexFrom >= hexTo || !chars.All(text[hexFrom:hexTo], chars.Hexa) {
			return edit{}
		}
		n, err := strconv.ParseUint(text[hexFrom:hexTo], 16, 32)
		if err != nil || utf16.IsSurrogate(rune(n)) || n > utf8.MaxRune {
			return edit{}
		}
		if decode.Invisible(rune(n)) {
			return one(end, "")
		}
		return one(end, string(rune(n)))
	}
	return edit{}
}

// entity reads one character reference of HTML or XML.
func entity(text string, from int) edit {
	end := from + 1
	for end < len(text) && end-from < 10 && (chars.Is(text[end], chars.Alnum) || text[end] == '#') {
		end++
	}
	if end == len(text) || text[end] != ';' {
		return edit{}
	}
	name := text[from+1 : end]
	as, ok := decode.Reference(name)
	if !ok {
		return edit{}
	}
	return edit{from, end + 1, as}
}
