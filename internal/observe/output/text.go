package output

import (
	"strings"
	"unicode"
)

// FirstLine returns the first line of s that shows anything.
func FirstLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && strings.Trim(line, "-=*#`─★ ") != "" && strings.ContainsFunc(line, visible) {
			return line
		}
	}
	return ""
}

// visible reports whether a character shows on a screen.
func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }

// CountErrors counts the lines of a prompt that are the output of something
// that failed.
func CountErrors(prompt string) int {
	n, seen := 0, 0
	for line := range strings.SplitSeq(prompt, "\n") {
		if seen++; seen > 80 {
			break
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if FailureLine(line) {
			n++
		}
	}
	return n
}

// letter reports whether a byte is an ASCII letter.
func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// OfTests reports whether a line of output speaks of tests.
func OfTests(line string) bool {
	line = strings.ToLower(line)
	return strings.HasPrefix(line, "ok ") || strings.Contains(line, "pass") || strings.Contains(line, "test")
}

// RunnersLines are the first lines of an output in which a runner of tests says that one or
// all of them passed, and that one failed; "" where none does. What stands in the output of a
// linter or a compiler is none, though it may name a file of tests.
func RunnersLines(out string) (passed, failed string) {
	for line := range strings.SplitSeq(out, "\n") {
		if line = strings.TrimSpace(line); line == "" || len(line) > MaxLineBytes {
			continue
		}
		switch lineVerdict(line) {
		case strongFail, countFail:
			if failed == "" && (begins(line, "FAIL", "--- FAIL", "not ok ", "(fail) ") || OfTests(line)) {
				failed = line
			}
		case strongPass, countPass, itemPass:
			if low := strings.ToLower(line); passed == "" && OfTests(line) && !strings.Contains(low, "check") && !strings.Contains(low, "lint") {
				passed = line
			}
		default:
			if failed == "" && (uncaught(line) || begins(line, "panic: ", "Traceback ") || strings.Contains(line, "Assert")) {
				failed = line // a test that is a script of one's own
			}
		}
	}
	return passed, failed
}

// LastLine is what was printed last, without blanks around it.
func LastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}

// Refuses reports whether an answer is an error, be it only the number of one.
func Refuses(answer string) bool {
	out := strings.TrimSpace(answer)
	return TellsError(out) || len(out) == 3 && (out[0] == '4' || out[0] == '5' || out == "000")
}
