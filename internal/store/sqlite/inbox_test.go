package sqlite

import (
	"errors"
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
	if done, err := s.ForgetPerson(t.Context(), "ada"); err != nil || done.Unread == nil || done.Files == 0 {
		t.Errorf("forgotten at once: %+v, %v", done, err)
	}
	if n, err := files(); n != 0 || err != nil {
		t.Errorf("%d files of who was forgotten, %v", n, err)
	}
}

// The same, of a row that came while a deletion waited for its turn: it tells of it, and is
// done all the same.
func TestSpoiltEventsAreToldByDeletions(t *testing.T) {
	path := t.TempDir() + "/prism.db"
	s, other := opened(t, path), opened(t, path)
	defer closed(t, s)
	defer closed(t, other)
	for name, remove := range map[string]func() error{
		"a person": func() error {
			done, err := s.ForgetPerson(t.Context(), "ada")
			return errors.Join(err, done.Unread)
		},
		"her files": func() error {
			_, err := s.DropFiles(t.Context(), "ada", func(*content.File) bool { return true })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := content.Append{Person: "ada", Path: content.EventsPath("one"), Kind: content.Telemetry, Data: []byte("{}\n"), Modified: time.Unix(1000, 0)}
			if _, err := s.Ingest(t.Context(), []content.Append{a}, a.Modified); err != nil {
				t.Fatal(err)
			}
			if _, err := s.FilesOf(t.Context(), "ada", content.Telemetry, time.Time{}); err != nil { // nothing waits
				t.Fatal(err)
			}
			tx, err := other.write.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.ExecContext(t.Context(), `INSERT INTO inbox (at, codec, size, data) VALUES (1, 0, 3, x'07ffff')`); err != nil {
				t.Fatal(err)
			}
			told := make(chan error, 1)
			go func() { told <- remove() }()
			time.Sleep(300 * time.Millisecond) // it looked, and waits; where it did not yet, it tells just so
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
			if err := <-told; err == nil || !strings.Contains(err.Error(), "1 of the rows") {
				t.Errorf("what did not read is told as %v", err)
			}
			if err := remove(); err != nil {
				t.Errorf("again: %v", err)
			}
			if f, err := s.FilesOf(t.Context(), "ada", content.Telemetry, time.Time{}); len(f) > 0 || err != nil {
				t.Errorf("%d files are left, %v", len(f), err)
			}
		})
	}
}
