package quote

import (
	"cmp"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// Check quotes the line of a check that says how it went, that of its tests before others,
// and of several packages that of one that was changed; where its output says nothing, its
// command.
func Check(a *observe.Session, k observe.Check) *judge.Quote {
	if k.Line == "" {
		return Step(k.Turn, k.Step)
	}
	line := k.Line
	if k.Verdict == output.Failed && !ofCompiler(line) {
		switch better := failureIn(k.Step.Output); {
		case !wordedFailure(line) && better == "":
			return Step(k.Turn, k.Step)
		case !wordedFailure(line) || ofCompiler(better):
			line = better
		}
	}
	if k.Verdict == output.Passed && k.Work.Has(shell.ClassTest) && !testsPassed(line) {
		for l := range strings.SplitSeq(k.Step.Output, "\n") { // lint and tests in one call: the tests' line
			if l = strings.TrimSpace(l); l != "" && len(l) <= output.MaxLineBytes && testsPassed(l) {
				line = l
			}
		}
	}
	if k.Verdict == output.Passed && !tellsPassing(line) {
		better := lastLine(k.Step.Output, func(l string) bool {
			return tellsPassing(l) && !output.CountsNone(l) && (output.SuccessLine(l) || strings.HasPrefix(l, "--- PASS: ") || strings.HasPrefix(l, "Ran ") && output.OfTests(l))
		})
		switch {
		case better != "":
			line = better
		case strings.HasSuffix(line, ".") || strings.HasSuffix(line, "…"):
			return Step(k.Turn, k.Step) // what was run says more than "Connecting to …"
		}
	}
	if k.Verdict == output.Passed && k.Work.Has(shell.ClassTest) && !strings.HasPrefix(line, packageOK) {
		line = largest(k.Step.Output, line)
	}
	if k.Verdict == output.Passed && strings.HasPrefix(line, packageOK) {
		line = ofChanged(a, k.Step.Output, line)
		if ran, fresh := ranFor(a, &k, line); ran != nil {
			k, line = *ran, fresh
		}
	}
	return Output(k.Turn, k.Step, output.FirstLine(line))
}

// OfLint is Check of a call of several checks where what was wrong is what a linter says: its
// line, and not that of the tests beside it. nil where no line is the linter's.
func OfLint(k *observe.Check) *judge.Quote {
	line := lastLine(k.Step.Output, func(l string) bool {
		return output.SuccessLine(l) && !output.OfTests(l) && !testsPassed(l) && !strings.HasPrefix(l, packageOK)
	})
	if line == "" || !k.Work.Has(shell.ClassLint) {
		return nil
	}
	return Output(k.Turn, k.Step, line)
}

// Printed quotes a check by what it printed; nil where it printed nothing: its command alone
// shows no result.
func Printed(a *observe.Session, k observe.Check) *judge.Quote {
	q := Check(a, k)
	return When(q.UUID == k.Step.ResultUUID && q.Line == k.Step.ResultLine, q)
}

// tellsPassing reports whether a line says by itself how something went: "OK" alone, an exit
// code, and what is still going on ("Connecting to the store..."), do not.
func tellsPassing(line string) bool {
	return Worded(line) && !strings.HasPrefix(line, "EXIT") && !strings.HasPrefix(line, "0 fail") && !strings.HasSuffix(line, "...") && !strings.HasSuffix(line, "…")
}

// lastLine is the last line of an output that is taken, without white space around it; ""
// where none is.
func lastLine(text string, takes func(line string) bool) string {
	last, n := "", 0
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && len(line) <= output.MaxLineBytes && takes(line) {
			last = line
		}
		if n++; n > maxSearched {
			break
		}
	}
	return last
}

// testsPassed reports whether a line of a runner says that tests passed, and counts any
// if it counts.
func testsPassed(line string) bool {
	return output.OfTests(line) && output.SuccessLine(line) && !output.CountsNone(line)
}

// largest is the line of a run of tests that counts most of them as passed: of many parts each
// counts its own, and the last one's "5 passed" does not stand for the run. The line that is
// given where no other counts more.
func largest(text, given string) string {
	most, _ := output.Counted(given)
	best := given
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || len(line) > output.MaxLineBytes || !testsPassed(line) {
			continue
		}
		if n, told := output.Counted(line); told && n > most {
			best, most = line, n
		}
	}
	return best
}

// packageOK begins the line of a package whose tests passed in go, cached marks one whose
// tests it did not run again.
const (
	packageOK = "ok "
	cached    = "(cached)"
)

// ofChanged is the line of go's about a package in which something was changed, else of one
// whose tests ran, where there is one; the line that is given where no other tells more.
func ofChanged(a *observe.Session, text, given string) string {
	best, most, n := given, tells(a, given), 0
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); len(line) <= output.MaxLineBytes && strings.HasPrefix(line, packageOK) && testsPassed(line) {
			if t := tells(a, line); t.more(most) {
				best, most = line, t
			}
		}
		if n++; n > maxSearched {
			break
		}
	}
	return best
}

// ranFor is the last run before a check that is told as cached in which the tests of the same
// package ran, and its line of it, where that came after the last change, too; nil where the
// line is of a run, or no such is known.
func ranFor(a *observe.Session, k *observe.Check, line string) (*observe.Check, string) {
	fields := strings.Fields(line)
	if !strings.Contains(line, cached) || len(fields) < 2 {
		return nil, ""
	}
	for i := len(a.Checks) - 1; i >= 0; i-- {
		c := &a.Checks[i]
		if c.Order >= k.Order || c.Order <= a.LastWork || !c.Work.Has(shell.ClassTest) {
			continue
		}
		fresh := lastLine(c.Step.Output, func(l string) bool {
			f := strings.Fields(l)
			return strings.HasPrefix(l, packageOK) && len(f) > 2 && f[1] == fields[1] && !strings.Contains(l, cached) && testsPassed(l)
		})
		if fresh != "" {
			return c, fresh
		}
	}
	return nil, ""
}

// told is how much the line of a package tells of what was changed: how surely it is of a
// changed package, whether its tests ran, and how many lines were changed in it.
type told struct {
	sure, ran, lines int
}

// tells measures the line of a package; a folder is of it where both end alike, and more
// surely where they do by more than a name.
func tells(a *observe.Session, line string) (t told) {
	if !strings.Contains(line, cached) {
		t.ran = 1
	}
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return t
	}
	for i := range a.Edits {
		e := a.Edits[i].Step.Edit
		if e == nil || !strings.HasSuffix(e.File, ".go") {
			continue
		}
		same := sameEnd(e.File, fields[1])
		switch {
		case same > t.sure:
			t.sure, t.lines = same, e.Added+e.Removed
		case same == t.sure && same > 0:
			t.lines += e.Added + e.Removed
		}
	}
	return t
}

// sameEnd is how many of the last two parts of a file's folder are those that a package's
// name ends on. Both are compared as they stand: a package has some hundred lines and files.
func sameEnd(file, name string) (same int) {
	dir, _, ok := lastPart(file, true)
	if !ok {
		return 0
	}
	for more, left := true, true; same < 2 && more && left; same++ {
		var a, b string
		dir, a, more = lastPart(dir, true)
		name, b, left = lastPart(name, false)
		if a != b {
			return same
		}
	}
	return same
}

// lastPart cuts the last part off a path, and tells whether one is left.
func lastPart(path string, windows bool) (rest, part string, left bool) {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' || windows && path[i] == '\\' {
			return path[:i], path[i+1:], true
		}
	}
	return "", path, false
}

// more reports whether a line tells more than another: of packages that were changed one whose
// tests ran before one that is more surely changed.
func (t told) more(u told) bool {
	return cmp.Or(cmp.Compare(min(t.sure, 1), min(u.sure, 1)), cmp.Compare(t.ran, u.ran), cmp.Compare(t.sure, u.sure), cmp.Compare(t.lines, u.lines)) > 0
}

// wordedFailure reports whether a line tells what failed, and not only that something did.
func wordedFailure(line string) bool {
	return Worded(line) && !strings.HasPrefix(line, "Exit code ")
}

// failureIn is the first line of an output that tells what failed, a compiler's with its place
// before all that programs print on their way: tests of what fails print errors, too, and
// pass. "" where none does.
func failureIn(text string) string {
	tells := func(line string) bool { return wordedFailure(line) && output.FailureLine(line) }
	if line := lineOf(text, func(line string) bool { return ofCompiler(line) && tells(line) }); line != "" {
		return line
	}
	return lineOf(text, tells)
}

// ofCompiler reports whether a line is a compiler's error at a place in a file:
// "src/a.ts(5,3): error TS2304: …", "main.c:12:5: error: …".
func ofCompiler(line string) bool {
	place, _, ok := strings.Cut(line, ": error")
	return ok && !strings.Contains(place, " ") && strings.Contains(place, ".") && (strings.HasSuffix(place, ")") || strings.Count(place, ":") >= 1)
}

// brokenOff is the first line by which a program says that it could not do what it was
// called for; "" where none does.
func brokenOff(text string) string {
	return lineOf(text, func(line string) bool {
		return slices.ContainsFunc([]string{"fatal: ", "curl: (", "npm error ", "npm ERR! ", "E: "}, func(head string) bool { return strings.HasPrefix(line, head) })
	})
}

// lineOf is the first line of an output that is taken, without white space around it; ""
// where none is.
func lineOf(text string, takes func(line string) bool) string {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); len(line) <= output.MaxLineBytes && takes(line) {
			return line
		}
		if n++; n > maxSearched {
			break
		}
	}
	return ""
}

// maxSearched bounds the lines of an output that are searched for a quote.
const maxSearched = 400

// Erred quotes the last call of a turn that went wrong. An edit's own refusal ("read it again") is
// seldom the error that stands, so edits are looked at apart.
func Erred(t *observe.Turn, edits bool) *judge.Quote {
	for i := len(t.Raw.Steps) - 1; i >= 0; i-- {
		s := &t.Raw.Steps[i]
		if (s.Class == 0 && s.Mutating) != edits || s.Outcome != transcript.Errored && s.Outcome != transcript.Aborted {
			continue
		}
		if q := Failed(t.Index, s); q != nil {
			return q
		}
	}
	return nil
}

// LastErred quotes the first line that came back for the last call of a turn that went wrong,
// however little it tells; nil where nothing came back for any.
func LastErred(t *observe.Turn) *judge.Quote {
	for i := len(t.Raw.Steps) - 1; i >= 0; i-- {
		s := &t.Raw.Steps[i]
		if s.Subagent || s.Outcome != transcript.Errored {
			continue
		}
		if line := output.FirstLine(s.Output); line != "" {
			return Output(t.Index, s, line)
		}
	}
	return nil
}

// Failed quotes of what came back for a call that went wrong the line that tells
// what failed, else the first that tells anything; nil where none does.
func Failed(turn int, s *conversation.Step) *judge.Quote {
	line := failureIn(s.Output)
	if line == "" {
		line = brokenOff(s.Output)
	}
	if line == "" && s.Outcome == transcript.Errored {
		line = output.FirstTelling(s.Output)
	}
	return When(Worded(line), Output(turn, s, line))
}

// Rerun quotes what a command answers that was run again after the change.
func Rerun(p *observe.Place) *judge.Quote {
	line := output.FirstLine(p.Step.Output)
	if !tellsPassing(line) {
		if better := lineOf(p.Step.Output, tellsPassing); better != "" {
			line = better
		}
	}
	return Output(p.Turn, p.Step, line)
}

// CheckIn is Check of a check that may be none.
func CheckIn(a *observe.Session, k observe.Check) *judge.Quote {
	if k.Step == nil {
		return nil
	}
	return Check(a, k)
}
