package factfile_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/content/factfile"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/redact"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func row() *factfile.Row {
	quote := fact.Evidence{UUID: "u", Turn: 1, Line: 2, Quote: redact.Literal("it works")}
	return &factfile.Row{Agent: "claude", Conversation: "c", Judge: "offline", JudgeVersion: "rules-1", Lines: 3, Bytes: 900, Skipped: map[string]int{"x": 1},
		Digest: &digest.Digest{ID: "c", Agent: "claude", Branch: "main", CWDs: []string{"/app", "", "/app/sub"}, Pulls: []string{"https://x/1"}, Start: now, End: now,
			Turns:  []digest.Turn{{UUID: "u1", Key: 7, Start: now, End: now, Commits: []string{"abc"}, Undos: []digest.Undo{{Kind: "restore", Paths: []string{"/app/a.go"}, Refs: []string{"HEAD"}}}}, {UUID: "u2", Key: 8, Start: now, End: now}},
			Drafts: []digest.DraftMark{{First: 1, Last: 2, OpenedBy: fact.NoBoundary, ClosedBy: fact.Clear}}},
		Said: []factfile.Said{{Parts: []factfile.Part{{Conversation: "c", First: 1, Last: 2, Print: "p"}, {Conversation: "d", First: 1, Last: 9, Print: "q"}},
			Verdict: fact.Verdict{Judge: "offline", Version: "rules-1", At: now, Status: fact.JudgeOK, Intent: fact.Feature, Confidence: 0.25, Title: redact.Literal("A title"), Evidence: []fact.Evidence{quote}, Criteria: []fact.Criterion{{Name: "finished", Met: true, Evidence: &quote}},
				Reasons: []fact.Reason{{For: true, Weight: 1.5, Text: redact.Literal("It was finished.")}}}}},
		Samples: []factfile.Sample{{Session: "s", By: "t", Kind: "edit", Text: redact.Literal("x := 1")}}}
}

func document(t testing.TB, r *factfile.Row) []byte {
	t.Helper()
	doc, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

var same = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b redact.Text) bool { return a == b }), cmp.AllowUnexported(digest.Digest{})}

func TestWhatIsWrittenIsRead(t *testing.T) {
	got, err := factfile.Decode(document(t, row()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(row(), got, same); d != "" {
		t.Error(d)
	}
	if err := got.Check(now); err != nil {
		t.Error(err)
	}
}

// TestGateChangesNothingTwice: what passed the gate passes it again as it is.
func TestGateChangesNothingTwice(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := row()
	secret := "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	r.Digest.File, r.Digest.CWDs[0], r.Digest.Paths = "/home/x.jsonl", "/app/"+secret, []string{"/app/" + secret + "/a.go", "/app/sub/b.go"}
	r.Samples[0].Text = redact.Restore("key = " + secret)
	if err := r.Gate(gate); err != nil {
		t.Fatal(err)
	}
	once := document(t, r)
	if bytes.Contains(once, []byte(secret)) || r.Digest.File != "" {
		t.Error("something is not hidden")
	}
	if got, want := r.Digest.Paths[0], r.Digest.CWDs[0]+"/a.go"; got != want {
		t.Errorf("a file lies at %s, its folder makes that %s", got, want)
	}
	if err := r.Gate(gate); err != nil {
		t.Fatal(err)
	}
	if again := document(t, r); !bytes.Equal(once, again) {
		t.Errorf("%s\nbecame\n%s", once, again)
	}
}

// TestPrintsAreOfWhatAJudgeReads: a run has one print wherever it lies; more of it, or
// what came after it, makes it another.
func TestPrintsAreOfWhatAJudgeReads(t *testing.T) {
	d := row().Digest
	first := factfile.Print(d, 1, 1)
	elsewhere := *d
	elsewhere.File, elsewhere.Branch, elsewhere.Person = "other.jsonl", "x", "bob"
	if factfile.Print(&elsewhere, 1, 1) != first {
		t.Error("it changes with where it lies")
	}
	for name, change := range map[string]func(d *digest.Digest){
		"a line more":    func(d *digest.Digest) { d.Turns[0].Lines++ },
		"an edit more":   func(d *digest.Digest) { d.Turns[0].Added++ },
		"it went on":     func(d *digest.Digest) { d.Turns[0].End = now.Add(time.Second) },
		"rewound":        func(d *digest.Digest) { d.Turns[0].Abandoned = true },
		"cleared":        func(d *digest.Digest) { d.Turns[0].Cleared = now },
		"asked next":     func(d *digest.Digest) { d.Turns[1].Key = 9 },
		"nothing after":  func(d *digest.Digest) { d.Turns = d.Turns[:1] },
		"another prompt": func(d *digest.Digest) { d.Turns[0].Key = 10 },
	} {
		x := row().Digest
		change(x)
		if factfile.Print(x, 1, 1) == first {
			t.Errorf("%s: it is the same", name)
		}
	}
	x := row().Digest
	x.Turns[1].Lines++
	if factfile.Print(x, 1, 1) != first {
		t.Error("how the next prompt went on changes it")
	}
	if factfile.Key("ada", row().Said[0].Parts) == factfile.Key("bob", row().Said[0].Parts) {
		t.Error("what one person shares names another's")
	}
}

func TestViewTellsEverything(t *testing.T) {
	r := row()
	v := r.View(len(document(t, r)))
	want := factfile.View{Conversation: "c", Agent: "claude", Branch: "main", Folders: r.Digest.CWDs, Pulls: r.Digest.Pulls, Commits: []string{"abc"}, TakenBack: []string{"/app/a.go", "HEAD"}, Started: now, Ended: now,
		Turns: 2, Prompts: []string{"u1", "u2"}, Judge: "offline", JudgeVersion: "rules-1", Bytes: v.Bytes, Undone: []string{"x := 1"},
		Sessions: []factfile.ViewSession{{Turns: [2]int{1, 2}, Status: "ok", Intent: "feature", Confidence: 0.25, Title: "A title", Quotes: []string{"it works"}, Reasons: []string{"It was finished."}}}}
	if d := cmp.Diff(want, v, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

// FuzzDecode: whatever the bytes are, nothing panics, and what is taken is written and
// read again the same.
func FuzzDecode(f *testing.F) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(document(f, row()))
	f.Add([]byte(`{"prism":"facts/1","agent":"a"}` + "\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := factfile.Decode(in)
		if err != nil {
			if !errors.Is(err, factfile.ErrForm) && !errors.Is(err, factfile.ErrVersion) {
				t.Fatal(err)
			}
			return
		}
		if r.Check(now) != nil || r.Gate(gate) != nil {
			return
		}
		doc := document(t, r)
		again, err := factfile.Decode(doc)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(doc, document(t, again)) {
			t.Error("it is read otherwise than it was written")
		}
	})
}

// A digest holds a text once and then its number: a few bytes of it are not looked through
// for what they come to.
func TestNamesAreBounded(t *testing.T) {
	for what, c := range map[string]struct {
		paths []string
		taken bool
	}{
		"many":          {slices.Repeat([]string{"/w/x"}, 90_000), true},
		"too many":      {slices.Repeat([]string{"/w/x"}, 100_001), false},
		"long":          {slices.Repeat([]string{"/" + strings.Repeat("x", 60<<10)}, 100), true},
		"long and many": {slices.Repeat([]string{"/" + strings.Repeat("x", 60<<10)}, 200), false},
	} {
		r := &factfile.Row{Agent: "claude", Conversation: "c", Judge: "j", JudgeVersion: "v", Digest: &digest.Digest{ID: "c", Agent: "claude", Paths: c.paths}}
		doc, err := r.Encode()
		if err != nil || len(doc) > 300<<10 {
			t.Fatal(len(doc), err)
		}
		back, err := factfile.Decode(doc)
		if err == nil {
			err = back.Check(time.Now())
		}
		if (err == nil) != c.taken || err != nil && !errors.Is(err, factfile.ErrForm) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
