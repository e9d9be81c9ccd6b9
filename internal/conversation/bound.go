package conversation

import "unicode/utf8"

// Bounds of the prose that a Conversation keeps, in bytes. A judge reads the
// head of what was asked and the tail of what came back, so both ends stay.
// Together with the counts below they hold a conversation of any length to
// about proseBudget.
const (
	promptHead, promptTail = 12 << 10, 4 << 10
	planHead, planTail     = 8 << 10, 1 << 10
	sayHead, sayTail       = 900, 900         // a text that more work followed
	lastHead, lastTail     = 5 << 10, 5 << 10 // the last text of a turn
	markHead, markTail     = 600, 300
	saidHead, saidTail     = 3 << 10, 1 << 10
	outHead, outTail       = 1000, 2400 // output of commands, errors, answers
	subHead, subTail       = 300, 700   // the same in a subagent
	briefHead, briefTail   = 160, 120   // results that only confirm
	targetHead, targetTail = 3 << 10, 1 << 10

	// A turn keeps its first and last steps, texts and marks in full; the ones
	// between are counted, and lose their prose.
	stepsFirst, stepsLast = 80, 240
	subFirst, subLast     = 40, 80
	saysFirst, saysLast   = 12, 60
	marksFirst, marksLast = 20, 40

	// proseBudget is the prose that one conversation may hold before turns that
	// are long past give up theirs: 12 MiB, so that two workers stay far below
	// the 150 MiB that the whole program may take.
	proseBudget = 12 << 20
)

// clip returns s as a string of at most head+tail bytes plus a mark where it cut.
func clip[T ~string | ~[]byte](s T, head, tail int) string {
	if len(s) <= head+tail {
		return string(s)
	}
	h, t := head, len(s)-tail
	for h > 0 && h > head-utf8.UTFMax && !utf8.RuneStart(s[h]) {
		h--
	}
	for t < len(s) && t < len(s)-tail+utf8.UTFMax && !utf8.RuneStart(s[t]) {
		t++
	}
	buf := make([]byte, 0, h+len(ellipsis)+len(s)-t)
	buf = append(buf, s[:h]...)
	if head > 0 && tail > 0 {
		buf = append(buf, ellipsis...)
	}
	buf = append(buf, s[t:]...)
	return string(buf)
}

// ellipsis stands where prose was cut.
const ellipsis = "\n…\n"
