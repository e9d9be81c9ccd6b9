package conversation

import (
	"bytes"
	"slices"

	"prism/internal/transcript"
)

// This file keeps a conflict of git's that was resolved from counting as lines taken out:
// the sides that were not chosen were never lines of the file.

// takenOut are the lines that each of some hunks took out, without what stood between the
// marks of a conflict. A line that both sides had, and the file has no longer, was taken out.
func takenOut(hunks []transcript.Hunk) [][][]byte {
	out := make([][][]byte, len(hunks))
	marked := false
	for i := range hunks {
		out[i] = hunks[i].Removed
		marked = marked || slices.ContainsFunc(out[i], func(l []byte) bool { return begun(l, '<') || begun(l, '>') })
	}
	if !marked {
		return out
	}
	put := map[string]bool{} // what some hunk put back
	for i := range hunks {
		for _, l := range hunks[i].Added {
			put[string(bytes.TrimSpace(l))] = true
		}
	}
	var all []goneAt
	for i := range hunks {
		for _, l := range hunks[i].Removed {
			all = append(all, goneAt{hunk: i, line: l})
		}
		out[i] = nil
	}
	for from := 0; from < len(all); {
		head, end := conflict(all[from:])
		from += end
		for _, g := range append(slices.Clone(all[from-end:from-end+head]), bothHad(all[from-end+head:from], put)...) {
			out[g.hunk] = append(out[g.hunk], g.line)
		}
	}
	return out
}

// goneAt is a line that was taken out, and in which hunk.
type goneAt struct {
	hunk int
	line []byte
}

// conflict tells where the first conflict of some lines begins and ends, which may be in
// another hunk. One whose end was left as it is, or whose head was, ends or begins with its
// hunk.
func conflict(lines []goneAt) (from, to int) {
	from = len(lines)
	for i, g := range lines {
		switch {
		case begun(g.line, '<') && from == len(lines):
			from = i
		case begun(g.line, '>') && from == len(lines):
			return slices.IndexFunc(lines, func(o goneAt) bool { return o.hunk == g.hunk }), i + 1
		case begun(g.line, '>'):
			return from, i + 1
		case begun(g.line, '<'):
			return from, endOfHunk(lines, from, i)
		}
	}
	return from, endOfHunk(lines, from, len(lines))
}

// endOfHunk is where the hunk of a line ends, most at the latest.
func endOfHunk(lines []goneAt, at, most int) int {
	end := at
	for end < most && lines[end].hunk == lines[at].hunk {
		end++
	}
	return end
}

// bothHad are the lines of a conflict that both of its sides had, and that is not among what some
// hunk put back.
func bothHad(lines []goneAt, put map[string]bool) []goneAt {
	ours := map[string]bool{}
	var both []goneAt
	side := 0
	for _, g := range lines {
		text := string(bytes.TrimSpace(g.line))
		switch {
		case begun(g.line, '|'):
			side = 1
		case begun(g.line, '='):
			side = 2
		case side == 0:
			ours[text] = true
		case side == 2 && ours[text] && !put[text]:
			both = append(both, g)
		}
	}
	return both
}

// begun reports whether a line is git's mark of one letter: seven of it, and a name behind
// a blank or none.
func begun(line []byte, mark byte) bool {
	if len(line) < markLength || line[0] != mark {
		return false
	}
	rest := bytes.TrimLeft(line, string(mark))
	return len(line)-len(rest) == markLength && (len(bytes.TrimSpace(rest)) == 0 || rest[0] == ' ')
}

// markLength is how many letters a mark of a conflict has.
const markLength = 7
