package ingest_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/factfile"
	"prism/internal/content/frame"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/server/access"
	"prism/internal/server/ingest"
)

var came = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const hiddenKey = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"

// told is a sound row of facts.
func told() *factfile.Row {
	at := came.Add(-time.Hour)
	return &factfile.Row{Agent: "claude", Conversation: "0b8a3f04-0000-4000-8000-000000000001", Judge: "offline", JudgeVersion: "offline-7", Lines: 3, Bytes: 900,
		Digest: &digest.Digest{ID: "0b8a3f04-0000-4000-8000-000000000001", Agent: "claude", File: "/home/ada/x.jsonl", Branch: "fix/it", CWDs: []string{"/home/ada/app"}, Paths: []string{"/home/ada/app/a.go"}, Start: at, End: came,
			Turns: []digest.Turn{{UUID: "u1", Key: 7, Start: at, End: came}}, Drafts: []digest.DraftMark{{First: 1, Last: 1, OpenedBy: fact.NoBoundary, ClosedBy: fact.NoBoundary}},
			Models: []string{"m"}, Usage: []digest.Usage{{Key: 9, Time: at.UnixNano(), Last: at.UnixNano(), Turn: 1, Tokens: fact.Tokens{Input: 5}}}},
		Said: []factfile.Said{{Parts: []factfile.Part{{Conversation: "0b8a3f04-0000-4000-8000-000000000001", First: 1, Last: 1, Print: "p"}},
			Verdict: fact.Verdict{Judge: "offline", Version: "offline-7", At: came, Status: fact.JudgeOK, Intent: fact.Feature, GoalComplete: true, Confidence: 0.9, Basis: fact.Explicit, Signal: fact.NoSignal,
				Title: redact.Literal("Add a key"), Evidence: []fact.Evidence{{UUID: "u2", Turn: 1, Quote: redact.Literal("it works")}}, TitleStage: fact.TitleHeuristic}}},
		Samples: []factfile.Sample{{Session: "s", By: "t", Kind: "edit", Text: redact.Literal("x := 1")}}}
}

func documentOf(t *testing.T, r *factfile.Row) []byte {
	t.Helper()
	doc, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// takes pushes facts and gives the answer's status, its text, and what was kept.
func takes(t *testing.T, path string, doc []byte, sender access.Sender) (int, string, []content.Append) {
	t.Helper()
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{}
	in := &ingest.Handler{Sink: s, Gate: gate, Now: func() time.Time { return came }, Sender: func(*http.Request) (access.Sender, error) { return sender, nil }}
	mux := http.NewServeMux()
	in.Register(mux)
	r := httptest.NewRequest(http.MethodPost, "/api/v1/content", bytes.NewReader(frames(t, content.Append{Path: path, Kind: content.Facts, Generation: 1, To: int64(max(len(doc), 1)), Data: doc})))
	r.Header.Set("Content-Type", frame.Type)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w.Code, w.Body.String(), s.got
}

func TestFactsAreTaken(t *testing.T) {
	row := told()
	path := content.FactsPath(row.Agent, row.Conversation)
	all := access.Sender{Tenant: "t", Person: "p", Ingest: true}
	for name, sender := range map[string]access.Sender{"a tenant": all, "one that refuses transcripts": {Tenant: "t", Person: "p", Ingest: true, FactsOnly: true}} {
		code, text, got := takes(t, path, documentOf(t, told()), sender)
		if code != 200 || len(got) != 1 {
			t.Fatalf("%s: %d: %s", name, code, text)
		}
		back, err := factfile.Decode(got[0].Data)
		if err != nil || back.Said[0].Verdict.Title.String() != "Add a key" || back.Digest.Turns[0].Key != 7 || back.Samples[0].Text.String() != "x := 1" {
			t.Errorf("%s: %+v, %v", name, back, err)
		}
		if bytes.Contains(got[0].Data, []byte("x.jsonl")) || back.Digest.File != "" {
			t.Error("where the transcript lies is kept")
		}
	}
	if code, _, _ := takes(t, path, documentOf(t, told()), access.Sender{Tenant: "t", Person: "p"}); code != 403 {
		t.Errorf("a key that may not send: %d", code)
	}
}

// TestFactsPassTheGateAgain: a sender's gate is not believed, whatever the secret stands
// in.
func TestFactsPassTheGateAgain(t *testing.T) {
	row := told()
	d, v := row.Digest, &row.Said[0].Verdict
	quiet := redact.Restore("use " + hiddenKey)
	d.Branch, d.Version, d.Turns[0].UUID, d.Turns[0].Commits = "fix/"+hiddenKey, hiddenKey, hiddenKey, []string{hiddenKey}
	d.CWDs[0], d.Paths[0], d.Pulls, d.Models[0], d.Head.Transcript = "/home/ada/"+hiddenKey, "/home/ada/"+hiddenKey+"/a.go", []string{"https://x/" + hiddenKey}, hiddenKey, hiddenKey
	d.Turns[0].Undos = []digest.Undo{{Kind: hiddenKey, Paths: []string{hiddenKey}, Refs: []string{hiddenKey}}}
	v.Title, v.Long, v.Summary, v.Advice, v.Evidence[0].Quote, v.Reason, v.Model = quiet, quiet, quiet, quiet, quiet, hiddenKey, hiddenKey
	v.Criteria = []fact.Criterion{{Name: hiddenKey, Evidence: &fact.Evidence{UUID: hiddenKey, Quote: quiet}}}
	v.Reasons = []fact.Reason{{Text: quiet}}
	v.Languages, v.Rubric.Letter = fact.Languages{Code: hiddenKey, Prompt: hiddenKey}, hiddenKey
	row.Samples[0] = factfile.Sample{Session: hiddenKey, By: hiddenKey, Kind: hiddenKey, Text: quiet}
	row.Skipped = map[string]int{hiddenKey: 1}
	code, text, got := takes(t, content.FactsPath(row.Agent, row.Conversation), documentOf(t, row), access.Sender{Tenant: "t", Person: "p", Ingest: true})
	if code != 200 {
		t.Fatalf("%d: %s", code, text)
	}
	for line := range bytes.Lines(got[0].Data) {
		for _, part := range append([][]byte{line}, unpackedParts(line)...) {
			if bytes.Contains(part, []byte(hiddenKey)) {
				t.Errorf("kept: %q", part)
			}
		}
	}
	// Nor is it kept as a conversation's name.
	row = told()
	row.Conversation, row.Digest.ID, row.Said[0].Parts[0].Conversation = hiddenKey, hiddenKey, hiddenKey
	code, text, got = takes(t, content.FactsPath(row.Agent, row.Conversation), documentOf(t, row), access.Sender{Tenant: "t", Person: "p", Ingest: true})
	if code != 422 || len(got) > 0 || strings.Contains(text, hiddenKey) {
		t.Errorf("%d: %s", code, text)
	}
}

// unpackedParts are the texts of a line that are bytes written in base64.
func unpackedParts(line []byte) (out [][]byte) {
	for part := range bytes.SplitSeq(line, []byte(`"`)) {
		if b, err := base64.StdEncoding.DecodeString(string(part)); err == nil {
			out = append(out, b)
		}
	}
	return out
}

// TestHostileFacts: what no reading of a conversation gives is not taken, and the answer
// says none of it.
func TestHostileFacts(t *testing.T) {
	v := func(change func(*fact.Verdict)) func(*factfile.Row) {
		return func(r *factfile.Row) { change(&r.Said[0].Verdict) }
	}
	for name, change := range map[string]func(*factfile.Row){
		"another conversation's digest":  func(r *factfile.Row) { r.Digest.ID = "other" },
		"another name":                   func(r *factfile.Row) { r.Conversation, r.Digest.ID, r.Said[0].Parts[0].Conversation = "b", "b", "b" },
		"a private conversation":         func(r *factfile.Row) { r.Digest.Private = true },
		"a time to come":                 func(r *factfile.Row) { r.Digest.Turns[0].End = came.AddDate(0, 0, 3) },
		"a time before agents":           func(r *factfile.Row) { r.Digest.Turns[0].Start = came.AddDate(-40, 0, 0) },
		"an edit to come":                func(r *factfile.Row) { r.Digest.Turns[0].Edits = []digest.Edit{{Time: came.AddDate(1, 0, 0)}} },
		"usage to come":                  func(r *factfile.Row) { r.Digest.Usage[0].Time = came.AddDate(1, 0, 0).UnixNano() },
		"tokens below nothing":           func(r *factfile.Row) { r.Digest.Usage[0].Tokens.Output = -1 },
		"tokens without end":             func(r *factfile.Row) { r.Digest.Usage[0].Tokens.Output = 1 << 62 },
		"lines without end":              func(r *factfile.Row) { r.Digest.Turns[0].Added = 1 << 60 },
		"lines read below nothing":       func(r *factfile.Row) { r.Lines = -1 },
		"turns that are not there":       func(r *factfile.Row) { r.Said[0].Parts[0].Last = 9 },
		"turns from nowhere":             func(r *factfile.Row) { r.Said[0].Parts[0].First = 0 },
		"a session of no parts":          func(r *factfile.Row) { r.Said[0].Parts = nil },
		"another conversation's session": func(r *factfile.Row) { r.Said[0].Parts[0].Conversation = "other" },
		"an origin that is none":         func(r *factfile.Row) { r.Digest.Turns[0].Origin = 200 },
		"a boundary that is none":        func(r *factfile.Row) { r.Digest.Drafts[0].ClosedBy = "whim" },
		"a name of two lines":            func(r *factfile.Row) { r.Digest.Turns[0].UUID = "a\nb" },
		"a path without end":             func(r *factfile.Row) { r.Digest.Paths[0] = strings.Repeat("x", 70_000) },
		"a status that waits":            v(func(v *fact.Verdict) { v.Status, v.GoalComplete = fact.JudgePending, false }),
		"landed without a verdict":       v(func(v *fact.Verdict) { v.Status = fact.JudgeNoIntent }),
		"an intent that is none":         v(func(v *fact.Verdict) { v.Intent = "mischief" }),
		"more than sure":                 v(func(v *fact.Verdict) { v.Confidence = 1.5 }),
		"no number":                      v(func(v *fact.Verdict) { v.Confidence = nan() }),
		"another judge":                  v(func(v *fact.Verdict) { v.Judge = "me" }),
		"another version":                v(func(v *fact.Verdict) { v.Version = "offline-8" }),
		"a stand-in":                     v(func(v *fact.Verdict) { v.Fallback = true }),
		"said tomorrow":                  v(func(v *fact.Verdict) { v.At = came.AddDate(0, 0, 3) }),
		"too many quotes":                v(func(v *fact.Verdict) { v.Evidence = make([]fact.Evidence, 65) }),
		"a title without end":            v(func(v *fact.Verdict) { v.Title = redact.Restore(strings.Repeat("x", 9000)) }),
		"a rubric of its own":            v(func(v *fact.Verdict) { v.Rubric.PlanFirst = "maybe" }),
		"a quote from nowhere":           v(func(v *fact.Verdict) { v.Evidence[0].Turn = -1 }),
	} {
		row := told()
		path := content.FactsPath(row.Agent, row.Conversation)
		change(row)
		code, text, got := takes(t, path, documentOf(t, row), access.Sender{Tenant: "t", Person: "p", Ingest: true})
		if code != 422 || len(got) > 0 {
			t.Errorf("%s: %d: %s", name, code, text)
		}
	}
	good := documentOf(t, told())
	path := content.FactsPath("claude", told().Conversation)
	for name, c := range map[string]struct {
		doc  []byte
		code int
	}{
		"half":              {append(bytes.Clone(good[:len(good)/2]), '\n'), 422},
		"nothing":           {[]byte("\n"), 422},
		"no lines of it":    {[]byte("hello\n"), 422},
		"twice":             {append(bytes.Clone(good), good...), 422},
		"another folder":    {bytes.Replace(good, []byte(`{"cwd":"/home/ada/app"}`), []byte(`{"cwd":"/tmp/other"}`), 1), 422},
		"no folder":         {bytes.Replace(good, []byte(`{"cwd":"/home/ada/app"}`+"\n"), nil, 1), 422},
		"another form":      {bytes.Replace(good, []byte("facts/1"), []byte("facts/2"), 1), 409},
		"a line too long":   {append(bytes.Clone(good), []byte(`{"session":"`+strings.Repeat("x", 200_000)+`"}`+"\n")...), 422},
		"too much of it":    {bytes.Repeat(good, 1+(factfile.MaxDocument/len(good))), 422},
		"an older digest":   {otherDigest(t, good), 409},
		"many undone lines": {append(bytes.Clone(good), bytes.Repeat([]byte(`{"session":"s"}`+"\n"), 4001)...), 422},
	} {
		if code, text, got := takes(t, path, c.doc, access.Sender{Tenant: "t", Person: "p", Ingest: true}); code != c.code || len(got) > 0 {
			t.Errorf("%s: %d: %s", name, code, text)
		}
	}
}

// otherDigest is a document with the digest of another version.
func otherDigest(t *testing.T, doc []byte) []byte {
	t.Helper()
	blob, err := told().Digest.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	was := base64.StdEncoding.EncodeToString(blob)
	blob[0]++
	out := bytes.Replace(doc, []byte(was), []byte(base64.StdEncoding.EncodeToString(blob)), 1)
	if bytes.Equal(out, doc) {
		t.Fatal("the digest is not where it was looked for")
	}
	return out
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}
