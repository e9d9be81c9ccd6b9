package conversation

import (
	"strings"
	"unicode"
)

// opensPull reports whether a tool of another server opens, changes or merges a pull request,
// by the words that end its name: "create_pull_request", "mergePR", "pull_request_create". One
// that ends on anything else is of what belongs to one: "create_pull_request_review".
func opensPull(tool string) bool {
	var name strings.Builder
	small := false
	for _, c := range tool {
		switch {
		case !unicode.IsLetter(c):
			c = ' '
		case unicode.IsUpper(c) && small:
			name.WriteByte(' ')
		}
		small = unicode.IsLower(c)
		name.WriteRune(unicode.ToLower(c))
	}
	words := strings.Fields(name.String())
	for i, w := range words {
		switch w {
		case "create", "open", "submit", "raise", "merge", "update", "edit", "publish":
		default:
			continue
		}
		rest := words[i+1:]
		for len(rest) > 0 && (rest[0] == "draft" || rest[0] == "new" || rest[0] == "a") {
			rest = rest[1:]
		}
		if isPull(rest) || len(rest) == 0 && (isPull(words[max(0, i-2):i]) || isPull(words[max(0, i-1):i])) {
			return true
		}
	}
	return false
}

// isPull reports whether words are a name of pull requests, and nothing else.
func isPull(words []string) bool {
	switch strings.Join(words, " ") {
	case "pull request", "pull requests", "merge request", "merge requests", "pullrequest", "pr", "mr":
		return true
	}
	return false
}
