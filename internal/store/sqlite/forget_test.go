package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/tenant"
)

// TestForgetLeavesNoBytes looks into the files themselves.
func TestForgetLeavesNoBytes(t *testing.T) {
	for name, forget := range map[string]func(*Store) error{
		"path": func(s *Store) error {
			_, err := s.ForgetPath(t.Context(), filepath.Join(string(filepath.Separator), "p", "marker"))
			return err
		},
		"sessions": func(s *Store) error {
			for i := range 30 {
				if _, err := s.ForgetSession(t.Context(), fmt.Sprintf("marker-%04d", i)); err != nil {
					return err
				}
			}
			return nil
		},
		"all": func(s *Store) error {
			_, err := s.ForgetAll(t.Context())
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "prism.db")
			s := opened(t, path)
			// Written, replaced and pruned over and over, so that the bytes lie in
			// pages, free space and the log.
			for i := range store.KeptScopes + 2 {
				scope := store.Scope(fmt.Sprint(i))
				savedTo(t, s, scope, sample(30, "marker"))
				savedTo(t, s, scope, sample(10, "other"))
			}
			if err := s.SetTitle(t.Context(), "marker-0003", redact.Restore("marker typed"), time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
			reader := opened(t, path) // somebody else looks on, between two queries
			if _, err := reader.Stats(t.Context()); err != nil {
				t.Fatal(err)
			}
			if found(t, path, "marker") == 0 {
				t.Fatal("the marker was never written")
			}
			if err := forget(s); err != nil {
				t.Fatal(err)
			}
			if n := found(t, path, "marker"); n > 0 {
				t.Errorf("%d traces left while the store is open", n)
			}
			if n := found(t, path, "other"); (n > 0) == (name == "all") {
				t.Errorf("%d traces of what was to be kept", n)
			}
			closed(t, reader)
			closed(t, s)
			if n := found(t, path, "marker"); n > 0 {
				t.Errorf("%d traces left when it is closed", n)
			}
		})
	}
}

// found counts how often text stands in the files of the store.
func found(t testing.TB, path, text string) (n int) {
	t.Helper()
	list, err := filepath.Glob(path + "*")
	if err != nil || len(list) == 0 {
		t.Fatal("no file", err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(data, []byte(text))
	}
	return n
}

// What a process read before another one forgot it does not come back when it saves.
func TestWhatWasForgottenDoesNotComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	first := opened(t, path)
	savedTo(t, first, place, sample(3, "kept"))
	running, forgetting := opened(t, path), opened(t, path)
	if _, err := forgetting.ForgetPath(t.Context(), filepath.Join(string(filepath.Separator), "p", "marker")); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"a save":    running.Save(t.Context(), place, sample(3, "marker")),
		"an answer": running.Keep(t.Context(), filledAnswer()),
	} {
		if !errors.Is(err, store.ErrForgotten) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n := found(t, path, "marker"); n > 0 {
		t.Errorf("%d traces are back", n)
	}
	if err := running.SetTitle(t.Context(), "kept-0001", redact.Restore("typed"), time.Unix(1, 0)); err != nil {
		t.Errorf("what a person types: %v", err)
	}
	savedTo(t, forgetting, place, sample(3, "again")) // what it forgot it knows
	savedTo(t, opened(t, path), place, sample(3, "later"))
}

// TestDeletedPersonLeavesNoBytes looks into the files, for a person's name, what they sent
// and what came of it.
func TestDeletedPersonLeavesNoBytes(t *testing.T) {
	const who = "marker-person"
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	at := time.Unix(1_700_000_000, 0)
	for round := range 4 { // written over and over
		for _, person := range []string{who, "other"} {
			line := fmt.Sprintf("{\"said\":\"%s %d\"}\n", person, round)
			a := content.Append{Person: person, Path: "projects/" + person + ".jsonl", Generation: int64(round), To: int64(len(line)), Data: []byte(line), Tail: []byte(person), Modified: at, Roots: map[string]string{"/home/" + person: "/home/" + person}}
			if _, err := s.Ingest(t.Context(), []content.Append{a}, at); err != nil {
				t.Fatal(err)
			}
			c := sample(30, person)
			for i := range c.Conversations {
				c.Conversations[i].Person = person
			}
			for i := range c.Sessions {
				c.Sessions[i].Person = person
			}
			savedTo(t, s, store.Scope(fmt.Sprint(round)), c)
			event := content.Append{Person: person, Path: content.EventsPath("c-" + person), Kind: content.Telemetry, Data: []byte(line), Modified: at} // it waits: nobody asks for files
			if _, err := s.Ingest(t.Context(), []content.Append{event}, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	key := tenant.Key{ID: "k", Tenant: "t", Person: who, Scopes: tenant.Scopes(), Created: at}
	for _, err := range []error{
		s.AddKey(t.Context(), &key), s.SetPerson(t.Context(), "t", &tenant.Person{Name: who, Groups: []string{"g"}}),
		s.AddOptOut(t.Context(), "t", tenant.OptOut{Of: tenant.OfPerson, Pattern: who}), s.Remember(t.Context(), []content.Private{{Person: who, Conversations: []string{who}, Path: who, Patterns: []string{"x"}}}, at),
		s.Note(t.Context(), tenant.Entry{Tenant: "t", Person: who}),
		s.SetTitle(t.Context(), who+"-0003", redact.Restore(who+" typed"), at), s.SetLabel(t.Context(), store.Label{Session: who + "-0004", Note: redact.Restore(who)}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	reader := opened(t, path) // somebody else looks on
	if _, err := reader.Stats(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found(t, path, who) == 0 {
		t.Fatal("nothing was written")
	}
	if err := s.RemovePerson(t.Context(), "t", who); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ForgetPerson(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	if n := found(t, path, who); n > 0 {
		t.Errorf("%d traces left", n)
	}
	if found(t, path, "other") == 0 {
		t.Error("nothing of the other is left")
	}
	closed(t, reader)
	closed(t, s)
	if n := found(t, path, who); n > 0 {
		t.Errorf("%d traces left when it is closed", n)
	}
}
