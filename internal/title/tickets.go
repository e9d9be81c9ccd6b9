package title

import (
	"strings"

	"prism/internal/observe"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/title/plain"
	"prism/internal/title/work"
)

// referred puts the one ticket or pull request that the first request names before words
// of the work that do not, where both have room: "PR 12: Write a test for each finding".
func (w *Writer) referred(a *observe.Session, want string) string {
	for i := range a.Turns {
		t := &a.Turns[i]
		if t.Trivial {
			continue
		}
		ref := ticket(observe.ClipBytes(t.Raw.Prompt, plain.SentenceBytes))
		number := ref[strings.LastIndexAny(ref, " -")+1:]
		if full := ref + ": " + fit.Capital(want); ref != "" && !strings.Contains(want, number) && !fit.IsCut(full) && fit.ASCII(want) {
			return full
		}
		return want
	}
	return want
}

// ticket is the one ticket or pull request that a text names; "" where it names none, or
// several.
func ticket(text string) string {
	found := ""
	list := strings.Fields(text)
	for i, word := range list {
		word = strings.Trim(word, ".,:;!?()[]\"'`")
		ref := ""
		switch name := naming.Of(word); {
		case strings.Contains(word, "://") && name != word:
			if head, n, ok := strings.Cut(name, " "); ok && n != "" && strings.Trim(n, "0123456789") == "" && head != "commit" {
				ref = name
			} else if key, _, _ := strings.Cut(name, " ("); tracked(key) {
				ref = key
			}
		case tracked(word):
			ref = word
		case i > 0 && word != "" && strings.Trim(strings.TrimPrefix(word, "#"), "0123456789") == "" && fit.Listed().Pull.Has(strings.ToLower(list[i-1])):
			ref = "PR " + strings.TrimPrefix(word, "#")
		}
		if ref == "" || strings.EqualFold(ref, found) {
			continue
		}
		if found != "" {
			return ""
		}
		found = ref
	}
	return found
}

// tracked reports whether a word is the key of a ticket: "TIDE-12".
func tracked(word string) bool {
	key, n, ok := strings.Cut(word, "-")
	return ok && n != "" && len(n) <= work.MaxNumber && strings.Trim(n, "0123456789") == "" && len(key) > 1 && len(key) < 9 && strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
