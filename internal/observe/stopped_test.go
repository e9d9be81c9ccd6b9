package observe

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// TestTheStageThatFailed: of a chain of checks that failed, tests failed only where their
// runner says so; where what stands before them stopped it they did not run.
func TestTheStageThatFailed(t *testing.T) {
	look := looker(t)
	const linted = "Exit code 1\n[lint] ERROR task failed\ntides/depth_test.go:12:4: Error return value is not checked (errcheck)\n1 issues:\n* errcheck: 1"
	for _, c := range []struct {
		why, command, out string
		want              []Check
	}{
		{"lint stops it", "mise run fmt && mise run lint && mise run test", linted,
			[]Check{{Work: shell.ClassLint, Verdict: output.Failed}}},
		{"lint, behind a folder", "cd tides && golangci-lint run && go test ./... 2>&1 | tail -20", linted,
			[]Check{{Work: shell.ClassLint, Verdict: output.Failed}}},
		{"the build stops it", "go build ./... && go test ./...", "# tides/depth\ndepth/depth.go:40:1: syntax error: unexpected keyword type",
			[]Check{{Work: shell.ClassBuild, Verdict: output.Failed}}},
		{"types stop it", "npx tsc --noEmit && npx vitest run", "src/tide.ts:4:2: error TS2322: Type 'x' is not assignable",
			[]Check{{Work: shell.ClassTypeCheck, Verdict: output.Failed}}},
		{"the tests fail", "golangci-lint run && go test ./...", "0 issues.\n--- FAIL: TestDepth (0.00s)\nFAIL\ttides/depth\t0.2s\nFAIL",
			[]Check{{Work: shell.ClassLint | shell.ClassTest, Verdict: output.Failed}}},
		{"a script of tests fails", "npx tsc --noEmit && node depth.test.js", "AssertionError [ERR_ASSERTION]: 3 == 4",
			[]Check{{Work: shell.ClassTypeCheck | shell.ClassTest, Verdict: output.Failed}}},
		{"they pass, then lint fails", "npm test && npm run lint", "Tests: 14 passed, 14 total\n\nsrc/tide.ts\n  4:2  error  'x' is never used\n\n1 problem (1 error, 0 warnings)",
			[]Check{{Work: shell.ClassTest, Verdict: output.Passed}, {Work: shell.ClassLint, Verdict: output.Failed}}},
		{"each for itself", "golangci-lint run; go test ./...", "depth.go:4:2: x is unused\n1 issues:\nok  \ttides/depth\t0.2s",
			[]Check{{Work: shell.ClassLint | shell.ClassTest, Verdict: output.Failed}}},
		{"all is well", "golangci-lint run && go test ./...", "0 issues.\nok  \ttides/depth\t0.2s",
			[]Check{{Work: shell.ClassLint | shell.ClassTest, Verdict: output.Passed}}},
	} {
		s := conversation.Step{Kind: transcript.CallShell, Target: c.command, Output: c.out, Class: shell.ParseLine(c.command).Class(), Outcome: transcript.Errored, Exit: 1}
		if c.want[len(c.want)-1].Verdict == output.Passed {
			s.Outcome, s.Exit = transcript.Done, 0
		}
		got := look(turn("check it", step(s))).Checks
		same := len(got) == len(c.want)
		for i := 0; same && i < len(got); i++ {
			same = got[i].Work&shell.Verifies == c.want[i].Work && got[i].Verdict == c.want[i].Verdict
		}
		if !same {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}
