package pipeline_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/store/memory"
	"prism/internal/store/sqlite"
)

// cutter is a tracker that cuts before every turn, or says that it cannot tell.
type cutter struct {
	status fact.JudgeStatus
	err    error
	asked  *atomic.Int64
	seen   func(prompt string)
}

func (c cutter) Version() string { return "cutter-1" }

func (c cutter) Decide(_ context.Context, turns []conversation.Turn) ([]conversation.Shift, fact.JudgeStatus, error) {
	c.asked.Add(1)
	var out []conversation.Shift
	for i := range turns {
		if c.seen != nil {
			c.seen(turns[i].Prompt)
		}
		if i > 0 && c.status == fact.JudgeOK {
			out = append(out, conversation.Shift{Turn: i, Probability: 1, Why: "always"})
		}
	}
	return out, c.status, c.err
}

// asking makes options with a tracker that asks elsewhere, and the count of what
// it was asked.
func asking(t *testing.T, status fact.JudgeStatus, db pipeline.Store, dir string) (pipeline.Options, *atomic.Int64) {
	t.Helper()
	o, _ := later(t, false, dir)
	o.Judging.Titles = options(t, dir).Judging.Judge
	n := new(atomic.Int64)
	o.Cutting.Asking, o.Store = cutter{status: status, asked: n}, db
	return o, n
}

func open(t *testing.T) *sqlite.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Where a conversation is cut without the answer that was asked for, it is not
// remembered as cut by whoever was asked, but as what it is; its sessions wait.
func TestAnUnsettledCutIsNotRemembered(t *testing.T) {
	dir, db := samples(t), open(t)
	plain := run(t, options(t, dir))

	o, n := asking(t, fact.JudgePending, db, dir)
	waits := run(t, o)
	pending := 0
	for _, s := range waits.Sessions {
		if s.Verdict.Title.IsZero() || s.Verdict.Status == fact.JudgePending && s.Verdict.TitleStage != fact.TitleHeuristic {
			t.Errorf("session %s: title %q by %s", s.ID, s.Verdict.Title, s.Verdict.TitleStage)
		}
		if s.Verdict.Status == fact.JudgePending {
			pending++
			if !strings.Contains(s.Verdict.Reason, "where it begins") {
				t.Errorf("session %s waits because %s", s.ID, s.Verdict.Reason)
			}
		}
	}
	first := n.Load()
	if len(waits.Sessions) != len(plain.Sessions) || pending == 0 || first == 0 {
		t.Fatalf("%d sessions of %d, %d pending, asked %d times", len(waits.Sessions), len(plain.Sessions), pending, first)
	}
	run(t, o)
	if n.Load() != 2*first {
		t.Errorf("asked %d times, then %d: what waits was remembered", first, n.Load()-first)
	}

	// It is remembered as cut by the tracker that did cut it.
	var all, some atomic.Int64
	alone, _ := later(t, false, dir)
	alone.Progress = func(_, total int64) { all.Store(total) }
	run(t, alone)
	alone.Store, alone.Progress = db, func(_, total int64) { some.Store(total) }
	sameAnswer(t, "as cut by the other", plain, offlined(run(t, alone), plain))
	if some.Load() >= all.Load() {
		t.Error("conversations were read again that had been cut just so")
	}

	// A failed question leaves the cut and lets the sessions be judged; it is asked
	// again by the next run.
	o, n = asking(t, fact.JudgeError, db, dir)
	failed := run(t, o)
	sameAnswer(t, "without an answer", plain, offlined(failed, plain))
	run(t, o)
	if n.Load() != 2*first {
		t.Errorf("asked %d times", n.Load())
	}

	// Answered, it is cut so, and asked no more.
	o, n = asking(t, fact.JudgeOK, db, dir)
	cut := run(t, o)
	again := run(t, o)
	if len(cut.Sessions) <= len(plain.Sessions) || n.Load() != first {
		t.Errorf("%d sessions, asked %d times", len(cut.Sessions), n.Load())
	}
	sameAnswer(t, "again", cut, again)
	for i := range cut.Sessions {
		if cut.Sessions[i].Verdict.Status == fact.JudgePending {
			t.Errorf("session %s waits", cut.Sessions[i].ID)
		}
	}
	o.Cutting.Asking = cutter{status: fact.JudgeOK, err: errors.New("disk full"), asked: n}
	o.Store = memory.New()
	if _, err := pipeline.Update(t.Context(), o); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("its error is %v", err)
	}
}

// offlined gives a reading the judge's name and version of another, to compare what
// else there is.
func offlined(r, like *fact.Reading) *fact.Reading {
	for i := range r.Sessions {
		if i < len(like.Sessions) {
			v, w := &r.Sessions[i].Verdict, &like.Sessions[i].Verdict
			v.Judge, v.Version = w.Judge, w.Version
		}
	}
	return r
}

// The prompts of who opted out are shown to nobody.
func TestOptedOutConversationsAreNotTracked(t *testing.T) {
	dir := samples(t)
	o, n := asking(t, fact.JudgeOK, nil, dir)
	out, err := redact.NewOptOut(nil, nil, []string{"*"})
	if err != nil {
		t.Fatal(err)
	}
	o.OptOut = out
	run(t, o)
	if n.Load() != 0 {
		t.Errorf("asked %d times", n.Load())
	}
}

// silent is a judge that has no opinion.
type silent struct{ status fact.JudgeStatus }

func (silent) Name() string    { return "silent" }
func (silent) Version() string { return "1" }

func (s silent) Judge(context.Context, *conversation.Draft) (judge.Opinion, error) {
	return judge.Opinion{}, &judge.Failure{Status: s.status, Reason: "no opinion"}
}

// A session that the judge gives no title has that of the heuristics.
func TestTitlesStandIn(t *testing.T) {
	dir := samples(t)
	plain := run(t, options(t, dir))
	for _, status := range []fact.JudgeStatus{fact.JudgePending, fact.JudgeError} {
		o := options(t, dir)
		o.Judging.Titles, o.Judging.Judge, o.Judging.SideBySide = o.Judging.Judge, silent{status}, 2
		for i, s := range run(t, o).Sessions {
			v, want := &s.Verdict, &plain.Sessions[i].Verdict
			if v.Status != status || v.Title.String() != want.Title.String() || v.Summary.String() != want.Summary.String() || v.TitleStage != fact.TitleHeuristic {
				t.Errorf("%s: %q by %s, %q by heuristics", status, v.Title, v.TitleStage, want.Title)
			}
		}
	}
}

// spoken is a judge that names languages.
type spoken struct{ plain judge.Judge }

func (spoken) Name() string    { return "spoken" }
func (spoken) Version() string { return "1" }

func (s spoken) Judge(ctx context.Context, d *conversation.Draft) (judge.Opinion, error) {
	op, err := s.plain.Judge(ctx, d)
	op.Languages = fact.Languages{Code: "cobol", Prompt: "eo"}
	return op, err
}

// What a judge says of languages counts where nothing else tells.
func TestLanguagesFillIn(t *testing.T) {
	dir, db := samples(t), open(t)
	plain := run(t, options(t, dir))
	o := options(t, dir)
	o.Judging.Judge, o.Judging.SideBySide, o.Store = spoken{o.Judging.Judge}, 2, db
	filled := 0
	for range 2 { // from the store too
		for i, s := range run(t, o).Sessions {
			was := plain.Sessions[i].Languages
			if s.Languages != was.Or(fact.Languages{Code: "cobol", Prompt: "eo"}) {
				t.Errorf("session %s: %+v of %+v", s.ID, s.Languages, was)
			}
			if s.Languages != was {
				filled++
			}
		}
	}
	if filled == 0 {
		t.Error("nothing was to be filled in: choose other samples")
	}
}

// Machine runs are not asked about, neither where they are cut nor what came of
// them, unless somebody wants them counted.
func TestMachineRunsAreNotAskedAbout(t *testing.T) {
	dir := samples(t)
	o, n := asking(t, fact.JudgeOK, open(t), dir)
	all := run(t, o)
	everyone := n.Load()
	machines := 0
	for _, s := range all.Sessions {
		if s.Automated {
			machines++
		}
	}
	if machines == 0 {
		t.Fatal("no machine run: choose other samples")
	}
	o, _ = later(t, false, dir)
	asked := o.Judging.Judge.(distant).asked
	o.Judging.PeopleOnly, o.Cutting.PeopleOnly, o.Judging.Titles = true, true, options(t, dir).Judging.Judge
	few := run(t, o)
	for _, s := range few.Sessions {
		if s.Automated != (s.Verdict.Status == fact.JudgePending) || s.Verdict.Title.IsZero() {
			t.Errorf("session %s: automated %t, %s, %q", s.ID, s.Automated, s.Verdict.Status, s.Verdict.Title)
		}
	}
	if int(asked.Load()) != len(few.Sessions)-countAutomated(few) {
		t.Errorf("asked %d times about %d sessions", asked.Load(), len(few.Sessions))
	}
	o, n = asking(t, fact.JudgeOK, open(t), dir)
	o.Judging.PeopleOnly, o.Cutting.PeopleOnly = true, true
	first := run(t, o)
	cuts := n.Load()
	sameAnswer(t, "again", first, run(t, o))
	if cuts > everyone || n.Load() != cuts {
		t.Errorf("asked %d times where to cut, then %d more", cuts, n.Load()-cuts)
	}
}

func countAutomated(r *fact.Reading) int {
	n := 0
	for i := range r.Sessions {
		if r.Sessions[i].Automated {
			n++
		}
	}
	return n
}
