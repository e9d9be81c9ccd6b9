package sqlite

import (
	"path/filepath"
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
