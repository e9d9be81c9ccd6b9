package title

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/title/work"
	"prism/internal/transcript"
)

// maxBefore is how much is told of the work before what a record ends on.
const maxBefore = 100

// outcome says what came of a session: how it ends where it was not brought to
// an end, the agent's closing words where it was, and what was seen of tests and
// commits.
func outcome(a *observe.Session, op judge.Opinion, up upshot) string {
	told := fit.Capital(fit.Shorten(naming.Of(up.text), maxTold))
	if len(a.Files) > 0 && oneWord(told) {
		told = "" // "Done.": what was changed says more
	}
	switch a.End.Kind {
	case observe.EndNothing:
		return ""
	case observe.EndAnswer:
	default:
		end := ending(a)
		if told == "" || up.bare {
			return withStand(a, end, op.Complete)
		}
		if s := seen(a, told+end, op.Complete); s != "" {
			end += "; " + strings.ToLower(s[:1]) + s[1:]
		}
		return join(fit.Shorten(told, maxBefore), end)
	}
	if !op.Complete {
		switch op.Signal {
		case fact.Abandoned:
			told = join("Dropped by the person", told)
		case fact.Loop:
			told = join("Tried again and again, never seen to work", told)
		case fact.Frustration:
			told = join("The person's last complaint stands", told)
		case fact.UnresolvedError:
			told = join("An error was left standing", told)
		}
	}
	if told == "" || up.bare {
		return withStand(a, told, op.Complete)
	}
	return join(told, seen(a, told, op.Complete))
}

// ending says what a record ends on that does not end on an answer.
func ending(a *observe.Session) string {
	switch a.End.Kind {
	case observe.EndFailure:
		return "Ended by an API error or a usage limit"
	case observe.EndPrompt:
		return "The last prompt was not answered"
	case observe.EndAsking:
		return "The agent's last question was not answered"
	case observe.EndHanded:
		if a.End.Step != nil && a.End.Step.Outcome == transcript.Rejected {
			return planEnding(a, "The plan was handed over without a word", "The plan was handed over without a word: ")
		}
		return planEnding(a, "The plan was handed on", "The plan was handed on: ")
	case observe.EndPlan:
		return planEnding(a, "Ends on a plan that nobody answered", "Ends on a plan that nobody answered: ")
	case observe.EndInterrupt, observe.EndRefused:
		return "Stopped by the person"
	}
	switch {
	case a.End.Delivery && leadsUp(&a.End):
		return "Ends on the way to its commit"
	case a.End.Delivery && a.End.Kind == observe.EndCall:
		return "Ends on the commit or push that delivers it, whose result is not on record"
	case a.End.Delivery:
		return "Ends on the commit or push that delivers it"
	case a.End.Green:
		return "Ends on a check that passed"
	case a.End.Applied:
		return "Ends on the change that was made"
	}
	return "The record stops in mid-work"
}

// leadsUp reports whether a record ends on what comes before a commit and is none: it
// stages, or asks how things stand.
func leadsUp(e *observe.Ending) bool {
	s := e.Step
	return s != nil && s.Kind == transcript.CallShell && !s.Class.Has(shell.Delivers)
}

func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return sentence(a) + " " + b
}

// planEnding names the plan on which a record ends.
func planEnding(a *observe.Session, bare, with string) string {
	for i := len(a.Plans) - 1; i >= 0; i-- {
		if h := planTitle(a.Plans[i].Step.PlanText); h != "" {
			return with + fit.Shorten(naming.Of(h), 100)
		}
	}
	return bare
}

// withStand adds to an ending how far the work had come.
func withStand(a *observe.Session, how string, landed bool) string {
	var parts []string
	if n := len(a.Files); n > 0 {
		what := work.Counted(n, "file", "files")
		if names := work.Files(a); names != "" && a.Files[""] == 0 { // telemetry does not tell their names
			what = names
		}
		done := " changed"
		if work.Created(a) {
			done = " created"
		}
		if work.Gone(a) {
			done += " and removed again"
		}
		parts = append(parts, what+done)
	}
	if s := seen(a, how, landed); s != "" {
		parts = append(parts, strings.ToLower(s[:1])+s[1:])
	}
	switch {
	case len(parts) == 0:
		return how
	case how == "" && len(a.Files) > 0:
		return strings.Join(parts, ", ") // the name of a file is as it is
	case how == "":
		return fit.Capital(strings.Join(parts, ", "))
	}
	return how + "; " + strings.Join(parts, ", ")
}

// seen says what tests and git showed, as far as text does not say it. Of work that landed
// a check that failed at the end was of something else: to name it alone would mislead.
func seen(a *observe.Session, text string, landed bool) string {
	if !a.Touched() {
		return ""
	}
	low := strings.ToLower(text)
	var parts []string
	if k, ok := a.After(shell.Verifies); ok && !strings.Contains(low, "pass") && !strings.Contains(low, "check") && !strings.Contains(low, "build") && !strings.Contains(low, "lint") {
		name := "checks"
		switch {
		case k.Tests() && (k.Verdict == output.Passed || k.Work&shell.Verifies == shell.ClassTest || output.OfTests(k.Line)):
			name = "tests"
		case k.Work.Has(shell.ClassTest):
		case k.Work.Has(shell.ClassBuild):
			name = "the build"
		case k.Work&shell.Verifies == shell.ClassTypeCheck:
			name = "the type check"
		case k.Work&shell.Verifies == shell.ClassLint:
			name = "lint"
		}
		if tests, ok := a.After(shell.ClassTest); ok && tests.Tests() && tests.Verdict == output.Passed && k.Verdict == output.Passed {
			of := "tests"
			if n := passedIn(&tests); n > 1 {
				of = work.Counted(n, "test", "tests")
			}
			if name == "tests" {
				name = of
			} else {
				name = of + " and " + name
			}
		}
		if k.Verdict == output.Passed {
			parts = append(parts, name+" passed")
		} else if !landed {
			parts = append(parts, name+" failed")
		}
	}
	if !strings.Contains(low, "commit") && !strings.Contains(low, "push") && !strings.Contains(low, "pull request") {
		switch { // what was delivered before the last change says nothing of that change
		case !a.CommitsAfterChange && a.LastCommit < a.LastChange:
		case a.LastPush >= 0 && a.LastPush == a.LastCommit:
			parts = append(parts, "pushed")
		case a.Commits > 0:
			parts = append(parts, "committed")
		}
	}
	return fit.Capital(strings.Join(parts, ", "))
}

// passedIn is how many tests the output of a check counts as passed; 0 it does not tell.
func passedIn(c *observe.Check) int {
	if c.Step == nil {
		return 0
	}
	return output.PassedTests(c.Step.Output)
}
