package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"prism/internal/pgtest"
	"prism/internal/uplink"
)

// patience is how long anything may take: a sender that found no server for a while waits
// longer and longer.
const patience = 3 * time.Minute

// key is the made-up key of the stand-in.
const key = "made-up-key-00000000000000000000"

// world is one machine: a person's home with the client and the plugin, a project, a
// server, and the stand-in.
type world struct {
	t                        *testing.T
	client                   string
	dir, home, kept, project string
	heard                    string // where the witnesses write
	bin, address, socket     string
	api                      *messages
	env                      []string
	settings                 map[string]any // more of the person's settings
	server                   *exec.Cmd
	db                       string
	bare                     bool     // without the plugin
	telling                  bool     // with telemetry besides
	twice                    bool     // set-up's hooks note all that the plugin's do
	hidden                   bool     // the gate hides some of what is said
	share                    string   // what leaves; "": transcripts
	under                    []string // what the client is run by
}

// how a world may differ from the usual one.
type how func(*world)

// withoutPlugin leaves the plugin out: nobody sends transcripts.
func withoutPlugin(w *world) { w.bare = true }

// withTelemetry has the client send telemetry, too: it changes nothing.
func withTelemetry(w *world) { w.telling = true }

// withSettings adds to the person's settings.
func withSettings(more map[string]any) how { return func(w *world) { w.settings = more } }

// withFacts has facts alone leave.
func withFacts(w *world) { w.share = uplink.Facts }

// newWorld sets one up for a client. db is the server's database; "": a file.
func newWorld(t *testing.T, client, db string, more ...how) *world {
	dir := folder(t)
	w := &world{
		t: t, client: client, dir: dir, home: filepath.Join(dir, "home"), kept: filepath.Join(dir, "kept"), project: filepath.Join(dir, "shop"),
		heard: filepath.Join(dir, "heard"), bin: filepath.Join(dir, "bin"), api: newMessages(t), socket: filepath.Base(dir), db: db,
	}
	for _, m := range more {
		m(w)
	}
	if db == "" {
		w.db = filepath.Join(dir, "served.db")
	}
	for _, d := range []string{w.home, w.kept, w.project, w.bin, filepath.Join(w.home, ".claude"), filepath.Join(dir, "tmp")} {
		must(t, os.MkdirAll(d, 0o700))
	}
	root := repository(t)
	real := os.Getenv("PRISM_E2E_BIN")
	// The person's account is the one that runs the test: the hook is told that its data
	// lies elsewhere, as a moved installation is.
	w.program("prism-hook", fmt.Sprintf("exec %s/prism-hook --data %s --config %s \"$@\"", real, w.kept, w.kept))
	w.program("prism", fmt.Sprintf("PRISM_HOME=%s exec %s/prism \"$@\"", w.kept, real))
	w.program("pytest", `if grep -q 'round(' shop.py 2>/dev/null; then echo "===== 3 passed in 0.02s ====="; else echo "FAILED test_shop.py::test_total - assert 10.004 == 10.0"; echo "===== 1 failed, 2 passed in 0.03s ====="; exit 1; fi`)
	w.program("slowtest", `echo begun >>`+dir+`/slow; sleep ${1:-30}; echo "===== 9 passed in $1.00s ====="`)
	w.file("shop.py", "def total(prices):\n    return sum(prices)\n")
	w.env = []string{
		"HOME=" + w.home, "PATH=" + w.bin + ":/usr/local/bin:/usr/bin:/bin", "TERM=xterm-256color", "LANG=C.UTF-8", "TMPDIR=" + filepath.Join(dir, "tmp"), "USER=robin",
		"GIT_AUTHOR_NAME=Robin", "GIT_AUTHOR_EMAIL=robin@example.org", "GIT_COMMITTER_NAME=Robin", "GIT_COMMITTER_EMAIL=robin@example.org",
		"ANTHROPIC_BASE_URL=" + w.api.URL, "ANTHROPIC_API_KEY=" + key, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_MAX_RETRIES=1",
	}
	w.git("init", "-q", "-b", "main")
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "A shop")
	w.trusts(w.project)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w.address = l.Addr().String()
	must(t, l.Close())
	if !w.bare {
		to := uplink.Destination{Server: "http://" + w.address, Share: w.share, Variables: map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(w.home, ".claude")}}
		must(t, to.Write(filepath.Join(w.kept, "server.json")))
		w.claude("plugin", "validate", root)
		w.claude("plugin", "marketplace", "add", root)
		w.claude("plugin", "install", "prism@prism", "--scope", "user")
	}
	w.witnesses()
	if w.telling {
		w.tells(withWords...)
	}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-L", w.socket, "kill-server").Run()
		w.stopServer()
		w.stopSender()
		if to := os.Getenv("PRISM_E2E_KEEP"); to != "" { // to look at what the client wrote
			_ = os.WriteFile(filepath.Join(dir, "api"), []byte(strings.Join(w.api.story, "\n")), 0o600)
			_ = os.CopyFS(filepath.Join(to, t.Name()), os.DirFS(dir))
		}
	})
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// clients are the versions of Claude Code that are here, by PRISM_E2E: a list of programs.
func clients(t *testing.T) []string {
	list := os.Getenv("PRISM_E2E")
	if list == "" {
		t.Skip("PRISM_E2E names no client; 'make e2e' fetches it")
	}
	return filepath.SplitList(list)
}

// each runs a scenario with every client, beside other scenarios, the server on SQLite.
func each(t *testing.T, run func(t *testing.T, w *world), more ...how) {
	t.Parallel()
	for _, client := range clients(t) {
		t.Run(version(client)+"/sqlite", func(t *testing.T) {
			t.Parallel()
			run(t, newWorld(t, client, "", more...))
		})
	}
}

// both does so on PostgreSQL, too, with the newest client.
func both(t *testing.T, run func(t *testing.T, w *world), more ...how) {
	each(t, run, more...)
	if os.Getenv("PRISM_E2E_POSTGRES") == "" {
		return
	}
	list := clients(t)
	newest := list[len(list)-1]
	t.Run(version(newest)+"/postgres", func(t *testing.T) {
		t.Parallel()
		run(t, newWorld(t, newest, pgtest.Database(t), more...))
	})
}

// version is the client's, by the folder that it was fetched into.
func version(client string) string {
	for dir := client; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(filepath.Dir(dir)) == "node_modules" || filepath.Base(dir) != "node_modules" {
			continue
		}
		return filepath.Base(filepath.Dir(dir))
	}
	return filepath.Base(client)
}

// since tells whether the client is of a version or later.
func (w *world) since(major, minor, patch int) bool {
	var a, b, c int
	if _, err := fmt.Sscanf(version(w.client), "%d.%d.%d", &a, &b, &c); err != nil {
		w.t.Fatalf("what version is %s? %v", w.client, err)
	}
	return slices.Compare([]int{a, b, c}, []int{major, minor, patch}) >= 0
}

// repository is the root of this repository.
func repository(t *testing.T) string {
	dir, err := os.Getwd()
	must(t, err)
	return filepath.Dir(filepath.Dir(dir))
}

func (w *world) program(name, script string) {
	must(w.t, os.WriteFile(filepath.Join(w.bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
}

// file writes a file of the project.
func (w *world) file(name, text string) {
	file := w.path(name)
	must(w.t, os.MkdirAll(filepath.Dir(file), 0o700))
	must(w.t, os.WriteFile(file, []byte(text), 0o600))
}

func (w *world) path(name string) string { return filepath.Join(w.project, name) }

func (w *world) git(args ...string) {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = w.project, w.env
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// trusts answers what the client asks when it is first started in a folder.
func (w *world) trusts(folders ...string) {
	trusted := map[string]any{}
	for _, f := range folders {
		trusted[f] = map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}
	}
	text, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "lastOnboardingVersion": "2.1.330", "theme": "dark",
		"customApiKeyResponses": map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              trusted,
	})
	must(w.t, err)
	must(w.t, os.WriteFile(filepath.Join(w.home, ".claude.json"), text, 0o600))
}

// claude runs the client once, and returns what it printed.
func (w *world) claude(args ...string) string {
	w.t.Helper()
	out, err := w.run(w.client, args...)
	if err != nil {
		w.t.Fatalf("claude %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// run runs a program in the project, with nothing on its standard input.
func (w *world) run(program string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = w.project, w.env
	return cmd.CombinedOutput()
}

// prism runs prism on this machine's files.
func (w *world) prism(args ...string) []byte {
	w.t.Helper()
	cmd := exec.Command(filepath.Join(w.bin, "prism"), args...)
	cmd.Dir, cmd.Env = w.project, w.env
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("prism %q: %v\n%s%s", args, err, out, errs.String())
	}
	return out
}

func (w *world) startServer() {
	w.t.Helper()
	w.server = exec.Command(filepath.Join(os.Getenv("PRISM_E2E_BIN"), "prism"), "serve", "--listen", w.address, "--otlp-grpc", "", "--db", w.db, "--data", filepath.Join(w.dir, "served"))
	w.server.Env = []string{"HOME=" + filepath.Join(w.dir, "nobody"), "PRISM_HOME=" + filepath.Join(w.dir, "served")}
	log, err := os.Create(filepath.Join(w.dir, "server.log"))
	must(w.t, err)
	w.server.Stdout, w.server.Stderr = log, log
	must(w.t, w.server.Start())
	w.until("the server is up", func() bool { _, err := w.ask("/healthz"); return err == nil })
}

func (w *world) stopServer() {
	if w.server != nil {
		_ = w.server.Process.Signal(os.Interrupt)
		_ = w.server.Wait()
		w.server = nil
	}
}

// stopSender ends what the hooks started, by the process that it says it is.
func (w *world) stopSender() {
	text, err := os.ReadFile(filepath.Join(w.kept, "spool", "sender"))
	if err != nil {
		return
	}
	number, _, _ := strings.Cut(string(text), "-")
	pid, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Signal(os.Interrupt)
	}
	time.Sleep(time.Second)
}

func (w *world) ask(path string) ([]byte, error) {
	answer, err := http.Get("http://" + w.address + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}

// until waits for something, and shows the screen where it does not come.
func (w *world) until(what string, there func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if there() {
			return
		}
	}
	log, _ := os.ReadFile(filepath.Join(w.dir, "server.log"))
	w.t.Fatalf("it does not come to this: %s\n%s\n%s\nheard: %s\nunasked: %q", what, w.screen(), log, w.story(), w.api.unasked())
}

// folder is a folder for a test. A client that was ended may write into it for a moment yet,
// so that removing it at once fails.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "prism-e2e-") //nolint:usetesting // t.TempDir removes it once, and fails where a client still writes
	must(t, err)
	t.Cleanup(func() {
		for range 100 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("the folder stays: %v", err)
	})
	return dir
}
