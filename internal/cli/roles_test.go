package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/pgtest"
)

// process is a prism serve of its own.
type process struct {
	cmd     *exec.Cmd
	address string
}

// team is a database with a tenant, and what its processes are told.
type team struct {
	env []string
	key string
}

func newTeam(t *testing.T) *team {
	t.Helper()
	home := t.TempDir()
	x := &team{env: append(os.Environ(), "HOME="+home, "CLAUDE_CONFIG_DIR="+filepath.Join(home, "none"), "PRISM_HOME="+filepath.Join(home, "kept"), "PRISM_TZ=UTC", "PRISM_DB="+pgtest.Database(t))}
	x.prism(t, "admin", "tenant", "create", "acme")
	var made struct{ Key string }
	if err := json.Unmarshal(x.prism(t, "admin", "key", "create", "--tenant", "acme", "--person", "ada", "--scope", "ingest,read,admin", "--json"), &made); err != nil || made.Key == "" {
		t.Fatal(made, err)
	}
	x.key = made.Key
	return x
}

// prism runs a command to its end.
func (x *team) prism(t *testing.T, args ...string) []byte {
	t.Helper()
	got := ordered(t, x.env, args...)
	if got.Code != 0 {
		t.Fatalf("prism %s: exit code %d\n%s", strings.Join(args, " "), got.Code, got.Err)
	}
	return got.Out
}

// serve starts a process of some roles.
func (x *team) serve(t *testing.T, roles string) *process {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "prism", "serve", "--roles", roles, "--listen", "127.0.0.1:0", "--otlp-grpc", "")
	cmd.Env, cmd.Stderr = x.env, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may be gone
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(line, err)
	}
	return &process{cmd, strings.TrimSpace(strings.TrimPrefix(line, "Prism is at "))}
}

// ask is what a process answers as the tenant's person.
func (x *team) ask(t *testing.T, p *process, path string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if x.key != "" {
		r.Header.Set("X-API-Key", x.key)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// settled waits until a process says that nothing is left to do.
func (x *team) settled(t *testing.T, p *process, within time.Duration) {
	t.Helper()
	text := ""
	for began := time.Now(); time.Since(began) < within; time.Sleep(50 * time.Millisecond) {
		if _, text = x.ask(t, p, "/api/v1/status"); strings.Contains(text, `"settled":true`) {
			return
		}
	}
	t.Fatalf("not settled within %v: %s", within, text)
}

// found is how many sessions a process tells of.
func (x *team) found(t *testing.T, p *process) int {
	t.Helper()
	status, text := x.ask(t, p, "/api/v1/sessions?limit=1&include_automated=true&include_open=true")
	var page struct{ Found int }
	if err := json.Unmarshal([]byte(text), &page); err != nil || status != http.StatusOK {
		t.Fatal(status, text, err)
	}
	return page.Found
}

// Processes of one role each share a database: what one takes, another makes sessions
// of, and a third tells. A worker that is killed in the middle of its work is relieved
// when its lease ends (with PRISM_LONG).
func TestRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, and waits for a lease to end")
	}
	t.Parallel()
	x := newTeam(t)
	h := newHome(t) // its transcripts are what is sent
	transcripts := filepath.Join(h.dir, ".claude")
	_, text, _ := h.does(t, "sessions", "--json", "--no-store", "--include-open", "--include-automated", transcripts)
	var want []json.RawMessage
	if err := json.Unmarshal([]byte(text), &want); err != nil || len(want) == 0 {
		t.Fatal(len(want), err)
	}
	ingest, web, other, worker := x.serve(t, "ingest"), x.serve(t, "web"), x.serve(t, "web"), x.serve(t, "worker")
	for _, c := range []struct {
		p    *process
		path string
		want int
	}{
		{ingest, "/healthz", 200}, {ingest, "/readyz", 200}, {ingest, "/api/v1/score", 404}, {ingest, "/", 404},
		{worker, "/healthz", 200}, {worker, "/metrics", 200}, {worker, "/api/v1/score", 404}, {worker, "/api/v1/content/have", 404},
		{web, "/healthz", 200}, {web, "/api/v1/score", 200}, {web, "/api/v1/content/have", 404}, {web, "/v1/logs", 404},
	} {
		if got, text := x.ask(t, c.p, c.path); got != c.want {
			t.Errorf("%s of %v: %d, want %d: %s", c.path, c.p.cmd.Args, got, c.want, text)
		}
	}
	push := func() { x.prism(t, "push", transcripts, "--server", ingest.address, "--key", x.key) }
	x.settled(t, web, 10*time.Second)
	push()
	x.settled(t, web, 20*time.Second)
	for _, p := range []*process{web, other} {
		if got := x.found(t, p); got != len(want) {
			t.Errorf("%d sessions, want %d", got, len(want))
		}
	}

	// Something new comes; nobody works, and then two do.
	if err := worker.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	said(t, transcripts, 0)
	push()
	if _, text := x.ask(t, web, "/api/v1/status"); strings.Contains(text, `"settled":true`) {
		t.Error("settled, and nobody works")
	}
	workers := []*process{x.serve(t, "worker"), x.serve(t, "worker")}
	x.settled(t, other, 20*time.Second)
	if got := x.found(t, other); got != len(want)+1 {
		t.Errorf("%d sessions, want %d", got, len(want)+1)
	}

	if !long.All() {
		return // who relieves a killed worker: TestSuite of queue/lease and queue/river
	}

	// Whoever works on it is killed in the middle.
	caught, sent := false, 1
	for ; sent < 30 && !caught; sent++ {
		x.settled(t, web, 10*time.Second)
		said(t, transcripts, sent)
		push()
		for range 200 {
			_, jobs := x.ask(t, web, "/api/v1/jobs")
			_, state := x.ask(t, web, "/api/v1/status")
			if caught = strings.Contains(jobs, `"running"`); caught || strings.Contains(state, `"settled":true`) {
				break
			}
		}
		if caught {
			for _, w := range workers {
				_ = w.cmd.Process.Kill() // both: which of them has it is not told
			}
			time.Sleep(100 * time.Millisecond)
			_, jobs := x.ask(t, web, "/api/v1/jobs")
			caught = strings.Contains(jobs, `"running"`) // nobody does it any more
			workers = []*process{x.serve(t, "worker"), x.serve(t, "worker")}
		}
	}
	if !caught {
		t.Skip("no worker was caught at work")
	}
	began := time.Now()
	x.settled(t, other, lease*4/3+10*time.Second)
	t.Logf("relieved after %v", time.Since(began))
	if got := x.found(t, other); got != len(want)+sent {
		t.Errorf("%d sessions, want %d", got, len(want)+sent)
	}
}

// TestPromptsShowSoon: a prompt shows within two seconds, whoever answers. It runs by itself,
// for the tests that run side by side use up the processors.
func TestPromptsShowSoon(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	x := newTeam(t)
	h := newHome(t)
	transcripts := filepath.Join(h.dir, ".claude")
	ingest, web := x.serve(t, "ingest"), x.serve(t, "web")
	x.serve(t, "worker")
	push := func() { x.prism(t, "push", transcripts, "--server", ingest.address, "--key", x.key) }
	push()
	x.settled(t, web, 20*time.Second)
	before := x.found(t, web)
	said(t, transcripts, 0)
	push()
	for began := time.Now(); x.found(t, web) != before+1; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > 2*time.Second {
			t.Fatal("a prompt is not seen within two seconds")
		}
	}
}

// said writes a transcript of one prompt.
func said(t *testing.T, transcripts string, n int) {
	t.Helper()
	folder := filepath.Join(transcripts, "projects", "-home-robin-code-new")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	id := fmt.Sprintf("99999999-2222-4333-8444-%012d", n)
	line := fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":%q,"cwd":"/home/robin/code/new","timestamp":"2026-01-02T10:%02d:00.000Z","message":{"role":"user","content":"Paint the wind vane"}}`+"\n", n, id, n)
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
}
