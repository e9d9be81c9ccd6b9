package cli

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/redact/redacttest"
)

// Every place of a transcript that has text gets secrets of its own, of every
// kind (by default each kind at every third place: that the gate knows each kind its own
// tests say, and here each place is asked), so that a hit tells where it came from.
const (
	inPrompt = iota
	inAnswer
	inCommand
	inOutput
	inEncoded
	inLong
	inEdit
	inPath
	inError
	inPlan
	inQueue
	inTitle
	inRefusal
	inThought
	inReply // not in a transcript: said by the model or by a failing server
	inBranch
	inFileName
	inRoots
	inEvent
	inAttribute // its name, and what stands round the events
	inHook
	inSpan
	inMetric
	inTyped // titles and labels
	inAsked // addresses and their queries
	inHeader
	inGarbage // what is no request
	places
)

var placeNames = [places]string{
	"prompt", "agent's text", "command", "output", "output in base64", "output cut in the middle of it", "file content", "file path",
	"tool error", "plan", "queued prompt", "title", "rejection", "thinking", "model's reply",
	"branch", "file name", "folders", "event", "event's attribute", "hook event", "span", "metric", "typed text", "address", "header", "garbage",
}

// perTalk is how many kinds stand in one conversation: few, so that the reduced
// rendering still has room for most.
const perTalk = 6

// planted is one value that must not come out.
type planted struct{ kind, place int }

// field is the planted corpus and what finds it again.
type field struct {
	kinds  [places][]redacttest.Secret
	first  [1 << 24]bool // by the first three bytes of a form
	forms  map[string][]form
	folder string
	talks  []string // transcripts
}

type form struct {
	of   planted
	text string
}

// least is the length of the shortest value that is looked for: shorter ones
// stand in any text by chance.
const least = 7

func newField(t *testing.T) *field {
	f := &field{forms: map[string][]form{}, folder: filepath.Join(t.TempDir(), "claude")}
	for place := range places {
		f.kinds[place] = someKinds(place, redacttest.Secrets(1000+uint64(place)))
		other := someKinds(place, redacttest.Secrets(999))
		for kind, s := range f.kinds[place] {
			f.learn(planted{kind, place}, s, other[kind].Value)
		}
	}
	if n := len(f.kinds[0]); n < 20 || long.All() && n < 60 {
		t.Fatalf("%d kinds", n)
	}
	for from := 0; from < f.width(); from += perTalk {
		f.write(t, from, min(from+perTalk, f.width()))
	}
	return f
}

// someKinds are those that stand at a place: all of them, or every third.
func someKinds(place int, all []redacttest.Secret) (some []redacttest.Secret) {
	if long.All() {
		return all
	}
	for i := range all {
		if i%3 == place%3 {
			some = append(some, all[i])
		}
	}
	return some
}

// width is how many kinds stand at every place.
func (f *field) width() int {
	n := len(f.kinds[0])
	for place := range places {
		n = min(n, len(f.kinds[place]))
	}
	return n
}

// learn notes every form in which a value may come out, and telling parts of it:
// those that another value of its kind does not have.
func (f *field) learn(of planted, s redacttest.Secret, other string) {
	add := func(text string) {
		if len(text) < least {
			return
		}
		f.first[int(text[0])<<16|int(text[1])<<8|int(text[2])] = true
		f.forms[text[:least]] = append(f.forms[text[:least]], form{of, text})
	}
	v := s.Value
	if len(v) < least {
		return
	}
	quoted, _ := json.Marshal(v)
	all := []string{
		v, strings.Trim(string(quoted), `"`), strings.ReplaceAll(v, "\n", `\n`), url.QueryEscape(v), url.PathEscape(v), html.EscapeString(v), hex.EncodeToString([]byte(v)),
	}
	for shift := range 3 { // where the letters of base64 fall depends on what stands before
		raw := append(make([]byte, shift), v...)
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if text := enc.EncodeToString(raw[:len(raw)/3*3]); len(text) > 4*min(shift, 1)+8 {
				all = append(all, text[4*min(shift, 1):])
			}
		}
	}
	if len(v) >= 24 && !strings.Contains(s.Kind, "recovery") {
		body := strings.ReplaceAll(v, "\n", "")
		for i := 20; i+16 <= len(body); i += 8 {
			if part := body[i : i+16]; !strings.Contains(part, "-----") && !strings.Contains(strings.ReplaceAll(other, "\n", ""), part) {
				all = append(all, part)
			}
		}
	}
	slices.Sort(all)
	for _, text := range slices.Compact(all) {
		add(text)
	}
}

// hits returns what of the field stands in a text.
func (f *field) hits(text string) map[planted]bool {
	// The way to the claude command puts a joiner behind "@".
	text = strings.NewReplacer("\u2060", "", `\u2060`, "").Replace(text)
	var found map[planted]bool
	for i := 0; i+least <= len(text); i++ {
		if !f.first[int(text[i])<<16|int(text[i+1])<<8|int(text[i+2])] {
			continue
		}
		for _, one := range f.forms[text[i:i+least]] {
			if strings.HasPrefix(text[i:], one.text) {
				if found == nil {
					found = map[planted]bool{}
				}
				found[one.of] = true
			}
		}
	}
	return found
}

// holds fails the test for each planted value that stands in text, by kind and
// place alone.
func (f *field) holds(t *testing.T, where, text string) {
	t.Helper()
	for of := range f.hits(text) {
		t.Errorf("%s: %s of the %s came out", where, f.kinds[of.place][of.kind].Kind, placeNames[of.place])
	}
}

// marker is a word beside a planted value, which may and should come out.
func marker(place, kind int) string { return fmt.Sprintf("mark%dk%dm", place, kind) }

// write makes one conversation with some of the kinds in every place.
func (f *field) write(t *testing.T, from, to int) {
	repo := filepath.Join(filepath.Dir(f.folder), "code", fmt.Sprintf("meadow%d", from%4))
	if err := os.MkdirAll(filepath.Join(repo, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	type object = map[string]any
	id := fmt.Sprintf("0000%04d-0000-4000-8000-000000000000", from)
	clock := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC).Add(time.Duration(from) * time.Hour)
	var out bytes.Buffer
	n := 0
	raw := func(o object) {
		o["sessionId"] = id
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	line := func(kind string, o object) {
		n++
		clock = clock.Add(5 * time.Second)
		o["type"], o["uuid"], o["parentUuid"] = kind, fmt.Sprintf("u-%d-%d", from, n), nil
		if n > 1 {
			o["parentUuid"] = fmt.Sprintf("u-%d-%d", from, n-1)
		}
		o["timestamp"], o["cwd"], o["version"], o["gitBranch"], o["isSidechain"], o["userType"] = clock.Format(time.RFC3339Nano), repo, "2.1.330", "main", false, "external"
		raw(o)
	}
	person := func(text string) { line("user", object{"message": object{"role": "user", "content": text}}) }
	agent := func(block object) {
		line("assistant", object{"requestId": fmt.Sprintf("req_%d_%d", from, n), "message": object{
			"id": fmt.Sprintf("msg_%d_%d", from, n), "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "content": []any{block}, "usage": object{"input_tokens": 10, "output_tokens": 20},
		}})
	}
	say := func(text string) { agent(object{"type": "text", "text": text}) }
	call := func(name string, input object, result string, detail any, failed bool) {
		use := fmt.Sprintf("toolu_%d_%d", from, n)
		agent(object{"type": "tool_use", "id": use, "name": name, "input": input})
		line("user", object{"toolUseResult": detail, "message": object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": use, "content": result, "is_error": failed}}}})
	}
	bash := func(command, output string) {
		call("Bash", object{"command": command, "description": "Look"}, output, object{"stdout": output, "stderr": "", "interrupted": false}, false)
	}
	in := func(place, kind int) (mark, whole string) {
		return marker(place, kind), f.kinds[place][kind].Whole()
	}
	for kind := from; kind < to; kind++ {
		mark, whole := in(inTitle, kind)
		for form, key := range map[string]string{"ai-title": "aiTitle", "custom-title": "customTitle", "summary": "summary"} {
			raw(object{"type": form, key: mark + ". " + whole})
		}
		mark, whole = in(inPrompt, kind)
		person("The import of " + mark + " fails in internal/import.go, fix it and run the tests.\n" + whole + "\nWhat now?")
		mark, whole = in(inThought, kind)
		agent(object{"type": "thinking", "thinking": mark + "\n" + whole, "signature": "c2ln"})
		mark, whole = in(inAnswer, kind)
		say("I will look at " + mark + ".\n" + whole)
		mark, whole = in(inCommand, kind)
		_, said := in(inOutput, kind)
		bash("go test ./"+mark+"\n"+whole, "--- FAIL: Test"+marker(inOutput, kind)+" (0.00s)\n"+said+"\nFAIL")
		mark, whole = in(inEncoded, kind)
		bash("cat "+mark, "data "+base64.StdEncoding.EncodeToString([]byte("x: 1\n"+whole+"\n"))+" end")
		// The reader keeps the beginning and the end of an output: the value stands
		// where it cuts.
		mark, whole = in(inLong, kind)
		bash("cat "+mark, straddle(whole, f.kinds[inLong][kind].Value))
		mark, whole = in(inEdit, kind)
		file := filepath.Join(repo, "internal", mark+".go")
		call("Edit", object{"file_path": file, "old_string": "x\n" + whole, "new_string": whole + "\ny", "replace_all": false}, "The file "+file+" has been updated successfully.\n    12→"+whole, object{
			"filePath": file, "oldString": "x\n" + whole, "newString": whole + "\ny", "originalFile": "x\n" + whole,
			"structuredPatch": []any{object{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []any{"-x", "+" + strings.ReplaceAll(whole, "\n", "\n+")}}},
		}, false)
		if mark, whole = in(inPath, kind); !strings.Contains(whole, "\n") {
			file := repo + "/" + mark + "/" + whole
			call("Write", object{"file_path": file, "content": "x\n"}, "File created successfully at: "+file, object{"type": "create", "filePath": file, "content": "x\n", "structuredPatch": []any{}}, false)
		}
		mark, whole = in(inError, kind)
		call("Bash", object{"command": "make " + mark}, "Exit code 2\n"+mark+"\n"+whole, "Error: Exit code 2\n"+mark+"\n"+whole, true)
		_, whole = in(inRefusal, kind)
		call("Bash", object{"command": "rm -r build"}, "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n"+marker(inRefusal, kind)+" not so.\n"+whole, "User rejected tool use", true)
		mark, whole = in(inQueue, kind)
		raw(object{"type": "queue-operation", "operation": "enqueue", "content": "and look at " + mark + "\n" + whole, "timestamp": clock.Format(time.RFC3339Nano)})
		raw(object{"type": "queue-operation", "operation": "remove", "timestamp": clock.Format(time.RFC3339Nano)})
		line("attachment", object{"attachment": object{"type": "queued_command", "prompt": "and look at " + mark + "\n" + whole}})
		mark, whole = in(inPlan, kind)
		call("ExitPlanMode", object{"plan": "# Plan " + mark + "\n" + whole}, "User has approved your plan. You can now start coding.\n\n## Approved Plan:\n# Plan "+mark+"\n"+whole, object{"plan": "# Plan " + mark + "\n" + whole}, false)
		bash("go test ./...", "ok  \texample.org/meadow\t0.031s")
		say("All tests pass now.")
	}
	person("works, thanks")
	say("Good.")
	path := filepath.Join(f.folder, "projects", fmt.Sprintf("p%d", from%4), id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f.talks = append(f.talks, path)
}

// straddle is a long output in which a value stands across each of the bounds
// that the reader keeps of one (1,536 bytes of its beginning, 3,072 of its end).
func straddle(whole, value string) string {
	fill := func(n int) string { return strings.Repeat("all is well here\n", n/17+1)[:max(0, n)] }
	half := strings.Index(whole, value) + len(value)/2
	head := fill(1536-half-1) + "\n" + whole + "\n"
	rest := "\n" + fill(3072-(len(whole)-half)-1)
	return head + fill(4000) + "\n" + whole + rest
}

// accountsKey is the key of all accounts.
var accountsKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// serviceAccount writes credentials of Google's form, whose tokens a server here
// gives out, and returns their file.
func serviceAccount(t *testing.T) string {
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"access_token":"token-of-a-test","token_type":"Bearer","expires_in":3600}`))
	}))
	t.Cleanup(tokens.Close)
	key, err := accountsKey()
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "robin@meadow.example", "project_id": "meadow", "token_uri": tokens.URL,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE" + " KEY", Bytes: der})),
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "account.json")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
