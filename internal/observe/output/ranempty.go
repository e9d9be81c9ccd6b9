package output

import (
	"strings"
)

// ranNothing reports whether a runner's output says that it ran no test at all: a
// filter that matches none, a folder without tests. Such a run passes, and shows
// nothing. One test that ran outweighs any number of empty packages.
func ranNothing(out string) bool {
	empty, n := false, 0
	for line := range strings.SplitSeq(out, "\n") {
		if n++; n > 4*maxOutputLines {
			break
		}
		line = strings.ToLower(strings.TrimSpace(line[:min(len(line), MaxLineBytes)]))
		if line == "" {
			continue
		}
		none := noTests(line)
		t := tallyOf(line)
		switch {
		case none, t.surely && t.sure == 0: // of tests, and not of snapshots or bytes
			empty = true
		case t.surely, strings.HasPrefix(line, "ok  \t"), strings.HasPrefix(line, "ok \t"), strings.HasPrefix(line, "--- pass"), strings.HasPrefix(line, "ok ") && strings.HasSuffix(line, "s"):
			return false
		}
	}
	return empty
}

// NoTests reports whether a line says that no test was run.
func NoTests(line string) bool { return noTests(strings.ToLower(line)) }

// noTests is NoTests of a line in small letters.
func noTests(line string) bool {
	if !strings.Contains(line, "no ") && !strings.Contains(line, "0 ") && !strings.Contains(line, ": notests") {
		return false // none of these can stand in it
	}
	for _, s := range []string{"no tests to run", "[no test files]", "no tests ran", "no tests found", "no test files found", "no tests were found", "no examples found", "no specs found", "no tests executed", "no tests collected", "collected 0 items", "ran 0 of ", "result: notests", "there were no tests to run"} {
		if strings.Contains(line, s) {
			return true
		}
	}
	return false
}

// CountsNone reports whether a line says that no test was run, or counts none: "0 passed;
// 0 failed" is no test that passed.
func CountsNone(line string) bool {
	n, told := Counted(line)
	return NoTests(line) || told && n == 0
}
