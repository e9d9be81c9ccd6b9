package sqlite

import (
	"errors"
	"path/filepath"
	"testing"

	"prism/internal/store"
)

// What cannot be written says so by its class, and leaves nothing.
func TestProbe(t *testing.T) {
	s, err := OpenDurable(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Probe(t.Context()); err != nil {
		t.Error(err)
	}
	if told, err := s.Roots(t.Context()); err != nil || len(told) > 0 {
		t.Errorf("%v %v", told, err)
	}
	for statement, want := range map[string]error{"PRAGMA query_only = 1": store.ErrReadOnly, "PRAGMA query_only = 0": nil} {
		if _, err := s.write.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if err := s.Probe(t.Context()); !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%s: %v", statement, err)
		}
	}
}
