package sqlite

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/store"
)

// What was saved before there was anything to search is found all the same.
func TestSearchOfEarlier(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	c := sample(3, "x")
	saved(t, s, c)
	closed(t, s)
	execute(t, path, `DELETE FROM texts WHERE session > 1`)
	s = opened(t, path)
	defer closed(t, s)
	word := store.SearchText(&c.Sessions[2].Session)
	if word == "\n" {
		t.Fatal("a sample without a title")
	}
	list, found, err := s.List(t.Context(), place, store.Filter{Words: []string{word}}, store.Order{}, 0, 0)
	if err != nil || found == 0 || len(list) != found {
		t.Errorf("%d found, %v", found, err)
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
