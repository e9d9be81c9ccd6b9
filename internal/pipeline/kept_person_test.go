package pipeline_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/store/sqlite"
	"prism/internal/transcript/telemetry"
)

// A conversation is whose who sent its first file: whoever else names it, by a transcript
// or by events, changes nothing of it and does not get it, whatever they are called and
// whenever they send.
func TestKeptConversationIsOnePersons(t *testing.T) {
	const session = "11111111-2222-4333-8444-555555555555"
	line := func(prompt string) []byte {
		return []byte(`{"type":"user","uuid":"u-` + prompt + `","sessionId":"` + session + `","timestamp":"2026-05-04T10:00:00Z","cwd":"/src/app","version":"2.1.0","message":{"role":"user","content":"` + prompt + `"}}` + "\n")
	}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o := options(t)
	o.Warn = func(error) {}
	o.Store, o.Search.Kept, o.Search.KeptOnly = db, db, true
	send := func(person string, a content.Append) {
		a.Person, a.Modified = person, time.Unix(1_800_000_000, 0)
		if a.Kind == content.Transcript {
			a.Generation = 1
		}
		got, err := db.Ingest(t.Context(), []content.Append{a}, a.Modified)
		if err != nil || got[0].Status != content.Taken {
			t.Fatalf("%s: %+v, %v", person, got, err)
		}
	}
	mine := line("mine")
	path := "projects/-src-app/" + session + ".jsonl"
	send("mary", content.Append{Path: path, To: int64(len(mine)), Data: mine})
	for _, other := range []string{"adam", "zoe"} { // before her and after her by name
		theirs := line("of " + other)
		send(other, content.Append{Path: path, To: int64(len(theirs)), Data: theirs})
		e := telemetry.Event{Time: time.Date(2026, 5, 4, 10, 1, 0, 0, time.UTC), Name: "user_prompt", Session: session, Attrs: []telemetry.Attr{{Key: "prompt", Value: telemetry.Value{Text: "told by " + other}}}, Sequence: -1, Origin: telemetry.OTLP}
		send(other, content.Append{Path: "telemetry/" + session + ".jsonl", Kind: content.Telemetry, Data: append(e.Line(), 10)})
	}
	for range 2 { // read anew, and as it is known
		got := run(t, o)
		if len(got.Sessions) != 1 {
			t.Fatalf("%d sessions", len(got.Sessions))
		}
		s := got.Sessions[0]
		if s.Person != "mary" || s.Turns != 1 || strings.Contains(s.Verdict.Title.String(), "adam") {
			t.Errorf("%s's, of %d turns: %s", s.Person, s.Turns, s.Verdict.Title)
		}
		if n := got.Input.Skipped["of_another_person"]; n != 4 {
			t.Errorf("%d files are told to be another's: %v", n, got.Input.Skipped)
		}
	}
}
