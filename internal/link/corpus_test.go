package link

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/source"
	"prism/internal/tracker"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// TestRelinkOverTheCorpus links real conversations in random order and slices of up
// to twenty. It needs the corpus that PRISM_CORPUS names.
func TestRelinkOverTheCorpus(t *testing.T) {
	dir := os.Getenv("PRISM_CORPUS")
	if dir == "" {
		t.Skip("no corpus: set PRISM_CORPUS to a folder of transcripts")
	}
	folders, err := os.ReadDir(dir)
	if err != nil {
		t.Skipf("no corpus: %v", err)
	}
	for _, f := range folders {
		t.Run(f.Name(), func(t *testing.T) {
			rows := digests(t, filepath.Join(dir, f.Name()))
			if len(rows) == 0 {
				t.Skip("no conversation in it")
			}
			s := newShelf()
			var order []string
			for row := range rows {
				order = append(order, row)
			}
			r := rand.New(rand.NewPCG(1, 2))
			r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			steps, most := 0, 0
			for len(order) > 0 {
				n := min(len(order), 1+r.IntN(20))
				for _, row := range order[:n] {
					s.put(row, rows[row])
				}
				s.loaded = 0
				s.relink(t, order[:n])
				order = order[n:]
				steps, most = steps+1, max(most, s.loaded)
				if steps%10 == 0 {
					check(t, s, fmt.Sprintf("after %d slices", steps))
				}
			}
			check(t, s, "at the end")
			t.Logf("%d conversations in %d slices, at most %d digests for one", len(rows), steps, most)
		})
	}
}

// digests reads a folder of transcripts.
func digests(t *testing.T, dir string) map[string]*digest.Digest {
	tr, err := tracker.Default()
	if err != nil {
		t.Fatal(err)
	}
	dialect := claude.Dialect()
	found, err := source.Discover(t.Context(), source.Options{Paths: []string{dir}, Dialects: []transcript.Dialect{dialect}})
	if err != nil {
		t.Fatal(err)
	}
	feed, repos := transcript.NewFeed(dialect.New()), source.NewRepositories()
	out := make(map[string]*digest.Digest)
	for i := range found.Units {
		u := &found.Units[i]
		var led transcript.Ledger
		b := conversation.NewBuilder(u.Agent, u.Conversation, u.Main())
		err := source.Read(t.Context(), u, feed, &led, func(rec *transcript.Record) error {
			b.Add(rec)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		c := b.Conversation()
		drafts, err := conversation.Cut(t.Context(), c, tr, conversation.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := digest.New(c, drafts)
		d.Person = u.Person
		d.Repo = fact.Repo{Key: repos.Of(d.CWDs)}
		out[u.Main()] = d
	}
	return out
}
