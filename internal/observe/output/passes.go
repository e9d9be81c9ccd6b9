package output

import "strings"

// PassedTests is how many tests some output says that passed, where all of them did and one
// line of it counts those of the whole run; 0 where it does not tell, or counts several runs.
func PassedTests(out string) int {
	passed, ran, skipped, fine := 0, 0, 0, false
	if cut := len(out) - passesWithin; cut > 0 {
		_, out, _ = strings.Cut(out[cut-1:], "\n") // of a line that is cut the count may be
	}
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimSpace(line)
		t := tallyOf(line)
		n, ok := t.allPassed()
		switch {
		case t.failed > 0 && (t.told || leadsWithCount(line)): // "1 failing", and no log of a program
			return 0
		case ok && passed > 0:
			return 0 // of two runs
		case ok:
			passed = n
		case t.tests > 0 && !t.part && begins(line, "Ran ", "Files="): // unittest, prove: how it went stands on a line of its own
			if ran > 0 {
				return 0
			}
			ran = t.tests
		case line == "OK", begins(line, "OK (skipped=", "All tests successful"):
			fine, skipped = true, t.skipped
		}
	}
	if passed == 0 && fine {
		return max(ran-skipped, 0)
	}
	return passed
}

// leadsWithCount reports whether a line opens on a count of what failed: "1 failing", "# fail 1", "Failed: 1".
func leadsWithCount(line string) bool {
	line = strings.ToLower(strings.TrimLeft(line, "#ℹ✖× \t"))
	if at := digitsEnd(line, 0); at > 0 {
		kind, _, _ := labelBehind(line, at)
		return kind == failing
	}
	return begins(line, "fail")
}

// passesWithin is how much of an output is looked at from its end on, in bytes.
const passesWithin = 8 << 10

// Counted reads how many tests a line says were run or passed; told says whether it counts any.
func Counted(line string) (n int, told bool) {
	t := tallyOf(line)
	return max(t.passed, t.tests, t.others), t.told
}

// tally is what a runner's line counts.
type tally struct {
	told    bool // how many ran or passed
	passed  int  // tests
	failed  int  // of whatever it counts
	skipped int
	tests   int  // all of them
	others  int  // files, suites, steps, that ran or passed
	counts  bool // how many passed is told, and not only how many there are
	fails   bool // how many failed is told
	part    bool // the line is of a part of a run: of one class, of one of several binaries
	fine    bool // the line says that all is well
	foreign bool // the line is headed by the name of something else: "Gates: 12 passed"
	sure    int  // tests that ran or passed, by a noun or by a word that runners say of tests alone
	surely  bool // how many these are is told
}

// allPassed is how many tests passed, where the line says that all that ran did.
func (t *tally) allPassed() (n int, ok bool) {
	switch {
	case t.part || t.failed > 0:
		return 0, false
	case t.counts:
		return t.passed, t.passed > 0 && (t.tests == 0 || t.passed+t.skipped >= t.tests)
	case t.tests > 0 && (t.fails || t.fine):
		n = t.tests - t.skipped
		return n, n > 0
	}
	return 0, false
}

// counted is what a word beside a number says that it counts.
type counted uint8

const (
	nothing counted = iota
	passing
	lucky // a word of success, which is said of anything
	failing
	skipping
	running // all there are
	aTest   // a noun
	another // a noun of what is no test
	filler  // "12 tests have passed"
)

// kindOf says it of a word in small letters.
func kindOf(word string) counted {
	switch word {
	case "passed", "passing", "pass", "passes", "successes":
		return passing
	case "success", "successful", "succeeded", "ok":
		return lucky
	case "failed", "failing", "fail", "fails", "failure", "failures", "error", "errors", "errored", "broken":
		return failing
	case "skipped", "skips", "skip", "ignored", "pending", "todo", "disabled", "excluded", "cancelled", "canceled", "deselected", "filtered":
		return skipping
	case "total", "run", "runs", "ran", "completed", "executed", "tested":
		return running
	case "test", "tests", "example", "examples", "spec", "specs", "case", "cases", "scenario", "scenarios", "testcase", "testcases", "doctest", "doctests":
		return aTest
	case "suite", "suites", "file", "files", "assertion", "assertions", "assert", "asserts", "step", "steps", "check", "checks", "snapshot", "snapshots", "type", "lint", "class", "classes", "module", "modules", "package", "packages", "project", "projects", "expect", "expectations",
		"task", "tasks", "job", "jobs", "migration", "migrations", "pipeline", "pipelines", "target", "targets", "action", "actions", "request", "requests", "endpoint", "endpoints", "build", "builds", "stage", "stages", "workflow", "workflows", "resource", "resources", "hook", "hooks", "benchmark", "benchmarks":
		return another
	case "unit", "have", "has", "were", "was", "all":
		return filler
	}
	return nothing
}

// tallyOf reads what a line counts, in the forms of many runners: "12 passed in
// 0.1s", "Tests: 12 passed, 12 total", "Tests run: 12, Failures: 0", "7 of 9 tests passed",
// "100% tests passed, 0 tests failed out of 12", "# pass 12".
func tallyOf(line string) (t tally) {
	line = line[:min(len(line), MaxLineBytes)]
	if !strings.ContainsAny(line, "0123456789") || clocked(line) {
		return t
	}
	low := strings.ToLower(line)
	t.part = strings.Contains(low, "result:") || strings.Contains(low, "time elapsed")
	t.fine = begins(low, "ok ", "done ", "all tests passed", "✔ ") && !strings.Contains(low, "fail")
	t.foreign = foreign(low)
	for i := 0; i < len(low); i++ {
		if low[i] < '0' || low[i] > '9' {
			continue
		}
		n, end, ok := numberAt(low, i)
		if ok && (i == 0 || !joined(low[i-1])) {
			end = t.add(low, i, n, end)
		}
		i = max(end-1, i)
	}
	return t
}

// foreign reports whether a line begins with a word for many things that are no tests, as far as
// is known, and a colon: "Gates: 12 passed". One thing may be the part of a project that a
// runner of several writes before each line.
func foreign(low string) bool {
	head, rest, found := strings.Cut(strings.TrimLeft(low, " \t"), ":")
	if rest = strings.TrimLeft(rest, " \t"); !found || rest == "" || rest[0] < '0' || rest[0] > '9' || !strings.HasSuffix(head, "s") || kindOf(head) != nothing {
		return false
	}
	switch head {
	case "results", "totals", "stats", "status":
		return false
	}
	return strings.IndexFunc(head, func(r rune) bool { return r > 'z' || !letter(byte(r)) }) < 0
}

// joined reports whether a sign before a number makes it a part of a name, a fraction or a time.
func joined(c byte) bool { return letter(c) || strings.IndexByte("._-/%", c) >= 0 }

// numberAt reads the number at a byte, with commas between thousands, and where it ends; ok is
// false of a part of something else: a fraction, a time, a share.
func numberAt(s string, at int) (n, end int, ok bool) {
	end = digitsEnd(s, at)
	digits := s[at:end]
	for group := end; len(digits) > 0 && group-at >= 1 && len(s) > group && s[group] == ','; {
		next := digitsEnd(s, group+1)
		if next-group != 4 || end == at+len(digits) && len(digits) > 3 && !strings.Contains(s[at:end], ",") {
			break
		}
		digits += s[group+1 : next]
		group, end = next, next
	}
	if end < len(s) && (letter(s[end]) || s[end] == '%' || s[end] == '_' || (s[end] == '.' || s[end] == ':') && end+1 < len(s) && '0' <= s[end+1] && s[end+1] <= '9') {
		for end < len(s) && (letter(s[end]) || '0' <= s[end] && s[end] <= '9' || strings.IndexByte("%._:", s[end]) >= 0) {
			end++
		}
		return 0, end, false
	}
	n, ok = number(digits)
	return n, end, ok
}

func digitsEnd(s string, at int) int {
	for at < len(s) && '0' <= s[at] && s[at] <= '9' {
		at++
	}
	return at
}

// add counts a number for what stands behind it, or before it; it returns where what was read
// ends.
func (t *tally) add(low string, at, n, end int) int {
	of, end := outOf(low, end)
	kind, noun, next := labelBehind(low, end)
	if next < len(low) && (low[next] == ':' || low[next] == '=') {
		kind, noun = nothing, nothing // of the next number: "passed: 0 failed: 0"
	}
	if kind != nothing {
		end = next
		if of < 0 {
			of, end = outOf(low, end)
		}
	}
	if before, its := labelBefore(low[:at], closes(low[end:])); kind == nothing && before != nothing {
		kind = before
		if noun == nothing {
			noun = its
		}
	}
	switch {
	case kind == nothing && noun != aTest:
		return end // "1 file changed"
	case kind == nothing:
		kind = running
	case noun == nothing:
		noun = heads(low[:at])
	}
	if t.foreign && noun == nothing {
		noun = another
	}
	if noun == another && (kind == passing || kind == lucky || kind == running) {
		t.told, t.others = true, max(t.others, n)
		return end
	}
	surely := noun == aTest || kind == passing || kind == running && strings.Contains(low, "assertion")
	if kind == lucky {
		if noun != aTest && !lucks(low[:at], low[end:]) {
			return end // "200 ok"
		}
		kind = passing
	}
	switch kind {
	case passing:
		t.told, t.counts, t.passed = true, true, max(t.passed, n)
	case failing:
		t.fails = true
		t.failed += n
		surely = surely && of >= 0
		n = 0
	case skipping:
		t.skipped += n
		surely = false
	case running:
		t.told, t.tests = true, max(t.tests, n)
	}
	if of >= 0 {
		t.told, t.tests = true, max(t.tests, of)
	}
	if surely {
		t.surely, t.sure = true, max(t.sure, n, of)
	}
	return end
}

// lucks reports whether a word of success beside a number counts tests by where it stands:
// karma's "Executed 12 of 12 SUCCESS", and alone on its line "Ok:   12", of meson.
func lucks(head, rest string) bool {
	head = strings.TrimRight(head, " \t")
	if label, ok := strings.CutSuffix(head, ":"); ok {
		return label == "ok" && closes(rest)
	}
	words := strings.Fields(head)
	return len(words) > 0 && kindOf(words[len(words)-1]) == running
}

// outOf reads the number of all behind one of some: "7 of 9", "7/9", "0 tests failed out of 12".
func outOf(low string, at int) (all, end int) {
	rest := low[at:]
	for _, word := range []string{" out of ", " of ", "/", " / "} {
		if behind, ok := strings.CutPrefix(rest, word); ok && behind != "" {
			from := len(low) - len(behind)
			if n, end, ok := numberAt(low, from); ok && end > from {
				return n, end
			}
		}
	}
	return -1, at
}

// labelBehind reads the words behind a number that say what it counts.
func labelBehind(low string, at int) (kind, noun counted, end int) {
	end = at
	for {
		from := at
		for from < len(low) && (low[from] == ' ' || low[from] == '\t') {
			from++
		}
		to := from
		for to < len(low) && letter(low[to]) {
			to++
		}
		if from == at || to == from {
			return kind, noun, end
		}
		k := kindOf(low[from:to])
		switch k {
		case nothing:
			return kind, noun, end
		case aTest:
			if noun == nothing {
				noun = k
			}
		case another:
			noun = k
		case filler:
		case lucky:
			if _, behind, _ := labelBehind(low, to); behind != nothing {
				noun = behind // "12 successful tests"
			}
			return k, noun, to
		default:
			return k, noun, to
		}
		at, end = to, to
	}
}

// closes reports whether nothing stands behind a number in its part of a line.
func closes(rest string) bool {
	rest = strings.TrimLeft(rest, " .)")
	return rest == "" || rest[0] == '|' || rest[0] == ']'
}

// labelBefore reads the word before a number that says what it counts: "Passed: 12", "skipped=2",
// and where the line ends behind it "# pass 12", or in brackets, "[  PASSED  ] 12 tests".
func labelBefore(head string, last bool) (kind, noun counted) {
	text := strings.TrimRight(head, " \t")
	switch {
	case strings.HasSuffix(text, ":"), strings.HasSuffix(text, "="), strings.HasSuffix(text, "]"), last && len(text) < len(head):
		text = strings.TrimRight(text, ":=] \t")
	default:
		return nothing, nothing
	}
	from := len(text)
	for from > 0 && letter(text[from-1]) {
		from--
	}
	if strings.HasSuffix(strings.TrimRight(text[:from], " "), "expected") {
		return nothing, nothing // meson's "Unexpected Pass: 0"
	}
	switch k := kindOf(text[from:]); k {
	case aTest, another:
		return running, k
	case filler:
		return nothing, nothing
	case running:
		return k, heads(text[:from])
	default:
		return k, nothing
	}
}

// heads is what the words before a number say that the line counts: "Test Suites: ", "40 steps (".
func heads(head string) (noun counted) {
	head = strings.TrimRight(head, " \t(:|")
	for _, word := range strings.FieldsFunc(head, func(r rune) bool { return r > 'z' || !letter(byte(r)) }) {
		switch kindOf(word) {
		case another:
			return another
		case aTest:
			noun = aTest
		case passing, lucky, failing, skipping, running:
			return noun // of a number before
		}
	}
	return noun
}
