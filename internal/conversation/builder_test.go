package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

func TestTurns(t *testing.T) {
	queued := func(s *transcripttest.Script, text string) *transcripttest.Script {
		return s.Add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte(text)})
	}
	tests := []struct {
		name string
		make func(s *transcripttest.Script)
		want []string
	}{
		{"prompts open turns", func(s *transcripttest.Script) { s.Prompt("one").Say("a").Prompt("two") }, []string{"one", "two"}},
		{"what a subagent is told is no turn", func(s *transcripttest.Script) {
			s.Prompt("one").Add(transcript.Record{Kind: transcript.Prompt, Sidechain: true, Agent: "x", Text: []byte("delegated")})
		}, []string{"one"}},
		{"queued text that nothing repeats is a turn at its place", func(s *transcripttest.Script) {
			s.Prompt("one").Call("c", "Bash", "ls")
			queued(s, "also this").Done("c", "x").Say("done").Prompt("two")
		}, []string{"one", "also this", "two"}},
		{"an equal later prompt wins", func(s *transcripttest.Script) {
			s.Prompt("one")
			queued(s, "also   this").Say("x").Prompt("also this")
		}, []string{"one", "also this"}},
		{"a prompt settles the lines it names", func(s *transcripttest.Script) {
			s.Prompt("one")
			queued(s, "first")
			queued(s, "second")
			s.Add(transcript.Record{Kind: transcript.Prompt, Text: []byte("first\nsecond"), Settles: []int{2, 3}})
		}, []string{"one", "first\nsecond"}},
		{"popped text is no turn", func(s *transcripttest.Script) {
			s.Prompt("one")
			queued(s, "never mind")
			s.Add(transcript.Record{Kind: transcript.Popped, UUID: "-", Settles: []int{2}}).Say("x")
		}, []string{"one"}},
		{"popped without a name takes all back", func(s *transcripttest.Script) {
			s.Prompt("one")
			queued(s, "never mind")
			queued(s, "this neither")
			s.Add(transcript.Record{Kind: transcript.Popped, UUID: "-"})
		}, []string{"one"}},
		{"a rewind leaves the earlier sibling dead", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			fork := s.Leaf
			s.Prompt("wrong way").Say("b").Prompt("further wrong").Say("c")
			s.Leaf = fork
			s.Prompt("right way").Say("d")
		}, []string{"one", "wrong way (dead)", "further wrong (dead)", "right way"}},
		{"the leaf line decides which sibling lives", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			fork := s.Leaf
			s.Prompt("left").Say("b")
			left := s.Leaf
			s.Leaf = fork
			s.Prompt("right").Say("c")
			s.Add(transcript.Record{Kind: transcript.Leaf, UUID: "-", Leaf: left})
		}, []string{"one", "left", "right (dead)"}},
		{"a leaf above the fork decides nothing", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			fork := s.Leaf
			s.Prompt("left").Say("b")
			s.Leaf = fork
			s.Prompt("right").Say("c")
			s.Add(transcript.Record{Kind: transcript.Leaf, UUID: "-", Leaf: fork})
		}, []string{"one", "left (dead)", "right"}},
		{"esc before the first token and sent again", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			fork := s.Leaf
			s.Prompt("typo").Kind(transcript.Interrupted)
			s.Leaf = fork
			s.Prompt("typed").Say("b")
		}, []string{"one", "typo (dead)", "typed"}},
		{"rewind to the very start", func(s *transcripttest.Script) {
			s.Prompt("first try").Say("a")
			s.Add(transcript.Record{Kind: transcript.Leaf, UUID: "-"})
			s.Add(transcript.Record{Kind: transcript.Prompt, Parent: "-", Text: []byte("second try")}).Say("b")
		}, []string{"first try (dead)", "second try"}},
		{"several roots without a rewind all live", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			s.Add(transcript.Record{Kind: transcript.Prompt, Parent: "-", Text: []byte("two")}).Say("b")
		}, []string{"one", "two"}},
		{"parallel calls are no fork", func(s *transcripttest.Script) {
			s.Prompt("one").Call("a", "Read", "x.go")
			first := s.Leaf
			s.Call("b", "Read", "y.go").Done("b", "")
			s.Add(transcript.Record{Kind: transcript.Results, Parent: first, Results: []transcript.Result{{CallID: "a", Outcome: transcript.Done}}})
			s.Say("done").Prompt("two")
		}, []string{"one", "two"}},
		{"the tree holds over lines that change nothing and over compaction", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			fork := s.Leaf
			s.Prompt("dead").Say("b")
			s.Leaf = fork
			s.Prompt("alive").Say("c").Kind(transcript.None)
			old := s.Leaf
			s.Add(transcript.Record{Kind: transcript.Compacted, Parent: "-", LogicalParent: old}).Kind(transcript.None).Prompt("after").Say("d")
		}, []string{"one", "dead (dead)", "alive", "after"}},
		{"a loop of parents ends", func(s *transcripttest.Script) {
			s.Add(transcript.Record{Kind: transcript.Prompt, UUID: "a", Parent: "b", Text: []byte("one")})
			s.Add(transcript.Record{Kind: transcript.Prompt, UUID: "b", Parent: "a", Text: []byte("two")})
			s.Add(transcript.Record{Kind: transcript.Prompt, UUID: "c", Parent: "a", Text: []byte("three")})
		}, []string{"one", "two (dead)", "three"}},
		{"commands that an old client ran itself hang on one line", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			caveat := s.Leaf
			for range 2 {
				s.Leaf = caveat
				s.Add(transcript.Record{Kind: transcript.Prompt, Command: "/install-github-app", Text: []byte("/install-github-app")})
			}
			s.Prompt("two").Say("b")
		}, []string{"one", "/install-github-app", "/install-github-app", "two"}},
		{"a command that was answered and typed again", func(s *transcripttest.Script) {
			s.Prompt("one").Say("a")
			fork := s.Leaf
			s.Add(transcript.Record{Kind: transcript.Prompt, Command: "/review", Text: []byte("/review")}).Say("b")
			s.Leaf = fork
			s.Add(transcript.Record{Kind: transcript.Prompt, Command: "/review", Text: []byte("/review all")}).Say("c")
		}, []string{"one", "/review (dead)", "/review all"}},
		{"a line that is its own parent", func(s *transcripttest.Script) {
			s.Add(transcript.Record{Kind: transcript.Prompt, UUID: "a", Parent: "a", Text: []byte("one")})
			s.Add(transcript.Record{Kind: transcript.Prompt, UUID: "b", Parent: "a", Text: []byte("two")})
		}, []string{"one (dead)", "two"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &transcripttest.Script{Session: "c"}
			tt.make(s)
			if diff := cmp.Diff(tt.want, prompts(build("c", s))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStepsJoinTheirResults(t *testing.T) {
	s := &transcripttest.Script{Session: "c"}
	s.Prompt("go").Call("1", "Bash", "go test ./...").Call("2", "Edit", "/src/app/a.go")
	s.Result(transcript.Result{CallID: "2", Outcome: transcript.Rejected, Said: []byte("not that file")})
	s.Prompt("next")
	s.Result(transcript.Result{CallID: "1", Outcome: transcript.Errored, Exit: 1, Text: []byte("FAIL")}) // late
	c := build("c", s)
	steps := c.Turns[0].Steps
	if len(steps) != 2 || len(c.Turns[1].Steps) != 0 {
		t.Fatalf("steps %d and %d, want 2 and 0", len(steps), len(c.Turns[1].Steps))
	}
	if s := steps[0]; s.Outcome != transcript.Errored || s.Exit != 1 || s.Output != "FAIL" || s.Mutating || !s.Class.Has(shell.ClassTest) || s.CarriedOut() {
		t.Errorf("late result: %+v", s)
	}
	if s := steps[1]; s.Outcome != transcript.Rejected || s.Said != "not that file" || !s.Mutating || s.Edit != nil || s.CarriedOut() {
		t.Errorf("refused edit: %+v", s)
	}
}

func TestSubagentsFollowTheirTask(t *testing.T) {
	main := &transcripttest.Script{Session: "c", Prefix: "m"}
	main.Add(transcript.Record{Kind: transcript.Prompt, PromptID: "p1", Text: []byte("look")}).Call("task", "Task", "explore").Call("r", "Read", "z.go").Done("r", "")
	main.Result(transcript.Result{CallID: "task", Outcome: transcript.Done, Subagent: "ag1", Text: []byte("found it")})
	main.Add(transcript.Record{Kind: transcript.Prompt, PromptID: "p2", Text: []byte("and")})
	sub := &transcripttest.Script{Session: "c", Prefix: "s", File: 1, Second: 2}
	side := func(r transcript.Record, agent, prompt string) {
		r.Sidechain, r.Agent, r.PromptID = true, agent, prompt
		sub.Add(r)
	}
	call := func(id, target string) transcript.Record {
		return transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{
			MessageID: "msg" + id, RequestID: "r", Model: "m", HasUsage: true, Usage: fact.Tokens{Output: 5},
			Text: []byte("sub says"), Calls: []transcript.Call{{ID: id, Kind: transcript.CallShell, Name: "Bash", Target: target}}}}
	}
	side(call("s1", "rm x"), "ag1", "p1")
	side(transcript.Record{Kind: transcript.Results, Results: []transcript.Result{{CallID: "s1", Outcome: transcript.Done}}}, "ag1", "p1")
	side(call("s2", "ls"), "ag1", "")     // by its agent
	side(call("s3", "ls"), "other", "p2") // by its prompt
	sub.Second = 2
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
	s := &transcripttest.Script{Session: "c"}
	s.Bill("before", "m", fact.Tokens{Input: 1})
	s.Prompt("one").Bill("a", "m", fact.Tokens{Output: 2}).Bill("a", "m", fact.Tokens{Output: 7}).Bill("a", "m", fact.Tokens{Output: 3})
	nested := transcript.Record{Kind: transcript.Answer, Nested: true, Answer: transcript.AnswerPart{MessageID: "b", RequestID: "r-b", Model: "m", HasUsage: true, Usage: fact.Tokens{Output: 100}}}
	s.Add(nested).Prompt("two").Bill("b", "m", fact.Tokens{Output: 4})
	s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{MessageID: "z", Synthetic: true, HasUsage: true, Usage: fact.Tokens{Output: 9}}})
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

// An answer that a client wrote before the prompt that it answers, at the head of a fork's
// file, belongs to that prompt.
func TestAnAnswerBeforeItsPrompt(t *testing.T) {
	s := &transcripttest.Script{Session: "c"}
	s.Prompt("one").Say("One is done.").Bill("a", "m", fact.Tokens{Output: 1})
	s.Prompt("two").Add(transcript.Record{Kind: transcript.None})
	early := len(s.Records)
	s.Edit("e", "/src/app/a.go", []string{"new"}, nil).Bill("b", "m", fact.Tokens{Output: 2}).Say("Two is done.")
	summary := func(c *Conversation) (out []string) {
		for i := range c.Turns {
			x := &c.Turns[i]
			out = append(out, fmt.Sprint(x.Prompt, len(x.Steps), len(x.Says)))
		}
		for _, u := range c.Usage {
			out = append(out, fmt.Sprint(u.Turn, u.Tokens.Output))
		}
		return out
	}
	want := summary(build("c", s))
	moved := *s
	moved.Records = append([]transcript.Record{s.Records[early]}, slices.Delete(slices.Clone(s.Records), early, early+1)...)
	for i := range moved.Records {
		moved.Records[i].Line = i + 1
	}
	if diff := cmp.Diff(want, summary(build("c", &moved))); diff != "" {
		t.Error(diff)
	}
}

func TestFilesGivenTwiceOrSplit(t *testing.T) {
	whole := transcripttest.Sample()
	want := build("c", whole)
	second := transcripttest.Sample()
	for i := range second.Records {
		second.Records[i].File = 1
	}
	if diff := cmp.Diff(want, build("c", whole, second)); diff != "" {
		t.Error("given twice:", diff)
	}
	for cut := 1; cut < len(whole.Records); cut++ {
		for _, overlap := range []int{0, 3} {
			head, tail := transcripttest.Sample(), transcripttest.Sample()
			head.Records, tail.Records = head.Records[:cut], tail.Records[max(0, cut-overlap):]
			for i := range tail.Records {
				tail.Records[i].File = 1
			}
			ignore := cmp.FilterPath(func(p cmp.Path) bool { return strings.HasSuffix(p.String(), "Line") }, cmp.Ignore())
			if diff := cmp.Diff(want, build("c", head, tail), ignore); diff != "" {
				t.Fatalf("split at %d: %s", cut, diff)
			}
			swapped := transcripttest.Sample()
			swapped.Records = swapped.Records[:cut]
			for i := range swapped.Records {
				swapped.Records[i].File = 1
			}
			for i := range tail.Records {
				tail.Records[i].File = 0
			}
			if diff := cmp.Diff(want, build("c", tail, swapped), ignore); diff != "" {
				t.Fatalf("split at %d with overlap %d, parts swapped: %s", cut, overlap, diff)
			}
		}
	}
}

func TestClearHeadAndTail(t *testing.T) {
	plan := "# Plan\n\nDo   the thing.\nThen the other."
	s := &transcripttest.Script{Session: "c"}
	s.Kind(transcript.Cleared)
	s.Add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Text: []byte("Implement the following plan"), Plan: []byte(plan), Transcript: "/x/old.jsonl"}).Say("done")
	s.Kind(transcript.Cleared)
	s.Prompt("plan more").Say("thinking")
	s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: "p", Kind: transcript.CallPlan, Name: "ExitPlanMode", Plan: []byte("# Next plan")}}}})
	s.Result(transcript.Result{CallID: "p", Outcome: transcript.Rejected}).Kind(transcript.Interrupted)
	c := build("c", s)
	if want := (Head{Cleared: true, ClearedAt: transcripttest.At(1), PlanKey: PlanKey("# Plan Do the thing. Then the other."), Transcript: "/x/old.jsonl"}); c.Head != want {
		t.Errorf("head %+v, want %+v", c.Head, want)
	}
	if want := (Tail{PlanKey: PlanKey("# Next plan"), HandedOver: true, Interrupted: true}); c.Tail != want {
		t.Errorf("tail %+v, want %+v", c.Tail, want)
	}
	if !c.Turns[0].ClearedAfter || !c.Turns[0].ClearedAt.Equal(transcripttest.At(4)) || c.Turns[1].ClearedAfter {
		t.Errorf("cleared after: %v %v", c.Turns[0].ClearedAt, c.Turns[1].ClearedAfter)
	}
	s.Prompt("no, wait")
	if c := build("c", s); c.Tail.HandedOver {
		t.Error("a plan that more work followed was not handed over")
	}
	words := &transcripttest.Script{Session: "c"}
	words.Prompt("plan").Call("p", "ExitPlanMode", "").Result(transcript.Result{CallID: "p", Outcome: transcript.Rejected, Said: []byte("smaller steps")})
	if c := build("c", words); c.Tail.HandedOver {
		t.Error("a refusal with words is a real one")
	}
}

func TestAutomated(t *testing.T) {
	machine := &transcripttest.Script{Session: "c"}
	machine.Add(transcript.Record{Kind: transcript.Prompt, Automated: true, Text: []byte("run")})
	if c := build("c", machine); !c.Automated || !c.Turns[0].Automated {
		t.Error("a machine run is automated")
	}
	machine.Prompt("and now me")
	if c := build("c", machine); c.Automated {
		t.Error("a person joined in")
	}
}

// TestVeryLongTurn holds memory to its bounds and the counts to the truth.
func TestVeryLongTurn(t *testing.T) {
	s := &transcripttest.Script{Session: "c"}
	s.Prompt("go on")
	const n = 5000
	for i := range n {
		id := fmt.Sprintf("c%d", i)
		switch {
		case i%50 == 7:
			s.Edit(id, fmt.Sprintf("/src/app/f%d.go", i), []string{fmt.Sprintf("line number %d", i)}, nil)
		case i%10 == 3:
			s.Call(id, "Bash", "rm old").Done(id, strings.Repeat("x", 5000))
		default:
			s.Call(id, "Bash", "go test ./...").Done(id, strings.Repeat("y", 5000))
		}
		s.Say("next")
	}
	c := build("c", s)
	turn := &c.Turns[0]
	if got := len(turn.Steps) + turn.Omitted.Calls; got != n {
		t.Errorf("%d calls, want %d", got, n)
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
	s := &transcripttest.Script{Session: "c"}
	big := strings.Repeat("word ", 4000)
	for i := range 1500 {
		id := fmt.Sprintf("c%d", i)
		s.Prompt(big).Call(id, "Bash", big).Done(id, big).Say(big)
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
	s := &transcripttest.Script{Session: "c"}
	s.Add(transcript.Record{Kind: transcript.Prompt, Text: []byte("a"), CWD: "/src/app", Branch: "main", Version: "2.1.9"})
	s.Add(transcript.Record{Kind: transcript.Answer, CWD: "/src/app/web", Branch: "fix", Version: "2.1.10"})
	s.Add(transcript.Record{Kind: transcript.Pull, URL: "https://forge.example/a/b/pull/1"})
	s.Add(transcript.Record{Kind: transcript.Answer, Sidechain: true, Agent: "x", Time: transcripttest.At(900)})
	c := build("c", s)
	if diff := cmp.Diff([]string{"/src/app", "/src/app/web"}, c.CWDs); diff != "" {
		t.Error(diff)
	}
	if c.Branch != "fix" || c.Version != "2.1.10" || len(c.Pulls) != 1 {
		t.Errorf("branch %q, version %q, pulls %v", c.Branch, c.Version, c.Pulls)
	}
	if !c.Start.Equal(transcripttest.At(1)) || !c.End.Equal(transcripttest.At(3)) || !c.Turns[0].End.Equal(transcripttest.At(900)) {
		t.Errorf("start %v, end %v, turn's end %v", c.Start, c.End, c.Turns[0].End)
	}
	if (time.Time{}) != Moment(0) {
		t.Error("no time is no time")
	}
}

// What was written of an answer is at least what is counted, where no line says that it ended
// and one holds far more than the count; a count that may be whole is taken as it is.
func TestCountsOfABeginning(t *testing.T) {
	long := strings.Repeat("word ", 200)
	for name, c := range map[string]struct {
		lines []transcript.AnswerPart
		began bool
	}{
		"three lines of one message, all with the count of its beginning":  {[]transcript.AnswerPart{{Wrote: 40}, {Wrote: len(long)}, {Wrote: 12}}, true},
		"the last says why it ended":                                       {[]transcript.AnswerPart{{Wrote: len(long)}, {Wrote: 12, Stop: "end_turn"}}, false},
		"the first says why it ended":                                      {[]transcript.AnswerPart{{Wrote: 12, Stop: "tool_use"}, {Wrote: len(long)}}, false},
		"a short answer":                                                   {[]transcript.AnswerPart{{Wrote: 90}}, false},
		"a count that may be whole":                                        {[]transcript.AnswerPart{{Wrote: len(long), Usage: fact.Tokens{Output: 210}}}, false},
		"the line with most tokens counts less of the answer than another": {[]transcript.AnswerPart{{Usage: fact.Tokens{Input: 900}}, {Stop: "tool_use", Usage: fact.Tokens{Output: 475}}}, true},
		"nothing of the answer is told":                                    {[]transcript.AnswerPart{{}}, false},
	} {
		b := NewBuilder("claude", "c", "f.jsonl")
		for i, a := range c.lines {
			a.MessageID, a.HasUsage, a.Model = "m", true, "x"
			a.Usage.Input = max(a.Usage.Input, 5)
			a.Usage.Output = max(a.Usage.Output, 2)
			b.bill(&transcript.Record{Kind: transcript.Answer, UUID: fmt.Sprint(i), Answer: a}, -1)
		}
		got := b.counted[0].began(b.usage[0].Tokens.Output)
		if len(b.usage) != 1 || got != c.began {
			t.Errorf("%s: %v, %d messages", name, got, len(b.usage))
		}
	}
}
