package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/transcript"
)

// TestOwedPull: where a pull request was asked for and none was opened, a commit or push on
// which the record ends is a step on the way, and the work stops there.
func TestOwedPull(t *testing.T) {
	b := newBench(t)
	work := func(ask string) *talk {
		return new(talk).Ask(ask).Edit("tides.go", 20).Edit("harbour.go", 12).Run("go test ./...", goGreen)
	}
	halfway := func(v fact.Verdict) bool {
		for _, x := range v.Criteria {
			if x.Name == judge.CriterionFinished {
				return !x.Met
			}
		}
		return false
	}
	commit, push := "git add -A && git commit -m 'Simplify the tides'", "git push -u origin tides"
	for _, c := range []struct {
		ask  string
		owed bool
	}{
		{"Simplify the tide tables. The output of this should be a PR with green CI", true},
		{"simplify the tide tables, commit and open a pull request", true},
		{"Refactor the tide tables, then create a draft PR", true},
		{"refactor the tide tables and put it up as a merge request", true},
		{"Räum die Gezeitentafeln auf und mach dann einen PR", true},
		{"Simplifie les tables de marées et ouvre une pull request", true},
		{"simplifica las tablas de mareas y abre un PR", true},
		{"潮汐表のコードを整理して、PRを作ってください", true},
		{"Simplify the tide tables and commit", false},
		{"Simplify the tide tables as the PR's comments say and push", false},
		{"Simplify the tide tables, commit it, but don't open a PR yet", false},
		{"simplify the tide tables and commit, before I open a PR myself", false},
		{"simplify the tide tables. commit it without opening a pull request", false},
		{"Räum die Gezeitentafeln auf und mach einen Commit, bevor ich einen PR aufmache", false},
	} {
		if got := halfway(b.verdict(work(c.ask).Call("Bash", commit))); got != c.owed {
			t.Errorf("%q, ends on the commit: half-way %v", c.ask, got)
		}
		if got := halfway(b.verdict(work(c.ask).Run(commit, "[tides 1a2b3c4] Simplify").Call("Bash", push))); got != c.owed {
			t.Errorf("%q, ends on the push: half-way %v", c.ask, got)
		}
		for _, by := range []string{"gh pr create --fill", "hub pull-request -m x", "glab mr create -f", "az repos pr create --title x", "bash -c 'gh pr create --fill'", "timeout 60 gh pr create -f", "URL=$(gh pr create --fill) && echo $URL", "gh api repos/a/b/pulls -f title=x", "git push -o merge_request.create"} {
			opened := work(c.ask).Run(commit, "[tides 1a2b3c4] Simplify").Run(push, "new branch").Run(by, "https://example.com/pull/7")
			if halfway(b.verdict(opened.Edit("tides.go", 3).Run("go test ./...", goGreen).Call("Bash", commit))) {
				t.Errorf("%q: it was opened by %s", c.ask, by)
			}
		}
		for _, by := range []string{"mcp__github__create_pull_request", "mcp__gitlab__create_merge_request", "mcp__bitbucket__createPullRequest"} {
			opened := work(c.ask).Run(commit, "[tides 1a2b3c4] Simplify").Run(push, "new branch").Call(by, "").Back(transcript.Result{Outcome: transcript.Done, Text: []byte("pull/7")})
			if halfway(b.verdict(opened)) {
				t.Errorf("%q: it ends on %s", c.ask, by)
			}
			if halfway(b.verdict(opened.Edit("tides.go", 3).Run("go test ./...", goGreen).Call("Bash", commit))) {
				t.Errorf("%q: it was opened by %s", c.ask, by)
			}
		}
		noted := work(c.ask).Run(commit, "[tides 1a2b3c4] Simplify").Run("gh pr list", "none").Call("mcp__github__create_pull_request_review", "").Back(transcript.Result{Outcome: transcript.Done}).Run("go test ./...", goGreen)
		if got := halfway(b.verdict(noted.Call("Bash", commit))); got != c.owed {
			t.Errorf("%q, only looked at and reviewed: half-way %v", c.ask, got)
		}
	}
	// A pull request for each of several parts: one more commit delivers none of them.
	loop := work("Loop over the claims: fix one, test it, create a PR for the fix, restart from the top")
	for _, part := range []string{"one", "two", "three"} {
		loop.Edit("tides.go", 4).Run("go test ./...", goGreen).Run(commit, "[tides 1a2b3c4] Fix "+part).Run(push, "new branch").Run("gh pr create --fill", "https://example.com/pull/7")
	}
	if !halfway(b.verdict(loop.Edit("harbour.go", 6).Run("go test ./...", goGreen).Call("Bash", commit))) {
		t.Error("it stops in the middle of the fourth part")
	}
}
