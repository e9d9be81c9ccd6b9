package pipeline_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/content"
	"prism/internal/content/factfile"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/pgtest"
	"prism/internal/pipeline"
	"prism/internal/source"
	"prism/internal/store/memory"
	"prism/internal/store/postgres"
	"prism/internal/store/rows"
	"prism/internal/store/sqlite"
)

func nobody(string, string, string, []string) bool { return false }

// shared makes the facts of what o reads, as they are sent: each is checked and gated
// as a server does it.
func shared(t *testing.T, o pipeline.Options, person string, private func(string, string, string, []string) bool) []content.Append {
	t.Helper()
	if o.Store == nil {
		o.Store = memory.New()
	}
	u, err := pipeline.Update(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	repos := source.NewRepositories()
	var list []content.Append
	for s, err := range pipeline.Share(t.Context(), o, u.Scope, private) {
		if err != nil {
			t.Fatal(err)
		}
		doc, err := s.Row.Encode()
		if err != nil {
			t.Fatal(err)
		}
		row, err := factfile.Decode(doc)
		if err == nil {
			err = row.Check(now)
		}
		if err == nil {
			err = row.Gate(o.Redactor)
		}
		if err != nil {
			t.Fatalf("%s: %v", s.Row.Conversation, err)
		}
		again, err := row.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(doc, again) {
			t.Errorf("%s: the gate found something that had passed it", row.Conversation)
		}
		roots := map[string]string{}
		for i, dir := range s.Folders {
			if root := repos.Root(dir); root != "" {
				roots[row.Digest.CWDs[i]] = root
			}
		}
		list = append(list, content.Append{Person: person, Path: content.FactsPath(row.Agent, row.Conversation), Kind: content.Facts, Generation: 1, To: int64(len(doc)), Data: again, Modified: now, Roots: roots})
	}
	return list
}

// engines open an empty store of each kind.
func engines() map[string]func(t *testing.T) *rows.Store {
	return map[string]func(t *testing.T) *rows.Store{
		"sqlite": func(t *testing.T) *rows.Store {
			s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
			if err != nil {
				t.Fatal(err)
			}
			return s.Store
		},
		"postgres": func(t *testing.T) *rows.Store {
			s, err := postgres.Open(t.Context(), pgtest.Database(t), "acme")
			if err != nil {
				t.Fatal(err)
			}
			return s
		},
	}
}

// keptIn are options by which sessions are made of what a store keeps.
func keptIn(t *testing.T, db *rows.Store) pipeline.Options {
	t.Helper()
	o := options(t)
	o.Warn = func(error) {}
	o.Store, o.Search.Kept, o.Search.KeptOnly = db, db, true
	return o
}

func ingest(t *testing.T, db *rows.Store, list ...content.Append) {
	t.Helper()
	receipts, err := db.Ingest(t.Context(), list, now)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range receipts {
		if r.Status == content.Refused {
			t.Fatalf("%s: %v", r.Path, list[i].Check())
		}
	}
}

// TestFactsGiveTheSameAnswer: facts that are shared, in any order, some repeatedly and
// some while sessions are made of the rest, come to the sessions that the transcripts
// give. Only that no transcript is here is another answer, and is told.
func TestFactsGiveTheSameAnswer(t *testing.T) {
	for set, path := range sets(t) {
		o := options(t, path)
		o.Warn = func(error) {}
		want := run(t, o)
		list := shared(t, o, want.Sessions[0].Person, nobody)
		for engine, open := range engines() {
			t.Run(set+"/"+engine, func(t *testing.T) {
				db := open(t)
				defer db.Close()
				rng := rand.New(rand.NewPCG(5, uint64(len(list))))
				order := rng.Perm(len(list))
				for at, i := range order {
					ingest(t, db, list[i], list[order[rng.IntN(at+1)]])
					if at%(len(list)/3+1) == 0 {
						if _, err := pipeline.Update(t.Context(), keptIn(t, db)); err != nil {
							t.Fatal(err)
						}
					}
				}
				got := run(t, keptIn(t, db))
				for i := range got.Sessions {
					if s := &got.Sessions[i]; !s.SourceGone || !content.IsFacts(s.Parts[0].File) {
						t.Fatalf("%s does not tell that its transcript is not here", s.ID)
					}
					got.Sessions[i].SourceGone = false
				}
				for _, r := range []*fact.Reading{want, got} {
					slices.SortFunc(r.Outside, func(a, b fact.OutsideUsage) int {
						return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Conversation, b.Conversation), cmp.Compare(a.Usage.Model, b.Usage.Model))
					})
				}
				sameAnswer(t, "shared", want, got)
			})
		}
	}
}

// TestFactsHoldNoTranscript: what is shared of the samples has nothing of what people
// and agents wrote but titles, summaries and quotes.
func TestFactsHoldNoTranscript(t *testing.T) {
	dir := samples(t)
	db := memory.New()
	o := options(t, dir)
	o.Store = db
	quoted := map[string]bool{}
	for _, s := range run(t, o).Sessions {
		v := &s.Verdict
		for _, text := range []string{v.Title.String(), v.FullTitle().String(), v.Summary.String(), v.Advice.String()} {
			quoted[text] = true
		}
	}
	prompts := 0
	for _, a := range shared(t, o, "ada", nobody) {
		for _, path := range transcripts(t, dir) {
			if !strings.Contains(path, strings.TrimSuffix(filepath.Base(a.Path), ".facts")) {
				continue
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for line := range bytes.Lines(data) {
				_, rest, found := bytes.Cut(line, []byte(`"content":"`))
				text, _, whole := bytes.Cut(rest, []byte(`"`))
				if !found || !whole || len(text) < 240 {
					continue // a quote may have so much
				}
				prompts++
				if bytes.Contains(a.Data, text) {
					t.Errorf("%s holds %q", a.Path, text)
				}
			}
		}
	}
	if prompts == 0 {
		t.Error("nothing was looked for")
	}
}

// TestTranscriptWinsOverFacts: of a conversation of which both are here the transcript
// is read, whichever came first; where it goes, the facts are.
func TestTranscriptWinsOverFacts(t *testing.T) {
	dir := samples(t)
	o := options(t, dir)
	want := run(t, o)
	list := shared(t, o, "ada", nobody)
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	db := s.Store
	ingest(t, db, list[:len(list)/2]...)
	if _, err := pipeline.Update(t.Context(), keptIn(t, db)); err != nil {
		t.Fatal(err)
	}
	sendAll(t, db, filepath.Dir(dir), "ada", func() {})
	if _, err := pipeline.Update(t.Context(), keptIn(t, db)); err != nil {
		t.Fatal(err)
	}
	ingest(t, db, list[len(list)/2:]...)
	got := run(t, keptIn(t, db))
	for i := range got.Sessions {
		if got.Sessions[i].SourceGone {
			t.Errorf("%s is made of facts", got.Sessions[i].ID)
		}
	}
	sameAnswer(t, "both", want, got)
	if _, err := db.DropFiles(t.Context(), "ada", func(f *content.File) bool { return f.Kind == content.Transcript }); err != nil {
		t.Fatal(err)
	}
	got = run(t, keptIn(t, db))
	told := 0
	for i := range got.Sessions {
		if s := &got.Sessions[i]; content.IsFacts(s.Parts[0].File) {
			told++
			s.SourceGone = false
		}
	}
	if told != len(want.Sessions) {
		t.Errorf("%d of %d sessions are made of facts", told, len(want.Sessions))
	}
	sameAnswer(t, "facts", want, got)
}

// older is a judge of an earlier version.
type older struct{ anyJudge }

type anyJudge = interface{ judge.Judge }

func (older) Version() string { return "offline-older" }

// TestFactsOfAnotherVersion: what a sender of an earlier version of the rules said
// stands, under the version that said it.
func TestFactsOfAnotherVersion(t *testing.T) {
	dir := samples(t)
	o := options(t, dir)
	o.Judging.Judge = older{o.Judging.Judge}
	list := shared(t, o, "ada", nobody)
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ingest(t, s.Store, list...)
	got := run(t, keptIn(t, s.Store))
	for _, x := range got.Sessions {
		if x.Verdict.Status == fact.JudgePending || x.Verdict.Version != "offline-older" {
			t.Errorf("%s: %s by %s", x.ID, x.Verdict.Status, x.Verdict.Version)
		}
	}
	// The sender's program is renewed, and sends anew.
	list = shared(t, options(t, dir), "ada", nobody)
	for i := range list {
		list[i].Generation = 2
	}
	ingest(t, s.Store, list...)
	for _, x := range run(t, keptIn(t, s.Store)).Sessions {
		if x.Verdict.Version != o.Judging.Judge.(older).anyJudge.Version() {
			t.Errorf("%s: by %s", x.ID, x.Verdict.Version)
		}
	}
}

// TestOptedOutIsNotShared: of a conversation that is private nothing is shared, not as a
// part of a session that begins elsewhere either.
func TestOptedOutIsNotShared(t *testing.T) {
	o := options(t, samples(t))
	want := run(t, o)
	var hidden string
	for _, s := range want.Sessions {
		if len(s.Conversations) > 1 {
			hidden = s.Conversations[1]
		}
	}
	var within []string // sessions that it is a part of
	for _, s := range want.Sessions {
		if slices.Contains(s.Conversations, hidden) {
			within = append(within, s.ID)
		}
	}
	if hidden == "" {
		t.Fatal("no session has two conversations")
	}
	list := shared(t, o, "ada", func(conversation, _, _ string, _ []string) bool { return conversation == hidden })
	for _, a := range list {
		if a.Path == content.FactsPath("claude", hidden) {
			t.Error("it is shared")
		}
		row, err := factfile.Decode(a.Data)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range row.Said {
			if slices.ContainsFunc(x.Parts, func(p factfile.Part) bool { return p.Conversation == hidden }) {
				t.Errorf("what was said of it is shared: %s", x.Verdict.Title)
			}
		}
		for _, x := range row.Samples {
			if slices.Contains(within, x.Session) {
				t.Errorf("a line of it may be shared: %s", x.Text)
			}
		}
	}
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ingest(t, s.Store, list...)
	for _, x := range run(t, keptIn(t, s.Store)).Sessions {
		if slices.Contains(x.Conversations, hidden) {
			t.Errorf("%s is made of it", x.ID)
		}
		if x.Verdict.Status == fact.JudgePending {
			t.Errorf("%s waits for a verdict: %s", x.ID, x.Verdict.Reason)
		}
	}
}

// TestAnothersFacts: who claims a conversation that somebody shared already adds
// nothing to it, nor says how it ended.
func TestAnothersFacts(t *testing.T) {
	o := options(t, samples(t))
	want := run(t, o)
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ingest(t, s.Store, shared(t, o, "ada", nobody)...)
	for _, a := range shared(t, o, "eve", nobody) {
		row, err := factfile.Decode(a.Data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range row.Said {
			v := &row.Said[i].Verdict
			v.GoalComplete = v.Status == fact.JudgeOK && !v.GoalComplete
		}
		if a.Data, err = row.Encode(); err != nil {
			t.Fatal(err)
		}
		ingest(t, s.Store, a)
	}
	got := run(t, keptIn(t, s.Store))
	for i := range got.Sessions {
		if got.Sessions[i].Person != "ada" {
			t.Errorf("%s is %s's", got.Sessions[i].ID, got.Sessions[i].Person)
		}
		got.Sessions[i].SourceGone = false
	}
	sameAnswer(t, "claimed", want, got)
}
