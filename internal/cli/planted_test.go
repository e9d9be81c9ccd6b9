package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/cli/job"
	"prism/internal/long"
	"prism/internal/model/modeltest"
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

// yard is one way to ask: its own stand-in and its own store.
type yard struct {
	t    *testing.T
	f    *field
	srv  *modeltest.Server
	home string
	env  []string
	all  bytes.Buffer // what came out of all runs
}

func newYard(t *testing.T, f *field, env ...string) *yard {
	y := &yard{t: t, f: f, srv: modeltest.New(), home: t.TempDir()}
	t.Cleanup(y.srv.Close)
	y.srv.Answer(func(q modeltest.Question) string { return sayYes(q.User, q.Schema, "All is well.") })
	claude, err := exec.LookPath("claude") // the one that TestMain registers stands first
	if err != nil {
		t.Fatal(err)
	}
	y.env = append([]string{
		"HOME=" + y.home, "USERPROFILE=" + y.home, "PRISM_HOME=" + filepath.Join(y.home, "kept"), "PRISM_TZ=UTC", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), "PRISM_CLAUDE=" + claude,
		"ANTHROPIC_BASE_URL=" + y.srv.URL, "ANTHROPIC_API_KEY=key-of-the-stand-in", "OPENAI_BASE_URL=" + y.srv.URL + "/v1",
	}, env...)
	return y
}

// run runs prism and holds both of its streams; it returns what it printed.
func (y *yard) run(args ...string) (out string, code int) {
	y.t.Helper()
	var stdout, stderr bytes.Buffer
	p := job.NewProgram(y.env, strings.NewReader(""), &stdout, &stderr)
	p.Sleep = hasty
	start := time.Now() // as hasty as the sleeps, which end by this clock
	p.Now = func() time.Time { return time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC).Add(100 * time.Since(start)) }
	code = run(context.Background(), p, args)
	name := "prism " + strings.Join(args[:min(len(args), 2)], " ")
	y.f.holds(y.t, name+", standard output", stdout.String())
	y.f.holds(y.t, name+", standard error", stderr.String())
	y.all.WriteString(stdout.String() + stderr.String())
	if code == job.CodeUsage || code == job.CodeFailed {
		y.t.Errorf("prism %s: exit code %d", strings.Join(args, " "), code)
	}
	return stdout.String(), code
}

// end holds what the stand-in got and what is left in files.
func (y *yard) end() {
	y.t.Helper()
	for _, c := range y.srv.Calls() {
		y.f.holds(y.t, "request to "+c.Path, c.Path+"\n"+fmt.Sprint(c.Header)+"\n"+c.Body)
	}
	if err := filepath.WalkDir(y.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for of := range y.f.hits(string(data)) {
			// The store keeps the paths of edited files, to know one again.
			if of.place != inPath || !strings.HasPrefix(filepath.Base(path), "prism.db") {
				y.t.Errorf("file %s: %s of the %s came out", filepath.Base(path), y.f.kinds[of.place][of.kind].Kind, placeNames[of.place])
			}
		}
		return err
	}); err != nil {
		y.t.Error(err)
	}
}

// bodies joins what the stand-in was asked.
func (y *yard) bodies() string {
	var b strings.Builder
	for _, c := range y.srv.Calls() {
		b.WriteString(c.Body)
	}
	return b.String()
}

var placeholder = regexp.MustCompile(`\[([A-Z][A-Z_]*)_[0-9]+\]`)

// asked holds that the questions were of the planted transcripts: else it tells
// nothing that no secret is in them.
func (y *yard) asked() {
	y.t.Helper()
	text := y.bodies()
	labels := map[string]bool{}
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		labels[m[1]] = true
	}
	if len(labels) < 15 {
		y.t.Errorf("%d sorts of placeholder were sent, of all kinds", len(labels))
	}
	for _, place := range []int{inPrompt, inAnswer, inCommand, inEdit, inQueue, inRefusal} {
		seen := 0
		for kind := range y.f.kinds[place] {
			if strings.Contains(text, marker(place, kind)) {
				seen++
			}
		}
		if seen < y.f.width()*3/5 {
			y.t.Errorf("what stands beside the secrets of the %s was sent for %d kinds", placeNames[place], seen)
		}
	}
}

// TestPlantedSecretsStayHere looks for them in all that commands print, send and keep, by
// every way of asking. By default one client stands for those of its kind.
func TestPlantedSecretsStayHere(t *testing.T) {
	f := newField(t)
	ofItsKind := func(t *testing.T) {
		if !long.All() {
			t.Skip("more of the same: set " + long.Env)
		}
	}
	same := func(t *testing.T) { // for the race detector, in which each takes a minute
		if testing.Short() {
			t.Skip("goroutines meet as where anthropic is asked")
		}
	}
	part := filepath.Dir(f.talks[0])

	t.Run("anthropic", func(t *testing.T) {
		t.Parallel()
		y := newYard(t, f, "ANTHROPIC_CUSTOM_HEADERS=X-Meadow: green\nX-Hill: blue: sky\nnothing")
		y.run("judge", f.folder, "--judge", "anthropic", "--yes", "--verbose")
		y.asked()
		if h := y.srv.Calls()[0].Header; h.Get("X-Meadow") != "green" || h.Get("X-Hill") != "blue: sky" {
			t.Errorf("custom headers: %v", h)
		}
		y.readers(f.folder, "anthropic")
		y.end()
	})
	t.Run("tracker", func(t *testing.T) {
		same(t)
		t.Parallel()
		y := newYard(t, f)
		y.run("judge", f.folder, "--judge", "anthropic", "--track", "llm", "--combined", "--yes")
		if n := strings.Count(y.bodies(), "Turns to decide:"); n == 0 {
			t.Error("nobody was asked where sessions begin: choose other prompts")
		}
		y.end()
	})
	t.Run("offline", func(t *testing.T) {
		t.Parallel()
		y := newYard(t, f)
		y.readers(f.folder, "offline")
		if n := len(y.srv.Calls()); n > 0 {
			t.Errorf("%d requests", n)
		}
		y.end()
	})
	t.Run("openai", func(t *testing.T) {
		ofItsKind(t)
		t.Parallel()
		y := newYard(t, f)
		y.run("judge", f.folder, "--judge", "openai", "--model", "qwen3", "--yes")
		y.asked()
		y.end()
	})
	t.Run("batch", func(t *testing.T) {
		ofItsKind(t)
		t.Parallel()
		y := newYard(t, f)
		y.run("judge", f.folder, "--judge", "anthropic", "--batch", "--yes")
		y.asked()
		y.end()
	})
	t.Run("claude", func(t *testing.T) {
		same(t)
		t.Parallel()
		if runtime.GOOS == "windows" {
			t.Skip("the stand-in for the command has no extension there")
		}
		y := newYard(t, f)
		y.run("judge", f.folder, "--judge", "claude", "--combined", "--yes")
		y.asked()
		y.env = append(y.env, "ANTHROPIC_FAKE=crash")
		y.run("judge", part, "--judge", "claude", "--model", "claude-opus-5", "--yes", "--parallel", "1")
		y.end()
	})
	t.Run("bedrock", func(t *testing.T) {
		ofItsKind(t)
		for name, value := range map[string]string{
			"AWS_PROFILE": "", "AWS_BEARER_TOKEN_BEDROCK": "", "AWS_SESSION_TOKEN": "", "AWS_ACCESS_KEY_ID": "AKIDOFATEST", "AWS_SECRET_ACCESS_KEY": "secret-of-a-test",
			"AWS_CONFIG_FILE": filepath.Join(t.TempDir(), "config"), "AWS_SHARED_CREDENTIALS_FILE": filepath.Join(t.TempDir(), "credentials"), "AWS_EC2_METADATA_DISABLED": "true",
		} {
			t.Setenv(name, value)
		}
		y := newYard(t, f, "AWS_REGION=eu-west-1")
		y.run("judge", f.folder, "--judge", "bedrock", "--base-url", y.srv.URL, "--model", "us.anthropic.claude-haiku-4-5-20251001-v1:0", "--combined", "--yes")
		y.asked()
		y.end()
	})
	t.Run("vertex", func(t *testing.T) {
		ofItsKind(t)
		t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", serviceAccount(t))
		y := newYard(t, f, "CLOUD_ML_REGION=global", "ANTHROPIC_VERTEX_PROJECT_ID=meadow")
		y.run("judge", f.folder, "--judge", "vertex", "--base-url", y.srv.URL, "--model", "claude-haiku-4-5@20251001", "--combined", "--yes")
		y.asked()
		y.end()
	})
	t.Run("files", func(t *testing.T) {
		same(t)
		t.Parallel()
		y := newYard(t, f)
		for _, format := range []string{"anthropic", "openai"} {
			file := filepath.Join(y.home, format+".jsonl")
			y.run("judge", "export", f.folder, "--format", format, "--model", "claude-haiku-4-5", "-o", file)
			if data, err := os.ReadFile(file); err != nil || !bytes.Contains(data, []byte(marker(inPrompt, 0))) {
				t.Errorf("%s: nothing of the transcripts was written, %v", format, err)
			}
		}
		y.run("judge", "export", f.folder, "--combined")
		if n := len(y.srv.Calls()); n > 0 {
			t.Errorf("%d requests", n)
		}
		y.end()
	})
	t.Run("redact", func(t *testing.T) {
		same(t)
		t.Parallel()
		y := newYard(t, f)
		talks := long.Some(len(f.talks)/4, f.talks...)
		for i, talk := range talks {
			if out, _ := y.run("redact", talk); !strings.Contains(out, marker(inPrompt, i*perTalk)) {
				t.Error("redact shows nothing of a transcript")
			}
			y.run("redact", "--text", talk)
		}
		y.end()
	})
	t.Run("model says it back", func(t *testing.T) {
		same(t)
		t.Parallel()
		y := newYard(t, f)
		var count atomic.Int64
		y.srv.Answer(func(q modeltest.Question) string {
			next := int(count.Add(1))
			if next%5 == 0 {
				return q.System + q.User
			}
			return sayYes(q.User, q.Schema, f.kinds[inReply][next%len(f.kinds[inReply])].Whole())
		})
		for _, model := range long.Some(1, "claude-haiku-4-5", "claude-opus-4-1", "claude-sonnet-4-5") {
			y.run("judge", f.folder, "--judge", "anthropic", "--model", model, "--yes", "--parallel", "1")
		}
		y.readers(part, "anthropic")
		y.end()
	})
	for _, judge := range long.Some(1, []string{"anthropic"}, []string{"openai", "--model", "qwen3"}, []string{"anthropic", "--batch"}, []string{"claude", "--combined"}) {
		t.Run("failing "+strings.Join(judge, " "), func(t *testing.T) {
			same(t)
			t.Parallel()
			if judge[0] == "claude" && runtime.GOOS == "windows" {
				t.Skip("the stand-in for the command has no extension there")
			}
			y := newYard(t, f)
			for i, faults := range failing(f) {
				if first := faults[0]; !long.All() && first.Text == "" && !first.Broken && !first.Page && !first.Words && !first.Wrong {
					continue // by default those whose answer may be told
				}
				y.env = append(y.env, "PRISM_HOME="+filepath.Join(y.home, fmt.Sprint("kept", i)))
				y.srv.Fail(faults...)
				y.run(append([]string{"judge", f.folder + "/projects/p0/" + filepath.Base(f.talks[0]), "--yes", "--parallel", "1", "--fallback", "offline", "--judge"}, judge...)...)
				// Faults that were not met would fail the next one's requests.
				y.srv = y.fresh()
			}
			y.end()
		})
	}
}

// fresh ends with the stand-in and starts another.
func (y *yard) fresh() *modeltest.Server {
	y.t.Helper()
	for _, c := range y.srv.Calls() {
		y.f.holds(y.t, "request to "+c.Path, c.Path+"\n"+fmt.Sprint(c.Header)+"\n"+c.Body)
	}
	srv := modeltest.New()
	y.t.Cleanup(srv.Close)
	srv.Answer(func(q modeltest.Question) string { return sayYes(q.User, q.Schema, "All is well.") })
	y.env = append(y.env, "ANTHROPIC_BASE_URL="+srv.URL, "OPENAI_BASE_URL="+srv.URL+"/v1")
	return srv
}

// failing are the ways in which a service fails, some with a secret in its words.
func failing(f *field) [][]modeltest.Fault {
	said := func(i, status int) modeltest.Fault {
		return modeltest.Fault{Status: status, Text: f.kinds[inReply][i%len(f.kinds[inReply])].Whole()}
	}
	soon := map[string]string{"Retry-After-Ms": "1"}
	return [][]modeltest.Fault{
		{{Status: 429, Header: soon}, {Status: 500, Header: soon}, {Status: 529, Header: soon}},
		{said(0, 400), said(30, 400), said(60, 400), said(90, 400)},
		{said(1, 401), said(1, 401)},
		{said(2, 403), said(2, 403)},
		{said(3, 429), said(31, 500), said(61, 503), said(91, 529)},
		{{Cut: true}, {Drop: true}, {Cut: true}, {Drop: true}},
		{{Broken: true}, {Page: true}, {Broken: true}},
		{{Words: true}, {Words: true}, {Wrong: true}, {Wrong: true}},
		{{Refusal: true}, {Refusal: true}},
		{{MaxTokens: true}, {MaxTokens: true}, {Window: true}, {Prose: true}},
		{{NoSchema: true}, {NoFormat: true}, {NoUsage: true}},
	}
}

// readers runs every command that shows sessions.
func (y *yard) readers(folder, judge string) {
	y.t.Helper()
	with := func(args ...string) string {
		out, _ := y.run(append(args, "--judge", judge, "--verbose")...)
		return out
	}
	with("score", folder)
	with("score", folder, "--json")
	with("sessions", folder)
	with("sessions", folder, "--csv")
	with("report", folder, "--html")
	with("report", folder)
	y.run("doctor", folder)
	var list []struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal([]byte(with("sessions", folder, "--json")), &list); err != nil || len(list) == 0 {
		y.t.Fatalf("%d sessions, %v", len(list), err)
	}
	for i, s := range list {
		if i < 3 {
			with("show", s.ID, folder)
		}
		if i < 3 || judge == "anthropic" && long.All() {
			with("show", s.ID, folder, "--json")
		}
	}
	y.run("label", list[0].ID, "--complete=false", "--note", y.f.kinds[inReply][5].Whole())
	with("show", list[0].ID, folder)
}

// serviceAccount writes credentials of Google's form, whose tokens a server here
// gives out, and returns their file.
func serviceAccount(t *testing.T) string {
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"access_token":"token-of-a-test","token_type":"Bearer","expires_in":3600}`))
	}))
	t.Cleanup(tokens.Close)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
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
