package conversation

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"prism/internal/lang"
	"prism/internal/transcript"
)

// This file picks the lines by which a change is shown.

// maxShownLine bounds the line of a change that is kept to be shown, in bytes: longer
// ones are data, or minified.
const maxShownLine = 300

// maxShownWord bounds a line of a single word: longer ones are keys, hashes, encoded
// data, which nobody wants to see quoted.
const maxShownWord = 40

// weight is how much a line must say to stand for a change.
type weight uint8

const (
	anyLine  weight = iota // it holds a letter
	codeLine               // and is no comment, and no line with which every file begins
	telling                // and holds three words, or a call
)

// maxMore bounds the lines that are kept of a change beside the one that says most by
// itself: which of them is of what was asked for is seen when all of the session is read.
const maxMore = 5

// maxLooked bounds the lines of a change that are looked at for them; of each further hunk
// the first line is.
const maxLooked = 100

// shownLines picks the lines by which a change may be shown: first the one that says most
// by itself, as shownLine has it, then those that hold most words, in their order.
func shownLines(r *transcript.Result, gone [][][]byte) (first string, more []string) {
	first = shownLine(r, gone)
	if first == "" || first[0] != '+' {
		return first, nil
	}
	type line struct {
		text      []byte
		words, at int
	}
	var all []line
	looked, least := 0, codeLine
	if lang.IsProse(lang.OfFile(r.File)) { // of a document a heading or an item of a list says much
		least = anyLine
	}
	look := func(l []byte, others [][]byte) bool {
		if n := longWords(l); n > 0 && len(l) <= maxMoreLine && string(bytes.TrimSpace(l)) != first[2:] && showable(l, least) && !neighbour(l, others) {
			all = append(all, line{l, n, looked})
		}
		looked++
		return looked < maxLooked
	}
	for i := range r.Hunks {
		for _, l := range r.Hunks[i].Added {
			if !look(l, r.Hunks[i].Removed) {
				break
			}
		}
	}
	if r.Created && len(r.Hunks) == 0 {
		for l := range bytes.Lines(r.Content) {
			if !look(l, nil) {
				break
			}
		}
	}
	slices.SortFunc(all, func(a, b line) int { return cmp.Or(b.words-a.words, a.at-b.at) })
	all = all[:min(len(all), maxMore)]
	slices.SortFunc(all, func(a, b line) int { return a.at - b.at })
	for _, l := range all {
		more = append(more, shownAs('+', l.text))
	}
	return first, more
}

// maxMoreLine bounds such a line, in bytes.
const maxMoreLine = 160

// goneLine picks the line by which a change that takes out more than it puts in shows what
// went: the removed one that holds most words, code before comments. "" none does.
func goneLine(r *transcript.Result, gone [][][]byte) string {
	var best []byte
	most, looked, least := 0, 0, codeLine
	if lang.IsProse(lang.OfFile(r.File)) {
		least = anyLine
	}
	for i := range r.Hunks {
		for _, l := range gone[i] {
			if n := longWords(l); n > most && len(l) <= maxMoreLine && showable(l, least) && !neighbour(l, r.Hunks[i].Added) {
				best, most = l, n
			}
			if looked++; looked >= maxLooked {
				break
			}
		}
	}
	if best == nil {
		return ""
	}
	return shownAs('-', best)
}

// longWords counts the runs of at least four letters of a line; of a script whose letters
// take several bytes, of as many bytes.
func longWords(line []byte) int {
	n, run := 0, 0
	for _, c := range line {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c >= utf8.RuneSelf:
			if run++; run == shortestWord {
				n++
			}
		default:
			run = 0
		}
	}
	return n
}

// shownLine picks the line by which a change is shown where nothing else is known: the
// first added one that says most, code before comments; where nothing was added, a removed
// one.
func shownLine(r *transcript.Result, gone [][][]byte) string {
	for least := telling; ; least-- {
		if l := sideLine(r.Hunks, nil, least, false); l != "" {
			return l
		}
		if r.Created && len(r.Hunks) == 0 {
			seen := 0
			for l := range bytes.Lines(r.Content) {
				if showable(l, least) {
					return shownAs('+', l)
				}
				if seen++; seen > 200 {
					break
				}
			}
		}
		if least == anyLine {
			break
		}
	}
	for _, least := range []weight{telling, anyLine} {
		if l := sideLine(r.Hunks, gone, least, false); l != "" {
			return l
		}
	}
	return sideLine(r.Hunks, nil, anyLine, true) // a bracket or a comma is all that was changed
}

// sideLine is the first line of one side of a change that says enough, as it is shown: of
// what was put in, or where gone tells of it, of what was taken out;
// those that stand on the other side, too, only where neighbours says so. "" none does.
func sideLine(hunks []transcript.Hunk, gone [][][]byte, least weight, neighbours bool) string {
	for i := range hunks {
		sign, lines, others := byte('+'), hunks[i].Added, hunks[i].Removed
		if gone != nil {
			sign, lines, others = '-', gone[i], lines
		}
		for _, l := range lines {
			if showable(l, least) && (neighbours || !neighbour(l, others)) {
				return shownAs(sign, l)
			}
		}
	}
	return ""
}

func shownAs(sign byte, line []byte) string {
	return string(sign) + " " + string(bytes.TrimSpace(line))
}

// maxNeighbours bounds the lines of a hunk that one of the other side is held against.
const maxNeighbours = 200

// neighbour reports whether a line stands on the other side of a change, too, and only
// gained or lost a comma, a bracket or white space at its end, or got another number, since
// another was put beside it: it shows nothing of the change.
func neighbour(line []byte, others [][]byte) bool {
	line = stem(line)
	return slices.ContainsFunc(others[:min(len(others), maxNeighbours)], func(l []byte) bool { return mayBeginAs(l, line) && bytes.Equal(line, stem(l)) })
}

// mayBeginAs tells by one letter, as there are many, whether what a line says may be want.
func mayBeginAs(line, want []byte) bool {
	for len(line) > 0 && blank(line[0]) {
		line = line[1:]
	}
	return len(line) == 0 || len(want) == 0 || line[0] >= utf8.RuneSelf || line[0] == want[0] || '0' <= line[0] && line[0] <= '9'
}

// wordly reports whether a byte is an ASCII letter or digit.
func wordly(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// stem is a line without its indentation, its number in a list and what closes it.
func stem(line []byte) []byte {
	line = bytes.TrimRight(bytes.TrimSpace(line), ",;{}()[] \t")
	if rest := bytes.TrimLeft(line, "0123456789"); len(rest) < len(line) && (bytes.HasPrefix(rest, []byte(". ")) || bytes.HasPrefix(rest, []byte(") "))) {
		return rest[2:]
	}
	return line
}

// showable reports whether a line says enough to stand for a change. What git marks a
// conflict with never does.
func showable(line []byte, least weight) bool {
	line = bytes.TrimSpace(line)
	if len(line) < 2 || len(line) > maxShownLine || !utf8.Valid(line) || bytes.IndexByte(line, ' ') < 0 && len(line) > maxShownWord {
		return false
	}
	if !bytes.ContainsFunc(line, func(c rune) bool {
		return c < utf8.RuneSelf && wordly(byte(c)) || unicode.IsLetter(c) || unicode.IsDigit(c)
	}) {
		return false
	}
	if begins(line, "<<<<<<<", ">>>>>>>", "|||||||") {
		return false
	}
	if least == anyLine {
		return true
	}
	if begins(line, "//", "/*", "*", "#", "--", "<!--", "{/*", `"""`, "'''", "; ", "package ", "import ", "using ", "use ", "from ", "} from ", "require(", "include ", "namespace ", "module ", "<?php", "\"use ", "'use ") {
		return false
	}
	if bytes.Contains(line, []byte("= require(")) || aliasedImport(line) {
		return false
	}
	return LineHash(line) != 0 && (least == codeLine || tells(line))
}

// begins reports whether a line begins with one of some heads.
func begins(line []byte, heads ...string) bool {
	for _, head := range heads {
		if line[0] == head[0] && len(line) >= len(head) && string(line[:len(head)]) == head {
			return true
		}
	}
	return false
}

// CodeLine reports whether a line of a program says something of what it does: it is no
// comment, no import, none that every file of its language has.
func CodeLine(line string) bool { return showable([]byte(line), codeLine) }

// aliasedImport reports whether a line is a package's path behind another name, as in a
// list of Go's imports.
func aliasedImport(line []byte) bool {
	if line[len(line)-1] != '"' {
		return false
	}
	name, path, ok := bytes.Cut(line, []byte{' '})
	if slices.Contains([]string{"return", "case", "yield", "throw", "raise", "echo", "print", "puts"}, string(name)) {
		return false
	}
	return ok && len(path) > 2 && path[0] == '"' && path[len(path)-1] == '"' && bytes.IndexByte(path, ' ') < 0 && bytes.IndexByte(path, '/') > 0
}

// tells reports whether a line holds three words, or calls something: an element of a
// list or a closing tag shows nothing of what was changed. Of scripts without spaces,
// one word is a sentence.
func tells(line []byte) bool {
	words, in := 0, false
	for _, c := range string(line) {
		if c >= 0x2E80 {
			return true
		}
		letter := c < utf8.RuneSelf && c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf && unicode.IsLetter(c)
		if letter && !in {
			words++
		}
		if in = letter; c == '(' && words > 0 || words > 2 {
			return true
		}
	}
	return false
}
