package observe

import (
	"strconv"
	"strings"

	"prism/internal/lexicon"
)

// closingLines is how many of the last lines of a text are its close.
const closingLines = 6

// AsksMostly reports whether a text mainly asks back: two questions or more, which
// are a good part of its lines or stand at its close.
func AsksMostly(text string) bool {
	lines, asking := 0, 0
	var last [closingLines]bool // whether the last lines ask
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		asks := strings.ContainsAny(line, "?？؟")
		last[lines%closingLines] = asks
		lines++
		if asks {
			asking++
		}
	}
	closing := 0
	for _, asks := range last {
		if asks {
			closing++
		}
	}
	return asking >= 2 && (4*asking >= lines || closing >= 2)
}

// Numbered counts the lines of a text that begin with their number, from one on.
func Numbered(text string) int {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t*#")
		if rest, ok := strings.CutPrefix(line, strconv.Itoa(n+1)); ok && rest != "" && strings.ContainsRune(".):", rune(rest[0])) {
			n++
		}
	}
	return n
}

// FirstSentence is where the first sentence of a text ends, in bytes.
func FirstSentence(text string) int {
	to := len(text)
	for _, end := range []string{". ", "! ", "? ", "\n", "。", "！", "？"} {
		if i := strings.Index(text, end); i >= 0 {
			to = min(to, i)
		}
	}
	return to
}

// SharedWords counts the words of two sets that are long enough to tell a subject.
func SharedWords(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if len(w) > 3 && b[w] {
			n++
		}
	}
	return n
}

// Similarity is the overlap of the sets of words of two short texts (Jaccard),
// 0–1.
func Similarity(x, y string) float64 {
	if x == "" || y == "" {
		return 0
	}
	a, b := WordSet(x), WordSet(y)
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both+1)
}

// WordSet is the set of the words of a text.
func WordSet(s string) map[string]bool {
	var t lexicon.Text
	out := map[string]bool{}
	t.Scan(s, 120)
	for i := range t.Tokens {
		out[string(t.Word(i))] = true
	}
	return out
}
