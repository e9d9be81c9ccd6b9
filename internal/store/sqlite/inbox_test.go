package sqlite

import (
	"strings"
	"testing"
	"time"

	"prism/internal/content"
)

// A row of events that a disk spoilt is told once and left out; what came beside it is
// read, and a person of whom all is to go is forgotten all the same.
func TestSpoiltEventsHoldNothingUp(t *testing.T) {
	s := opened(t, t.TempDir()+"/prism.db")
	defer closed(t, s)
	came := time.Unix(1000, 0)
	send := func(person, conversation string) {
		t.Helper()
		a := content.Append{Person: person, Path: content.EventsPath(conversation), Kind: content.Telemetry, Data: []byte("{}\n"), Modified: came}
		if _, err := s.Ingest(t.Context(), []content.Append{a}, came); err != nil {
			t.Fatal(err)
		}
	}
	spoil := func() {
		t.Helper()
		if _, err := s.write.Exec(`UPDATE inbox SET data = x'07ffff'`); err != nil {
			t.Fatal(err)
		}
	}
	files := func() (n int, err error) {
		_, err = s.AllFiles(t.Context(), func(content.File) error { n++; return nil })
		return n, err
	}
	send("ada", "one")
	spoil()
	send("ada", "two")
	if _, err := files(); err == nil || !strings.Contains(err.Error(), "1 of the rows") {
		t.Errorf("what did not read is told as %v", err)
	}
	if n, err := files(); n != 1 || err != nil {
		t.Errorf("then %d files, %v", n, err)
	}
	send("ada", "three")
	spoil()
	_, _ = s.ForgetPerson(t.Context(), "ada") // it may tell of what did not read
	if _, err := s.ForgetPerson(t.Context(), "ada"); err != nil {
		t.Error(err)
	}
	if n, err := files(); n != 0 || err != nil {
		t.Errorf("%d files of who was forgotten, %v", n, err)
	}
}
