package output

import "strings"

// PassedTests is how many tests some output says that passed, where one line of it counts them.
func PassedTests(out string) int {
	total := 0
	for line := range strings.SplitSeq(out[max(len(out)-passesWithin, 0):], "\n") {
		if n, ok := passes(line); ok && total > 0 {
			return 0 // of two runs
		} else if ok {
			total = n
		}
	}
	return total
}

// passesWithin is how much of an output is looked at from its end on, in bytes.
const passesWithin = 8 << 10

// passes is how many tests a runner's line says that passed, where the line counts all of a run:
// "12 passed in 0.1s", "Tests: 12 passed, 12 total". It does not where it counts files or suites,
// or is of one of several binaries.
func passes(line string) (n int, ok bool) {
	low := strings.ToLower(line[:min(len(line), MaxLineBytes)])
	for _, none := range []string{"0 fail", "0 error"} {
		if at := strings.Index(low, none); at > 0 && '0' <= low[at-1] && low[at-1] <= '9' {
			return 0, false // "10 failed"
		}
	}
	for _, of := range []string{"suite", "files", "result:", "assert", "fail", "error"} {
		if strings.Contains(strings.ReplaceAll(strings.ReplaceAll(low, "0 fail", ""), "0 error", ""), of) {
			return 0, false
		}
	}
	for _, word := range []string{" tests passed", " passed", " passing", " pass"} {
		i := strings.Index(low, word)
		if i < 0 || i+len(word) < len(low) && letter(low[i+len(word)]) {
			continue
		}
		if n, ok = countBefore(low[:i+1]); ok && n > 0 {
			return n, true
		}
	}
	return 0, false
}
