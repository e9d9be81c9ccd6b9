// Package printed tells what a program wrote from speech: lines of a log, a trace or code that
// a person pasted. It also leaves out of such a line what only says when and where it was
// written. It changes nothing else, and has no opinion on what was wanted.
package printed

import (
	"strings"
	"unicode/utf8"

	"prism/internal/observe"
	"prism/internal/observe/output"
)

// leastLead is how many blanks a lead has that stands before what was printed.
const leastLead = 4

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// Is reports whether a line is what a program wrote, or code, rather than
// speech.
func Is(line string) bool {
	if len(line) > output.MaxLineBytes {
		line = strings.ToValidUTF8(line[:output.MaxLineBytes], "")
	}
	if line == "" {
		return true
	}
	if head, rest, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(rest, "[") && strings.Count(head, " ") >= leastLead && !Is(head) {
		return false // "I ran it but got these errors: [log] 2 errors"
	}
	if Asks(line) {
		return true
	}
	if output.SummaryLine(line) {
		return len(line) < 240
	}
	if head, _, _ := strings.Cut(line, " "); strings.HasSuffix(head, ":") && strings.Count(head, ":") >= 2 && strings.ContainsAny(head, "0123456789") {
		return true // "file.go:12:"
	}
	switch line[0] {
	case '~', '.':
		if Placed(line) {
			return true
		}
	case '$', '%', '{', '}', '[', ']', '@', '/', '\\', '=', '&', ';':
		if strings.Count(line, " ") < 2 || line[0] == '{' || line[0] == '}' || strings.HasPrefix(line, "$ ") {
			return true
		}
	}
	if len(line) > 2 && line[1] == ':' && observe.Letter(line[0]) && (line[2] == '\\' || line[2] == '/') && Placed(line) {
		return true
	}
	for _, p := range []string{"at ", "File \"", "goroutine ", "    at", "❯", "➜", "⨯", "│", "┌", "└", "├", "//", "/*", "Suggestion:", "Hint:", "hint:", "help:", "note:", "warning:", "Warning:", "Caused by", "Usage:", "Require stack", "For more information", "import ", "from '", "export ", "const ", "func ", "def ", "class ", "return ", "#include", "public ", "private ", "local ", "let ", "var ", "if (", "for (", "+++ ", "--- ", "@@ "} {
		if strings.HasPrefix(line, p) && (p[0] >= utf8.RuneSelf || strings.ContainsAny(line, "(){}=;:/@'\"")) {
			return true
		}
	}
	if Stamped(line) || strings.Contains(line, " level=") || strings.HasPrefix(line, "http") && !strings.Contains(line, " ") {
		return true
	}
	if line[0] == '[' && strings.Contains(line, "] ") {
		return true // "[server] listening"
	}
	if strings.Contains(line, " = ") && strings.ContainsAny(line, "({[") && strings.Count(line, " ") <= 5 {
		return true // an assignment
	}
	symbols, all := 0, 0
	for i := range len(line) {
		switch c := line[i]; c {
		case ' ':
			continue
		case '{', '}', '[', ']', '(', ')', '<', '>', '=', ';', '|', '$', '&', '\\', '+', '^', '%', '~':
			symbols++
		}
		all++
	}
	if all >= 8 && symbols*7 > all {
		return true
	}
	return strings.HasSuffix(line, "{") || strings.HasSuffix(line, "};") || strings.HasSuffix(line, ");") || strings.HasSuffix(line, "=>")
}

// Asks reports whether a line is what a program asks at a prompt.
func Asks(line string) bool {
	low := strings.ToLower(line)
	return strings.Contains(low, "[y/n]") || strings.Contains(low, "(y/n)")
}

// Placed reports whether a line is nothing but the way to a place, be it one with a blank
// in its name: "C:\tides\Old Charts".
func Placed(line string) bool {
	first, rest, more := strings.Cut(line, " ")
	if !strings.ContainsAny(first, "/\\") {
		return false
	}
	if !more {
		return ascii(line) // signs of another script need no blank between them
	}
	for w := range strings.FieldsSeq(rest) {
		if c := w[0]; c >= 'a' && c <= 'z' && !strings.ContainsAny(w, "/\\.") || c >= utf8.RuneSelf {
			return false
		}
	}
	return strings.Count(rest, " ") < 3
}

// Stamped reports whether a line begins with a time, as logs do.
func Stamped(line string) bool {
	line = strings.TrimLeft(line, "[( ")
	digits, colons := 0, 0
	for i := 0; i < len(line) && i < 20; i++ {
		switch c := line[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == ':':
			colons++
		case c == '-' || c == 'T' || c == ' ' || c == '.' || c == '/':
		default:
			return digits >= 5 && colons >= 2 || digits >= 2 && strings.HasPrefix(line[i:], "ms]")
		}
		if c := line[i]; c == ' ' && digits == 0 {
			return false
		}
	}
	return digits >= 5 && colons >= 2
}

// Trouble reports whether a line that a program printed tells of a failure.
func Trouble(line string) bool {
	if output.FailureLine(line) {
		return true
	}
	line = strings.ToLower(line[:min(len(line), output.MaxLineBytes)])
	for _, w := range []string{"error", "cannot", "can't", "unable", "failed", "not found", "exception", "denied", "fatal", "undefined"} {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// Unplaced is the message of a compiler or linter without the place at its head: "Error:
// main.go:3:7: undefined: x".
func Unplaced(line string) string {
	s := strings.TrimSpace(line)
	for _, head := range []string{"Error: ", "error: ", "ERROR: "} {
		s = strings.TrimPrefix(s, head)
	}
	first, rest, ok := strings.Cut(s, " ")
	name, at, numbered := strings.Cut(strings.TrimSuffix(first, ":"), ":")
	if !ok || !numbered || !strings.HasSuffix(first, ":") || !strings.Contains(name, ".") || strings.Trim(at, "0123456789:") != "" || strings.Count(rest, " ") < 2 {
		return line
	}
	return rest
}

// Unstamped is a line of a log without the time and the tag at its head, and whether
// there was a time.
func Unstamped(line string) (string, bool) {
	s, logged := strings.TrimSpace(line), false
	for range 4 {
		if s == "" {
			break
		}
		end := strings.IndexByte(s, ']')
		switch {
		case s[0] == '[' && end > 0 && end+2 < len(s) && s[end+1] == ' ':
			logged = logged || strings.ContainsAny(s[:end], "0123456789")
			s = strings.TrimSpace(s[end+1:])
		case s[0] >= '0' && s[0] <= '9' && Stamped(s):
			_, rest, _ := strings.Cut(s, " ")
			s, logged = strings.TrimSpace(rest), true
		default:
			return s, logged
		}
	}
	return s, logged
}
