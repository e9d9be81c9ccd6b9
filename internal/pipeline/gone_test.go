package pipeline_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"prism/internal/fact"
	"prism/internal/pipeline"
	"prism/internal/store"
)

// home makes the samples the agents' own folder.
func home(o pipeline.Options, dir string, db pipeline.Store) pipeline.Options {
	o.Store, o.Search.Paths = db, nil
	o.Search.Getenv = func(name string) string {
		if name == "CLAUDE_CONFIG_DIR" {
			return filepath.Dir(dir)
		}
		return ""
	}
	return o
}

// What is gone from the agents' own folders is told by whoever judges.
func TestGoneForAnotherJudge(t *testing.T) {
	dir, db := samples(t), open(t)
	before := run(t, home(options(t), dir, db))
	if err := os.Remove(transcripts(t, dir)[0]); err != nil {
		t.Fatal(err)
	}
	if n := len(run(t, home(options(t), dir, db)).Sessions); n != len(before.Sessions) {
		t.Fatalf("%d sessions of %d", n, len(before.Sessions))
	}
	o, _ := later(t, false)
	if n := len(run(t, home(o, dir, db)).Sessions); n != len(before.Sessions) {
		t.Errorf("%d sessions of %d for another judge", n, len(before.Sessions))
	}
}

// What an earlier version of the judge said of what is gone stands, under the version that
// said it: it cannot be judged anew.
func TestGoneBeforeTheJudgeChanged(t *testing.T) {
	dir, db := samples(t), open(t)
	o := home(options(t), dir, db)
	o.Judging.Judge = older{o.Judging.Judge}
	before := make(map[string]fact.Session)
	for _, s := range run(t, o).Sessions {
		before[s.ID] = s
	}
	for _, file := range transcripts(t, dir) {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	run(t, o)
	for range 2 {
		gone := 0
		for _, s := range run(t, home(options(t), dir, db)).Sessions {
			was := before[s.ID]
			gone++
			if s.Verdict.Status != was.Verdict.Status || s.Crushed() != was.Crushed() || s.Verdict.Version != "offline-older" || !s.SourceGone {
				t.Errorf("%s: %s, crushed %t, by %s; it was %s, crushed %t", s.ID, s.Verdict.Status, s.Crushed(), s.Verdict.Version, was.Verdict.Status, was.Crushed())
			}
		}
		if gone != len(before) || gone == 0 {
			t.Errorf("%d sessions of %d", gone, len(before))
		}
	}
}

// damaging damages digests on their way out of a store, until they are saved again.
type damaging struct {
	*between
	bad map[string]bool
}

func (d *damaging) Save(ctx context.Context, scope store.Scope, c store.Changes) error {
	for i := range c.Conversations {
		delete(d.bad, c.Conversations[i].ID)
	}
	return d.between.Save(ctx, scope, c)
}

// State is that of another version, so that all is linked again.
func (d *damaging) State(ctx context.Context, scope store.Scope) (store.State, bool, error) {
	st, known, err := d.Store.State(ctx, scope)
	st.Basis = ""
	return st, known, err
}

func (d *damaging) Load(ctx context.Context, scope store.Scope, ids []string) ([]store.Conversation, error) {
	return d.damage(d.Store.Load(ctx, scope, ids))
}

func (d *damaging) Known(ctx context.Context, ids []string) ([]store.Conversation, error) {
	return d.damage(d.Store.Known(ctx, ids))
}

func (d *damaging) damage(list []store.Conversation, err error) ([]store.Conversation, error) {
	for i := range list {
		if d.bad[list[i].ID] {
			list[i].Digest = []byte{0}
		}
	}
	return list, err
}

// A digest that cannot be read is read anew; where its files are gone, it is left
// out, with a warning.
func TestUnreadableDigests(t *testing.T) {
	dir, inner := samples(t), open(t)
	db := &damaging{&between{inner, func(store.Scope, *store.Changes) {}}, map[string]bool{}}
	u, err := pipeline.Update(t.Context(), home(options(t), dir, db))
	if err != nil {
		t.Fatal(err)
	}
	damage := func() {
		for s, err := range inner.Sources(t.Context(), u.Scope) {
			if err != nil {
				t.Fatal(err)
			}
			db.bad[s.ID] = true
		}
	}
	files := transcripts(t, dir)
	damage()
	o := home(options(t), dir, db)
	want := home(options(t), dir, open(t))
	sameAnswer(t, "read anew", run(t, want), run(t, o))

	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	damage()
	warned := 0
	o.Warn = func(error) { warned++ }
	want = home(options(t), dir, open(t))
	sameAnswer(t, "left out", run(t, want), run(t, o))
	if warned != 1 {
		t.Errorf("%d warnings", warned)
	}
}

// earlier is a store that was upgraded: it holds what an earlier version had read.
type earlier struct {
	*between
	rows []store.Conversation
}

func (e *earlier) Left(_ context.Context, _ store.Scope, want func(*store.Source) bool) (list []store.Conversation, _ error) {
	for _, c := range e.rows {
		if want(&store.Source{ID: c.ID, Agent: c.Agent, Name: c.Name, Path: c.Path}) {
			list = append(list, c)
		}
	}
	return list, nil
}

// What an earlier version had read of transcripts that are gone is taken over.
func TestGoneBeforeTheUpgrade(t *testing.T) {
	dir, old := samples(t), open(t)
	u, err := pipeline.Update(t.Context(), home(options(t), dir, old))
	if err != nil {
		t.Fatal(err)
	}
	before := run(t, home(options(t), dir, old))
	var ids []string
	for s, err := range old.Sources(t.Context(), u.Scope) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, s.ID)
	}
	db := &earlier{between: &between{open(t), func(store.Scope, *store.Changes) {}}}
	if db.rows, err = old.Load(t.Context(), u.Scope, ids); err != nil {
		t.Fatal(err)
	}
	for i := range db.rows {
		db.rows[i].ID, db.rows[i].Revision, db.rows[i].Marks = "old", "", nil
	}
	if err := os.Remove(transcripts(t, dir)[0]); err != nil {
		t.Fatal(err)
	}
	if n := len(run(t, home(options(t), dir, db)).Sessions); n != len(before.Sessions) {
		t.Errorf("%d sessions of %d", n, len(before.Sessions))
	}
}
