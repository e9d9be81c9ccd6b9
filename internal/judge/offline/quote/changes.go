package quote

import (
	"path"
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// This file quotes what was changed and delivered.

// Change quotes a line that was changed: of the last edit of code, else of the
// last edit; where nothing was edited, git's line of the last commit, else the last command that
// changed something. A path shows no change.
func Change(a *observe.Session) *judge.Quote {
	if edited := Edited(a, func(observe.Place) bool { return true }); edited != nil {
		return edited
	}
	if q := Landed(a); q != nil && strings.HasPrefix(q.Text, "[") { // what was committed says more than one of several commands
		return q
	}
	if q := subject(a); q != nil {
		return q
	}
	for i := len(a.Turns) - 1; i >= 0; i-- {
		t := &a.Turns[i]
		for k := len(t.Raw.Steps) - 1; k >= 0; k-- {
			if s := &t.Raw.Steps[k]; s.CarriedOut() && s.Mutating && s.Edit == nil && s.Class.Has(shell.ClassWrite) && !s.Class.Has(shell.ClassLint|shell.ClassFormat) {
				if q := writeQuote(t.Index, s); q != nil {
					return q
				}
			}
		}
	}
	return nil
}

// Edited quotes a line of the edits that are taken: of one of code before those of documents
// and tests; nil where none has a line.
func Edited(a *observe.Session, takes func(p observe.Place) bool) *judge.Quote {
	code := EditedCode(a, takes)
	if code == nil || !tellsChange(code.Text) { // "+ "git-branch",": a document that was written says more
		if q := Edit(a, takes); q != nil && (code == nil || tellsChange(q.Text)) {
			code = q
		}
	}
	return code
}

// EditedCode is Edited of code alone: neither of documents nor of what serves tests.
func EditedCode(a *observe.Session, takes func(p observe.Place) bool) *judge.Quote {
	return Edit(a, func(p observe.Place) bool {
		f := strings.ToLower(strings.ReplaceAll(p.Step.Edit.File, `\`, "/"))
		return takes(p) && !observe.IsDocFile(f) && !shell.TestFile(f) && !servesTests(f)
	})
}

// servesTests reports whether a file, in lower case, only serves tests: the folder that it lies
// in or its own name says so ("integration_test/env.go", "syncertest/repo.go", "testenv.go").
func servesTests(file string) bool {
	dir, name := path.Base(path.Dir(file)), path.Base(file)
	stem, _, _ := strings.Cut(name, ".")
	for _, end := range []string{"_test", "-test", "_tests", "-tests", "testutil", "testutils", "testdata", "testing", "fixtures", "mocks"} {
		if strings.HasSuffix(dir, end) || strings.HasSuffix(stem, end) {
			return true
		}
	}
	return strings.HasPrefix(stem, "testenv") || strings.HasPrefix(stem, "testutil") || strings.HasPrefix(stem, "testhelper") ||
		strings.HasSuffix(name, ".go") && strings.HasSuffix(dir, "test") // a package of its own, as httptest is
}

// writeQuote quotes a command by the line of it that changes something: a script may
// begin with what only looks. nil where all that it changes is a folder that it makes, or
// what may fail without harm: a script's own notes are no change of the work.
func writeQuote(turn int, s *conversation.Step) *judge.Quote {
	q := Step(turn, s)
	n, aside := 0, ""
	for line := range strings.SplitSeq(shell.Commands(s.Target), "\n") {
		if line = strings.TrimSpace(line); line != "" && shell.ParseLine(line).Class().Has(shell.ClassWrite) {
			if strings.HasPrefix(line, "mkdir ") && !strings.ContainsAny(line, "&;|") || strings.HasSuffix(line, "|| true") {
				aside = line
				continue
			}
			q.Text = Cut(line)
			return q
		}
		if n++; n > maxSearched {
			return q
		}
	}
	if aside != "" {
		q.Text = Cut(aside)
	}
	return When(aside == "" || len(shell.Commands(s.Target)) < shortCommand, q)
}

// shortCommand is how long a command may be, in bytes, that was given to make a folder, and
// is no script that makes one for itself.
const shortCommand = 120

// Document quotes a line of the document that was written last; nil where none
// was, or where code was written too.
func Document(a *observe.Session) *judge.Quote {
	if a.CodeLines > 0 {
		return nil
	}
	return Edit(a, func(p observe.Place) bool { return observe.IsDocFile(p.Step.Edit.File) })
}

// Heading quotes the heading of the document that was written last, the broadest there is; nil
// where none was, or where code was written too.
func Heading(a *observe.Session) *judge.Quote {
	if a.CodeLines > 0 {
		return nil
	}
	return headingOf(a, func(observe.Place) bool { return true })
}

// HeadingIn is Heading of what was written in one turn, whatever else was.
func HeadingIn(a *observe.Session, turn int) *judge.Quote {
	return headingOf(a, func(p observe.Place) bool { return p.Turn == turn })
}

// headingOf quotes the heading of the last document that was written by the edits that a rule
// takes.
func headingOf(a *observe.Session, takes func(p observe.Place) bool) *judge.Quote {
	for i := len(a.Edits) - 1; i >= 0; i-- {
		e := a.Edits[i].Step.Edit
		if e == nil || !takes(a.Edits[i]) || !e.Created || !observe.IsDocFile(e.File) {
			continue
		}
		best := ""
		for _, line := range append([]string{e.Line}, e.More...) {
			if head, ok := strings.CutPrefix(line, "+ #"); ok && strings.Count(head, " ") > 1 && (best == "" || level(line) < level(best)) {
				best = line
			}
		}
		if best != "" {
			return Line(a.Edits[i], best)
		}
	}
	return nil
}

// level is how deep a heading is.
func level(line string) int { return strings.Count(line[:min(len(line), 8)], "#") }

// StepChange quotes a line that was changed in a turn; its prompt where none is known.
func StepChange(a *observe.Session, t *observe.Turn) *judge.Quote {
	return Any(Edit(a, func(p observe.Place) bool { return p.Turn == t.Index }), Prompt(t))
}

// Order quotes the words that order a step: the sentence that asks for it, else the
// prompt's first line.
func Order(t *observe.Turn) *judge.Quote {
	if led, ok := t.Prompt.Lead(); ok {
		return Any(Heard(t, led), Prompt(t))
	}
	return Prompt(t)
}

// Landed quotes git's line of the last commit or push; nil where it is not on record.
func Landed(a *observe.Session) *judge.Quote {
	for i := len(a.Turns) - 1; i >= 0; i-- {
		t := &a.Turns[i]
		for k := len(t.Raw.Steps) - 1; k >= 0; k-- {
			if s := &t.Raw.Steps[k]; s.CarriedOut() && (s.Commits || s.Pushes || s.Class.Has(shell.Delivers)) {
				if q := delivered(t.Index, s); q != nil {
					return q
				}
			}
		}
	}
	return nil
}

// subject quotes the first line of the message of the last commit that was made, as the command
// gives it; nil where none was, or it is not given there. A command that failed made none.
func subject(a *observe.Session) *judge.Quote {
	for i := len(a.Turns) - 1; i >= 0; i-- {
		t := &a.Turns[i]
		for k := len(t.Raw.Steps) - 1; k >= 0; k-- {
			s := &t.Raw.Steps[k]
			if !s.CarriedOut() || !s.Committed() {
				continue
			}
			_, message, ok := strings.Cut(s.Target, "EOF")
			if at := strings.IndexByte(message, '\n'); ok && at >= 0 {
				message = message[at+1:]
			} else if _, message, ok = strings.Cut(s.Target, " -m \""); !ok {
				return nil
			}
			line, _, _ := strings.Cut(strings.TrimLeft(message, " \n"), "\n")
			line, _, _ = strings.Cut(line, `"`)
			if q := Step(t.Index, s); Worded(line) && !strings.HasPrefix(line, "$(") {
				q.Text = Cut(line)
				return q
			}
			return nil
		}
	}
	return nil
}

// delivered quotes git's line of a commit in what came back for a command, "[main 1a2b3c4]
// subject", else that of a push, "1a2b3c4..5d6e7f8  main -> main", or the address of a pull
// request.
func delivered(turn int, s *conversation.Step) *judge.Quote {
	var pushed string
	for line := range strings.SplitSeq(s.Output, "\n") {
		head, _, _ := strings.Cut(line, "] ")
		if sha := head[strings.LastIndexByte(head, ' ')+1:]; strings.HasPrefix(line, "[") && isHash(sha) {
			return Output(turn, s, line)
		}
		if from, _, ok := strings.Cut(line, " -> "); ok && len(line) < output.MaxLineBytes {
			if at := strings.Index(from, ".."); strings.Contains(from, "* [new ") || at > 0 && isHash(strings.TrimLeft(from[:at], " +")) {
				pushed = line
			}
		}
		if strings.HasPrefix(line, "https://") && strings.Contains(line, "/pull/") && strings.Contains(s.Target, "create") && !strings.Contains(line, " ") {
			pushed = line
		}
	}
	return When(pushed != "", Output(turn, s, pushed))
}

// isHash reports whether a word is a commit's, whole or abbreviated.
func isHash(s string) bool {
	return len(s) >= 7 && strings.Trim(s, "0123456789abcdef") == ""
}

// Delivery quotes the last commit or push: git's line of it, or the command.
func Delivery(a *observe.Session) *judge.Quote {
	for i := len(a.Turns) - 1; i >= 0; i-- {
		t := &a.Turns[i]
		for k := len(t.Raw.Steps) - 1; k >= 0; k-- {
			s := &t.Raw.Steps[k]
			if s.Outcome == transcript.Errored || !s.Commits && !s.Pushes && !s.Class.Has(shell.Delivers) {
				continue
			}
			return Any(delivered(t.Index, s), Step(t.Index, s))
		}
	}
	return nil
}
