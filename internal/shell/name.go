package shell

import (
	"strings"
	"unicode"
)

// writeVerbs are the verbs that make a tool a writer.
var writeVerbs = wordSet(`add append apply archive assign attach bulk cancel clear clone close commit copy
create delete deploy destroy disable drop duplicate edit enable execute exec fork import insert install
invite link lock mark merge modify move mutate overwrite patch pin post publish push put remove rename reopen
replace reply reset resolve restart restore revert rollback run save schedule send set start stop submit
sync toggle transition trigger unassign undo uninstall unlink update upload upsert write`)

// readVerbs win where they stand first: get_run, list_updates.
var readVerbs = wordSet(`get list read search find fetch query describe show view check count lookup download
inspect browse explain diff status preview validate take screenshot snapshot`)

// NameMutates reports whether a tool that nobody knows has side effects, by the
// verbs in its name: that is all there is to go by.
func NameMutates(name string) bool {
	words := nameWords(name)
	for i, w := range words {
		if i == 0 && (readVerbs()[w] || strings.HasPrefix(name, "resolve-library")) {
			// But search_and_replace, find_replace and get_or_create say what they do.
			return hasWord(words, "replace") || hasWord(words, "create") && hasWord(words, "or")
		}
		if writeVerbs()[w] {
			return true
		}
	}
	return false
}

// nameWords splits snake_case, kebab-case and camelCase into lower-case words.
func nameWords(name string) []string {
	var words []string
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(name[start:end]))
		}
	}
	lower := false
	for i, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == ':' || r == '/' || r == ' ':
			cut(i)
			start, lower = i+1, false
		case unicode.IsUpper(r):
			if lower {
				cut(i)
				start = i
			}
			lower = false
		default:
			lower = true
		}
	}
	cut(len(name))
	return words
}
