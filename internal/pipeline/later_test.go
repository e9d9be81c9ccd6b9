package pipeline_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/pipeline"
	"prism/internal/redact"
)

// distant is a judge that asks elsewhere: it answers only while it is reachable.
type distant struct {
	near  judge.Judge
	asked *atomic.Int64
	away  bool
}

func (d distant) Name() string    { return "distant" }
func (d distant) Version() string { return "1" }

func (d distant) Judge(ctx context.Context, s *conversation.Draft) (judge.Opinion, error) {
	d.asked.Add(1)
	if d.away {
		return judge.Opinion{}, &judge.Failure{Status: fact.JudgePending, Reason: "nobody answers"}
	}
	return d.near.Judge(ctx, s)
}

// later makes options with a distant judge, and the count of its questions.
func later(t *testing.T, away bool, paths ...string) (pipeline.Options, *atomic.Int64) {
	t.Helper()
	o := options(t, paths...)
	asked := new(atomic.Int64)
	o.Judging.Judge, o.Judging.SideBySide = distant{o.Judging.Judge, asked, away}, 4
	return o, asked
}

// A judge that asks elsewhere is asked once for each session, and never again for
// one whose verdict is stored.
func TestJudgedLater(t *testing.T) {
	dir := samples(t)
	want := run(t, options(t, dir))
	db := open(t)

	away, asked := later(t, true, dir)
	away.Store = db
	r := run(t, away)
	for i := range r.Sessions {
		if v := &r.Sessions[i].Verdict; v.Status != fact.JudgePending || v.GoalComplete {
			t.Fatalf("session %s is %s without an answer", r.Sessions[i].ID, v.Status)
		}
	}
	if int(asked.Load()) != len(r.Sessions) {
		t.Errorf("%d sessions, %d questions", len(r.Sessions), asked.Load())
	}

	near, asked := later(t, false, dir)
	near.Store = db
	got := run(t, near)
	for i := range got.Sessions {
		w, g := &want.Sessions[i], &got.Sessions[i]
		if g.Verdict.GoalComplete != w.Verdict.GoalComplete || g.Verdict.Judge != "distant" {
			t.Errorf("session %s: %+v", g.ID, g.Verdict)
		}
	}
	first := int(asked.Load())
	again := run(t, near)
	sameAnswer(t, "again", got, again)
	if int(asked.Load()) != first || first != len(got.Sessions) {
		t.Errorf("%d questions at first, %d in all, for %d sessions", first, asked.Load(), len(got.Sessions))
	}
}

// The fallback stands in, marked, and is never taken for the judge itself.
func TestFallback(t *testing.T) {
	dir := samples(t)
	db := open(t)
	o, _ := later(t, true, dir)
	o.Store, o.Judging.StandIn = db, options(t, dir).Judging.Judge
	for _, s := range run(t, o).Sessions {
		if v := s.Verdict; !v.Fallback || v.Judge != "offline" || v.Status == fact.JudgePending {
			t.Errorf("session %s: %s by %s, fallback %t", s.ID, v.Status, v.Judge, v.Fallback)
		}
	}
	o.Judging.StandIn = nil
	for _, s := range run(t, o).Sessions {
		if s.Verdict.Status != fact.JudgePending {
			t.Errorf("session %s: the fallback's verdict was kept", s.ID)
		}
	}
}

// What is opted out is not judged, shows no prose, and is back when the file goes.
func TestOptOut(t *testing.T) {
	dir := samples(t)
	want := run(t, options(t, dir))
	name := want.Sessions[0].Repo.Name
	none := func(when string, r *fact.Reading) {
		t.Helper()
		n := 0
		for _, s := range r.Sessions {
			if out := s.Verdict.Status == fact.JudgeOptedOut; out != (s.Repo.Name == name) {
				t.Errorf("%s: session %s of %s is %s", when, s.ID, s.Repo.Name, s.Verdict.Status)
			} else if out {
				n++
				if s.Verdict.Title.String()+s.Verdict.Summary.String() != "" || len(s.Verdict.Evidence) > 0 {
					t.Errorf("%s: session %s shows prose", when, s.ID)
				}
			}
		}
		if n == 0 {
			t.Errorf("%s: nothing was left out", when)
		}
	}
	out, err := redact.NewOptOut(nil, nil, []string{name})
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, dir)
	o.OptOut = out
	none("by settings", run(t, o))

	// The same by a file in the repository, which has to be there for it.
	repo := t.TempDir()
	files := transcripts(t, dir)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), `"cwd":"`+want.Sessions[0].Repo.Key+`"`, `"cwd":"`+filepath.ToSlash(repo)+`"`)
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	name = filepath.Base(repo)
	db := open(t)
	o = options(t, dir)
	o.Store = db
	before := run(t, o)
	ignore := filepath.Join(repo, redact.IgnoreFile)
	if err := os.WriteFile(ignore, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	none("by a file that came after a first run", run(t, o))
	none("again", run(t, o))
	if err := os.Remove(ignore); err != nil {
		t.Fatal(err)
	}
	sameAnswer(t, "the file is gone", before, run(t, o))
}

// A folder whose name does not pass the gate is opted out by the name it has, on the
// first run and on later ones, whenever the pattern came; the name itself is not kept.
func TestOptOutByANameThatIsHidden(t *testing.T) {
	dir := samples(t)
	key := run(t, options(t, dir)).Sessions[0].Repo.Key
	const name = "handover-ann.example@mail.test"
	hidden := "/srv/clients/" + name
	for _, f := range transcripts(t, dir) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), `"cwd":"`+key+`"`, `"cwd":"`+hidden+`"`)
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := redact.NewOptOut(nil, nil, []string{"handover-ann.*"})
	if err != nil {
		t.Fatal(err)
	}
	count := func(r *fact.Reading) (n int) {
		for _, s := range r.Sessions {
			if strings.Contains(s.Repo.Key+s.Folder, "mail.test") {
				t.Error("the name was kept")
			}
			if s.Verdict.Status == fact.JudgeOptedOut {
				n++
			}
		}
		return n
	}
	db := open(t)
	for i, step := range []struct {
		private bool
		why     string
	}{{true, "at first"}, {true, "again"}, {false, "without the pattern"}, {true, "with it again"}} {
		o := options(t, dir)
		o.Store = db
		if step.private {
			o.OptOut = out
		}
		if n := count(run(t, o)); (n > 0) != step.private {
			t.Errorf("%d %s: %d sessions are opted out", i, step.why, n)
		}
	}
}
