package job

import (
	"bufio"
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/sqlite"
)

// An export is whole JSON, also where a session went while it was written.
func TestExportOfWhatWent(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	kept := store.Session{Session: fact.Session{ID: "a", Person: "ada", Started: now, Ended: now}, Revision: "r", Rows: []string{"c"}}
	if err := db.Save(t.Context(), "s", store.Changes{Conversations: []store.Conversation{{ID: "c", Name: "c"}}, Sessions: []store.Session{kept}, State: &store.State{}}); err != nil {
		t.Fatal(err)
	}
	for _, ids := range [][]string{{"gone", "a"}, {"a", "gone"}, {"gone", "gone"}, {"a"}} {
		var out bytes.Buffer
		e := &exporting{ctx: t.Context(), db: db.Store, Writer: bufio.NewWriter(&out)}
		if err := e.all(&exported{Schema: personSchema}, ids, nil); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(out.Bytes()) {
			t.Errorf("%v: no JSON: %s", ids, out.Bytes())
		}
	}
}
