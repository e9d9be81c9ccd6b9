package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/redact"
	"prism/internal/store"
)

// What an earlier version saved is found all the same, packed or not, as it is now and not
// as it was; and stays found once it is packed.
func TestSearchOfEarlier(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	c := sample(40, "x")
	saved(t, s, c)
	changed := store.Changes{Sessions: c.Sessions[3:5]}
	changed.Sessions[0].Verdict.Title = redact.Restore("another thing")
	changed.Sessions[1].Revision, changed.Sessions[1].Verdict.Judge = "now", "none that is kept"
	saved(t, s, changed) // waits to be packed
	saved(t, s, store.Changes{Dropped: []string{c.Sessions[7].ID}})
	closed(t, s)
	if n := looked(t, path, `SELECT count(*) FROM pending WHERE text IS NOT NULL`); n != "2" {
		t.Fatalf("%s sessions wait with their texts", n)
	}
	look := func(s *Store, when string) {
		t.Helper()
		for word, want := range map[string]int{"title x-": 38, "another thing": 1, "title x-0003": 0, "title x-0004": 1, "title x-0007": 0, "title x-0039": 1, "absent": 0} {
			list, found, err := s.List(t.Context(), place, store.Filter{Words: []string{word}}, store.Order{}, 0, 0)
			if err != nil || found != want || len(list) != found {
				t.Errorf("%s: %q: %d found, want %d, %v", when, word, found, want, err)
			}
		}
	}
	execute(t, path, `DELETE FROM texts`)
	execute(t, path, `UPDATE pending SET text = NULL`)
	s = opened(t, path)
	look(s, "made ready by a search")
	closed(t, s)
	if n := looked(t, path, `SELECT count(*) FROM texts`); n != "1" {
		t.Errorf("the texts of %s days", n)
	}

	execute(t, path, `DELETE FROM texts`) // and what waits has none of them either
	execute(t, path, `UPDATE pending SET text = NULL`)
	s = opened(t, path)
	saved(t, s, store.Changes{State: &store.State{}}) // all is packed
	look(s, "packed without its texts")
	closed(t, s)
	s = opened(t, path)
	defer closed(t, s)
	look(s, "read again")
	if n := looked(t, path, `SELECT count(*) FROM pending`); n != "0" {
		t.Errorf("%s wait", n)
	}
}

// Which marks a session has is found by its conversations also where nothing was counted
// yet: all marks of a kind, of a hundred thousand sessions, took most of a second.
func TestMarksAreFoundByConversation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	defer closed(t, s)
	rows := queryAll(t, s.read, `EXPLAIN QUERY PLAN SELECT key FROM marks WHERE conversation = 1 AND scope = 1 AND kind = 1`)
	if plan := fmt.Sprint(rows); !strings.Contains(plan, "marks_conversation (conversation=?") {
		t.Error(plan)
	}
}

// Nobody says how many words a search may have.
func TestSearchOfManyWords(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "prism.db"))
	defer closed(t, s)
	c := sample(3, "x")
	saved(t, s, c)
	text := strings.Fields(store.SearchText(&c.Sessions[2].Session))
	words := slices.Repeat(text, 1+2000/len(text))
	_, all, err := s.List(t.Context(), place, store.Filter{Words: text}, store.Order{}, 0, 0)
	if err != nil || all == 0 {
		t.Fatal(all, err)
	}
	for _, tt := range []struct {
		words []string
		found int
	}{{words, all}, {append(slices.Clone(words), "it is in none"), 0}, {append([]string{"it is in none"}, words...), 0}} {
		if _, found, err := s.List(t.Context(), place, store.Filter{Words: tt.words}, store.Order{}, 0, 0); err != nil || found != tt.found {
			t.Errorf("of %d words: %d found, not %d: %v", len(tt.words), found, tt.found, err)
		}
	}
}

// An index that a migration adds to a store that was counted is counted, too: else SQLite
// takes it for the best way to a list by something else.
func TestNewIndexesAreCounted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(200, "x"))
	closed(t, s)
	for _, statement := range []string{`DROP INDEX sessions_confidence`, `ANALYZE`, `CREATE INDEX sessions_confidence ON sessions (scope, confidence DESC, id)`} {
		execute(t, path, statement)
	}
	const known = `SELECT count(*) FROM sqlite_stat1 WHERE idx = 'sessions_confidence'`
	if n := looked(t, path, known); n != "0" {
		t.Fatalf("%s rows on an index that is new", n)
	}
	s = opened(t, path)
	defer closed(t, s)
	s.counted(t.Context())
	if n := looked(t, path, known); n != "1" {
		t.Errorf("%s rows on it", n)
	}
}
