package postgres

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/pgtest"
	"prism/internal/redact"
	"prism/internal/store"
	tenants "prism/internal/tenant"
)

// dumped is every row of every table as text, of all tenants.
func dumped(t *testing.T, db *Database) string {
	t.Helper()
	found, err := db.pool.Query(t.Context(), `SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, table := range tables {
		found, err := db.pool.Query(t.Context(), `SELECT x::text FROM `+table+` AS x`) // as a superuser, whom no policy holds
		if err != nil {
			t.Fatal(err)
		}
		rows, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&all, table, strings.Join(rows, "\n"))
	}
	return all.String()
}

// TestDeletedPersonLeavesNoRow looks through a dump of all tables.
func TestDeletedPersonLeavesNoRow(t *testing.T) {
	const who = "marker-person"
	db := connected(t, pgtest.Database(t))
	s, err := db.Tenant(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, person := range []string{who, "other"} {
		line := "{\"said\":\"" + person + "\"}\n"
		v := fact.Verdict{Judge: "j", Status: fact.JudgeOK, Title: redact.Restore("title " + person)}
		x := store.Session{Revision: person, Rows: []string{person}, Session: fact.Session{ID: person + "-id", Person: person, Started: at, Ended: at, Verdict: v}}
		c := store.Conversation{ID: person, Name: person, Path: "kept:" + person + "/f", Person: person, Digest: []byte(person), Files: []store.File{{Path: "kept:" + person + "/f"}}}
		_, sent := s.Ingest(t.Context(), []content.Append{{Person: person, Path: "f", To: 9, Data: []byte(line), Tail: []byte(person), Roots: map[string]string{"/home/" + person: "/"}}}, at)
		event := content.Append{Person: person, Path: content.EventsPath("c-" + person), Kind: content.Telemetry, Data: []byte(line), Modified: at} // it waits: nobody asks for files
		_, told := s.Ingest(t.Context(), []content.Append{event}, at)
		for _, err := range []error{
			told, sent, s.Save(t.Context(), "s", store.Changes{Conversations: []store.Conversation{c}, Sessions: []store.Session{x}, State: &store.State{},
				Verdicts: []store.Judged{{Composition: person, Session: x.ID, Files: []string{c.Path}, Verdict: v}}}),
			s.SetTitle(t.Context(), x.ID, redact.Restore(person), at), s.SetLabel(t.Context(), store.Label{Session: x.ID, Note: redact.Restore(person)}),
			s.AddKey(t.Context(), &tenants.Key{ID: person[:1], Tenant: "one", Person: person, Scopes: tenants.Scopes()}),
			s.SetPerson(t.Context(), "one", &tenants.Person{Name: person, Groups: []string{"g"}}),
			s.AddOptOut(t.Context(), "one", tenants.OptOut{Of: tenants.OfPerson, Pattern: person}),
			s.Remember(t.Context(), []content.Private{{Person: person, Conversations: []string{person}, Path: person, Patterns: []string{"x"}}}, at), s.Note(t.Context(), tenants.Entry{Tenant: "one", Person: person}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	count := func(what string) int {
		dump := dumped(t, db)
		return strings.Count(dump, what) + strings.Count(dump, hex.EncodeToString([]byte(what)))
	}
	if count(who) < 10 {
		t.Fatal("little was written", count(who))
	}
	if err := s.RemovePerson(t.Context(), "one", who); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ForgetPerson(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	if n := count(who); n > 0 {
		t.Errorf("%d traces left", n)
	}
	if count("other") < 10 {
		t.Error("the other went, too")
	}
}
