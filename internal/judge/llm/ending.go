package llm

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/redact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// aftermath is what came after the last change of files, in the order in which it
// happened: by edits, or by shell calls that wrote, moved or restored.
type aftermath struct {
	changed                int // turn of the last change; 0 none
	passed, failed, silent int // tests, builds, linters, by what they told
	runs, runsFailed       int // of programs and scripts
	commits, pushes        int
	others                 int
}

// rewrites are the classes of shell calls that change files of the work.
const rewrites = shell.ClassWrite | shell.ClassRestore | shell.ClassReset | shell.ClassRevert

// writes reports whether a shell call changed files. A check whose output goes into a
// file changed none.
func writes(s *conversation.Step) bool {
	return s.Kind == transcript.CallShell && s.CarriedOut() && s.Class.Has(rewrites) && !s.Class.Has(shell.Verifies|shell.ClassRun|shell.ClassCommit|shell.ClassPush)
}

// tally counts a call, and what it means for the state of the work.
func (w *doings) tally(s *conversation.Step, turn int) {
	f, a := &w.facts, &w.since
	if s.Outcome == transcript.Rejected {
		f.refused++
	}
	if s.Kind == transcript.CallPlan {
		f.plans++
	}
	switch {
	case s.Edit != nil && s.CarriedOut():
		if !s.Edit.Plan {
			f.files[s.Edit.File] = true
			f.added += s.Edit.Added
			f.removed += s.Edit.Removed
			*a = aftermath{changed: turn}
		}
	case writes(s):
		f.written++
		*a = aftermath{changed: turn}
	case isCheck(s):
		f.checks++
		verdict, _ := output.ResultOf(s, s.Class)
		failed := verdict == output.Failed || tellsFailure(s)
		if failed {
			f.checksFailed++
		}
		switch {
		case !s.Class.Has(shell.Verifies) && failed:
			a.runsFailed++
		case !s.Class.Has(shell.Verifies):
			a.runs++
		case failed:
			a.failed++
		case verdict == output.Passed:
			a.passed++
		default:
			a.silent++
		}
	case s.Kind == transcript.CallShell && s.CarriedOut() && !judge.Commits(s) && !judge.Pushes(s):
		a.others++
	}
	if tellsFailure(s) {
		return
	}
	if judge.Commits(s) {
		f.commits++
		a.commits++
	}
	if judge.Pushes(s) {
		f.pushes++
		a.pushes++
	}
}

// text says what came after the last change; empty where nothing was changed.
func (a *aftermath) text() redact.Text {
	if a.changed == 0 {
		return redact.Text{}
	}
	var b redact.Builder
	b.Literal("files were last changed in turn ")
	b.Number(a.changed)
	b.Literal("; after that")
	before := b.Len()
	for _, c := range []struct {
		n    int
		what redact.Text
	}{
		{a.passed, redact.Literal("tests, builds or linters that passed")},
		{a.failed, redact.Literal("tests, builds or linters that failed")},
		{a.silent, redact.Literal("tests, builds or linters that told nothing")},
		{a.runs, redact.Literal("runs of a program")},
		{a.runsFailed, redact.Literal("runs that failed")},
		{a.commits, redact.Literal("commits")},
		{a.pushes, redact.Literal("pushes or pull requests")},
		{a.others, redact.Literal("other commands")},
	} {
		if c.n == 0 {
			continue
		}
		if b.Len() > before {
			b.Literal(",")
		}
		b.Literal(" ")
		b.Add(c.what)
		b.Literal(": ")
		b.Number(c.n)
	}
	if b.Len() == before {
		b.Literal(" nothing was run")
	}
	return b.Text()
}

// tellsFailure reports whether what a call gave back tells of a failure, though its
// exit may not: a runner's own words, a thrown error, a cross before a line, git's
// refusal behind a pipe, the server's of a subagent.
func tellsFailure(s *conversation.Step) bool {
	switch {
	case s.Kind == transcript.CallTask:
		return strings.HasPrefix(strings.TrimSpace(s.Output), "API Error")
	case s.Kind != transcript.CallShell || s.Class == shell.ClassRead:
		return false // what is only looked at may speak of failures of others
	case s.Class.Has(shell.Delivers):
		return !s.Commits && !s.Pushes && undelivered(s.Output)
	}
	if isCheck(s) {
		if v, _ := output.ResultOf(s, s.Class); v != output.Unclear {
			return v == output.Failed
		}
	}
	last := s.Output[max(0, len(s.Output)-1200):]
	for line := range strings.SplitSeq(last, "\n") {
		line = strings.TrimSpace(line)
		for _, cross := range []string{"✗", "✘", "❌", "✖"} {
			if strings.HasPrefix(line, cross) {
				return true
			}
		}
		if strings.HasPrefix(line, "Traceback (most recent") || thrown(line) {
			return true
		}
	}
	return false
}

// undelivered reports whether git, or a hook of it, says that nothing was committed or
// pushed.
func undelivered(out string) bool {
	for line := range strings.SplitSeq(out[max(0, len(out)-2400):], "\n") {
		line = strings.TrimSpace(line)
		for _, start := range []string{"FAILED: git ", "error: failed to push", "! [rejected]", "! [remote rejected]", "fatal: ", "husky - pre-commit script failed", "husky - commit-msg script failed"} {
			if strings.HasPrefix(line, start) {
				return true
			}
		}
	}
	return false
}

// thrown reports whether a line is one by which a runtime tells of an error:
// "TypeError: …", "raise ValueError(…".
func thrown(line string) bool {
	line = strings.TrimPrefix(line, "raise ")
	n := 0
	for n < len(line) && (lower(line[n]|0x20) || line[n] == '.' || line[n] == '_') {
		n++
	}
	name := line[:n]
	return n > len("Error") && name[0] >= 'A' && name[0] <= 'Z' && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) && n < len(line) && (line[n] == ':' || line[n] == '(')
}

// command is what a call did, as it is shown: the steps into a folder that stand
// before a command say nothing of it.
func command(s *conversation.Step) string {
	if s.Kind != transcript.CallShell {
		return strings.TrimSpace(s.Tool + " " + s.Target)
	}
	line := strings.TrimSpace(s.Target)
	for strings.HasPrefix(line, "cd ") {
		i := strings.Index(line, "&& ")
		if i < 0 || strings.ContainsAny(line[:i], ";|\n") {
			break
		}
		line = strings.TrimSpace(line[i+len("&& "):])
	}
	return line
}

// noticeText is what a message of the client or of a task says, without its markup
// and without the names that it goes by.
func noticeText(text string) string {
	var parts []string
	for _, tag := range []string{"status", "summary", "result"} {
		_, rest, ok := strings.Cut(text, "<"+tag+">")
		if !ok {
			continue
		}
		said, _, _ := strings.Cut(rest, "</"+tag+">")
		parts = append(parts, strings.TrimSpace(said))
	}
	if len(parts) > 0 {
		return strings.Join(parts, ": ")
	}
	return strings.TrimSpace(text)
}

// endOf says how a session ends, in our words.
func (w *doings) endOf(d *conversation.Draft) redact.Text {
	var parts []redact.Text
	if since := w.since.text(); !since.IsZero() {
		parts = append(parts, since)
	}
	switch d.ClosedBy {
	case fact.Clear:
		parts = append(parts, redact.Literal("the person cleared the context after this"))
	case fact.TopicShift:
		parts = append(parts, redact.Literal("the person turned to another subject after this"))
	case fact.Commit:
		parts = append(parts, redact.Literal("closed by the commit"))
	default:
		if d.AtEnd {
			parts = append(parts, redact.Literal("the record ends here"))
		}
	}
	if d.AtEnd {
		switch {
		case d.Tail.HandedOver:
			parts = append(parts, redact.Literal("on a plan handed over to a fresh conversation"))
		case d.Tail.Interrupted:
			parts = append(parts, redact.Literal("on an interruption by the person"))
		}
	}
	if live := conversation.Living(d.Turns); len(live) > 0 {
		all := observe.Events(nil, &d.Turns[live[len(live)-1]], false)
		switch {
		case len(all) == 0:
			parts = append(parts, redact.Literal("nothing follows the last prompt"))
		case all[len(all)-1].Mark != nil && all[len(all)-1].Mark.Kind == conversation.MarkFailure:
			parts = append(parts, redact.Literal("on a usage limit or an error of the model's server, with no words of the agent after it"))
		case all[len(all)-1].Step != nil && all[len(all)-1].Step.Outcome == transcript.Unknown:
			parts = append(parts, redact.Literal("the last call has no result on record"))
		case all[len(all)-1].Step != nil:
			parts = append(parts, redact.Literal("no words of the agent follow its last call"))
		}
	}
	return redact.Join("; ", parts...)
}
