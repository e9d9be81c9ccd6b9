package title

import "strings"

// unglued is a sentence without the line of a log that was pasted behind its last word.
func unglued(s string) string {
	for i := strings.Index(s, " ["); i >= 0; {
		if end := strings.IndexByte(s[i:], ']'); strings.Count(s[:i], " ") >= leastLead && end > 0 && strings.ContainsAny(s[i+2:i+end], "0123456789") && strings.ContainsAny(s[i+2:i+end], ":-") {
			return s[:i]
		}
		next := strings.Index(s[i+1:], " [")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return s
}

// triedOut is what a question of how hard or how possible something would be is about:
// "what would it take to keep the log open"; "" of any other sentence.
func triedOut(text string) string {
	low := strings.ToLower(text)
	if len(low) != len(text) {
		return ""
	}
	for _, p := range listed().effort.All() {
		if i := strings.Index(low, p+" "); i == 0 || i > 0 && low[i-1] == ' ' {
			if what := strings.TrimRight(text[i+len(p)+1:], "?？. "); strings.Count(what, " ") >= leastMain-2 {
				return what
			}
		}
	}
	return ""
}

// clauseComma is where the first comma of a sentence stands that is in no brackets or
// quotes; 0 nowhere.
func clauseComma(s string) int {
	depth, quoted := 0, false
	for i := range len(s) {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '"':
			quoted = !quoted
		case ',':
			if depth == 0 && !quoted && strings.HasPrefix(s[i:], ", ") {
				return i
			}
		}
	}
	return 0
}

// behindAsk is where what is asked for stands behind the words that ask for it in the
// middle of a sentence; 0 nowhere.
func behindAsk(s string) int {
	from, to := first(listed().asks, s)
	if from <= 0 {
		return 0
	}
	return to
}
