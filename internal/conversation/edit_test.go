package conversation

import (
	"slices"
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

func TestAConflictOverSeveralHunks(t *testing.T) {
	lines := transcripttest.ByteLines
	hunk := func(removed ...string) transcript.Hunk { return transcript.Hunk{Removed: lines(removed)} }
	const ours, theirs, other, after = "timeout := readTimeout(cfg)", "timeout := cfg.ReadTimeout()", "log.Printf(reading)", "defer stop(timer)"
	for name, c := range map[string]struct {
		hunks []transcript.Hunk
		want  []string
	}{
		"its parts in three":        {[]transcript.Hunk{hunk(other, "<<<<<<< HEAD", "||||||| parent of 1a"), hunk("=======", theirs, ours), hunk(">>>>>>> 1a", after)}, []string{other, after}},
		"its end was left":          {[]transcript.Hunk{hunk("<<<<<<< HEAD", ours), hunk(after)}, []string{after}},
		"its head was left":         {[]transcript.Hunk{hunk(other), hunk("=======", theirs, ">>>>>>> 1a")}, []string{other}},
		"two of them":               {[]transcript.Hunk{hunk("<<<<<<< HEAD", ours, "=======", theirs, ">>>>>>> 1a", other, "<<<<<<< HEAD", ours, "=======", ">>>>>>> 1a"), hunk(after)}, []string{other, after}},
		"one begins in the other":   {[]transcript.Hunk{hunk("<<<<<<< HEAD", ours), hunk("<<<<<<< HEAD", theirs, "=======", ">>>>>>> 1a", after)}, []string{after}},
		"a line under a heading":    {[]transcript.Hunk{hunk("=======", other)}, []string{other}},
		"what comes of the parents": {[]transcript.Hunk{hunk("<<<<<<< HEAD", "||||||| parent", theirs, "=======", theirs, ">>>>>>> 1a")}, nil},
	} {
		e := newEdit(&transcript.Result{File: "x/a.go", Outcome: transcript.Done, Hunks: c.hunks})
		var want []uint64
		for _, l := range c.want {
			want = append(want, LineHash([]byte(l)))
		}
		if !slices.Equal(e.RemovedHash, want) {
			t.Errorf("%s: %d lines count as taken out, want %q", name, len(e.RemovedHash), c.want)
		}
	}
}

func TestAResolvedConflictTakesOutWhatBothSidesHad(t *testing.T) {
	lines := transcripttest.ByteLines
	ours, theirs := []string{"timeout := readTimeout(cfg)", "retry := retries(cfg)"}, []string{"timeout := cfg.ReadTimeout()", "retry := retries(cfg)"}
	conflict := append(append(append([]string{"<<<<<<< HEAD"}, ours...), append([]string{"======="}, theirs...)...), ">>>>>>> 1a2b3c (timeouts)")
	for name, c := range map[string]struct{ added, removed, want []string }{
		"one side stays":        {added: ours, removed: conflict},
		"a line of both goes":   {added: ours[:1], removed: conflict, want: ours[1:]},
		"beside the conflict":   {added: ours, removed: append([]string{"log.Printf(\"reading\")"}, append(slices.Clone(conflict), "defer stop(timer)")...), want: []string{"log.Printf(\"reading\")", "defer stop(timer)"}},
		"one side was left":     {removed: append([]string{"=======", theirs[0]}, ">>>>>>> theirs")},
		"the head of one alone": {removed: append([]string{"<<<<<<< HEAD"}, ours...)},
		"no conflict":           {added: theirs[:1], removed: []string{ours[0], "=======", "<<<<<<<< eight of them"}, want: ours[:1]},
	} {
		e := newEdit(&transcript.Result{File: "x/a.go", Outcome: transcript.Done, Hunks: []transcript.Hunk{{Added: lines(c.added), Removed: lines(c.removed)}}})
		var want []uint64
		for _, l := range c.want {
			want = append(want, LineHash([]byte(l)))
		}
		got := slices.DeleteFunc(slices.Clone(e.RemovedHash), func(h uint64) bool { return h == LineHash([]byte("<<<<<<<< eight of them")) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d lines count as taken out, want %q", name, len(got), c.want)
		}
		if e.Removed != len(c.removed) {
			t.Errorf("%s: the change took out %d lines, told are %d", name, len(c.removed), e.Removed)
		}
		for _, l := range append([]string{e.Line, e.Gone}, e.More...) {
			if l != "" && l[0] == '-' && !slices.Contains(c.want, l[2:]) {
				t.Errorf("%s: shown by %q", name, l)
			}
		}
	}
}
