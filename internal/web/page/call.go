package page

import (
	"strconv"
	"strings"

	"prism/internal/locale"
)

// Outcome is how a call of a tool ended: a sign, the class that colours it, and a word; no
// word where it went well or is not known to have ended.
func Outcome(l *locale.Locale, kind, outcome string, exit *int) (sign, class, word string) {
	switch outcome {
	case "failed":
		if exit != nil && *exit > 0 {
			return "✗", "bad", l.Say("failed, exit {code}", strconv.Itoa(*exit))
		}
		return "✗", "bad", l.Say("failed")
	case "refused", "aborted":
		return "⊘", "bad", l.Known(outcome)
	case "done":
		if kind == "command" || kind == "edit" {
			return "✓", "good", ""
		}
	}
	return "·", "wait", ""
}

// Wrote adds to the word of an outcome what a call wrote, in its place, and whose it was.
func Wrote(l *locale.Locale, word string, added, removed int, subagent bool) string {
	if added+removed > 0 {
		word = Lines(l, added, removed)
	}
	if subagent {
		word = strings.TrimSpace(l.Say("by a subagent") + " " + word)
	}
	return word
}
