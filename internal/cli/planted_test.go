package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/cli/job"
	"prism/internal/long"
	"prism/internal/model/modeltest"
)

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
	if !long.All() { // else some set variables of the environment, which nothing may do beside others
		t.Parallel()
	}
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
