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
	"strconv"
	"strings"
	"testing"
	"time"

	"prism/internal/uplink"
)

// patience is how long anything may take.
const patience = 60 * time.Second

// key is the made-up key of the stand-in.
const key = "made-up-key-00000000000000000000"

// world is one machine: a person's home with the client and the plugin, a project, a
// server, and the stand-in.
type world struct {
	t                        *testing.T
	client                   string
	dir, home, kept, project string
	bin, address, socket     string
	api                      *messages
	env                      []string
	server                   *exec.Cmd
	db                       string
}

// newWorld sets one up for a client. db is the server's database; "": a file.
func newWorld(t *testing.T, client, db string) *world {
	dir := t.TempDir()
	w := &world{
		t: t, client: client, dir: dir, home: filepath.Join(dir, "home"), kept: filepath.Join(dir, "kept"), project: filepath.Join(dir, "shop"),
		bin: filepath.Join(dir, "bin"), api: newMessages(t), socket: filepath.Base(dir) + fmt.Sprint(os.Getpid()), db: db,
	}
	if db == "" {
		w.db = filepath.Join(dir, "served.db")
	}
	for _, d := range []string{w.home, w.kept, w.project, w.bin, filepath.Join(dir, "tmp")} {
		must(t, os.MkdirAll(d, 0o700))
	}
	root := repository(t)
	real := os.Getenv("PRISM_E2E_BIN")
	// The person's account is the one that runs the test: the hook is told that its data
	// lies elsewhere, as a moved installation is.
	w.program("prism-hook", fmt.Sprintf("exec %s/prism-hook --data %s --config %s \"$@\"", real, w.kept, w.kept))
	w.program("prism", fmt.Sprintf("PRISM_HOME=%s exec %s/prism \"$@\"", w.kept, real))
	w.program("pytest", `if grep -q 'round(' shop.py 2>/dev/null; then echo "===== 3 passed in 0.02s ====="; else echo "FAILED test_shop.py::test_total - assert 10.004 == 10.0"; echo "===== 1 failed, 2 passed in 0.03s ====="; exit 1; fi`)
	w.file("shop.py", "def total(prices):\n    return sum(prices)\n")
	w.env = []string{
		"HOME=" + w.home, "PATH=" + w.bin + ":/usr/local/bin:/usr/bin:/bin", "TERM=xterm-256color", "LANG=C.UTF-8", "TMPDIR=" + filepath.Join(dir, "tmp"), "USER=robin",
		"ANTHROPIC_BASE_URL=" + w.api.URL, "ANTHROPIC_API_KEY=" + key, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_MAX_RETRIES=1",
	}
	git := exec.Command("git", "init", "-q")
	git.Dir = w.project
	must(t, git.Run())
	trusted := map[string]any{
		"hasCompletedOnboarding": true, "lastOnboardingVersion": "2.1.330", "theme": "dark",
		"customApiKeyResponses": map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              map[string]any{w.project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	}
	text, _ := json.Marshal(trusted)
	must(t, os.WriteFile(filepath.Join(w.home, ".claude.json"), text, 0o600))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w.address = l.Addr().String()
	must(t, l.Close())
	to := uplink.Destination{Server: "http://" + w.address, Variables: map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(w.home, ".claude")}}
	must(t, to.Write(filepath.Join(w.kept, "server.json")))
	w.claude("plugin", "validate", root)
	w.claude("plugin", "marketplace", "add", root)
	w.claude("plugin", "install", "prism@prism", "--scope", "user")
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-L", w.socket, "kill-server").Run()
		w.stopServer()
		w.stopSender()
	})
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
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

func (w *world) file(name, text string) {
	must(w.t, os.WriteFile(filepath.Join(w.project, name), []byte(text), 0o600))
}

// claude runs the client once, and returns what it printed.
func (w *world) claude(args ...string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, w.client, args...)
	cmd.Dir, cmd.Env = w.project, w.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("claude %q: %v\n%s", args, err, out)
	}
	return string(out)
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
	w.t.Fatalf("it does not come to this: %s\n%s\n%s", what, w.screen(), log)
}

// open starts the client in a terminal.
func (w *world) open(args ...string) {
	w.t.Helper()
	line := append([]string{w.client, "--permission-mode", "default", "--allowedTools", "Bash,Edit,Write,Read"}, args...)
	tmux := append([]string{"-L", w.socket, "-f", "/dev/null", "new-session", "-d", "-x", "160", "-y", "50", "-s", "main"}, line...)
	cmd := exec.Command("tmux", tmux...)
	cmd.Dir, cmd.Env = w.project, w.env
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("tmux: %v %s", err, out)
	}
	w.until("the client is ready", func() bool { return strings.Contains(w.screen(), "❯") })
	time.Sleep(time.Second)
}

func (w *world) screen() string {
	out, _ := exec.Command("tmux", "-L", w.socket, "capture-pane", "-p", "-t", "main").Output()
	return string(out)
}

// keys sends keys by their names.
func (w *world) keys(names ...string) {
	w.t.Helper()
	if out, err := exec.Command("tmux", append([]string{"-L", w.socket, "send-keys", "-t", "main"}, names...)...).CombinedOutput(); err != nil {
		w.t.Fatalf("tmux: %v %s", err, out)
	}
}

// types a line, and sends it.
func (w *world) types(text string) {
	w.t.Helper()
	w.keys("-l", text)
	time.Sleep(600 * time.Millisecond)
	w.keys("Enter")
}

// turn is a prompt with the answers that it gets; it waits for the end of the turn.
func (w *world) turn(prompt string, list ...answer) {
	w.t.Helper()
	before := w.noted("Stop")
	w.api.script(list...)
	w.types(prompt)
	w.until("the turn ends: "+prompt, func() bool { return w.api.waiting() == 0 && w.noted("Stop") > before })
	time.Sleep(300 * time.Millisecond)
}

// noted counts the events of a name in the spool.
func (w *world) noted(event string) int {
	files, _ := filepath.Glob(filepath.Join(w.kept, "spool", "*.jsonl"))
	n := 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		n += strings.Count(string(text), `"event":"`+event+`"`)
	}
	return n
}

// exits the client.
func (w *world) exit() {
	w.t.Helper()
	before := w.noted("SessionEnd")
	w.types("/exit")
	w.until("the client ends", func() bool {
		return exec.Command("tmux", "-L", w.socket, "has-session", "-t", "main").Run() != nil && w.noted("SessionEnd") > before
	})
}
