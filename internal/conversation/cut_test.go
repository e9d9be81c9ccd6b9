package conversation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
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
	commit := func(s *transcripttest.Script, id, stage string) {
		if stage != "" {
			s.Call(id+"s", "Bash", stage).Done(id+"s", "")
		}
		s.Call(id, "Bash", "git commit -m x").Result(transcript.Result{CallID: id, Outcome: transcript.Done, Commits: true, Commit: "abc1234"})
	}
	tests := []struct {
		name    string
		make    func(s *transcripttest.Script)
		commits bool
		want    string
	}{
		{"one goal", func(s *transcripttest.Script) { s.Prompt("a").Prompt("b") }, false, "none[1-2]none"},
		{"a shift", func(s *transcripttest.Script) { s.Prompt("a").Prompt("b").Prompt("new: c") }, false, "none[1-2]topic_shift topic_shift[3-3]none"},
		{"clear in mid-file", func(s *transcripttest.Script) { s.Prompt("a").Kind(transcript.Cleared).Prompt("b") }, false, "none[1-1]clear clear[2-2]none"},
		{"clear wins over a shift", func(s *transcripttest.Script) { s.Prompt("a").Kind(transcript.Cleared).Prompt("new: b") }, false, "none[1-1]clear clear[2-2]none"},
		{"clear at the end", func(s *transcripttest.Script) { s.Prompt("a").Kind(transcript.Cleared) }, false, "none[1-1]clear"},
		{"clear at the head", func(s *transcripttest.Script) { s.Kind(transcript.Cleared).Prompt("a") }, false, "clear[1-1]none"},
		{"a dead turn goes with the living one before it", func(s *transcripttest.Script) {
			s.Prompt("a").Say("x")
			fork := s.Leaf
			s.Prompt("dead").Say("y")
			s.Leaf = fork
			s.Prompt("new: b")
		}, false, "none[1-2]topic_shift topic_shift[3-3]none"},
		{"a dead turn that was sent again goes with its repetition", func(s *transcripttest.Script) {
			s.Prompt("a").Say("x")
			fork := s.Leaf
			s.Prompt("new: the other thing entirely")
			s.Leaf = fork
			s.Prompt("new: the other thing entirely, please")
		}, false, "none[1-1]topic_shift topic_shift[2-3]none"},
		{"commits close behind the switch", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "")
			s.Say("done").Prompt("b")
		}, true, "none[1-1]commit commit[2-2]none"},
		{"and only there", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "")
			s.Prompt("b")
		}, false, "none[1-2]none"},
		{"a commit of other files does not close", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add other.go third.go")
			s.Prompt("b")
		}, true, "none[1-2]none"},
		{"a commit that names the file does", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add a.go")
			s.Prompt("b")
		}, true, "none[1-1]commit commit[2-2]none"},
		{"a commit before any change does not", func(s *transcripttest.Script) {
			s.Prompt("commit this")
			commit(s, "2", "")
			s.Prompt("b")
		}, true, "none[1-2]none"},
		{"a commit in the last turn closes the record", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add -A")
		}, true, "none[1-1]commit"},
		{"a commit closed it before the clear", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add -A")
			s.Kind(transcript.Cleared).Prompt("b")
		}, true, "none[1-1]commit commit[2-2]none"},
		{"so at the end", func(s *transcripttest.Script) {
			s.Prompt("a").Edit("1", "/src/app/a.go", []string{"func alpha() {}"}, nil)
			commit(s, "2", "git add -A")
			s.Kind(transcript.Cleared)
		}, true, "none[1-1]commit"},
		{"no turns", func(s *transcripttest.Script) { s.Say("hello") }, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &transcripttest.Script{Session: "c"}
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
	s := &transcripttest.Script{Session: "c"}
	s.Prompt("a").Prompt("new: b").Kind(transcript.Interrupted)
	drafts, err := Cut(t.Context(), build("c", s), byWord{}, Options{})
	if err != nil || len(drafts) != 2 {
		t.Fatal(len(drafts), err)
	}
	if drafts[0].Next == nil || drafts[0].Next.Prompt != "new: b" || drafts[0].AtEnd || drafts[0].Tail != (Tail{}) {
		t.Errorf("first draft: next %v, at end %v, tail %+v", drafts[0].Next, drafts[0].AtEnd, drafts[0].Tail)
	}
	if drafts[1].Next != nil || !drafts[1].AtEnd || !drafts[1].Tail.Interrupted {
		t.Errorf("last draft: next %v, at end %v, tail %+v", drafts[1].Next, drafts[1].AtEnd, drafts[1].Tail)
	}
}

func TestCutReportsTheTracker(t *testing.T) {
	s := &transcripttest.Script{Session: "c"}
	s.Prompt("a").Prompt("b")
	broken := errors.New("no answer")
	if _, err := Cut(t.Context(), build("c", s), byWord{broken}, Options{}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestDraftsCoverAllTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := build("c", transcripttest.Drawn(t, "x"))
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
	})
}
