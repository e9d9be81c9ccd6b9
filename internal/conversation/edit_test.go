package conversation

import (
	"testing"

	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

func TestLineHash(t *testing.T) {
	for _, line := range []string{"", "   ", "}", "});", "else {", "} else {", "return nil, err", "x += 1", "import os", "from a import b", "#include <stdio.h>", "using System;", `	"net/http/httptest"`, "---", "</div>", "<button", "<section>", "</textarea>", "<textarea />"} {
		if LineHash([]byte(line)) != 0 {
			t.Errorf("%q carries weight", line)
		}
	}
	for _, line := range []string{"func main() {", "total += price * count", "fromage := imported", "использовать данные", "価格を計算する", "user = load(id);", "<PlanEditor>", "<button disabled>", "<<<<<<< feature"} {
		if LineHash([]byte(line)) == 0 {
			t.Errorf("%q carries no weight", line)
		}
	}
	if LineHash([]byte("  total +=   price")) != LineHash([]byte("\ttotal += price  ")) {
		t.Error("white space makes another line")
	}
}

func TestEditCounts(t *testing.T) {
	for _, tt := range []struct {
		name           string
		res            transcript.Result
		added, removed int
		hashes         int
		none           bool
	}{
		{"hunks", transcript.Result{File: "a.go", Outcome: transcript.Done, Hunks: []transcript.Hunk{{Added: transcripttest.ByteLines([]string{"alpha beta", "}"}), Removed: transcripttest.ByteLines([]string{"gamma delta"})}}}, 2, 1, 1, false},
		{"a created file counts its lines", transcript.Result{File: "a.go", Outcome: transcript.Done, Created: true, Content: []byte("alpha beta\n\ngamma delta\n")}, 3, 0, 2, false},
		{"without a final newline", transcript.Result{File: "a.go", Outcome: transcript.Done, Created: true, Content: []byte("alpha beta\ngamma delta")}, 2, 0, 2, false},
		{"failed", transcript.Result{File: "a.go", Outcome: transcript.Errored, Hunks: []transcript.Hunk{{}}}, 0, 0, 0, true},
		{"refused", transcript.Result{File: "a.go", Outcome: transcript.Rejected, Created: true}, 0, 0, 0, true},
		{"identical content", transcript.Result{File: "a.go", Outcome: transcript.Done, Content: []byte("x")}, 0, 0, 0, true},
	} {
		e := newEdit(&tt.res)
		if (e == nil) != tt.none {
			t.Errorf("%s: edit %v", tt.name, e)
			continue
		}
		if e != nil && (e.Added != tt.added || e.Removed != tt.removed || len(e.AddedHash) != tt.hashes) {
			t.Errorf("%s: +%d −%d, %d hashes", tt.name, e.Added, e.Removed, len(e.AddedHash))
		}
	}
	plan := newEdit(&transcript.Result{File: "/home/a/.claude/plans/calm-green-river.md", Outcome: transcript.Done, Created: true, Content: []byte("one\ntwo\n")})
	if !plan.Plan || len(plan.AddedHash) != 0 {
		t.Errorf("plan file %+v", plan)
	}
}

func TestIsPlanFile(t *testing.T) {
	for file, want := range map[string]bool{
		"/home/a/.claude/plans/calm-green-river.md":     true,
		"/home/a/.claude/plans/x.md":                    true,
		`C:\Users\a\.claude\plans\calm-green-river.md`:  true,
		"/data/claude-home/plans/calm-green-river.md":   true,
		"/src/app/docs/plans/2026-01-02-new-design.md":  false,
		"/src/app/plans/roadmap.md":                     false,
		"/src/claude-tool/docs/plans/v2-some-design.md": false,
		"/home/a/.claude/plans/notes.txt":               false,
	} {
		if got := IsPlanFile(file); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}
