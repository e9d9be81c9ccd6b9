package conversation

import (
	"bytes"
	"slices"

	"prism/internal/transcript"
)

// This file keeps a conflict of git's that was resolved from counting as lines taken out:
// the sides that were not chosen were never lines of the file.

// takenOut are the lines of a hunk that it took out, without what stood between the marks of
// a conflict. A line that both sides had, and the file has no longer, was taken out.
func takenOut(h *transcript.Hunk) [][]byte {
	if !slices.ContainsFunc(h.Removed, conflictMark) {
		return h.Removed
	}
	var out, sides [][]byte
	within := opensWithin(h.Removed)
	for _, l := range h.Removed {
		switch {
		case begun(l, '<'):
			within, sides = true, nil
		case begun(l, '>'):
			within, sides = false, nil
		case begun(l, '='), begun(l, '|'):
		case !within:
			out = append(out, l)
		case holds(sides, l) && !holds(h.Added, l):
			out = append(out, l)
		default:
			sides = append(sides, l)
		}
	}
	return out
}

// opensWithin reports whether the first mark of some lines is not the one that begins a
// conflict: what comes before it stands in one.
func opensWithin(lines [][]byte) bool {
	i := slices.IndexFunc(lines, conflictMark)
	return i >= 0 && !begun(lines[i], '<')
}

// conflictMark reports whether a line begins or ends a conflict, or parts its sides.
func conflictMark(line []byte) bool { return begun(line, '<') || begun(line, '>') }

// begun reports whether a line is git's mark of one letter: seven of it, and a name behind
// a blank or none.
func begun(line []byte, mark byte) bool {
	rest := bytes.TrimLeft(line, string(mark))
	return len(line)-len(rest) == markLength && (len(bytes.TrimSpace(rest)) == 0 || rest[0] == ' ')
}

// markLength is how many letters a mark of a conflict has.
const markLength = 7

func holds(lines [][]byte, line []byte) bool {
	line = bytes.TrimSpace(line)
	return slices.ContainsFunc(lines, func(l []byte) bool { return bytes.Equal(bytes.TrimSpace(l), line) })
}
