package digest

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/lang"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// full is a digest in which no field is empty.
func full() *Digest {
	at := transcripttest.At
	return &Digest{
		ID: "c", Agent: "claude", File: "/c.jsonl", Version: "2.1.0", Branch: "fix", CWDs: []string{"/src", "/src/app"}, Pulls: []string{"https://x.test/1"},
		Head:  conversation.Head{Cleared: true, ClearedAt: at(1), PlanKey: 7, Transcript: "/b.jsonl"},
		Tail:  conversation.Tail{PlanKey: 8, HandedOver: true, Interrupted: true},
		Start: at(1), End: at(99), Automated: true, Private: true,
		Turns: []Turn{
			{UUID: "u1", Key: 11, Start: at(2), End: at(3), Origin: transcript.PlanHand, Abandoned: true, Lines: 2, Calls: 3},
			{
				UUID: "u2", Key: 12, Start: at(4), End: at(9), Automated: true, Cleared: at(9), Claim: 21, Lines: 1, Calls: 5, Added: 6, Removed: 7, Mutating: 4,
				Code:   []CodeVote{{Language: "go", Edits: 1, Lines: 2, Reads: 3, Named: 4, Runs: 5}, {Language: "rust", Named: 1}},
				Prompt: []lang.Share{{Language: "en", Weight: 0.75}, {Language: "de", Weight: 0.25}},
				Edits:  []Edit{{Path: 1, Time: at(5), Created: true, Added: []uint64{1, 2}, Removed: []uint64{3}}, {Path: 0, Time: at(6)}},
				Reads:  []uint64{31, 32}, Pushed: true, Commits: []string{"abc1234", ""},
				Undos: []Undo{{Kind: "checkout", Paths: []string{"/src/a.go"}, Refs: []string{"HEAD"}, All: true, Count: 2, Lines: []uint64{4, 5}, Time: at(7)}},
			},
			{Key: 13},
		},
		Drafts: []DraftMark{{First: 1, Last: 2, OpenedBy: fact.Clear, ClosedBy: fact.TopicShift}, {First: 3, Last: 3, OpenedBy: fact.TopicShift, ClosedBy: fact.NoBoundary}},
		Models: []string{"big", "small"},
		Usage: []Usage{
			{Key: 41, Time: 5e9, Last: 6e9, Turn: 2, Model: 1, Nested: true, Tokens: fact.Tokens{Input: 1, Output: 2, CacheWrite5m: 3, CacheWrite1h: 4, CacheRead: 5}},
			{Key: 42, Turn: 0, Model: 0, Tokens: fact.Tokens{Output: 9}},
		},
		Paths: []string{"/src/a.go", "/src/b.go"},
		Lines: []uint64{51, 52, 53, 54}, Seconds: []uint32{0, 1, 2, 1<<32 - 1}, zero: 1,
	}
}

// Stored and read back, a digest says the same in every field.
func TestEveryFieldIsStored(t *testing.T) {
	d := full()
	v := reflect.ValueOf(*d)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() && name != "Person" && name != "Repo" {
			t.Errorf("%s is empty, so that nothing is said of it", name)
		}
	}
	data, err := d.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back Digest
	if err := back.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, &back, cmp.AllowUnexported(Digest{})); diff != "" {
		t.Error(diff)
	}
	// Whose it is and where it lies is said by who reads it.
	d.Person, d.Repo = "ann", fact.Repo{Key: "/src", Name: "src"}
	if again, _ := d.MarshalBinary(); string(again) != string(data) {
		t.Error("person or repository is stored")
	}
	if data[0] != Version {
		t.Errorf("the first byte is %d, not the version", data[0])
	}
	// Empty lists and times come back empty.
	empty := &Digest{ID: "e"}
	if data, err = empty.MarshalBinary(); err != nil {
		t.Fatal(err)
	}
	if err := back.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if len(back.Turns)+len(back.Usage)+len(back.Drafts)+len(back.Lines) != 0 || !back.Start.IsZero() || back.ID != "e" {
		t.Errorf("an empty digest comes back as %+v", back)
	}
}

// What contradicts itself is refused, checksum or not: later code indexes by it.
func TestContradictionsAreRefused(t *testing.T) {
	for name, breaks := range map[string]func(*Digest){
		"an edit of a path that is not there": func(d *Digest) { d.Turns[1].Edits[0].Path = 2 },
		"an edit of no path":                  func(d *Digest) { d.Turns[1].Edits[0].Path = -1 },
		"a model that is not there":           func(d *Digest) { d.Usage[0].Model = 2 },
		"a turn that is not there":            func(d *Digest) { d.Usage[0].Turn = 4 },
		"a turn before the first":             func(d *Digest) { d.Usage[0].Turn = -1 },
		"a draft that begins late":            func(d *Digest) { d.Drafts[0].First = 2 },
		"a draft that ends before it begins":  func(d *Digest) { d.Drafts[0].Last = 0 },
		"a gap between drafts":                func(d *Digest) { d.Drafts[1].First = 4 },
		"drafts that overlap":                 func(d *Digest) { d.Drafts[1].First = 2 },
		"a draft beyond the turns":            func(d *Digest) { d.Drafts[1].Last = 4 },
		"turns in no draft":                   func(d *Digest) { d.Drafts = d.Drafts[:1] },
		"more lines than turns have":          func(d *Digest) { d.Turns[0].Lines = 1 },
		"fewer lines before the first turn":   func(d *Digest) { d.zero = 0 },
		"a negative number of lines":          func(d *Digest) { d.Turns[0].Lines = -1; d.zero = 4 },
		"a negative number of calls":          func(d *Digest) { d.Turns[0].Calls = -1 },
		"a negative number of changes":        func(d *Digest) { d.Turns[1].Added = -1 },
		"a negative number of removed lines":  func(d *Digest) { d.Turns[1].Removed = -1 },
		"a negative number of mutating calls": func(d *Digest) { d.Turns[1].Mutating = -1 },
	} {
		d := full()
		breaks(d)
		data, err := d.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Digest
		if err := back.UnmarshalBinary(data); !errors.Is(err, ErrDigest) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The last that is allowed.
	d := full()
	d.Usage[0].Turn, d.Usage[0].Model, d.Turns[1].Edits[0].Path = 3, 1, 1
	data, _ := d.MarshalBinary()
	var back Digest
	if err := back.UnmarshalBinary(data); err != nil {
		t.Error(err)
	}
	if err := back.UnmarshalBinary(append(data[:len(data):len(data)], 0)); !errors.Is(err, ErrDigest) {
		t.Errorf("a byte too many: %v", err)
	}
	if err := back.read(append(data[1:len(data)-8:len(data)-8], 0)); !errors.Is(err, ErrDigest) {
		t.Errorf("a byte behind the end: %v", err)
	}
	for _, short := range [][]byte{nil, {Version}, {Version, 0, 0, 0, 0, 0, 0, 0}} {
		if err := back.UnmarshalBinary(short); !errors.Is(err, ErrDigest) {
			t.Errorf("%d bytes: %v", len(short), err)
		}
	}
}

func done(s conversation.Step) conversation.Step {
	s.Outcome = transcript.Done
	if s.Kind == transcript.CallShell {
		line := shell.ParseLine(s.Target)
		s.Class, s.Chain, s.Mutating = line.Class(), line.Chain(), line.Class().Mutates()
	}
	return s
}

func edited(file string, added, removed int) conversation.Step {
	return done(conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Mutating: true, Files: []string{file}, Edit: &conversation.Edit{
		File: file, Added: added, Removed: removed, Language: lang.OfFile(file), Plan: conversation.IsPlanFile(file), AddedHash: []uint64{1}, RemovedHash: []uint64{2},
	}})
}

func turnOf(steps ...conversation.Step) Turn {
	c := &conversation.Conversation{ID: "c", CWDs: []string{"/src/app"}, Turns: []conversation.Turn{{UUID: "u", Prompt: "x", Steps: steps}}}
	return New(c, nil).Turns[0]
}

// What counts in a turn: calls all, changes only where they were carried out.
func TestTurnNumbers(t *testing.T) {
	refused := edited("/src/app/a.go", 5, 0)
	refused.Outcome = transcript.Rejected
	failed := done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "rm x"})
	failed.Outcome = transcript.Errored
	commit := done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git commit -m x"})
	commit.Commits, commit.Commit = true, "abc1234"
	push := done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git push"})
	push.Pushes = true
	notPushed := push
	notPushed.Outcome = transcript.Rejected
	for _, c := range []struct {
		name  string
		steps []conversation.Step
		want  string // calls mutating added removed edits reads undos commits pushed
	}{
		{"nothing", nil, "0 0 0 0 0 0 0 0 false"},
		{"an edit", []conversation.Step{edited("/src/app/a.go", 3, 1)}, "1 1 3 1 1 0 0 0 false"},
		{"two edits add up", []conversation.Step{edited("/src/app/a.go", 3, 1), edited("/src/app/b.go", 2, 2)}, "2 2 5 3 2 0 0 0 false"},
		{"a refused edit", []conversation.Step{refused}, "1 0 0 0 0 0 0 0 false"},
		{"a failed command", []conversation.Step{failed}, "1 0 0 0 0 0 0 0 false"},
		{"a plan is no work on lines", []conversation.Step{edited("/home/x/.claude/plans/a-b-c.md", 9, 0)}, "1 1 0 0 0 0 0 0 false"},
		{"a read", []conversation.Step{done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"/src/app/a.go"}})}, "1 0 0 0 0 1 0 0 false"},
		{"the same file twice, written in two ways", []conversation.Step{done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"/src/app/a.go"}}), done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"a.go"}})}, "2 0 0 0 0 1 0 0 false"},
		{"a file in a worktree is the same", []conversation.Step{done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"/src/app/a.go", "/src/app/.worktrees/x/a.go"}})}, "1 0 0 0 0 1 0 0 false"},
		{"a folder searched is no file", []conversation.Step{done(conversation.Step{Kind: transcript.CallSearch, Tool: "Grep", Files: []string{"/src/app/pkg", "/src/app/.git", "/src/app/x."}})}, "1 0 0 0 0 0 0 0 false"},
		{"a file of no language, by its ending", []conversation.Step{done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"/src/app/a.xyz"}})}, "1 0 0 0 0 1 0 0 false"},
		{"a plan read", []conversation.Step{done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"/home/x/.claude/plans/a-b-c.md"}})}, "1 0 0 0 0 0 0 0 false"},
		{"a checkout of files", []conversation.Step{done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git checkout -- a.go && git restore b.go"})}, "1 1 0 0 0 0 2 0 false"},
		{"files and lines deleted", []conversation.Step{done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Class: shell.ClassWrite, Target: "rm a.go && sed -i '/^return nothing$/d' b.go"})}, "1 1 0 0 0 0 2 0 false"},
		{"a line without weight deleted", []conversation.Step{done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Class: shell.ClassWrite, Target: "sed -i '/^}$/d' b.go"})}, "1 1 0 0 0 0 0 0 false"},
		{"a commit between what took work back", []conversation.Step{commit, done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git checkout -- a.go"})}, "2 2 0 0 0 0 2 1 false"},
		{"a commit", []conversation.Step{commit}, "1 1 0 0 0 0 0 1 false"},
		{"a push", []conversation.Step{push}, "1 1 0 0 0 0 0 0 true"},
		{"a refused push", []conversation.Step{notPushed}, "1 0 0 0 0 0 0 0 false"},
		{"a push and more", []conversation.Step{push, commit}, "2 2 0 0 0 0 0 1 true"},
	} {
		x := turnOf(c.steps...)
		var got strings.Builder
		for _, n := range []int{x.Calls, x.Mutating, x.Added, x.Removed, len(x.Edits), len(x.Reads), len(x.Undos), len(x.Commits)} {
			got.WriteString(string(rune('0'+n)) + " ")
		}
		if s := got.String() + map[bool]string{true: "true", false: "false"}[x.Pushed]; s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
	x := turnOf(done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git checkout -- a.go", Time: transcripttest.At(5)}))
	if u := x.Undos[0]; !u.Time.Equal(transcripttest.At(5)) || u.Paths[0] != "/src/app/a.go" {
		t.Errorf("undo %+v", u)
	}
	x = turnOf(done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Dir: "/src/app/lib", Class: shell.ClassWrite, Target: "rm a.go"}))
	if u := x.Undos[0]; u.Paths[0] != "/src/app/lib/a.go" {
		t.Errorf("in the folder that the call began in: %+v", u)
	}
	reverts := done(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git revert HEAD", Commits: true, Commit: "def5678"})
	x = turnOf(commit, reverts)
	if u := x.Undos; len(u) != 3 || u[0].Kind != KindCommit || u[0].Refs[0] != "abc1234" || u[1].Kind != "revert" || u[2].Kind != KindCommit || u[2].Refs[0] != "def5678" {
		t.Errorf("commits in their place: %+v", u)
	}
	x = turnOf(commit)
	if x.Commits[0] != "abc1234" {
		t.Errorf("commits %q", x.Commits)
	}
}

// The languages that a turn votes for.
func TestTurnVotes(t *testing.T) {
	for _, c := range []struct {
		name string
		turn conversation.Turn
		want []CodeVote
	}{
		{"an edit", conversation.Turn{Steps: []conversation.Step{edited("a.go", 3, 1)}}, []CodeVote{{Language: "go", Edits: 1, Lines: 4}}},
		{"an edit whose lines no result told", conversation.Turn{Steps: []conversation.Step{done(conversation.Step{Kind: transcript.CallEdit, Tool: "NotebookEdit", Mutating: true, Files: []string{"a.py"}})}}, []CodeVote{{Language: "python", Edits: 1}}},
		{"such an edit of a plan", conversation.Turn{Steps: []conversation.Step{done(conversation.Step{Kind: transcript.CallEdit, Tool: "Write", Mutating: true, Files: []string{"/x/.claude/plans/a-b-c.md"}})}}, nil},
		{"a read", conversation.Turn{Steps: []conversation.Step{done(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{"a.go", "b.go"}})}}, []CodeVote{{Language: "go", Reads: 2}}},
		{"a refused read", conversation.Turn{Steps: []conversation.Step{{Kind: transcript.CallRead, Tool: "Read", Files: []string{"a.go"}}}}, nil},
		{"a refused command was still talked of", conversation.Turn{Steps: []conversation.Step{{Kind: transcript.CallShell, Tool: "Bash", Target: "go test x.go"}}}, []CodeVote{{Language: "go", Runs: 1, Named: 1}}},
		{"a long turn's reads", conversation.Turn{Omitted: conversation.Omitted{Calls: 2, Files: []string{"a.rs"}}}, []CodeVote{{Language: "rust", Reads: 1}}},
		{"a file in the prompt", conversation.Turn{Prompt: "see a.go, and b.go."}, []CodeVote{{Language: "go", Named: 2}}},
		{"only the last answer counts", conversation.Turn{Says: []conversation.Say{{Text: "a.go"}, {Text: "b.rs"}}}, []CodeVote{{Language: "rust", Named: 1}}},
		{"an address is no file", conversation.Turn{Prompt: "http://x.test//a.go"}, nil},
		{"an ending alone is none", conversation.Turn{Prompt: "all .go and x. go"}, nil},
		{"a fence counts as two names, once", conversation.Turn{Prompt: "```go\nx\n```\n```go\ny\n```"}, []CodeVote{{Language: "go", Named: 2}}},
		{"two fences", conversation.Turn{Prompt: "```go\nx\n```\n```rust\ny\n```"}, []CodeVote{{Language: "go", Named: 2}, {Language: "rust", Named: 2}}},
	} {
		conv := &conversation.Conversation{ID: "c", CWDs: []string{"/src/app"}, Turns: []conversation.Turn{c.turn}}
		x := New(conv, nil).Turns[0]
		if d := cmp.Diff(c.want, x.Code); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	x := New(&conversation.Conversation{Turns: []conversation.Turn{{Omitted: conversation.Omitted{Calls: 4, Mutating: 3}}}}, nil).Turns[0]
	if x.Calls != 4 || x.Mutating != 3 {
		t.Errorf("left-out calls are not counted: %d, %d", x.Calls, x.Mutating)
	}
}

// A turn has a key by its line; without one by its time and words; without both none.
func TestTurnKeys(t *testing.T) {
	key := func(uuid, prompt string, at time.Time) uint64 {
		return New(&conversation.Conversation{Turns: []conversation.Turn{{UUID: uuid, Prompt: prompt, Start: at}}}, nil).Turns[0].Key
	}
	at := transcripttest.At
	if key("u", "x", at(1)) != hash.Of("u") {
		t.Error("a line's key is not the hash of its uuid: copies in other files are not found")
	}
	if a := key("", "x y", at(1)); a == 0 || a != key("", " x  y ", at(1)) || a == key("", "x z", at(1)) || a == key("", "x y", at(2)) {
		t.Error("without uuid a key is of time and words, white space apart")
	}
	if key("", "x", time.Time{}) != 0 {
		t.Error("without uuid and time there is no key")
	}
	c := &conversation.Conversation{ID: "c", Turns: []conversation.Turn{
		{UUID: "a", End: at(5), ClearedAfter: true, ClearedAt: at(6)}, {UUID: "b", End: at(7), ClearedAfter: true}, {UUID: "c", End: at(9), ClearedAt: at(9)},
	}}
	d := New(c, nil)
	if !d.Turns[0].Cleared.Equal(at(6)) || !d.Turns[1].Cleared.Equal(at(7)) || !d.Turns[2].Cleared.IsZero() {
		t.Errorf("cleared at %v, %v, %v", d.Turns[0].Cleared, d.Turns[1].Cleared, d.Turns[2].Cleared)
	}
}

// A plan handed on and a machine's prompt are nobody's language.
func TestWhosePromptsCount(t *testing.T) {
	for origin, want := range map[transcript.Origin]bool{transcript.Typed: true, transcript.Queued: true, transcript.PlanHand: false, transcript.Machine: false} {
		c := &conversation.Conversation{Turns: []conversation.Turn{{Origin: origin, Prompt: "please look at the parser and tell me what is wrong with it"}}}
		if got := len(New(c, nil).Turns[0].Prompt) > 0; got != want {
			t.Errorf("origin %v counts: %v, want %v", origin, got, want)
		}
	}
}

// Lines are grouped by turn, with their seconds after the start; a turn knows the
// first other conversation that its lines name.
func TestLinesByTurn(t *testing.T) {
	at := transcripttest.At
	c := &conversation.Conversation{ID: "c", Start: at(10), Turns: []conversation.Turn{{UUID: "a"}, {UUID: "b"}}, Lines: []conversation.LineMark{
		{Hash: 1, Turn: 0, Time: at(10)}, {Hash: 2, Turn: 2, Time: at(15), Claim: hash.Of("x")}, {Hash: 3, Turn: 1, Time: at(12), Claim: hash.Of("c")},
		{Hash: 4, Turn: 2, Time: at(9), Claim: hash.Of("y")}, {Hash: 5, Turn: 1}, {Hash: 6, Turn: 9, Time: at(20)},
	}}
	d := New(c, nil)
	if diff := cmp.Diff([]uint64{1, 3, 5, 2, 4, 6}, d.Lines); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]uint32{0, 2, 0, 5, 0, 10}, d.Seconds); diff != "" {
		t.Error(diff)
	}
	if d.zero != 1 || d.Turns[0].Lines != 2 || d.Turns[1].Lines != 3 {
		t.Errorf("%d, %d, %d lines", d.zero, d.Turns[0].Lines, d.Turns[1].Lines)
	}
	if d.Turns[0].Claim != 0 || d.Turns[1].Claim != hash.Of("x") {
		t.Error("a turn's own conversation is no other, and the first named counts")
	}
	c.Usage = []conversation.Usage{{Key: 1, Model: "m", Turn: 1, Time: at(1), Last: at(2), Nested: true, Tokens: fact.Tokens{Input: 5}}, {Key: 2, Model: "n"}, {Key: 3, Model: "m"}}
	d = New(c, []conversation.Draft{{First: 1, Turns: c.Turns[:1], OpenedBy: fact.Clear, ClosedBy: fact.Commit}, {First: 2, Turns: c.Turns[1:]}})
	if strings.Join(d.Models, " ") != "m n" || d.Usage[0].Model != 0 || d.Usage[1].Model != 1 || d.Usage[2].Model != 0 {
		t.Errorf("models %q of %+v", d.Models, d.Usage)
	}
	if u := d.Usage[0]; u.Key != 1 || u.Turn != 1 || u.Time != at(1).UnixNano() || u.Last != at(2).UnixNano() || !u.Nested || u.Tokens.Input != 5 {
		t.Errorf("usage %+v", u)
	}
	if len(d.Drafts) != 2 || d.Drafts[0] != (DraftMark{1, 1, fact.Clear, fact.Commit}) || d.Drafts[1].First != 2 || d.Drafts[1].Last != 2 {
		t.Errorf("drafts %+v", d.Drafts)
	}
}

// Turns on abandoned branches are left out of floor and languages; a draft says
// the same before it is linked as after.
func TestTally(t *testing.T) {
	var sum Tally
	sum.Add(&Turn{Added: 3, Removed: 1, Mutating: 2, Code: []CodeVote{{Language: "go", Edits: 1, Lines: 4}}})
	sum.Add(&Turn{Added: 90, Mutating: 9, Abandoned: true, Code: []CodeVote{{Language: "rust", Edits: 9, Lines: 90}}})
	sum.Add(&Turn{Added: 1, Code: []CodeVote{{Language: "go", Edits: 1, Lines: 1, Reads: 2, Named: 3, Runs: 4}, {Language: "c", Named: 1}}})
	if got, want := sum.Floor(), fact.NewFloor(2, 4, 1, 2); got != want {
		t.Errorf("floor %+v, want %+v", got, want)
	}
	if d := cmp.Diff([]CodeVote{{Language: "go", Edits: 2, Lines: 5, Reads: 2, Named: 3, Runs: 4}, {Language: "c", Named: 1}}, sum.code); d != "" {
		t.Error(d)
	}
	if got := sum.Languages().Code; got != "go" {
		t.Errorf("language %s", got)
	}
	floor, languages := Measure(&conversation.Draft{Turns: []conversation.Turn{{Steps: []conversation.Step{edited("a.go", 3, 1)}}, {Abandoned: true, Steps: []conversation.Step{edited("a.rs", 99, 0)}}}})
	if floor != fact.NewFloor(1, 3, 1, 1) || languages.Code != "go" {
		t.Errorf("%+v, %+v", floor, languages)
	}
}

// The weights of a session's language: an edit counts most, a document beside
// code half, mere commands least.
func TestWeightsOfLanguages(t *testing.T) {
	for _, c := range []struct {
		name  string
		votes []CodeVote
		want  string
	}{
		{"one file named tells nothing", []CodeVote{{Language: "go", Named: 1}}, "none"},
		{"two tell", []CodeVote{{Language: "go", Named: 2}}, "go"},
		{"a file read tells", []CodeVote{{Language: "go", Reads: 1}}, "go"},
		{"two commands of a tool chain tell", []CodeVote{{Language: "go", Runs: 2}}, "go"},
		{"one does not", []CodeVote{{Language: "go", Runs: 1}}, "none"},
		{"six commands of a shell tell", []CodeVote{{Language: "shell", Runs: 6}}, "shell"},
		{"five do not", []CodeVote{{Language: "shell", Runs: 5}}, "none"},
		{"twelve that look tell", []CodeVote{{Language: looking, Runs: 12}}, "shell"},
		{"eleven do not", []CodeVote{{Language: looking, Runs: 11}}, "none"},
		{"looking and working together", []CodeVote{{Language: looking, Runs: 6}, {Language: "shell", Runs: 3}}, "shell"},
		{"an edit outweighs nine reads", []CodeVote{{Language: "go", Edits: 1}, {Language: "rust", Reads: 9}}, "go"},
		{"a read outweighs a name", []CodeVote{{Language: "go", Reads: 1}, {Language: "rust", Named: 1}}, "go"},
		{"lines count up to two hundred an edit", []CodeVote{{Language: "go", Edits: 1, Lines: 200}, {Language: "rust", Edits: 1, Lines: 9000}}, "go"},
		{"more lines win", []CodeVote{{Language: "go", Edits: 1, Lines: 50}, {Language: "rust", Edits: 1, Lines: 49}}, "go"},
		{"markdown counts half", []CodeVote{{Language: "go", Reads: 3}, {Language: "markdown", Reads: 5}}, "go"},
		{"markdown counts half, and more of it wins", []CodeVote{{Language: "go", Reads: 3}, {Language: "markdown", Reads: 7}}, "markdown"},
		{"data counts less", []CodeVote{{Language: "go", Reads: 2}, {Language: "json", Reads: 4}}, "go"},
	} {
		if got, _ := mostWorked(c.votes); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
