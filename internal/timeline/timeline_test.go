package timeline

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/redact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

func TestLinesAreRedacted(t *testing.T) {
	key := "AKIA" + "QYLPMN5HHHFPZAM2"
	lines, err := Lines("s", gateOf(), []conversation.Turn{{Prompt: "use aws_access_key_id=" + key, Says: []conversation.Say{{Text: "I used " + key}}}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(lines[0].Prompt+lines[0].Answer, key) {
		t.Errorf("the key is shown: %+v", lines[0])
	}
}

func TestPlansThatWereHandedOn(t *testing.T) {
	lines, err := Lines("s", gateOf(), []conversation.Turn{{Prompt: "plan it"}, {Prompt: "Implement the following plan: …", Origin: transcript.PlanHand}})
	if err != nil || lines[0].Handed || !lines[1].Handed {
		t.Errorf("%+v %v", lines, err)
	}
}

// The client ends an interrupted turn with words of its own, which answer nothing.
func TestTheAnswerIsTheAgents(t *testing.T) {
	say := func(list ...string) conversation.Turn {
		t := conversation.Turn{Prompt: "fix it"}
		for _, text := range list {
			t.Says = append(t.Says, conversation.Say{Text: text})
		}
		return t
	}
	lines, err := Lines("s", gateOf(), []conversation.Turn{say("Builds and passes.", "No response requested."), say("No response requested."), say("Fixed.", "Done.")})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Builds and passes.", "", "Done."} {
		if got := lines[i].Answer; got != want {
			t.Errorf("turn %d: %q, want %q", i+1, got, want)
		}
	}
}

func TestStepWords(t *testing.T) {
	turn := conversation.Turn{
		Prompt: "fix it",
		Steps: []conversation.Step{
			{Kind: transcript.CallRead, Tool: "Read", Outcome: transcript.Done},
			{Kind: transcript.CallEdit, Tool: "Edit", Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: `C:\src\a.go`, Added: 3, Removed: 1}},
			{Kind: transcript.CallEdit, Tool: "Edit", Outcome: transcript.Rejected, Mutating: true, Said: "not that one", Edit: &conversation.Edit{File: "b.go", Added: 9}},
			{Kind: transcript.CallShell, Tool: "Bash", Outcome: transcript.Errored},
			{Kind: transcript.CallShell, Tool: "Bash", Outcome: transcript.Done, Commits: true, Commit: "41c09be", Pushes: true},
		},
		Marks: []conversation.Mark{{Kind: conversation.MarkFailure}, {Kind: conversation.MarkInterrupt}, {Kind: conversation.MarkFailure}},
	}
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := stepWords(&turn, nil, gate.Session("s"))
	want := []string{"looked at 1 thing", "edited a.go (+3 −1)", "ran 2 commands, 1 failed", "committed 41c09be", "pushed", "1 call refused", "said: “not that one”", "the agent's request failed 2 times", "interrupted"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// What the verdict takes for a commit the turn tells as one, though git printed no hash.
func TestQuietCommit(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for want, step := range map[string]conversation.Step{
		"committed": {Class: shell.ClassCommit, Outcome: transcript.Done},
		"pushed":    {Class: shell.ClassPush, Outcome: transcript.Done},
		"":          {Class: shell.ClassCommit, Outcome: transcript.Errored},
	} {
		step.Kind, step.Tool = transcript.CallShell, "Bash"
		turn := conversation.Turn{Steps: []conversation.Step{step}}
		got := stepWords(&turn, nil, gate.Session("s"))
		if told := len(got) > 1 && got[1] == want; told != (want != "") {
			t.Errorf("%q: got %q", want, got)
		}
	}
}

// TestCommitOfATry: a commit in a repository that was made for a try is none of the work.
func TestCommitOfATry(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]bool{
		`git add -A && git commit -m "Ring at noon"`:               true,
		`cd /tmp/try && git init && git commit --allow-empty -m x`: false,
	} {
		turn := conversation.Turn{CWD: "/home/robin/bells", Steps: []conversation.Step{{Kind: transcript.CallShell, Tool: "Bash", Target: command, Dir: "/home/robin/bells", Class: shell.ClassCommit, Outcome: transcript.Done, Commit: "41c09be"}}}
		if got := strings.Join(stepWords(&turn, nil, gate.Session("s")), " · "); strings.Contains(got, "committed") != want {
			t.Errorf("%q: %s", command, got)
		}
	}
}

// A command that runs again is no other command.
func TestCommandsRun(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for want, targets := range map[string][]string{
		"ran 2 commands":                     {"go test ./...", "go vet ./..."},
		"ran 1 command 3 times":              {"go test ./...", "go test ./...", "go test ./..."},
		"ran 2 commands, some again: 3 runs": {"go test ./...", "go vet ./...", "go test ./..."},
	} {
		var turn conversation.Turn
		for _, c := range targets {
			turn.Steps = append(turn.Steps, conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: c, Outcome: transcript.Done})
		}
		if got := stepWords(&turn, nil, gate.Session("s")); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: got %q", want, got)
		}
	}
}

func TestCommitted(t *testing.T) {
	for want, shas := range map[string][]string{
		"committed": {""}, "committed 2 times": {"", ""}, "committed 41c09be": {"41c09be"},
		"committed 41c09be, 77aa001": {"41c09be", "77aa001"}, "committed 41c09be, 1 more": {"41c09be", ""},
	} {
		if got := committed(shas); got != want {
			t.Errorf("%q: %q, want %q", shas, got, want)
		}
	}
}

// gateOf is a gate that hides some words besides.
func gateOf(words ...string) *redact.Redactor {
	gate, err := redact.New(redact.Options{Words: words})
	if err != nil {
		panic(err)
	}
	return gate
}

// Whom the person interrupted was stopped; a turn that a rewind left behind was not.
func TestWhatWasStopped(t *testing.T) {
	lines, err := Lines("s", gateOf(), []conversation.Turn{
		{Prompt: "one way", Abandoned: true},
		{Prompt: "the other", Marks: []conversation.Mark{{Kind: conversation.MarkInterrupt}}},
		{Prompt: "go on", Marks: []conversation.Mark{{Kind: conversation.MarkFailure}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true, false} {
		if lines[i].Stopped != want {
			t.Errorf("turn %d: stopped %v", i+1, lines[i].Stopped)
		}
	}
}
