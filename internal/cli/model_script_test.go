package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"prism/internal/model/modeltest"
)

// hasty waits a hundredth of the time.
func hasty(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d / 100):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// standInKey is where a script's environment keeps its stand-in.
type standInKey struct{}

// stand is the model's service of one script.
type stand struct {
	*modeltest.Server
	once sync.Once

	mu   sync.Mutex
	echo string // what the model says of its own in titles and reasons
}

// standIn starts a stand-in for a script. Scripts reach it as the Anthropic API,
// and at $STAND.
func standIn(e *testscript.Env) {
	s := &stand{Server: modeltest.New(), echo: "All is well."}
	s.Answer(s.answer)
	e.Values[standInKey{}] = s
	e.Setenv("STAND", s.URL)
	e.Setenv("ANTHROPIC_BASE_URL", s.URL)
	e.Setenv("ANTHROPIC_API_KEY", "key-of-the-stand-in")
	e.Setenv("PRISM_JUDGE", "")
	e.Setenv("TMPDIR", e.WorkDir)
	e.Defer(s.close)
}

func (s *stand) close() { s.once.Do(s.Close) }

func standOf(ts *testscript.TestScript) *stand {
	s, ok := ts.Value(standInKey{}).(*stand)
	if !ok {
		ts.Fatalf("no stand-in")
	}
	return s
}

// line is a line of the rendering that can be quoted.
var line = regexp.MustCompile(`(?m)^([1-9][0-9]*) (?:out|agent|person)\| (.{8,80})`)

// answer says yes to everything, with a quote that stands where it says.
func (s *stand) answer(q modeltest.Question) string {
	s.mu.Lock()
	echo := s.echo
	s.mu.Unlock()
	if q.Schema == nil { // the claude command takes it among the words
		if _, schema, ok := strings.Cut(q.System+q.User, "JSON schema:\n"); ok {
			q.Schema = json.RawMessage(schema)
		}
	}
	return sayYes(q.User, q.Schema, echo)
}

func sayYes(user string, schema json.RawMessage, echo string) string {
	var form struct {
		Properties map[string]struct {
			Items struct {
				Properties struct {
					Name struct{ Enum []string }
				}
			}
		}
	}
	if json.NewDecoder(bytes.NewReader(schema)).Decode(&form) != nil {
		return "{}"
	}
	all := map[string]any{}
	has := func(name string) bool { _, ok := form.Properties[name]; return ok }
	if has("code") {
		all["code"], all["prompt"] = "cobol", "eo"
	}
	if has("intent") {
		all["intent"] = "bug_fix"
	}
	if has("title") {
		for _, check := range []string{"goal_explicit", "scope_bounded", "references_concrete", "context_sufficient", "verification_requested", "root_cause_oriented", "plan_first"} {
			all[check] = "present"
		}
		all["title"], all["summary"] = "A title by the model", echo
	}
	if has("goal_complete") {
		criteria := []any{}
		for _, name := range form.Properties["criteria"].Items.Properties.Name.Enum {
			criteria = append(criteria, map[string]any{"name": name, "met": true})
		}
		evidence := []any{}
		if found := line.FindAllStringSubmatch(user, -1); len(found) > 0 {
			last := found[len(found)-1]
			turn, _ := strconv.Atoi(last[1])
			evidence = append(evidence, map[string]any{"turn": turn, "quote": last[2], "criterion": "none"})
		}
		all["evidence"], all["reason"], all["criteria"] = evidence, echo, criteria
		all["parts"], all["doubt"] = []any{map[string]any{"turn": 1, "part": echo, "state": "shown"}}, echo
		all["failure_signal"], all["basis"], all["probability"], all["goal_complete"] = "none", "explicit", 0.9, true
	}
	if has("shifts") { // a long conversation turns to something else in its middle
		shifts := []any{}
		_, listed, _ := strings.Cut(user, "Turns to decide:")
		if turns := strings.Fields(listed); len(turns) > 4 {
			turn, _ := strconv.Atoi(turns[2])
			shifts = append(shifts, map[string]any{"turn": turn, "before": "the kite", "now": "the kettle", "probability": 0.9})
		}
		all["shifts"] = shifts
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "{}"
	}
	return string(text)
}

// paid are the requests that a provider would charge.
func (s *stand) paid() (calls []modeltest.Call) {
	for _, c := range s.Calls() {
		if c.Method == "POST" {
			calls = append(calls, c)
		}
	}
	return calls
}

// asked holds how many requests came since it was last looked at, as a number or
// a range: asked 4, asked 1-4.
func asked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: asked N or asked N-M")
	}
	from, to, ok := strings.Cut(args[0], "-")
	if !ok {
		to = from
	}
	least, err := strconv.Atoi(from)
	ts.Check(err)
	most, err := strconv.Atoi(to)
	ts.Check(err)
	s := standOf(ts)
	if n := len(s.paid()); n < least || n > most {
		ts.Fatalf("%d requests, want %s", n, args[0])
	}
	s.Forget()
}

// unsent holds that texts never came to the stand-in since asked was last called.
func unsent(ts *testscript.TestScript, neg bool, args []string) {
	for _, c := range standOf(ts).Calls() {
		all := c.Path + c.Body + fmt.Sprint(c.Header)
		for _, text := range args {
			if strings.Contains(all, text) {
				if !neg {
					ts.Fatalf("%q was sent: %s %s", text, c.Method, c.Path)
				}
				return
			}
		}
	}
	if neg {
		ts.Fatalf("none of %q was sent", args)
	}
}

// unkept holds that texts are in no file below a folder: unkept DIR TEXT….
func unkept(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: unkept dir text...")
	}
	seen := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		seen++
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, text := range args[1:] {
			if bytes.Contains(data, []byte(text)) {
				return fmt.Errorf("%s holds %q", path, text)
			}
		}
		return nil
	}))
	if seen == 0 {
		ts.Fatalf("no file below %s", args[0])
	}
}

// until waits for requests or batches to have come: until asked N, until batches N.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: until asked|batches N")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	s := standOf(ts)
	for range 3000 {
		n := len(s.Calls())
		if args[0] == "batches" {
			n = len(s.Batches())
		}
		if n >= want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("waited a minute for %s %d", args[0], want)
}

// changeStand changes the stand-in: server stop, server says TEXT, server ends after N,
// server expires.
func changeStand(ts *testscript.TestScript, neg bool, args []string) {
	s := standOf(ts)
	switch {
	case slices.Equal(args, []string{"stop"}):
		s.close()
	case slices.Equal(args, []string{"expires"}):
		s.Expire()
	case len(args) == 2 && args[0] == "says":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.echo = args[1]
	case len(args) == 2 && args[0] == "polls":
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		s.EndAfter(n)
	default:
		ts.Fatalf("usage: server stop|expires|says TEXT|polls N")
	}
}

// alone exports the questions of each transcript below a folder for itself: alone FOLDER
// QUESTIONS. A question that several ask stands once; they are in order.
func alone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: alone FOLDER QUESTIONS")
	}
	var lines []string
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".jsonl" || filepath.Base(filepath.Dir(path)) == "subagents" {
			return err
		}
		one := ts.MkAbs("alone.jsonl")
		if code := exitCode(ts, []string{"prism", "judge", "export", path, "--include-automated", "-o", one}); code != 0 {
			ts.Fatalf("%s: exit code %d", path, code)
		}
		lines = slices.AppendSeq(lines, strings.Lines(ts.ReadFile(one)))
		return nil
	}))
	slices.Sort(lines)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(slices.Compact(lines), "")), 0o600))
}

// joined writes files one behind the other: joined FILE… TO.
func joined(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: joined FILE... TO")
	}
	all := ""
	for _, name := range args[:len(args)-1] {
		all += ts.ReadFile(name)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[len(args)-1]), []byte(all), 0o600))
}

// answers plays the person or the tool that answers exported questions: answers
// anthropic|plain QUESTIONS ANSWERS. It holds that no id stands twice.
func answers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: answers anthropic|plain|empty QUESTIONS ANSWERS")
	}
	var out bytes.Buffer
	seen := map[string]bool{}
	lines := bufio.NewScanner(strings.NewReader(ts.ReadFile(args[1])))
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var q struct {
			ID     string `json:"custom_id"`
			Params struct {
				Model    string
				Messages []struct {
					Content []struct{ Text string }
				}
				Output struct {
					Format struct{ Schema json.RawMessage }
				} `json:"output_config"`
			}
		}
		ts.Check(json.Unmarshal(lines.Bytes(), &q))
		if seen[q.ID] {
			ts.Fatalf("the id %s stands twice", q.ID)
		}
		seen[q.ID] = true
		user := ""
		for _, m := range q.Params.Messages {
			for _, c := range m.Content {
				user += c.Text + "\n"
			}
		}
		text := sayYes(user, q.Params.Output.Format.Schema, "All is well.")
		if args[0] == "empty" {
			text = "{}"
		}
		var line any = map[string]any{"custom_id": q.ID, "answer": json.RawMessage(text), "model": "robin"}
		if args[0] == "anthropic" {
			line = map[string]any{"custom_id": q.ID, "result": map[string]any{"type": "succeeded", "message": map[string]any{
				"id": "msg_1", "type": "message", "role": "assistant", "model": q.Params.Model, "stop_reason": "end_turn",
				"content": []any{map[string]any{"type": "text", "text": text}}, "usage": map[string]any{"input_tokens": 1000, "output_tokens": 100},
			}}}
		}
		b, err := json.Marshal(line)
		ts.Check(err)
		out.Write(append(b, '\n'))
	}
	ts.Check(lines.Err())
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), out.Bytes(), 0o600))
}

// secrets are planted by the command plant, each put together here so that no
// scanner of this repository finds one. Scripts know them as $SECRET0 and on.
func secrets() []string {
	return []string{
		"AKIA" + "QYLPMN5HFIQR7XYA", "gh" + "p_" + "Zk3vT9qLw2XbN8rJd5HsYc7GfMa1UePo4Ri6", "hunter2-" + "Correct.Horse", "sk-ant-" + "api03-" + strings.Repeat("Qz7", 31) + "AA",
		"dana.whitcombe" + "@" + "fjordline.example",
	}
}

// plant writes a transcript with secrets in prompts, commands and output, of a
// session in a repository: plant FILE REPOSITORY WORD. WORD is said in it too.
func plant(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: plant FILE REPOSITORY WORD")
	}
	s := secrets()
	for i, one := range s {
		ts.Setenv(fmt.Sprintf("SECRET%d", i), one)
	}
	cwd, n := ts.MkAbs(args[1]), 0
	var out bytes.Buffer
	put := func(kind string, message, more map[string]any) {
		n++
		m := map[string]any{
			"type": kind, "uuid": fmt.Sprintf("%s-%d", args[2], n), "parentUuid": nil, "sessionId": "c-" + args[2], "timestamp": time.Date(2026, 11, 2, 10, 0, n, 0, time.UTC).Format(time.RFC3339Nano),
			"cwd": cwd, "version": "2.1.330", "isSidechain": false, "userType": "external", "message": message,
		}
		if n > 1 {
			m["parentUuid"] = fmt.Sprintf("%s-%d", args[2], n-1)
		}
		for k, v := range more {
			m[k] = v
		}
		b, err := json.Marshal(m)
		ts.Check(err)
		out.Write(append(b, '\n'))
	}
	person := func(text string) { put("user", map[string]any{"role": "user", "content": text}, nil) }
	agent := func(content ...any) {
		put("assistant", map[string]any{"id": fmt.Sprintf("msg_%s_%d", args[2], n), "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "content": content, "usage": map[string]any{"input_tokens": 10, "output_tokens": 20}},
			map[string]any{"requestId": fmt.Sprintf("req_%s_%d", args[2], n)})
	}
	said := func(text string) any { return map[string]any{"type": "text", "text": text} }
	person("fix the login of " + args[2] + ": it says 403 with aws_access_key_id=" + s[0] + " and mail to " + s[4])
	agent(map[string]any{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": map[string]any{"command": "curl -H 'Authorization: Bearer " + s[1] + "' https://deploy:" + s[2] + "@ci.fjordline.example/run"}})
	put("user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": "toolu_1", "is_error": false, "content": "FAIL: token " + s[1] + " was refused\nANTHROPIC_API_KEY=" + s[3]}}}, nil)
	agent(said("The token " + s[1] + " is refused; I will use another."))
	person("my password is " + s[2] + ", run the tests again")
	agent(map[string]any{"type": "tool_use", "id": "toolu_2", "name": "Bash", "input": map[string]any{"command": "go test ./... -key " + s[3]}})
	put("user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": "toolu_2", "is_error": false, "content": "ok  example.org/login 0.2s"}}}, nil)
	agent(said("All tests pass with " + s[0] + "."))
	person("works, thanks")
	agent(said("Good."))
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, out.Bytes(), 0o600))
	if err := os.MkdirAll(filepath.Join(cwd, ".git"), 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		ts.Fatalf("%v", err)
	}
}

// The stand-in's answers pass as a model's: else no script here tells anything.
func TestStandInSaysYes(t *testing.T) {
	schema := json.RawMessage(`{"properties":{"goal_complete":{},"criteria":{"items":{"properties":{"name":{"enum":["a","b"]}}}}}}`)
	got := sayYes("1 person| please fix it now\n2 out| ok all of it\n0 end| the end of it", schema, "x")
	for _, want := range []string{`"quote":"ok all of it"`, `"turn":2`, `"name":"b"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
