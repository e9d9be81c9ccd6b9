package term

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text of unknown origin safe to print on one line. Transcript text
// can carry escape sequences that recolour, retitle or rewrite a terminal, and
// direction marks that make a line read as something else. Clean removes
// well-formed colour sequences, shows every other escape as ␛ so that nothing
// after it is swallowed, turns white space into single blanks, and drops what is
// invisible. It is idempotent and its result is valid UTF-8.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for piece := range pieces(s) {
		switch {
		case piece.colour:
		case piece.shown == ' ':
			blank = blank || b.Len() > 0
		default:
			if blank {
				b.WriteByte(' ')
				blank = false
			}
			b.WriteRune(piece.shown)
		}
	}
	return b.String()
}

// layout makes text safe that is laid out already: it keeps line breaks, blanks and,
// where the screen has colours, colour sequences. It stands in front of every output,
// so that a piece that nobody cleaned does no harm.
func (s *Screen) layout(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for piece := range pieces(text) {
		switch {
		case piece.colour && !s.colour:
		case piece.colour, piece.text == "\n", piece.shown == ' ' && unicode.Is(unicode.Zs, piece.first):
			b.WriteString(piece.text)
		default:
			b.WriteRune(piece.shown)
		}
	}
	return b.String()
}

// piece is a rune, or a colour sequence, with the rune that shows it harmlessly.
type piece struct {
	text   string
	first  rune
	shown  rune // ' ' for all white space
	colour bool
}

// pieces takes text apart; what is invisible is left out.
func pieces(s string) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			p := piece{first: r, shown: r}
			switch {
			case r == 0x1b:
				p.shown = '␛'
				if end := colourEnd(s[i:]); end > 0 {
					n, p.colour = end, true
				}
			case r == '\t' || r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || unicode.Is(unicode.Z, r):
				p.shown = ' '
			case unicode.IsControl(r):
				p.shown = utf8.RuneError
			}
			p.text = s[i : i+n]
			i += n
			if !invisible(r) && !yield(p) {
				return
			}
		}
	}
}

// isPlain spares the common case: printable ASCII without doubled or outer blanks.
func isPlain(s string) bool {
	prev := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == ' ' && prev == ' ' {
			return false
		}
		prev = c
	}
	return s == "" || prev != ' '
}

// CleanBlock is Clean line by line: line breaks stay, tabs become two blanks and
// indentation is kept, so that code still reads as code.
func CleanBlock(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		body := strings.TrimLeft(l, " \t")
		indent := strings.ReplaceAll(l[:len(l)-len(body)], "\t", "  ")
		if len(indent) > 40 {
			indent = indent[:40]
		}
		lines[i] = strings.TrimRight(indent+Clean(body), " ")
	}
	return strings.Join(lines, "\n")
}

// colourEnd returns the length of a select-graphic-rendition sequence (ESC [ … m)
// at the start of s, or 0 when s starts with anything else.
func colourEnd(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s) && i < 40; i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c >= '0' && c <= '9' || c == ';' || c == ':':
		default:
			return 0
		}
	}
	return 0
}

// invisible reports runes that print nothing and can hide or reorder text:
// direction marks, joiners other than ZWJ (emoji need it), tags, soft hyphen.
func invisible(r rune) bool {
	switch {
	case r == 0xad, r == 0x061c, r == 0x180e, r == 0xfeff:
		return true
	case r == 0x200d:
		return false
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}
