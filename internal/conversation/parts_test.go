package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// Lines that stand in every file say nothing of who wrote one.
func TestLinesWithoutWeight(t *testing.T) {
	for line := range strings.Lines(`return nil
		return err
		return false
		return true
		return null
		return None
		return false;
		return undefined;
		return result
		if err != nil {
		} finally {
		finally:
		continue
		continue;
		default:
		import (
		const (
		} catch (error) {
		} catch (e) {
		except Exception as e:
		package main
		'use strict';
		"use client";
		endfunction
		public:
		private:
		protected:
		t.Parallel()
		t.Helper()
		@Override
		super();
		</span>
		</button>
		</table>
		</section>
		<tbody>
		#!/bin/bash
		#!/usr/bin/env bash
		set -euo pipefail
		` + "```python" + `
		begin transaction;
		module.exports = {
		export default {
		async () => {
		defer cancel()
		defer wg.Done()
		import os.path
		# include <stdio.h>
		from a.b import cde
		use std::collections::HashMap;
		using System.Collections;
		"encoding/json"
		abcde
		a1b2c
		- * / + = ( ) [ ]
		値`) {
		if LineHash([]byte(line)) != 0 {
			t.Errorf("%q carries weight", line)
		}
	}
	for line := range strings.Lines(`return nothing
		abcdef
		a1b2c3
		AB12CD
		値を計
		importer := 5
		from here to there
		using (var x = open())
		use the force
		user = load();
		use x = make();
		"plain text"
		"encoding json/x"
		"nothing/here",
		#includes nothing
		return nil, nil, err`) {
		if LineHash([]byte(line)) == 0 {
			t.Errorf("%q carries no weight", line)
		}
	}
	if LineHash([]byte("alpha  beta\tgamma\r\n")) != hash.Of("alpha beta gamma") {
		t.Error("a line is not known by its words")
	}
	if LineHash([]byte("alpha beta")) == LineHash([]byte("alphabeta")) {
		t.Error("a blank between words says nothing")
	}
}

func TestEditDetails(t *testing.T) {
	lines := transcripttest.ByteLines
	e := newEdit(&transcript.Result{File: "x/a.go", Outcome: transcript.Done, Created: true, Hunks: []transcript.Hunk{
		{Added: lines([]string{"alpha beta", "}"}), Removed: lines([]string{"gamma delta", "epsilon zeta"})}, {Added: lines([]string{"eta theta"})},
	}})
	want := &Edit{File: "x/a.go", Created: true, Added: 3, Removed: 2, AddedHash: []uint64{hash.Of("alpha beta"), hash.Of("eta theta")}, RemovedHash: []uint64{hash.Of("gamma delta"), hash.Of("epsilon zeta")}, Language: "go", Line: "+ alpha beta", More: []string{"+ eta theta"}}
	if d := cmp.Diff(want, e); d != "" {
		t.Error(d)
	}
	for want, r := range map[string]transcript.Result{
		"+ return total":          {Hunks: []transcript.Hunk{{Added: lines([]string{"", "// the sum of all", "\treturn total"})}}},
		"+ // the sum of all":     {Hunks: []transcript.Hunk{{Added: lines([]string{"  // the sum of all", "}"})}}},
		"- old := sum(items)":     {Hunks: []transcript.Hunk{{Removed: lines([]string{"old := sum(items)"})}}},
		"+ func Total() int {":    {Created: true, Content: []byte("package cart\n\nimport \"fmt\"\n\nfunc Total() int {\n")},
		"+ const db = open(url)":  {Hunks: []transcript.Hunk{{Added: lines([]string{"const mysql = require('mysql2');", "} from 'some-icons';", "const db = open(url)"})}}},
		"+ return \"a/b\" + tail": {Hunks: []transcript.Hunk{{Added: lines([]string{"x \"a/b\"", "return \"a/b\" + tail"})}}},
		"+ checked := visit(n)":   {Hunks: []transcript.Hunk{{Added: lines([]string{"cpkg \"example.org/cli/pkg\"", "checked := visit(n)"})}}},
		"+ two: later,":           {Hunks: []transcript.Hunk{{Added: lines([]string{"  one: what stood there,", "  two: later,"}), Removed: lines([]string{"  one: what stood there"})}}},
		"- two: no more words":    {Hunks: []transcript.Hunk{{Added: lines([]string{"  one: what stood there"}), Removed: lines([]string{"  one: what stood there,", "  two: no more words"})}}},
		"+ only: a comma came,":   {Hunks: []transcript.Hunk{{Added: lines([]string{"  only: a comma came,"}), Removed: lines([]string{"  only: a comma came"})}}},
		"+ retries = 5":           {Hunks: []transcript.Hunk{{Added: lines([]string{strings.Repeat("QUJD", 20), "retries = 5"})}}},
		"":                        {Hunks: []transcript.Hunk{{Added: lines([]string{"}", "", strings.Repeat("x y ", 200)})}}},
	} {
		r.File, r.Outcome = "x/a.go", transcript.Done
		if got := newEdit(&r).Line; got != want {
			t.Errorf("the change is shown by %q, want %q", got, want)
		}
	}
	var many []string
	for i := range 30 {
		many = append(many, strings.Repeat("word"+strings.Repeat("s", i%3)+"ly ", 1)+strings.Repeat("alpha beta gamma delta ", i%2)+"end")
	}
	r := transcript.Result{File: "x/a.go", Outcome: transcript.Done, Hunks: []transcript.Hunk{{Added: lines(many)}}}
	if e := newEdit(&r); len(e.More) != maxMore || slices.Contains(e.More, e.Line) {
		t.Errorf("of %d lines %d are kept besides %q", len(many), len(e.More), e.Line)
	}
	r = transcript.Result{File: "x/a.go", Outcome: transcript.Done, Hunks: []transcript.Hunk{{Added: lines([]string{"import alpha", "total := sum(items)", "// the tax", "return total", "}", "tax := share(total)"})}}}
	if e := newEdit(&r); !slices.Equal(e.More, []string{"+ return total", "+ tax := share(total)"}) {
		t.Errorf("further lines: %q", e.More)
	}
	for _, r := range []transcript.Result{{Outcome: transcript.Done, Created: true}, {File: "a", Outcome: transcript.Aborted, Created: true}, {File: "a", Outcome: transcript.Done}} {
		if e := newEdit(&r); e != nil {
			t.Errorf("%+v made the edit %+v", r, e)
		}
	}
	plan := newEdit(&transcript.Result{File: "/x/.claude/plans/a-b-c.md", Outcome: transcript.Done, Hunks: []transcript.Hunk{{Added: lines([]string{"alpha beta"})}}})
	if !plan.Plan || plan.Added != 1 || len(plan.AddedHash) != 0 {
		t.Errorf("a plan's lines are nobody's code: %+v", plan)
	}
	if e := newEdit(&transcript.Result{File: "a.go", Outcome: transcript.Done, Created: true, Content: []byte("alpha beta\n\ngamma delta")}); e.Added != 3 || len(e.AddedHash) != 2 || len(e.RemovedHash) != 0 {
		t.Errorf("a new file: %+v", e)
	}
	for content, n := range map[string]int{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n": 1, "\n\n": 2} {
		if got := countLines([]byte(content)); got != n {
			t.Errorf("%q has %d lines, not %d", content, got, n)
		}
	}
	big := newEdit(&transcript.Result{File: "a.go", Outcome: transcript.Done, Created: true, Content: []byte(strings.Repeat("alpha beta\n", maxEditHashes+9))})
	if big.Added != maxEditHashes+9 || len(big.AddedHash) != maxEditHashes {
		t.Errorf("of a long file %d lines count and %d are remembered", big.Added, len(big.AddedHash))
	}
}

func TestPlanFiles(t *testing.T) {
	for file, want := range map[string]bool{
		".claude/plans/x.md": true, "a/.claude/plans/x.md": true, "/x/claude/plans/calm-green-river.md": true, "/x/claude/plans/calm-green-river-2.md": true,
		"/x/claude/plans/calm-green.md": false, "/x/claude/plans/calm-Green-river.md": false, "/x/claude/plans/calm--river.md": false, "/x/claude/plans/calm-9-river.md": false,
		"/x/claude/calm-green-river.md": false, "/x/.claude/plans/x.txt": false, "/x/.claude/x.md": false, "/x/plans/calm-green-river.md": false,
	} {
		if got := IsPlanFile(file); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}

// A plan is known by its first four hundred letters, white space apart.
func TestKeysOfText(t *testing.T) {
	if PlanKey(" a  b\n") != hash.Of("a b") || PlanKey("a b") == PlanKey("ab") || PlanKey(" \n") != 0 || PlanKey("") != 0 {
		t.Error("white space of a plan is not normalised")
	}
	long := strings.Repeat("é", planLetters)
	if PlanKey(long) != PlanKey(long+"x") || PlanKey(long[:len(long)-2]) == PlanKey(long) || PlanKey(long[:len(long)-2]+"x") == PlanKey(long) {
		t.Errorf("the first %d letters decide", planLetters)
	}
	if a := strings.Repeat("é", planLetters-1); PlanKey(a+" x") != PlanKey(a+" y") || PlanKey(a+"x") == PlanKey(a+"y") {
		t.Error("a blank is a letter too")
	}
	key := func(s string) uint64 { k, _ := TextKey(s, nil); return k }
	if key(" a\t\r\n b\v\f") != hash.Of("a b") || key(" ") != 0 || key("a b") == key("ab") {
		t.Error("white space of a prompt is not normalised")
	}
	if k, _ := TextKey("x", []byte("old scratch")); k != hash.Of("x") {
		t.Error("what was in the scratch is part of the key")
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text       string
		head, tail int
		want       string
	}{
		{"abcdef", 3, 3, "abcdef"}, {"abcdefg", 3, 3, "abc" + ellipsis + "efg"}, {"abcdefg", 3, 0, "abc"}, {"abcdefg", 0, 3, "efg"}, {"abcdefg", 0, 0, ""},
		{"ééééé", 3, 3, "é" + ellipsis + "é"}, {"", 0, 0, ""},
	} {
		if got := clip(c.text, c.head, c.tail); got != c.want {
			t.Errorf("%q to %d and %d: %q, want %q", c.text, c.head, c.tail, got, c.want)
		}
	}
}

func TestNewerVersions(t *testing.T) {
	ordered := strings.Fields("1.0 1.0.1 1.2 1.10 2 2.0 2.0.76 2.1")
	for i, v := range ordered {
		for j, w := range ordered {
			if got := newer(v, w); got != (i > j) {
				t.Errorf("%s is newer than %s: %v", v, w, got)
			}
		}
	}
}

func from(s *transcripttest.Script) *Conversation { return build("c", s) }

// What a record says stands in the turn, step, text or mark made of it.
func TestFieldsOfTurns(t *testing.T) {
	at := transcripttest.At
	s := transcripttest.Start("c", 0)
	s.Add(transcript.Record{Kind: transcript.Prompt, Text: []byte("go"), Command: "/run", Images: 2, CWD: "/src/web", Branch: "fix", Origin: transcript.Typed})
	s.Say("first")
	s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: "1", Kind: transcript.CallShell, Name: "Bash", Target: "git commit -m x", Files: []string{"a"}}}}})
	s.Result(transcript.Result{CallID: "1", Outcome: transcript.Done, Exit: 3, Text: []byte("out"), Said: []byte("fine"), Commit: "abc1234", Commits: true, Pushes: true, Pull: "https://x.test/1"})
	s.Add(transcript.Record{Kind: transcript.Notice, Text: []byte("n")})
	s.Add(transcript.Record{Kind: transcript.Shell, Text: []byte("ls")})
	s.Add(transcript.Record{Kind: transcript.Shell, Command: "out", Text: []byte("a b")})
	s.Add(transcript.Record{Kind: transcript.Failed, Text: []byte("limit")})
	s.Add(transcript.Record{Kind: transcript.Compacted, Text: []byte("summary")})
	s.Add(transcript.Record{Kind: transcript.Interrupted})
	c := from(s)
	x := &c.Turns[0]
	if x.UUID != "c-u1" || x.Line != 1 || !x.Start.Equal(at(1)) || !x.End.Equal(at(10)) || x.Command != "/run" || x.Prompt != "go" || x.Images != 2 || x.CWD != "/src/web" || x.Branch != "fix" {
		t.Errorf("turn %+v", x)
	}
	if y := x.Says[0]; y.UUID != "c-u2" || y.Line != 2 || y.Text != "first" || !y.Time.Equal(at(2)) || y.Seq != 0 {
		t.Errorf("text %+v", y)
	}
	y := x.Steps[0]
	if y.ID != "1" || y.UUID != "c-u3" || y.ResultUUID != "c-u4" || y.Line != 3 || y.ResultLine != 4 || !y.Time.Equal(at(3)) || y.Tool != "Bash" || y.Target != "git commit -m x" || y.Seq != 1 {
		t.Errorf("step %+v", y)
	}
	if y.Exit != 3 || y.Output != "out" || y.Said != "fine" || y.Commit != "abc1234" || !y.Commits || !y.Pushes || !y.Mutating || y.Class != shell.ClassCommit || y.Chain != "shell" || y.Subagent || len(y.Files) != 1 || !y.CarriedOut() {
		t.Errorf("step %+v", y)
	}
	var marks []string
	for _, m := range x.Marks {
		marks = append(marks, fmt.Sprint(m.Kind, m.Text, " ", m.Line, " ", m.Seq))
	}
	want := []string{fmt.Sprint(MarkNotice, "n 5 2"), fmt.Sprint(MarkShell, "ls 6 3"), fmt.Sprint(MarkShellOut, "a b 7 4"), fmt.Sprint(MarkFailure, "limit 8 5"), fmt.Sprint(MarkCompacted, " 9 6"), fmt.Sprint(MarkInterrupt, " 10 7")}
	if d := cmp.Diff(want, marks); d != "" {
		t.Error(d)
	}
	if len(c.Pulls) != 1 || c.Pulls[0] != "https://x.test/1" || c.ID != "c" || c.Agent != "claude" || c.Automated {
		t.Errorf("conversation %+v", c)
	}
}

// Names of a conversation stand in the turns in which they were first given; lists
// that a file could grow without end are bounded.
func TestNamesAndBounds(t *testing.T) {
	title := func(s *transcripttest.Script, command, text string) {
		s.Add(transcript.Record{Kind: transcript.Title, UUID: "-", Command: command, Text: []byte(text)})
	}
	s := transcripttest.Start("c", 0)
	title(s, "ai", "before")
	s.Prompt("x")
	title(s, "custom", "mine")
	title(s, "ai", "one")
	title(s, "summary", "another's")
	title(s, "ai", "")
	s.Prompt("y")
	second := s.Leaf
	title(s, "custom", "mine")
	title(s, "ai", "one")
	s.Prompt("z")
	title(s, "ai", "two")
	title(s, "custom", "still mine")
	s.Add(transcript.Record{Kind: transcript.Title, UUID: "-", Command: "summary", Leaf: second, Text: []byte("the second")})
	s.Add(transcript.Record{Kind: transcript.Title, UUID: "-", Command: "summary", Leaf: "elsewhere", Text: []byte("another's")})
	var named [][2]string
	for _, t := range from(s).Turns {
		named = append(named, [2]string{t.Named, t.Called})
	}
	if d := cmp.Diff([][2]string{{"mine", "one"}, {"", "the second"}, {"still mine", "two"}}, named); d != "" {
		t.Error(d)
	}
	for i := range maxNames + 5 {
		title(s, "ai", fmt.Sprint("t", i))
	}
	title(s, "custom", "mine at last")
	title(s, "ai", "one more")
	for i := range maxPulls + 5 {
		s.Add(transcript.Record{Kind: transcript.Pull, URL: fmt.Sprint("https://x.test/", i/2)})
	}
	for i := range 2*maxPulls + 5 {
		s.Add(transcript.Record{Kind: transcript.Pull, URL: fmt.Sprint("https://x.test/", i)})
	}
	for i := range maxCWDs + 5 {
		s.Add(transcript.Record{Kind: transcript.Notice, CWD: fmt.Sprint("/d", i%3, "/", i)})
	}
	c := from(s)
	// The client's names are many, and take none of the person's away.
	if last := c.Turns[2]; last.Called == "" || last.Named != "mine at last" {
		t.Errorf("called %q, named %q", last.Called, last.Named)
	}
	if len(c.Pulls) != maxPulls || c.Pulls[0] != "https://x.test/0" || c.Pulls[1] != "https://x.test/1" {
		t.Errorf("%d pulls: %q …", len(c.Pulls), c.Pulls[:2])
	}
	if len(c.CWDs) != maxCWDs || c.CWDs[0] != "/src/app" {
		t.Errorf("%d folders", len(c.CWDs))
	}
	s = transcripttest.Start("c", 0)
	for _, dir := range []string{"/a", "/b", "/a", "/b"} {
		s.Add(transcript.Record{Kind: transcript.Prompt, CWD: dir, Text: []byte("x")})
	}
	if d := cmp.Diff([]string{"/a", "/b"}, from(s).CWDs); d != "" {
		t.Error(d)
	}
	sub := transcripttest.Start("c", 0)
	sub.Add(transcript.Record{Kind: transcript.Answer, Sidechain: true, CWD: "/sub", Branch: "other"}).Add(transcript.Record{Kind: transcript.Answer, Sidechain: true, CWD: "/sub2"})
	if c := from(sub); len(c.CWDs) != 1 || c.CWDs[0] != "/sub" || c.Branch != "" || !c.End.Equal(transcripttest.At(2)) {
		t.Errorf("a subagent's folder and time stand in where there are no others: %q %q %v", c.CWDs, c.Branch, c.End)
	}
}

// A plan that is handed on or approved names the conversation, in the form in which names
// that people type are kept; what a person types stays theirs.
func TestNamesMadeOfPlans(t *testing.T) {
	custom := func(s *transcripttest.Script, text string) {
		s.Add(transcript.Record{Kind: transcript.Title, UUID: "-", Command: "custom", Text: []byte(text)})
	}
	handed := func(s *transcripttest.Script) {
		s.Add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Plan: []byte("# Round"), Text: []byte("Implement the following plan:")})
	}
	approved := func(s *transcripttest.Script) {
		s.Prompt("plan it")
		s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: "p", Kind: transcript.CallPlan, Name: "ExitPlanMode", Plan: []byte("# Round")}}}})
		s.Result(transcript.Result{CallID: "p", Outcome: transcript.Done, PlanApproved: true})
	}
	for _, x := range []struct {
		name           string
		script         func(*transcripttest.Script)
		named, clients string
	}{
		{"handed on", func(s *transcripttest.Script) { handed(s); custom(s, "round-the-totals"); s.Say("Done.") }, "", "round-the-totals"},
		{"approved", func(s *transcripttest.Script) { approved(s); custom(s, "round-the-totals"); s.Say("Done.") }, "", "round-the-totals"},
		{"told again at the end", func(s *transcripttest.Script) {
			approved(s)
			custom(s, "round-the-totals")
			s.Say("Done.").Prompt("thanks").Say("Welcome.")
			custom(s, "round-the-totals")
		}, "", "round-the-totals"},
		{"typed later", func(s *transcripttest.Script) { handed(s); s.Say("Done."); custom(s, "round-the-totals") }, "round-the-totals", ""},
		{"in words", func(s *transcripttest.Script) { handed(s); custom(s, "Totals, rounded") }, "Totals, rounded", ""},
		{"without a plan", func(s *transcripttest.Script) { s.Prompt("round them"); custom(s, "round-the-totals") }, "round-the-totals", ""},
		{"typed after the client's", func(s *transcripttest.Script) {
			handed(s)
			custom(s, "round-the-totals")
			s.Say("Done.")
			custom(s, "my-totals")
		}, "my-totals", "round-the-totals"},
	} {
		s := &transcripttest.Script{Session: "c"}
		x.script(s)
		var named, called string
		c := build("c", s)
		for i := range c.Turns {
			if t := &c.Turns[i]; t.Named != "" {
				named = t.Named
			}
			if t := &c.Turns[i]; t.Called != "" {
				called = t.Called
			}
		}
		if named != x.named || called != x.clients {
			t.Errorf("%s: named %q by the person and %q by the client, not %q and %q", x.name, named, called, x.named, x.clients)
		}
	}
}

// The branch is that of the latest line, whatever the order of files.
func TestLatestBranch(t *testing.T) {
	s := transcripttest.Start("c", 0)
	s.Add(transcript.Record{Kind: transcript.Prompt, Text: []byte("x"), Branch: "late", Time: transcripttest.At(50)})
	s.Add(transcript.Record{Kind: transcript.Notice, Branch: "early", Time: transcripttest.At(20)})
	s.Add(transcript.Record{Kind: transcript.Title, UUID: "-", Text: []byte("t"), Time: transcripttest.At(900)})
	c := from(s)
	if c.Branch != "late" || !c.Start.Equal(transcripttest.At(20)) || !c.End.Equal(transcripttest.At(50)) {
		t.Errorf("%q from %v to %v", c.Branch, c.Start, c.End)
	}
	s.Add(transcript.Record{Kind: transcript.Notice, Branch: "same", Time: transcripttest.At(50)})
	if c := from(s); c.Branch != "same" {
		t.Errorf("of one moment the later line: %q", c.Branch)
	}
}

// Lines without uuid that say the same at the same time in another file are one;
// twice in one file they are two.
func TestRepeatedLines(t *testing.T) {
	line := func(file int, text string, second int) transcript.Record {
		return transcript.Record{Kind: transcript.Enqueued, File: file, Line: second, Session: "c", Text: []byte(text), Time: transcripttest.At(second)}
	}
	count := func(records ...transcript.Record) int {
		b := NewBuilder("claude", "c", "/c.jsonl")
		for i := range records {
			b.Add(&records[i])
		}
		return len(b.Conversation().Turns)
	}
	if n := count(line(0, "x", 1), line(1, "x", 1)); n != 1 {
		t.Errorf("a copy makes %d turns", n)
	}
	if n := count(line(0, "x", 1), line(1, "y", 1)); n != 2 {
		t.Errorf("other words make %d turns", n)
	}
	if n := count(line(0, "x", 1), line(1, "x", 2)); n != 2 {
		t.Errorf("another time makes %d turns", n)
	}
	if n := count(line(0, "x", 1), line(0, "x", 1)); n != 2 {
		t.Errorf("twice in one file makes %d turns", n)
	}
	answers := func(ids ...string) (n int) {
		b := NewBuilder("claude", "c", "/c.jsonl")
		b.Add(&transcript.Record{Kind: transcript.Prompt, UUID: "p", Session: "c", Text: []byte("x"), Time: transcripttest.At(1)})
		for i, id := range ids {
			b.Add(&transcript.Record{Kind: transcript.Answer, File: i, Session: "c", Time: transcripttest.At(2), Answer: transcript.AnswerPart{Text: []byte("t"), Calls: []transcript.Call{{ID: id, Kind: transcript.CallRead, Name: "Read"}}}})
		}
		return len(b.Conversation().Turns[0].Says)
	}
	if n := answers("1", "1"); n != 1 {
		t.Errorf("an answer read twice is said %d times", n)
	}
	if n := answers("1", "2"); n != 2 {
		t.Errorf("two answers are said %d times", n)
	}
}

// Usage is counted by message and request; without them by line, without that by
// its place.
func TestKeysOfUsage(t *testing.T) {
	bill := func(uuid, message, request string, second, line int, out int64) transcript.Record {
		return transcript.Record{Kind: transcript.Answer, UUID: uuid, Session: "c", Line: line, Time: transcripttest.At(second), Answer: transcript.AnswerPart{MessageID: message, RequestID: request, Model: "m", HasUsage: true, Usage: fact.Tokens{Output: out}}}
	}
	total := func(records ...transcript.Record) string {
		b := NewBuilder("claude", "c", "/c.jsonl")
		for i := range records {
			b.Add(&records[i])
		}
		var out []string
		for _, u := range b.Conversation().Usage {
			out = append(out, fmt.Sprintf("%d@%d-%d", u.Tokens.Output, u.Time.Unix()-transcripttest.Day.Unix(), u.Last.Unix()-transcripttest.Day.Unix()))
		}
		return strings.Join(out, " ")
	}
	for name, c := range map[string]struct{ got, want string }{
		"the larger of one message, the time of the first": {total(bill("a", "m", "r", 1, 1, 2), bill("b", "m", "r", 2, 2, 5)), "5@1-2"},
		"the larger stays":            {total(bill("a", "m", "r", 1, 1, 5), bill("b", "m", "r", 2, 2, 2)), "5@1-1"},
		"of equals the later":         {total(bill("a", "m", "r", 1, 1, 5), bill("b", "m", "r", 2, 2, 5)), "5@1-2"},
		"an earlier line found later": {total(bill("a", "m", "r", 3, 1, 5), bill("b", "m", "r", 2, 2, 2)), "5@2-3"},
		"another request":             {total(bill("a", "m", "r", 1, 1, 5), bill("b", "m", "s", 2, 2, 2)), "5@1-1 2@2-2"},
		"no request":                  {total(bill("a", "m", "", 1, 1, 5), bill("b", "m", "", 2, 2, 7)), "7@1-2"},
		"no message":                  {total(bill("a", "", "", 1, 1, 5), bill("b", "", "", 2, 2, 7)), "5@1-1 7@2-2"},
		"nothing tells it":            {total(bill("", "", "", 1, 1, 5), bill("", "", "", 1, 2, 5)), "5@1-1 5@1-1"},
		"no tokens":                   {total(bill("a", "m", "r", 1, 1, 0)), ""},
		"one line read twice still bills its larger figure": {total(bill("a", "m", "r", 1, 1, 2), bill("a", "m", "r", 1, 1, 6)), "6@1-1"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", name, c.got, c.want)
		}
	}
}

// How a record ends.
func TestTails(t *testing.T) {
	plan := func(s *transcripttest.Script, outcome transcript.Outcome, said string) *transcripttest.Script {
		s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: "p", Kind: transcript.CallPlan, Name: "ExitPlanMode", Plan: []byte("# Plan")}}}})
		return s.Result(transcript.Result{CallID: "p", Outcome: outcome, Said: []byte(said)})
	}
	start := func() *transcripttest.Script { return transcripttest.Start("c", 0).Prompt("x").Say("y") }
	key := PlanKey("# Plan")
	for name, c := range map[string]struct {
		s    *transcripttest.Script
		want Tail
	}{
		"words":                       {start(), Tail{}},
		"an interrupt":                {start().Kind(transcript.Interrupted), Tail{Interrupted: true}},
		"an interrupt, then words":    {start().Kind(transcript.Interrupted).Say("z"), Tail{}},
		"an interrupt, then a call":   {start().Kind(transcript.Interrupted).Call("1", "Read", "a"), Tail{}},
		"an interrupt, then a notice": {start().Kind(transcript.Interrupted).Kind(transcript.Notice), Tail{Interrupted: true}},
		"an interrupt, then a limit":  {start().Kind(transcript.Interrupted).Kind(transcript.Failed), Tail{}},
		"a plan refused":              {plan(start(), transcript.Rejected, ""), Tail{PlanKey: key, HandedOver: true}},
		"a plan stopped":              {plan(start(), transcript.Aborted, ""), Tail{PlanKey: key, HandedOver: true}},
		"a plan accepted":             {plan(start(), transcript.Done, ""), Tail{}},
		"a plan refused with words":   {plan(start(), transcript.Rejected, "no"), Tail{}},
		"a plan, then words":          {plan(start(), transcript.Rejected, "").Say("z"), Tail{}},
		"a plan, then a call":         {plan(start(), transcript.Rejected, "").Call("1", "Read", "a"), Tail{}},
		"a plan, then an interrupt":   {plan(start(), transcript.Rejected, "").Kind(transcript.Interrupted), Tail{PlanKey: key, HandedOver: true, Interrupted: true}},
		"a plan, then a limit":        {plan(start(), transcript.Rejected, "").Kind(transcript.Failed), Tail{}},
		"another call refused":        {start().Call("1", "Edit", "a").Result(transcript.Result{CallID: "1", Outcome: transcript.Rejected}), Tail{}},
		"nothing":                     {transcripttest.Start("c", 0), Tail{}},
	} {
		if got := from(c.s).Tail; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	// The plan may stand in a file that was written before, or in the result.
	s := start().Call("w", "Write", "/x/.claude/plans/a.md")
	s.Result(transcript.Result{CallID: "w", Outcome: transcript.Done, File: "/x/.claude/plans/a.md", Created: true, Content: []byte("# In a file")})
	s.Call("p", "ExitPlanMode", "").Result(transcript.Result{CallID: "p", Outcome: transcript.Rejected})
	if got := from(s).Tail; got.PlanKey != PlanKey("# In a file") {
		t.Error("the plan file written last is not the plan")
	}
	s = start().Call("p", "ExitPlanMode", "")
	s.Result(transcript.Result{CallID: "p", Outcome: transcript.Rejected, Plan: []byte("# Told back")})
	if c := from(s); c.Tail.PlanKey != PlanKey("# Told back") || c.Turns[0].Steps[0].PlanText != "# Told back" {
		t.Error("the plan that the result tells is not the plan")
	}
}

// What a result is worth to a judge is kept of it.
func TestWhatIsKeptOfResults(t *testing.T) {
	big := strings.Repeat("x", 9000)
	for tool, kept := range map[string]int{
		"Bash": outHead + outTail + len(ellipsis), "Read": 0, "Edit": 0, "MultiEdit": 0, "Write": 0, "NotebookEdit": 0, "TodoWrite": 0, "LS": 0,
		"Grep": briefHead + briefTail + len(ellipsis), "Glob": briefHead + briefTail + len(ellipsis), "WebFetch": briefHead + briefTail + len(ellipsis), "AskUserQuestion": outHead + outTail + len(ellipsis),
	} {
		c := from(transcripttest.Start("c", 0).Prompt("x").Call("1", tool, "a").Done("1", big))
		if n := len(c.Turns[0].Steps[0].Output); n != kept {
			t.Errorf("%s: %d bytes kept, want %d", tool, n, kept)
		}
	}
	c := from(transcripttest.Start("c", 0).Prompt("x").Call("1", "Read", "a").Result(transcript.Result{CallID: "1", Outcome: transcript.Errored, Text: []byte(big)}))
	if n := len(c.Turns[0].Steps[0].Output); n != outHead+outTail+len(ellipsis) {
		t.Errorf("of an error %d bytes are kept", n)
	}
	late := transcripttest.Start("c", 0).Prompt("x").Done("1", big).Call("1", "Read", "a")
	if n := len(from(late).Turns[0].Steps[0].Output); n != 0 {
		t.Errorf("of a read whose result came first %d bytes are kept", n)
	}
	long := from(transcripttest.Start("c", 0).Prompt(strings.Repeat("p", 20000)).Say(big + big))
	if n := len(long.Turns[0].Prompt); n != promptHead+promptTail+len(ellipsis) {
		t.Errorf("of a long prompt %d bytes are kept", n)
	}
	if n := len(long.Turns[0].Says[0].Text); n != lastHead+lastTail+len(ellipsis) {
		t.Errorf("of the last text %d bytes are kept", n)
	}
	two := from(transcripttest.Start("c", 0).Prompt("x").Say(big).Say("end"))
	if n := len(two.Turns[0].Says[0].Text); n != sayHead+sayTail+len(ellipsis) {
		t.Errorf("of a text before the last %d bytes are kept", n)
	}
}

// The window of a long run: the first and the last.
func TestWindow(t *testing.T) {
	w := window{first: 2, last: 3}
	var out []int32
	for i := range int32(9) {
		if old, ok := w.push(i); ok {
			out = append(out, old)
		}
	}
	if d := cmp.Diff([]int32{2, 3, 4, 5}, out); d != "" {
		t.Error(d)
	}
	w.reset()
	if _, ok := w.push(9); ok {
		t.Error("a new run drops from the old one")
	}
}

// Behind the switch a commit closes the session whose files it holds.
func TestCommitCloses(t *testing.T) {
	commit := func(s *transcripttest.Script, id, command string) *transcripttest.Script {
		s.Call(id, "Bash", command)
		return s.Result(transcript.Result{CallID: id, Outcome: transcript.Done, Commits: strings.Contains(command, "commit")})
	}
	edit := func(s *transcripttest.Script, id, file string) *transcripttest.Script {
		return s.Edit(id, file, []string{"alpha beta"}, nil)
	}
	for name, c := range map[string]struct {
		make func(s *transcripttest.Script)
		want int
	}{
		"what it changed": {func(s *transcripttest.Script) { commit(edit(s, "e", "/src/app/a.go"), "g", "git commit -am x") }, 2},
		"what it staged by name": {func(s *transcripttest.Script) {
			commit(edit(s, "e", "/src/app/a.go"), "g", "git add a.go && git commit -m x")
		}, 2},
		"another file": {func(s *transcripttest.Script) {
			commit(edit(s, "e", "/src/app/a.go"), "g", "git add b.go && git commit -m x")
		}, 1},
		"a folder": {func(s *transcripttest.Script) {
			commit(edit(s, "e", "/src/app/a.go"), "g", "git add src && git commit -m x")
		}, 2},
		"a pattern": {func(s *transcripttest.Script) {
			commit(edit(s, "e", "/src/app/a.go"), "g", "git add '*.go' && git commit -m x")
		}, 2},
		"staged before": {func(s *transcripttest.Script) {
			commit(commit(edit(s, "e", "/src/app/a.go"), "h", "git add b.go"), "g", "git commit -m x")
		}, 1},
		"nothing changed":      {func(s *transcripttest.Script) { commit(s, "g", "git commit -am x") }, 1},
		"written by a command": {func(s *transcripttest.Script) { commit(commit(s, "w", "cp a b"), "g", "git commit -am x") }, 2},
		"only read":            {func(s *transcripttest.Script) { commit(commit(s, "w", "cat a"), "g", "git commit -am x") }, 1},
		"a plan alone": {func(s *transcripttest.Script) {
			commit(edit(s, "e", "/x/.claude/plans/a-b-c.md"), "g", "git commit -am x")
		}, 1},
		"a commit that failed": {func(s *transcripttest.Script) {
			edit(s, "e", "/src/app/a.go").Call("g", "Bash", "git commit -m x").Result(transcript.Result{CallID: "g", Outcome: transcript.Errored, Commits: true})
		}, 1},
		"committed, more named": {func(s *transcripttest.Script) {
			commit(edit(s, "e", "/src/app/a.go"), "g", "git add b.go a.go && git commit -m x")
		}, 2},
		"an edit of a Windows file": {func(s *transcripttest.Script) {
			commit(edit(s, "e", `C:\src\a.go`), "g", "git add a.go && git commit -m x")
		}, 2},
	} {
		s := transcripttest.Start("c", 0).Prompt("one")
		c.make(s)
		conv := from(s.Prompt("two").Say("z"))
		for on, want := range map[bool]int{true: c.want, false: 1} {
			drafts, err := Cut(t.Context(), conv, nil, Options{CommitBoundary: on})
			if err != nil || len(drafts) != want {
				t.Errorf("%s, switch %v: %d sessions, want %d (%v)", name, on, len(drafts), want, err)
			}
			if len(drafts) == 2 && (drafts[0].ClosedBy != fact.Commit || drafts[1].OpenedBy != fact.Commit || drafts[1].First != 2 || drafts[0].Next.Prompt != "two") {
				t.Errorf("%s: %+v", name, drafts)
			}
		}
	}
	// At the end of a record too.
	s := transcripttest.Start("c", 0).Prompt("one")
	drafts, _ := Cut(t.Context(), from(commit(edit(s, "e", "/src/app/a.go"), "g", "git commit -am x")), nil, Options{CommitBoundary: true})
	if len(drafts) != 1 || drafts[0].ClosedBy != fact.Commit || !drafts[0].AtEnd {
		t.Errorf("%+v", drafts)
	}
	if d, err := Cut(t.Context(), &Conversation{}, nil, Options{}); d != nil || err != nil {
		t.Errorf("no turns make %v, %v", d, err)
	}
}

// Times that are not told.
func TestMoments(t *testing.T) {
	if Nanos(time.Time{}) != 0 || !Moment(0).IsZero() || !Moment(Nanos(transcripttest.At(5))).Equal(transcripttest.At(5)) {
		t.Error("a moment does not survive")
	}
	s := transcripttest.Start("c", 0).Prompt("one")
	s.Add(transcript.Record{Kind: transcript.Prompt, Text: []byte("two")})
	s.Records[1].Time = time.Time{}
	if c := from(s); !c.Turns[1].Start.Equal(transcripttest.At(1)) {
		t.Errorf("a prompt without a time begins at %v, not at the newest before it", c.Turns[1].Start)
	}
}
