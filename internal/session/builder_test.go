package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/transcript"
)

func TestTurns(t *testing.T) {
	queued := func(s *script, text string) *script {
		return s.add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte(text)})
	}
	tests := []struct {
		name string
		make func(s *script)
		want []string
	}{
		{"prompts open turns", func(s *script) { s.prompt("one").say("a").prompt("two") }, []string{"one", "two"}},
		{"what a subagent is told is no turn", func(s *script) {
			s.prompt("one").add(transcript.Record{Kind: transcript.Prompt, Sidechain: true, Agent: "x", Text: []byte("delegated")})
		}, []string{"one"}},
		{"queued text that nothing repeats is a turn at its place", func(s *script) {
			s.prompt("one").call("c", "Bash", "ls")
			queued(s, "also this").done("c", "x").say("done").prompt("two")
		}, []string{"one", "also this", "two"}},
		{"an equal later prompt wins", func(s *script) {
			s.prompt("one")
			queued(s, "also   this").say("x").prompt("also this")
		}, []string{"one", "also this"}},
		{"a prompt settles the lines it names", func(s *script) {
			s.prompt("one")
			queued(s, "first")
			queued(s, "second")
			s.add(transcript.Record{Kind: transcript.Prompt, Text: []byte("first\nsecond"), Settles: []int{2, 3}})
		}, []string{"one", "first\nsecond"}},
		{"popped text is no turn", func(s *script) {
			s.prompt("one")
			queued(s, "never mind")
			s.add(transcript.Record{Kind: transcript.Popped, UUID: "-", Settles: []int{2}}).say("x")
		}, []string{"one"}},
		{"popped without a name takes all back", func(s *script) {
			s.prompt("one")
			queued(s, "never mind")
			queued(s, "this neither")
			s.add(transcript.Record{Kind: transcript.Popped, UUID: "-"})
		}, []string{"one"}},
		{"a rewind leaves the earlier sibling dead", func(s *script) {
			s.prompt("one").say("a")
			fork := s.leaf
			s.prompt("wrong way").say("b").prompt("further wrong").say("c")
			s.leaf = fork
			s.prompt("right way").say("d")
		}, []string{"one", "wrong way (dead)", "further wrong (dead)", "right way"}},
		{"the leaf line decides which sibling lives", func(s *script) {
			s.prompt("one").say("a")
			fork := s.leaf
			s.prompt("left").say("b")
			left := s.leaf
			s.leaf = fork
			s.prompt("right").say("c")
			s.add(transcript.Record{Kind: transcript.Leaf, UUID: "-", Leaf: left})
		}, []string{"one", "left", "right (dead)"}},
		{"a leaf above the fork decides nothing", func(s *script) {
			s.prompt("one").say("a")
			fork := s.leaf
			s.prompt("left").say("b")
			s.leaf = fork
			s.prompt("right").say("c")
			s.add(transcript.Record{Kind: transcript.Leaf, UUID: "-", Leaf: fork})
		}, []string{"one", "left (dead)", "right"}},
		{"esc before the first token and sent again", func(s *script) {
			s.prompt("one").say("a")
			fork := s.leaf
			s.prompt("typo").kind(transcript.Interrupted)
			s.leaf = fork
			s.prompt("typed").say("b")
		}, []string{"one", "typo (dead)", "typed"}},
		{"rewind to the very start", func(s *script) {
			s.prompt("first try").say("a")
			s.add(transcript.Record{Kind: transcript.Leaf, UUID: "-"})
			s.add(transcript.Record{Kind: transcript.Prompt, Parent: "-", Text: []byte("second try")}).say("b")
		}, []string{"first try (dead)", "second try"}},
		{"several roots without a rewind all live", func(s *script) {
			s.prompt("one").say("a")
			s.add(transcript.Record{Kind: transcript.Prompt, Parent: "-", Text: []byte("two")}).say("b")
		}, []string{"one", "two"}},
		{"parallel calls are no fork", func(s *script) {
			s.prompt("one").call("a", "Read", "x.go")
			first := s.leaf
			s.call("b", "Read", "y.go").done("b", "")
			s.add(transcript.Record{Kind: transcript.Results, Parent: first, Results: []transcript.Result{{CallID: "a", Outcome: transcript.Done}}})
			s.say("done").prompt("two")
		}, []string{"one", "two"}},
		{"the tree holds over lines that change nothing and over compaction", func(s *script) {
			s.prompt("one").say("a")
			fork := s.leaf
			s.prompt("dead").say("b")
			s.leaf = fork
			s.prompt("alive").say("c").kind(transcript.None)
			old := s.leaf
			s.add(transcript.Record{Kind: transcript.Compacted, Parent: "-", LogicalParent: old}).kind(transcript.None).prompt("after").say("d")
		}, []string{"one", "dead (dead)", "alive", "after"}},
		{"a loop of parents ends", func(s *script) {
			s.add(transcript.Record{Kind: transcript.Prompt, UUID: "a", Parent: "b", Text: []byte("one")})
			s.add(transcript.Record{Kind: transcript.Prompt, UUID: "b", Parent: "a", Text: []byte("two")})
			s.add(transcript.Record{Kind: transcript.Prompt, UUID: "c", Parent: "a", Text: []byte("three")})
		}, []string{"one", "two (dead)", "three"}},
		{"a line that is its own parent", func(s *script) {
			s.add(transcript.Record{Kind: transcript.Prompt, UUID: "a", Parent: "a", Text: []byte("one")})
			s.add(transcript.Record{Kind: transcript.Prompt, UUID: "b", Parent: "a", Text: []byte("two")})
		}, []string{"one (dead)", "two"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &script{session: "c"}
			tt.make(s)
			if diff := cmp.Diff(tt.want, prompts(build("c", s))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStepsJoinTheirResults(t *testing.T) {
	s := &script{session: "c"}
	s.prompt("go").call("1", "Bash", "go test ./...").call("2", "Edit", "/src/app/a.go")
	s.result(transcript.Result{CallID: "2", Outcome: transcript.Rejected, Said: []byte("not that file")})
	s.prompt("next")
	s.result(transcript.Result{CallID: "1", Outcome: transcript.Errored, Exit: 1, Text: []byte("FAIL")}) // late
	c := build("c", s)
	steps := c.Turns[0].Steps
	if len(steps) != 2 || len(c.Turns[1].Steps) != 0 {
		t.Fatalf("steps %d and %d, want 2 and 0", len(steps), len(c.Turns[1].Steps))
	}
	if s := steps[0]; s.Outcome != transcript.Errored || s.Exit != 1 || s.Output != "FAIL" || s.Mutating || !s.Class.Has(ClassTest) || s.CarriedOut() {
		t.Errorf("late result: %+v", s)
	}
	if s := steps[1]; s.Outcome != transcript.Rejected || s.Said != "not that file" || !s.Mutating || s.Edit != nil || s.CarriedOut() {
		t.Errorf("refused edit: %+v", s)
	}
}

func TestSubagentsFollowTheirTask(t *testing.T) {
	main := &script{session: "c", prefix: "m"}
	main.add(transcript.Record{Kind: transcript.Prompt, PromptID: "p1", Text: []byte("look")}).call("task", "Task", "explore").call("r", "Read", "z.go").done("r", "")
	main.result(transcript.Result{CallID: "task", Outcome: transcript.Done, Subagent: "ag1", Text: []byte("found it")})
	main.add(transcript.Record{Kind: transcript.Prompt, PromptID: "p2", Text: []byte("and")})
	sub := &script{session: "c", prefix: "s", file: 1, second: 2}
	side := func(r transcript.Record, agent, prompt string) {
		r.Sidechain, r.Agent, r.PromptID = true, agent, prompt
		sub.add(r)
	}
	call := func(id, target string) transcript.Record {
		return transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{
			MessageID: "msg" + id, RequestID: "r", Model: "m", HasUsage: true, Usage: fact.Tokens{Output: 5},
			Text: []byte("sub says"), Calls: []transcript.Call{{ID: id, Name: "Bash", Target: target}}}}
	}
	side(call("s1", "rm x"), "ag1", "p1")
	side(transcript.Record{Kind: transcript.Results, Results: []transcript.Result{{CallID: "s1", Outcome: transcript.Done}}}, "ag1", "p1")
	side(call("s2", "ls"), "ag1", "")     // by its agent
	side(call("s3", "ls"), "other", "p2") // by its prompt
	sub.second = 2
	side(call("s4", "ls"), "unknown", "x") // by time: before the second prompt
	c := build("c", main, sub)
	var got [][]string
	for i := range c.Turns {
		ids := []string{}
		for j, s := range c.Turns[i].Steps {
			ids = append(ids, s.ID)
			if j > 0 && c.Turns[i].Steps[j-1].Seq >= s.Seq {
				t.Errorf("turn %d: Seq does not ascend at %s", i+1, s.ID)
			}
		}
		got = append(got, ids)
	}
	if diff := cmp.Diff([][]string{{"task", "s1", "s2", "r", "s4"}, {"s3"}}, got); diff != "" {
		t.Error(diff)
	}
	if len(c.Turns[0].Says) != 0 {
		t.Error("a subagent's words are the agent's")
	}
	var turns []int
	for _, u := range c.Usage {
		turns = append(turns, u.Turn)
	}
	if len(turns) != 4 {
		t.Errorf("usage in turns %v", turns)
	}
}

func TestUsageOnceAMessage(t *testing.T) {
	s := &script{session: "c"}
	s.bill("before", "m", fact.Tokens{Input: 1})
	s.prompt("one").bill("a", "m", fact.Tokens{Output: 2}).bill("a", "m", fact.Tokens{Output: 7}).bill("a", "m", fact.Tokens{Output: 3})
	nested := transcript.Record{Kind: transcript.Answer, Nested: true, Answer: transcript.AnswerPart{MessageID: "b", RequestID: "r-b", Model: "m", HasUsage: true, Usage: fact.Tokens{Output: 100}}}
	s.add(nested).prompt("two").bill("b", "m", fact.Tokens{Output: 4})
	s.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{MessageID: "z", Synthetic: true, HasUsage: true, Usage: fact.Tokens{Output: 9}}})
	c := build("c", s)
	type line struct {
		Turn   int
		Out    int64
		Nested bool
	}
	var got []line
	for _, u := range c.Usage {
		got = append(got, line{u.Turn, u.Tokens.Output, u.Nested})
	}
	want := []line{{0, 0, false}, {1, 7, false}, {1, 4, false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// sample is a conversation with a bit of everything.
func sample() *script {
	s := &script{session: "c"}
	s.prompt("one").say("a").call("1", "Bash", "go build ./...").done("1", "ok").bill("m1", "m", fact.Tokens{Output: 2})
	s.add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte("meanwhile")})
	s.edit("2", "/src/app/a.go", []string{"func alpha() int {", "}"}, []string{"func omega() int {"}).say("b")
	s.prompt("two").call("3", "Task", "x").kind(transcript.Interrupted)
	s.prompt("three").bill("m2", "m", fact.Tokens{Input: 3}).say("end")
	return s
}

func TestFilesGivenTwiceOrSplit(t *testing.T) {
	whole := sample()
	want := build("c", whole)
	second := sample()
	for i := range second.recs {
		second.recs[i].File = 1
	}
	if diff := cmp.Diff(want, build("c", whole, second)); diff != "" {
		t.Error("given twice:", diff)
	}
	for cut := 1; cut < len(whole.recs); cut++ {
		for _, overlap := range []int{0, 3} {
			head, tail := sample(), sample()
			head.recs, tail.recs = head.recs[:cut], tail.recs[max(0, cut-overlap):]
			for i := range tail.recs {
				tail.recs[i].File = 1
			}
			ignore := cmp.FilterPath(func(p cmp.Path) bool { return strings.HasSuffix(p.String(), "Line") }, cmp.Ignore())
			if diff := cmp.Diff(want, build("c", head, tail), ignore); diff != "" {
				t.Fatalf("split at %d: %s", cut, diff)
			}
			swapped := sample()
			swapped.recs = swapped.recs[:cut]
			for i := range swapped.recs {
				swapped.recs[i].File = 1
			}
			for i := range tail.recs {
				tail.recs[i].File = 0
			}
			if diff := cmp.Diff(want, build("c", tail, swapped), ignore); diff != "" {
				t.Fatalf("split at %d with overlap %d, parts swapped: %s", cut, overlap, diff)
			}
		}
	}
}

func TestClearHeadAndTail(t *testing.T) {
	plan := "# Plan\n\nDo   the thing.\nThen the other."
	s := &script{session: "c"}
	s.kind(transcript.Cleared)
	s.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Text: []byte("Implement the following plan"), Plan: []byte(plan), Transcript: "/x/old.jsonl"}).say("done")
	s.kind(transcript.Cleared)
	s.prompt("plan more").say("thinking")
	s.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: "p", Name: "ExitPlanMode", Plan: []byte("# Next plan")}}}})
	s.result(transcript.Result{CallID: "p", Outcome: transcript.Rejected}).kind(transcript.Interrupted)
	c := build("c", s)
	if want := (Head{Cleared: true, ClearedAt: at(1), PlanKey: PlanKey("# Plan Do the thing. Then the other."), Transcript: "/x/old.jsonl"}); c.Head != want {
		t.Errorf("head %+v, want %+v", c.Head, want)
	}
	if want := (Tail{PlanKey: PlanKey("# Next plan"), HandedOver: true, Interrupted: true}); c.Tail != want {
		t.Errorf("tail %+v, want %+v", c.Tail, want)
	}
	if !c.Turns[0].ClearedAfter || !c.Turns[0].ClearedAt.Equal(at(4)) || c.Turns[1].ClearedAfter {
		t.Errorf("cleared after: %v %v", c.Turns[0].ClearedAt, c.Turns[1].ClearedAfter)
	}
	s.prompt("no, wait")
	if c := build("c", s); c.Tail.HandedOver {
		t.Error("a plan that more work followed was not handed over")
	}
	words := &script{session: "c"}
	words.prompt("plan").call("p", "ExitPlanMode", "").result(transcript.Result{CallID: "p", Outcome: transcript.Rejected, Said: []byte("smaller steps")})
	if c := build("c", words); c.Tail.HandedOver {
		t.Error("a refusal with words is a real one")
	}
}

func TestAutomated(t *testing.T) {
	machine := &script{session: "c"}
	machine.add(transcript.Record{Kind: transcript.Prompt, Automated: true, Text: []byte("run")})
	if c := build("c", machine); !c.Automated || !c.Turns[0].Automated {
		t.Error("a machine run is automated")
	}
	machine.prompt("and now me")
	if c := build("c", machine); c.Automated {
		t.Error("a person joined in")
	}
}

// TestVeryLongTurn holds memory to its bounds and the counts to the truth.
func TestVeryLongTurn(t *testing.T) {
	s := &script{session: "c"}
	s.prompt("go on")
	const n = 5000
	for i := range n {
		id := fmt.Sprintf("c%d", i)
		switch {
		case i%50 == 7:
			s.edit(id, fmt.Sprintf("/src/app/f%d.go", i), []string{fmt.Sprintf("line number %d", i)}, nil)
		case i%10 == 3:
			s.call(id, "Bash", "rm old").done(id, strings.Repeat("x", 5000))
		default:
			s.call(id, "Bash", "go test ./...").done(id, strings.Repeat("y", 5000))
		}
		s.say("next")
	}
	c := build("c", s)
	d := NewDigest(c, nil)
	turn := &d.Turns[0]
	if turn.Calls != n || turn.Mutating != n/50+n/10 || turn.Added != n/50 || len(turn.Edits) != n/50 {
		t.Errorf("calls %d, mutating %d, added %d, edits %d", turn.Calls, turn.Mutating, turn.Added, len(turn.Edits))
	}
	prose := 0
	for i := range c.Turns[0].Steps {
		prose += len(c.Turns[0].Steps[i].Output)
	}
	if prose > (stepsFirst+stepsLast+2)*(outHead+outTail+8) {
		t.Errorf("%d bytes of output kept", prose)
	}
	last := c.Turns[0].Steps[len(c.Turns[0].Steps)-1]
	if len(last.Output) < outTail || len(c.Turns[0].Steps) > keptFirst+keptLast+n/50 || len(c.Turns[0].Says) > saysFirst+saysLast {
		t.Errorf("last output %d bytes, %d steps, %d says", len(last.Output), len(c.Turns[0].Steps), len(c.Turns[0].Says))
	}
}

func TestProseBudget(t *testing.T) {
	s := &script{session: "c"}
	big := strings.Repeat("word ", 4000)
	for i := range 1500 {
		id := fmt.Sprintf("c%d", i)
		s.prompt(big).call(id, "Bash", big).done(id, big).say(big)
	}
	c := build("c", s)
	total := 0
	for i := range c.Turns {
		x := &c.Turns[i]
		total += len(x.Prompt)
		for j := range x.Steps {
			total += len(x.Steps[j].Output) + len(x.Steps[j].Target)
		}
		for j := range x.Says {
			total += len(x.Says[j].Text)
		}
	}
	if total > proseBudget+1<<20 {
		t.Errorf("%d bytes of prose, budget %d", total, proseBudget)
	}
	if len(c.Turns) != 1500 || len(c.Turns[1499].Prompt) < 8000 {
		t.Errorf("%d turns, last prompt %d bytes", len(c.Turns), len(c.Turns[len(c.Turns)-1].Prompt))
	}
}

func TestPlacesAndTimes(t *testing.T) {
	s := &script{session: "c"}
	s.add(transcript.Record{Kind: transcript.Prompt, Text: []byte("a"), CWD: "/src/app", Branch: "main", Version: "2.1.9"})
	s.add(transcript.Record{Kind: transcript.Answer, CWD: "/src/app/web", Branch: "fix", Version: "2.1.10"})
	s.add(transcript.Record{Kind: transcript.Pull, URL: "https://forge.example/a/b/pull/1"})
	s.add(transcript.Record{Kind: transcript.Answer, Sidechain: true, Agent: "x", Time: at(900)})
	c := build("c", s)
	if diff := cmp.Diff([]string{"/src/app", "/src/app/web"}, c.CWDs); diff != "" {
		t.Error(diff)
	}
	if c.Branch != "fix" || c.Version != "2.1.10" || len(c.Pulls) != 1 {
		t.Errorf("branch %q, version %q, pulls %v", c.Branch, c.Version, c.Pulls)
	}
	if !c.Start.Equal(at(1)) || !c.End.Equal(at(3)) || !c.Turns[0].End.Equal(at(900)) {
		t.Errorf("start %v, end %v, turn's end %v", c.Start, c.End, c.Turns[0].End)
	}
	if (time.Time{}) != moment(0) {
		t.Error("no time is no time")
	}
}
