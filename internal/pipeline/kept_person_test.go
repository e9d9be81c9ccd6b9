package pipeline_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// Folders of one name on two machines are two folders: what one person's sender tells of
// them says nothing of another's, whoever comes first and by whatever order of names.
func TestRootsAreTheirPersons(t *testing.T) {
	for _, keptOnly := range []bool{true, false} {
		db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		o := options(t)
		o.Warn = func(error) {}
		o.Store, o.Search.Kept, o.Search.KeptOnly = db, db, keptOnly
		if o.Search.Paths = nil; !keptOnly {
			o.Search.Paths = []string{content.KeptRoot}
		}
		n := 0
		send := func(person, root string) {
			n++
			session := fmt.Sprintf("11111111-2222-4333-8444-%012d", n)
			line := fmt.Appendf(nil, `{"type":"user","uuid":"u%d","sessionId":%q,"timestamp":"2026-05-04T10:0%d:00Z","cwd":"/src/app/web","version":"2.1.0","message":{"role":"user","content":"Paint it"}}`+"\n", n, session, n)
			a := content.Append{Person: person, Path: "projects/p/" + session + ".jsonl", Generation: 1, To: int64(len(line)), Data: line, Modified: time.Unix(1_800_000_000, 0)}
			if root != "" {
				a.Roots = map[string]string{"/src/app/web": root}
			}
			if got, err := db.Ingest(t.Context(), []content.Append{a}, a.Modified); err != nil || got[0].Status != content.Taken {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		repos := func() map[string]string {
			out := map[string]string{}
			for _, s := range run(t, o).Sessions {
				out[s.Person] += s.Repo.Key + " "
			}
			return out
		}
		send("mary", "/src/app")
		send("nora", "")
		want := map[string]string{"mary": "/src/app ", "nora": "/src/app/web "}
		if d := cmp.Diff(want, repos()); d != "" {
			t.Fatalf("kept only %t: before (-want +got):\n%s", keptOnly, d)
		}
		send("adam", "/aaa") // before all others by name, and by that of its root
		send("zoe", "/src")
		want["adam"], want["zoe"] = "/aaa ", "/src "
		if d := cmp.Diff(want, repos()); d != "" {
			t.Errorf("kept only %t: after (-want +got):\n%s", keptOnly, d)
		}
		send("nora", "/src/app/web") // and now she tells: of what she sent before, too
		send("mary", "")
		want["mary"], want["nora"] = "/src/app /src/app ", "/src/app/web /src/app/web "
		if d := cmp.Diff(want, repos()); d != "" {
			t.Errorf("kept only %t: told (-want +got):\n%s", keptOnly, d)
		}
	}
}
