package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// byWord is a tracker that shifts wherever a prompt says "new:".
type byWord struct{ err error }

func (w byWord) Shifts(_ context.Context, turns []Turn) ([]Shift, error) {
	var out []Shift
	for i := range turns {
		if i > 0 && strings.HasPrefix(turns[i].Prompt, "new:") {
			out = append(out, Shift{Turn: i, Probability: 1})
		}
	}
	return out, w.err
}

// outline draws drafts: numbers of turns and boundaries.
func outline(drafts []Draft) string {
	var s []string
	for i := range drafts {
		d := &drafts[i]
		s = append(s, fmt.Sprintf("%s[%d-%d]%s", d.OpenedBy, d.First, d.First+len(d.Turns)-1, d.ClosedBy))
	}
	return strings.Join(s, " ")
}

func TestCut(t *testing.T) {
	commit := func(s *script, id, stage string) {
		if stage != "" {
			s.call(id+"s", "Bash", stage).done(id+"s", "")
		}
		s.call(id, "Bash", "git commit -m x").result(transcript.Result{CallID: id, Outcome: transcript.Done, Commits: true, Commit: "abc1234"})
	}
	tests := []struct {
		name    string
		make    func(s *script)
		commits bool
		want    string
	}{
		{"one goal", func(s *script) { s.prompt("a").prompt("b") }, false, "none[1-2]none"},
		{"a shift", func(s *script) { s.prompt("a").prompt("b").prompt("new: c") }, false, "none[1-2]topic_shift topic_shift[3-3]none"},
		{"clear in mid-file", func(s *script) { s.prompt("a").kind(transcript.Cleared).prompt("b") }, false, "none[1-1]clear clear[2-2]none"},
		{"clear wins over a shift", func(s *script) { s.prompt("a").kind(transcript.Cleared).prompt("new: b") }, false, "none[1-1]clear clear[2-2]none"},
		{"clear at the end", func(s *script) { s.prompt("a").kind(transcript.Cleared) }, false, "none[1-1]clear"},
		{"clear at the head", func(s *script) { s.kind(transcript.Cleared).prompt("a") }, false, "clear[1-1]none"},
		{"a dead turn goes with the living one before it", func(s *script) {
			s.prompt("a").say("x")
			fork := s.leaf
			s.prompt("dead").say("y")
			s.leaf = fork
			s.prompt("new: b")
		}, false, "none[1-2]topic_shift topic_shift[3-3]none"},
		{"a dead turn that was sent again goes with its repetition", func(s *script) {
			s.prompt("a").say("x")
			fork := s.leaf
			s.prompt("new: the other thing entirely")
			s.leaf = fork
			s.prompt("new: the other thing entirely, please")
		}, false, "none[1-1]topic_shift topic_shift[2-3]none"},
		{"commits close behind the switch", func(s *script) {
			s.prompt("a").edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "")
			s.say("done").prompt("b")
		}, true, "none[1-1]commit commit[2-2]none"},
		{"and only there", func(s *script) {
			s.prompt("a").edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "")
			s.prompt("b")
		}, false, "none[1-2]none"},
		{"a commit of other files does not close", func(s *script) {
			s.prompt("a").edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add other.go third.go")
			s.prompt("b")
		}, true, "none[1-2]none"},
		{"a commit that names the file does", func(s *script) {
			s.prompt("a").edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add a.go")
			s.prompt("b")
		}, true, "none[1-1]commit commit[2-2]none"},
		{"a commit before any change does not", func(s *script) {
			s.prompt("commit this")
			commit(s, "2", "")
			s.prompt("b")
		}, true, "none[1-2]none"},
		{"a commit in the last turn closes the record", func(s *script) {
			s.prompt("a").edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add -A")
		}, true, "none[1-1]commit"},
		{"no turns", func(s *script) { s.say("hello") }, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &script{session: "c"}
			tt.make(s)
			drafts, err := Cut(t.Context(), build("c", s), byWord{}, Options{CommitBoundary: tt.commits})
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(drafts); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestCutTellsWhatFollows(t *testing.T) {
	s := &script{session: "c"}
	s.prompt("a").prompt("new: b").kind(transcript.Interrupted)
	drafts, err := Cut(t.Context(), build("c", s), byWord{}, Options{})
	if err != nil || len(drafts) != 2 {
		t.Fatal(len(drafts), err)
	}
	if drafts[0].Next != "new: b" || drafts[0].AtEnd || drafts[0].Tail != (Tail{}) {
		t.Errorf("first draft: next %q, at end %v, tail %+v", drafts[0].Next, drafts[0].AtEnd, drafts[0].Tail)
	}
	if drafts[1].Next != "" || !drafts[1].AtEnd || !drafts[1].Tail.Interrupted {
		t.Errorf("last draft: next %q, at end %v, tail %+v", drafts[1].Next, drafts[1].AtEnd, drafts[1].Tail)
	}
}

func TestCutReportsTheTracker(t *testing.T) {
	s := &script{session: "c"}
	s.prompt("a").prompt("b")
	broken := errors.New("no answer")
	if _, err := Cut(t.Context(), build("c", s), byWord{broken}, Options{}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// conversations draws scripts with prompts, rewinds, queues, clears, edits, bills.
func conversations(t *rapid.T, label string) *script {
	s := &script{session: "c", prefix: label}
	var forks []string
	for i := range rapid.IntRange(0, 25).Draw(t, label+"n") {
		id := fmt.Sprintf("%s%d", label, i)
		switch rapid.IntRange(0, 9).Draw(t, label+"kind") {
		case 0, 1:
			forks = append(forks, s.leaf)
			s.prompt(rapid.SampledFrom([]string{"go on", "new: thing", "fix it", "again"}).Draw(t, "prompt"))
		case 2:
			if len(forks) > 0 {
				s.leaf = rapid.SampledFrom(forks).Draw(t, "fork")
			}
		case 3:
			s.kind(transcript.Cleared)
		case 4:
			file := rapid.SampledFrom([]string{"a.go", "b.go", "c.go"}).Draw(t, "file")
			s.edit(id, file, []string{"line of " + id}, []string{"older line of " + id})
		case 5:
			s.call(id, "Bash", "git commit -am x").result(transcript.Result{CallID: id, Outcome: transcript.Done, Commits: true})
		case 6:
			s.bill("m"+rapid.SampledFrom([]string{"1", "2", "3", id}).Draw(t, "message"), "model", fact.Tokens{Output: rapid.Int64Range(1, 9).Draw(t, "out")})
		case 7:
			s.add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte(rapid.SampledFrom([]string{"go on", "queued " + id}).Draw(t, "queued"))})
		case 8:
			s.say("said " + id)
		case 9:
			s.wait(rapid.IntRange(0, 900).Draw(t, "wait")).kind(transcript.Interrupted)
		}
	}
	return s
}

func TestDraftsCoverAllTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := build("c", conversations(t, "x"))
		drafts, err := Cut(t.Context(), c, byWord{}, Options{CommitBoundary: rapid.Bool().Draw(t, "commits")})
		if err != nil {
			t.Fatal(err)
		}
		next := 1
		for i := range drafts {
			d := &drafts[i]
			if d.First != next || len(d.Turns) == 0 {
				t.Fatalf("draft %d starts at %d, want %d: %s", i, d.First, next, outline(drafts))
			}
			next += len(d.Turns)
			alive := false
			for j := range d.Turns {
				alive = alive || !d.Turns[j].Abandoned
			}
			if !alive {
				t.Fatalf("draft %d holds only dead turns: %s", i, outline(drafts))
			}
			if i > 0 && drafts[i-1].ClosedBy != d.OpenedBy {
				t.Fatalf("draft %d opened by %s", i, d.OpenedBy)
			}
		}
		if next != len(c.Turns)+1 {
			t.Fatalf("drafts cover %d of %d turns", next-1, len(c.Turns))
		}
		// The digest survives being stored, and its numbers agree.
		d := NewDigest(c, drafts)
		data, err := d.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Digest
		if err := back.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, &back, cmp.AllowUnexported(Digest{}, TurnDigest{}), equateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
