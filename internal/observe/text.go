package observe

import (
	"strings"

	"prism/internal/observe/output"
	"prism/internal/observe/speech"
)

// ClipBytes returns the first n bytes of a text, no character torn.
func ClipBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// TailBytesOf returns the last n bytes of a text.
func TailBytesOf(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}

// Letter reports whether a byte is an ASCII letter.
func Letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// HasWord reports whether w stands in a, bounded by what is no letter.
func HasWord(a, w string) bool {
	for from := 0; ; {
		i := strings.Index(a[from:], w)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(w)
		if (i == 0 || !Letter(a[i-1])) && (end == len(a) || !Letter(a[end])) {
			return true
		}
		from = i + 1
	}
}

// CommitSubject returns the first line of the message that a git commit is
// given on the command line; "" where none is seen.
func CommitSubject(command string) string {
	i := strings.Index(command, "commit")
	if i < 0 {
		return ""
	}
	rest := command[i:]
	if k := strings.Index(rest, "-F - <<"); k >= 0 { // the message comes from a here-document
		if nl := strings.IndexByte(rest[k:], '\n'); nl >= 0 {
			return strings.TrimSpace(output.FirstLine(rest[k+nl+1:]))
		}
	}
	for _, flag := range []string{"-m ", "-am ", "-m\"", "-am\"", "--message=", "--message "} {
		k := strings.Index(rest, flag)
		if k < 0 {
			continue
		}
		given := strings.TrimLeft(rest[k+len(flag)-1:], " =")
		m, quotes := strings.TrimLeft(given, " \"'"), "\"'"
		if strings.HasPrefix(m, "$(cat <<") {
			if nl := strings.IndexByte(m, '\n'); nl >= 0 {
				m, quotes = m[nl+1:], "" // nothing ends a here-document but its last line
			}
		} else if given != "" && (given[0] == '"' || given[0] == '\'') {
			quotes = given[:1] // "don't" ends on no apostrophe
		}
		m = output.FirstLine(m)
		if quotes == "\"'" {
			m, _, _ = strings.Cut(m, " ") // one word, without quotes
		}
		if end := strings.IndexAny(m, quotes); end > 12 || end > 0 && len(quotes) == 1 {
			m = m[:end] // of a quote that is known the next one ends it
		}
		return strings.TrimSpace(strings.Trim(m, "\"'"))
	}
	return ""
}

// PullTitle returns the title that a pull or merge request is given where it is opened on
// the command line; "" where none is seen.
func PullTitle(command string) string {
	i := strings.Index(command, "r create")
	if i < 0 {
		return ""
	}
	for _, flag := range []string{"--title ", "--title=", "-t "} {
		_, m, ok := strings.Cut(command[i:], flag)
		if m = strings.TrimLeft(m, " "); !ok || m == "" {
			continue
		}
		if q := m[0]; q == '"' || q == '\'' {
			m, _, _ = strings.Cut(m[1:], string(q))
			return strings.TrimSpace(output.FirstLine(m))
		}
	}
	return ""
}

// Conventional splits the kind off a conventional commit's subject: 0 other,
// 1 feat, 2 fix, 3 refactor or perf or style, 4 docs, 5 chore or build or ci, 6 test.
func Conventional(subject string) (kind int, rest string) {
	head, tail, ok := strings.Cut(subject, ":")
	if !ok || len(head) > 40 {
		return 0, subject
	}
	if i := strings.IndexAny(head, "(!"); i >= 0 {
		head = head[:i]
	}
	head = strings.ToLower(strings.TrimSpace(head))
	if i := strings.LastIndexByte(head, ' '); i >= 0 {
		head = head[i+1:]
	}
	switch head {
	case "feat", "feature":
		return 1, tail
	case "fix", "bugfix", "hotfix":
		return 2, tail
	case "refactor", "perf", "style", "cleanup":
		return 3, tail
	case "docs", "doc":
		return 4, tail
	case "chore", "build", "ci", "deps":
		return 5, tail
	case "test", "tests":
		return 6, tail
	}
	return 0, subject
}

// LastSentence returns where the last sentence of a text begins, in bytes.
func LastSentence(text string) int {
	at := 0
	for _, end := range []string{". ", "! ", "\n", "。", "！"} {
		if i := strings.LastIndex(text[:max(len(text)-len(end), 0)], end); i >= 0 {
			at = max(at, i+len(end))
		}
	}
	return at
}

// ErrorClasses returns the kinds of errors that a prompt brings.
func ErrorClasses(t *Turn) map[string]bool {
	if PastesPass(t) {
		return nil
	}
	h := &t.Prompt
	told := t.Pasted > 0 || h.Any(speech.Failing, speech.Complain, speech.Broken)
	orders := !told && h.Leads[speech.AskAdd]+h.Leads[speech.AskRefactor] > 0 && h.Leads[speech.AskFix] == 0 // "answer 503 Service Unavailable while it drains"
	return output.Errors(h.Text, told, (orders || h.Neutral()) && t.Pasted == 0)
}

// PastesPass reports whether the output that a prompt brings is of a run that passed.
func PastesPass(t *Turn) bool {
	if !strings.Contains(strings.TrimSpace(t.Prompt.Text), "\n") {
		return false
	}
	v, _ := output.Scan(t.Prompt.Text)
	return v == output.Passed
}
