package secret

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
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
func (s *scan) decoded(text string, seen class) {
	s.blobs(text)
	if seen&(backslash|percent|ampersand|control|unseen) == 0 && seen&(plus|question) != plus|question {
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
	from = runBack(text, from, contextBack, ^space)
	to = run(text, to, contextAhead, ^space)
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

// invisible reports whether r leaves no mark between the letters of a secret.
// U+FFFD is among them: it stands where a byte was that is none of a text.
func invisible(r rune) bool {
	switch {
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2064, r >= 0xfe00 && r <= 0xfe0f:
		return true
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x180e, r == 0xfeff, r == 0xfffd:
		return true
	}
	return false
}

// findEdits lists what stands for something else, in order.
func findEdits(text string) []edit {
	var edits []edit
	const marks = backslash | percent | ampersand | unseen | control
	// A run of bytes that ends at known is a form, in which + is a space, or not.
	known, form := 0, false
	for i := 0; i < len(text); {
		c := text[i]
		if classes[c]&(marks|plus) == 0 {
			i++
			continue
		}
		var e edit
		switch {
		case c == '\\':
			e = escape(text, i)
		case c == '%':
			if i+2 < len(text) && is(text[i+1], hexa) && is(text[i+2], hexa) {
				if v := hexByte(text[i+1:]); v >= 0x20 || v == '\n' || v == '\t' || v == '\r' {
					e = edit{i, i + 3, string([]byte{v})}
				}
			}
		case c == '+':
			if i >= known {
				known = run(text, i, longest, ^space)
				form = encodedForm(text[runBack(text, i, 256, ^space):known])
			}
			if form {
				e = edit{i, i + 1, " "}
			}
		case c == '&':
			e = entity(text, i)
		case c == 0x1b:
			if i+1 < len(text) && text[i+1] == '[' {
				if end := run(text, i+2, 16, digit|semicolon); end < len(text) && is(text[end], alpha) {
					e = edit{i, end + 1, ""}
				}
			}
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if !invisible(r) {
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
	if i := strings.IndexByte(run, '%'); i >= 0 && isAt(run, i+1, hexa) && isAt(run, i+2, hexa) {
		return true
	}
	i := strings.IndexAny(run, "?&")
	return i >= 0 && strings.IndexByte(run[i:], '=') > 0
}

// escape reads one escape of a string literal; any number of backslashes may
// stand before it, as in JSON within JSON.
func escape(text string, from int) edit {
	i := run(text, from, 16, backslash)
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
		if i+2 < len(text) && is(text[i+1], hexa) && is(text[i+2], hexa) {
			return one(i+3, string(rune(hexByte(text[i+1:]))))
		}
	case 'u', 'U':
		hexFrom, hexTo := i+1, i+5
		end := hexTo
		if isAt(text, i+1, bracket) && text[i+1] == '{' {
			hexFrom = i + 2
			hexTo = run(text, hexFrom, 6, hexa)
			end = hexTo + 1
		}
		if end > len(text) || hexFrom >= hexTo || !all(text[hexFrom:hexTo], hexa) {
			return edit{}
		}
		n, err := strconv.ParseUint(text[hexFrom:hexTo], 16, 32)
		if err != nil || utf16.IsSurrogate(rune(n)) || n > utf8.MaxRune {
			return edit{}
		}
		if invisible(rune(n)) {
			return one(end, "")
		}
		return one(end, string(rune(n)))
	}
	return edit{}
}

// entities are the character references with a name that hide marks.
var entities = sync.OnceValue(func() map[string]string {
	return map[string]string{"amp": "&", "quot": `"`, "apos": "'", "lt": "<", "gt": ">", "nbsp": " ", "commat": "@"}
})

// entity reads one character reference of HTML or XML.
func entity(text string, from int) edit {
	end := from + 1
	for end < len(text) && end-from < 10 && (is(text[end], alnum) || text[end] == '#') {
		end++
	}
	if end == len(text) || text[end] != ';' {
		return edit{}
	}
	name := text[from+1 : end]
	as := entities()[name]
	if as == "" {
		if len(name) < 2 || name[0] != '#' {
			return edit{}
		}
		number, base := name[1:], 10
		if number[0]|0x20 == 'x' {
			number, base = number[1:], 16
		}
		n, err := strconv.ParseUint(number, base, 32)
		if err != nil || n < 0x20 || n > utf8.MaxRune || utf16.IsSurrogate(rune(n)) {
			return edit{}
		}
		if !invisible(rune(n)) {
			as = string(rune(n))
		}
	}
	return edit{from, end + 1, as}
}

// hexByte reads two hexadecimal digits.
func hexByte(s string) byte { return unhex(s[0])<<4 | unhex(s[1]) }

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	}
	return c - 'A' + 10
}
