package conversation

import (
	"bytes"
	"strings"

	"prism/internal/transcript"
)

// Bounds of changes that are kept to be shown: one call's as much as code hosts open
// without being asked, and all of a conversation's.
const (
	diffLines = 400
	diffMost  = 20 << 10 // bytes
	diffsMost = 8 << 20  // bytes
)

// diffOf is a change line by line, of each hunk what it takes out before what it puts
// in, up to most bytes; and how many lines that leaves out.
func diffOf(r *transcript.Result, most int) (diff []string, cut int) {
	spent := 0
	add := func(sign string, line []byte) {
		if spent += len(line) + 1; len(diff) >= diffLines || spent > most {
			cut++
			return
		}
		diff = append(diff, sign+strings.ToValidUTF8(string(line), "\uFFFD"))
	}
	for i := range r.Hunks {
		if i > 0 && cut == 0 {
			diff = append(diff, "")
		}
		for _, l := range r.Hunks[i].Removed {
			add("-", l)
		}
		for _, l := range r.Hunks[i].Added {
			add("+", l)
		}
	}
	if r.Created && len(r.Hunks) == 0 {
		for l := range bytes.Lines(r.Content) {
			add("+", bytes.TrimRight(l, "\r\n"))
		}
	}
	return diff, cut
}
