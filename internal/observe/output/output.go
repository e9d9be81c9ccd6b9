// Package output reads what programs print: whether a run of tests, a build or a linter passed,
// failed, ran nothing or does not tell, by the line that says so; lines of failures and the
// kinds of errors in them. It promises the line that decides, verbatim, for a quote, and
// knows the forms of runners of all ecosystems; of whose run it was, and what that means for
// a session, it knows nothing.
package output

import (
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// Verdict is what the output of a check says.
type Verdict uint8

// What a run came to.
const (
	Unclear Verdict = iota // it ran; nothing tells how it went
	Passed                 // its output says so
	Failed                 // its exit or its output says so
)

// Limits on reading an output: summaries stand at its end.
const (
	maxOutputLines = 160
	MaxLineBytes   = 400
	// maxSummaryLines bounds a summary that lists what failed.
	maxSummaryLines = 60
)

// ResultOf reads what came back from a shell call that checks something: its
// exit, then the line in which its runner sums up. Many runs are piped through
// tail or grep, so the exit alone tells little. The line that decided is
// returned for a quote; it may be empty.
func ResultOf(s *conversation.Step, w shell.Class) (Verdict, string) {
	if s.Outcome == transcript.Rejected || s.Outcome == transcript.Aborted || s.Outcome == transcript.Unknown {
		return Unclear, ""
	}
	v, line := Scan(s.Output)
	if v == Passed && w.Has(shell.ClassTest) && s.Outcome != transcript.Errored && ranNothing(s.Output) {
		return Unclear, ""
	}
	if v == Failed && lineVerdict(line) == weakFail && strings.HasPrefix(headOf(s.Output), "bun test v") && s.Outcome == transcript.Done && s.Exit <= 0 {
		return Unclear, "" // from its beginning on and without a "(fail)" or a count: what a test printed
	}
	if s.Outcome == transcript.Errored || s.Exit > 0 {
		if line == "" || v != Failed {
			line = FirstTelling(s.Output)
		}
		return Failed, line
	}
	if v == Unclear && w.Has(shell.ClassTest) && s.Outcome == transcript.Done {
		if line = lastOK(s.Output); line != "" {
			return Passed, line
		}
	}
	if v == Unclear && w.Has(shell.Verifies&^shell.ClassTest) && !w.Has(shell.ClassTest|shell.ClassRun) && s.Outcome == transcript.Done {
		return Passed, "" // compilers and linters are silent when all is well
	}
	return v, line
}

// headOf is an output without the line in which a script runner names what it runs
// ("$ bun test src/").
func headOf(out string) string {
	if first, rest, ok := strings.Cut(out, "\n"); ok && strings.HasPrefix(first, "$ ") {
		return rest
	}
	return out
}

// lastOK is the last line of what a check of one's own printed, where under at most one
// heading each of its lines says "ok" and of what; "" where one says anything else.
func lastOK(out string) string {
	last, heads := "", 0
	for line := range strings.SplitSeq(out, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		word, of, _ := strings.Cut(line, " ")
		switch {
		case strings.EqualFold(strings.Trim(word, "[]:"), "ok") && strings.TrimSpace(of) != "":
			last = line[:min(len(line), MaxLineBytes)]
		case last != "" || heads > 0:
			return ""
		default:
			heads++
		}
	}
	return last
}

// Scan looks for the lines by which runners of all ecosystems tell
// success and failure. A failure that is told in a runner's own form wins over
// a success, except where a later summary counts no failure.
func Scan(out string) (Verdict, string) {
	var pass, fail, weak, item string
	lines := 0
	for end := len(out); end > 0 && lines < maxOutputLines; {
		start := strings.LastIndexByte(out[:end], '\n') + 1
		line := out[start:end]
		end = start - 1
		if len(line) > MaxLineBytes {
			line = line[:MaxLineBytes]
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		lines++
		switch lineVerdict(line) {
		case strongFail:
			if fail == "" {
				fail = line
			}
		case strongPass:
			if pass == "" {
				pass = line
			}
		case countPass:
			// A summary that counts no failure settles what stands above it.
			if fail == "" && pass == "" {
				if above := failedAbove(out[:max(end, 0)]); above != "" {
					return Failed, above
				}
				return Passed, line
			}
			if pass == "" {
				pass = line
			}
		case countFail:
			if pass == "" {
				return Failed, line
			}
			if fail == "" {
				fail = line
			}
		case weakFail:
			if weak == "" {
				weak = line
			}
		case itemPass:
			if item == "" {
				item = line
			}
		}
	}
	switch {
	case fail != "":
		return Failed, fail
	case pass != "":
		return Passed, pass
	case weak != "":
		return Failed, weak
	case item != "":
		return Passed, item
	}
	return Unclear, ""
}

// failedAbove looks above a count of what passed for one of what failed on a line
// of its own: some runners (Playwright) sum up in a list, failures first.
func failedAbove(out string) string {
	for n := 0; n < maxSummaryLines && out != ""; n++ {
		start := strings.LastIndexByte(out, '\n') + 1
		line := strings.TrimSpace(out[start:])
		out = out[:max(start-1, 0)]
		digits, word, _ := strings.Cut(strings.TrimPrefix(line, "% "), " ") // plunit
		word = strings.TrimPrefix(strings.TrimPrefix(word, "tests "), "test ")
		if count, ok := number(digits); ok && count > 0 && (word == "failed" || word == "failing") {
			return line
		}
	}
	return ""
}

type lineSign uint8

const (
	noSign lineSign = iota
	strongPass
	strongFail
	countPass
	countFail
	weakFail
	itemPass // of one test among others: it outdoes no failure
)

// TellsError reports whether an output tells of an error in a program's own words, in
// one of its last lines.
func TellsError(out string) bool {
	lines := 0
	for end := len(out); end > 0 && lines < maxOutputLines; {
		start := strings.LastIndexByte(out[:end], '\n') + 1
		line := strings.TrimSpace(strings.TrimLeft(out[start:end], "│ \t"))
		end = start - 1
		if line == "" || strings.HasPrefix(line, "Exit code ") {
			continue
		}
		lines++
		if FailureLine(line) || uncaught(line) {
			return true
		}
	}
	return false
}

// FailureLine reports whether a line is one by which a program tells that
// something failed.
func FailureLine(line string) bool {
	switch verdictOf(line) {
	case strongFail, weakFail, countFail:
		return true
	}
	return false
}

// SuccessLine reports whether a line is one by which a check tells that it passed.
func SuccessLine(line string) bool {
	s := verdictOf(line)
	return s == strongPass || s == countPass || s == itemPass
}

// SummaryLine reports whether a line tells of a failure or counts what passed:
// nobody writes so but a program.
func SummaryLine(line string) bool { return FailureLine(line) || verdictOf(line) == countPass }

// verdictOf is lineVerdict of the head of a line.
func verdictOf(line string) lineSign {
	if line == "" {
		return noSign
	}
	return lineVerdict(line[:min(len(line), MaxLineBytes)])
}

// lineVerdict reads one line of output.
func lineVerdict(line string) lineSign {
	switch line[0] {
	case '+', '0', '1', '2':
		if s := flutterVerdict(line); s != noSign {
			return s
		}
	case 'e':
		switch {
		case begins(line, "exit status 0"):
			return strongPass
		case begins(line, "evaluation failed :("): // tox
			return strongFail
		case begins(line, "error is ", "error was ", "error has ", "error went ", "error disappeared", "error vanished"):
			return noSign // a person tells of it
		case begins(line, "error:", "error[", "error ", "exit status "):
			return weakFail
		}
	case 'D':
		if s := gotestsumVerdict(line); s != noSign {
			return s
		}
	case '(': // bun
		if begins(line, "(fail) ") {
			return strongFail
		} else if begins(line, "(pass) ") {
			return itemPass
		}
	case '[':
		if begins(line, "[error] Failed tests:", "[info] *** ") && (line[1] == 'e' || strings.HasSuffix(line, "FAILED ***")) { // sbt
			return strongFail
		}
	case 'A', 'S':
		if begins(line, "Segmentation fault", "Aborted (core dumped)") {
			return strongFail
		} else if begins(line, "An error occurred (") { // the AWS command line
			return weakFail
		}
	case 'E':
		if begins(line, "Error:", "ERROR", "EXIT: 0", "EXIT:0", "EXIT_CODE", "Exit code", "EXIT=") {
			if strings.HasSuffix(line, " 0") || strings.HasSuffix(line, ":0") || strings.HasSuffix(line, "=0") {
				return strongPass
			}
			if countVerdict(line) == countPass { // "ERROR SUMMARY: 0 errors from 0 contexts"
				return countPass
			}
			return weakFail
		}
	case '-', 'B', 'F', 'O', 'P', 'T', 'c', 'm', 'n', 'o', 'p', 't', '*', '\xe2':
		switch {
		case line == "FAIL", begins(line, "--- FAIL", "FAIL\t", "FAIL ", "FAILED ", "FAILURE:", "FAILED(", "FAILURES!", "panic: ", "Traceback (most recent call last)",
			"BUILD FAILED", "npm ERR!", "npm error", "not ok ", "** BUILD FAILED", "** TEST FAILED", "make: *** ", "make[1]: *** "):
			return strongFail
		case line == "OK", line == "PASS", begins(line, "OK (", "PASS ", "ok  \t", "ok \t", "tox: OK", "congratulations :)", "✓ built in ", "Finished `", "Finished dev",
			"Finished release", "Finished test", "BUILD SUCCESS", "Build succeeded", "** BUILD SUCCEEDED", "** TEST SUCCEEDED", "Test Successful in ", "ok | "):
			return strongPass
		case begins(line, "Found 0 errors"):
			return countPass
		case begins(line, "ok ") && len(line) > 3 && line[3] >= '1' && line[3] <= '9': // TAP: ok 3 - name
			return strongPass
		}
	}
	if sign := formVerdict(line); sign != noSign {
		return sign
	}
	if clocked(line) {
		return noSign // a program's own log, which tests print: no runner dates its summary so
	}
	if sign := countVerdict(line); sign != noSign {
		return sign
	}
	if compilerLine(line) {
		return weakFail
	}
	return noSign
}

// clocked reports whether a line begins with a time of day in brackets to the fraction of
// a second: "[14:40:22.299] [Limiter] Task 2 failed: 101".
func clocked(line string) bool {
	const form = "[00:00:00."
	if len(line) < len(form) {
		return false
	}
	for i := range form {
		if c := line[i]; form[i] == '0' && (c < '0' || c > '9') || form[i] != '0' && c != form[i] {
			return false
		}
	}
	return true
}

func begins(line string, heads ...string) bool {
	return slices.ContainsFunc(heads, func(h string) bool { return strings.HasPrefix(line, h) })
}

// gotestsumVerdict reads its last line: "DONE 14 tests, 1 failure in 0.4s".
func gotestsumVerdict(line string) lineSign {
	told, ok := strings.CutPrefix(line, "DONE ")
	digits, told, _ := strings.Cut(told, " test")
	if n, is := number(digits); !ok || !is || n == 0 {
		return noSign
	}
	told, _, _ = strings.Cut(told, " in ")
	if strings.Contains(told, "failure") || strings.Contains(told, "error") {
		return countFail
	}
	return countPass
}

// flutterVerdict reads the running count of Dart's runners: "00:03 +11 -1: Some
// tests failed."
func flutterVerdict(line string) lineSign {
	if i := strings.IndexByte(line, '+'); i >= 0 && i <= 9 {
		passing, rest, _ := strings.Cut(line[i+1:], " ")
		if _, ok := number(passing); ok {
			failing, _, stated := strings.Cut(strings.TrimPrefix(rest, "-"), ":")
			if n, ok := number(failing); ok && stated && strings.HasPrefix(rest, "-") && n > 0 {
				return countFail
			}
		}
	}
	return noSign
}

// compilerLine reports whether a line names a place and says what is wrong there:
// "cart/cart.go:9:12: undefined: total". Warnings and notes are none.
func compilerLine(line string) bool {
	place, told, ok := strings.Cut(line, ": ")
	if !ok || told == "" || strings.ContainsAny(place, " \t") {
		return false
	}
	column := strings.LastIndexByte(place, ':')
	if column < 0 {
		return false
	}
	row := strings.LastIndexByte(place[:column], ':')
	if row < 0 || !strings.Contains(place[:row], ".") {
		return false
	}
	_, a := number(place[column+1:])
	_, b := number(place[row+1 : column])
	for _, mild := range []string{"warning", "note", "info", "hint"} {
		if strings.HasPrefix(told, mild) {
			return false
		}
	}
	return a && b
}

// countVerdict reads a summary that counts: "3 failed, 20 passed", "Tests: 20
// passed", "0 errors", "test result: ok. 5 passed; 0 failed".
func countVerdict(line string) lineSign {
	sign := noSign
	for i := 0; i < len(line); i++ {
		if i > 0 && letter(line[i-1]) {
			continue // in the middle of a word
		}
		c := line[i] | 0x20
		var word string
		switch c {
		case 'f':
			word = firstOf(line[i:], "failed", "failures", "failing", "failure", "fails", "fail")
		case 'e':
			word = firstOf(line[i:], "errors", "error")
		case 'p':
			word = firstOf(line[i:], "passed", "passing", "problems", "pass")
		case 'i':
			word = firstOf(line[i:], "issues", "invalid")
		case 'o':
			word = firstOf(line[i:], "offenses", "offense")
		case 's':
			word = firstOf(line[i:], "successfully", "successful", "succeeded", "success")
		}
		if word == "invalid" && !strings.HasPrefix(line[i+len(word):], ": ") {
			continue // of a summary only, "Valid: 11, Invalid: 1"
		}
		if word == "" || i+len(word) < len(line) && letter(line[i+len(word)]) {
			continue
		}
		n, ok := countBefore(line[:i])
		if after, told := countAfter(line[i+len(word):]); told && (!ok || strings.IndexByte(":=", line[i+len(word)]) >= 0) {
			n, ok = after, true // "passed: 0 failed: 1"
		}
		switch word {
		case "passed", "passing", "pass":
			if ok && n > 0 && sign != countFail {
				sign = countPass
			} else if !ok && word == "passed" && sign == noSign {
				sign = strongPass
			}
		case "successful", "success":
			if total, of := countAfter(strings.TrimLeft(line[i+len(word):], ",")); ok && n > 0 && sign == noSign && (!of || total == n) {
				sign = strongPass
			} else if sign == noSign && strings.HasSuffix(line[:i], " was ") {
				sign = strongPass
			}
		case "successfully", "succeeded":
			if sign == noSign {
				sign = strongPass
			}
		default:
			switch {
			case ok && n > 0:
				return countFail
			case ok && n == 0 && sign == noSign:
				sign = countPass
			case !ok && sign == noSign && (word == "error" || word == "failed") && telling(line, i, word):
				sign = weakFail
			}
			if strings.HasPrefix(strings.TrimLeft(line[:i], " "), "no ") || strings.HasSuffix(line[:i], "no ") || strings.HasSuffix(line[:i], "No ") {
				sign = countPass
			}
		}
		i += len(word) - 1
	}
	return sign
}

// telling reports whether "error" or "failed" without a count is said as a
// result ("x.go:3: error: …", "command failed"), not as a word of a listing.
func telling(line string, i int, word string) bool {
	rest := line[i+len(word):]
	if word == "error" {
		return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, " TS") || strings.HasPrefix(rest, "[")
	}
	return strings.HasPrefix(rest, ":") || rest == "" || strings.HasPrefix(rest, " with ")
}

// firstOf is the first of some words, all in small ASCII letters, that s begins with in
// whatever case.
func firstOf(s string, words ...string) string {
	for _, w := range words {
		if len(s) >= len(w) && foldsTo(s[:len(w)], w) {
			return w
		}
	}
	return ""
}

// foldsTo reports whether s is word, which has none but small ASCII letters, in whatever case.
func foldsTo(s, word string) bool {
	for i := range len(word) {
		if s[i]|0x20 != word[i] {
			return false
		}
	}
	return len(s) == len(word)
}

// countBefore reads the number that ends s: "12 ", "12 tests ".
func countBefore(s string) (int, bool) {
	s = strings.TrimRight(s, " ")
	for _, w := range []string{"tests", "test", "specs", "examples", "assertions", "suites", "checks", "type", "lint"} {
		s = strings.TrimRight(strings.TrimSuffix(s, w), " ")
	}
	end := len(s)
	for end > 0 && '0' <= s[end-1] && s[end-1] <= '9' {
		end--
	}
	if end > 1 && len(s)-end == 3 && s[end-1] == ',' && '0' <= s[end-2] && s[end-2] <= '9' {
		if n, ok := countBefore(s[:end-1]); ok && n > 0 { // "1,000 failed" are not none
			low, _ := number(s[end:])
			return 1000*n + low, true
		}
	}
	return number(s[end:])
}

// countAfter reads the number that begins s: ": 12", "=12".
func countAfter(s string) (int, bool) {
	t := strings.TrimLeft(s, ": =")
	if t == s {
		return 0, false
	}
	end := 0
	for end < len(t) && '0' <= t[end] && t[end] <= '9' {
		end++
	}
	return number(t[:end])
}

func number(digits string) (int, bool) {
	if digits == "" || len(digits) > 7 {
		return 0, false
	}
	n := 0
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
		n = 10*n + int(digits[i]-'0')
	}
	return n, true
}

// FirstTelling returns the first line that says something, for a quote.
func FirstTelling(out string) string {
	best := ""
	n := 0
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "Exit code ") {
			continue
		}
		if len(line) > MaxLineBytes {
			line = line[:MaxLineBytes]
		}
		if best == "" && !ofRunner(line) {
			best = line
		}
		if s := lineVerdict(line); s == strongFail || s == countFail || s == weakFail {
			return line
		}
		if n++; n > maxOutputLines {
			break
		}
	}
	return best
}

// ProgramLine is the first line that a program printed itself; where it printed none, the
// first of all.
func ProgramLine(out string) string {
	n := 0
	for line := range strings.SplitSeq(out, "\n") {
		if l := FirstLine(line); l != "" && !ofRunner(l) {
			return l
		}
		if n++; n > maxOutputLines {
			break
		}
	}
	return FirstLine(out)
}

// ofRunner reports whether a line is what a runner prints before a program speaks: the
// script that it runs, a notice of the package manager, the tip of a loader of settings.
func ofRunner(line string) bool {
	for _, head := range []string{"> ", "$ ", "npm ", "yarn run ", "pnpm ", "[dotenv@", "(node:", "(Use `node "} {
		if strings.HasPrefix(line, head) {
			return true
		}
	}
	return false
}
