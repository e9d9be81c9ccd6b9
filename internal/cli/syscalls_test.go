package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/demo"
	"prism/internal/long"
)

// System calls that reach out of the machine, and those that change a file.
const (
	tracedNetwork = "socket,connect,bind,sendto,sendmsg"
	tracedFiles   = "openat,open,creat,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,rmdir," +
		"link,linkat,symlink,symlinkat,truncate,ftruncate,chmod,fchmod,fchmodat,chown,fchown,fchownat,mknod,mknodat"
)

var (
	// Reading creates nothing, and what is written to goes nowhere.
	openedToRead = regexp.MustCompile(`^open(at)?\((AT_FDCWD, )?"[^"]*", O_RDONLY\b|^open(at)?\((AT_FDCWD, )?"/dev/(null|tty)"`)
	createdAt    = regexp.MustCompile(`O_CREAT|O_TRUNC`)
)

// TestSystemCalls holds every command that asks no model to it, by what the kernel
// is asked for: no socket is opened, and with --no-store nothing is written.
func TestSystemCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not here: which system calls a command makes was not looked at")
	}
	if out, err := exec.Command(strace, "-f", "--seccomp-bpf", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v %s", err, bytes.TrimSpace(out))
	}
	t.Parallel()
	samples, gold := t.TempDir(), t.TempDir()
	if _, err := demo.Unpack(samples); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(samples, "*", "*", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	kept := filepath.Join(t.TempDir(), "kept")
	id := firstID(t, samples)
	copied := filepath.Join(t.TempDir(), "backup.db")
	commands := []struct {
		line   string
		reads  bool // takes --no-store, and writes nothing then
		exempt bool // its exit code is not looked at: there is nothing to do it to
	}{
		{line: "score " + samples, reads: true},
		{line: "score --demo"},
		{line: "sessions --json " + samples, reads: true},
		{line: "show " + id + " " + samples, reads: true},
		{line: "report " + samples, reads: true, exempt: true}, // the samples are older than a week
		{line: "judge --estimate --judge anthropic " + samples},
		{line: "judge export -o " + filepath.Join(t.TempDir(), "q.jsonl") + " " + samples},
		{line: "judge import " + os.DevNull, exempt: true},
		{line: "redact " + paths[0]},
		{line: "calibrate " + samples, exempt: true},
		{line: "eval --gold " + gold + " " + samples, exempt: true},
		{line: "title " + id + " A name"},
		{line: "label " + id + " --complete=true"},
		{line: "why " + id + " " + samples},
		{line: "watch --once " + samples, reads: true},
		{line: "mcp " + samples, reads: true}, // nobody asks it anything
		{line: "private 5f1c2b1e-0000-4000-8000-000000000001"},
		{line: "forget --yes " + id},
		{line: "doctor", exempt: true}, // there is no folder of Claude Code's
		{line: "setup --undo --yes"},
		{line: "config"},
		{line: "config get tz"},
		{line: "config path", exempt: true},
		{line: "config set tz UTC"},
		{line: "config unset tz"},
		{line: "completion bash"},
		{line: "completion fish"},
		{line: "completion powershell"},
		{line: "completion zsh"},
		{line: "push --share facts --dry-run " + samples},
		{line: "push --dry-run " + samples}, // what is sent is sent by it alone, without --dry-run
		{line: "jobs"},
		{line: "jobs list"},
		{line: "jobs retry 1", exempt: true},
		{line: "jobs drop 1", exempt: true},
		{line: "admin"},
		{line: "admin tenant"},
		{line: "admin tenant create acme"},
		{line: "admin tenant list"},
		{line: "admin key"},
		{line: "admin key create --tenant acme"},
		{line: "admin key list"},
		{line: "admin key revoke 0000000000", exempt: true},
		{line: "admin key rotate 0000000000", exempt: true},
		{line: "admin person"},
		{line: "admin person create ada --tenant acme"},
		{line: "admin person list --tenant acme"},
		{line: "admin person export ada --tenant acme"},
		{line: "admin backup " + copied, exempt: true},
		{line: "admin restore " + copied, exempt: true},
		{line: "admin group"},
		{line: "admin group add core ada --tenant acme"},
		{line: "admin group list --tenant acme"},
		{line: "admin group remove core ada --tenant acme"},
		{line: "admin optout"},
		{line: "admin optout add --tenant acme --person ada"},
		{line: "admin optout list --tenant acme"},
		{line: "admin optout remove --tenant acme --person ada"},
		{line: "admin person delete ada --tenant acme --yes"},
		{line: "admin policy"},
		{line: "admin policy show --tenant acme"},
		{line: "admin policy set --tenant acme --keep-content 30d"},
		{line: "private 7d0c1a52-0a77-4b6e-9f1e-3c51b1f0a001"},
		{line: "admin audit"},
		{line: "admin tenant drop acme --yes"},
		{line: "help"},
		{line: "--version"},
	}
	// Which call is which command's is told by a process of its own for each. By default two
	// processes run them all, one after the other: one those that may write, one the others.
	together := map[bool]*watched{}
	if !long.All() {
		for _, without := range []bool{false, true} {
			together[without] = newWatched(t, strace)
		}
	}
	held := func(line string, without bool, calls []string) {
		for _, call := range calls {
			if strings.HasPrefix(call, "???(") {
				continue // strace let go of a thread that was ending: it made no call
			}
			if strings.Contains(call, "AF_UNIX") {
				continue // the system's own, on this machine: a build with cgo asks it who owns a file
			}
			if name, _, _ := strings.Cut(call, "("); slices.Contains(strings.Split(tracedNetwork, ","), name) {
				t.Errorf("prism %s reaches for the network: %s", line, call)
			} else if without && (createdAt.MatchString(call) || !openedToRead.MatchString(call)) {
				t.Errorf("prism %s writes: %s", line, call)
			}
		}
	}
	// They listen, or ask who does: the network is their business. open asks no address but
	// one of this machine that stands in its own file: see TestHereIsOnThisMachine.
	tried := map[string]bool{"serve": true, "open": true}
	for _, c := range commands {
		words := strings.Fields(c.line)
		for n := range min(3, len(words)) {
			tried[strings.Join(words[:n+1], " ")] = true
		}
		for _, without := range []bool{false, true} {
			if without && !c.reads {
				continue
			}
			if without {
				words = append(words, "--no-store")
			}
			if w := together[without]; w != nil {
				w.run(t, kept, c.exempt, words)
				continue
			}
			held(strings.Join(words, " "), without, traced(t, strace, kept, c.exempt, words))
		}
	}
	for without, w := range together {
		held(fmt.Sprintf("(one of %d; %s=1 tells which)", w.commands, long.Env), without, w.calls(t))
	}
	p := job.NewProgram(nil, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	for _, c := range runnable(root(p)) {
		if !tried[c] {
			t.Errorf("prism %s is not among the commands tried here", c)
		}
	}
}

// runnable lists the commands that can be run, without "prism".
func runnable(c *cobra.Command) []string {
	var out []string
	for _, sub := range c.Commands() {
		name := strings.TrimPrefix(sub.CommandPath(), "prism ")
		if sub.Runnable() && !sub.Hidden && sub.Deprecated == "" {
			out = append(out, name)
		}
		out = append(out, runnable(sub)...)
	}
	return out
}

// firstID returns the id of a session of the samples.
func firstID(t *testing.T, samples string) string {
	t.Helper()
	cmd := exec.Command("prism", "sessions", "--no-store", "--csv", samples)
	cmd.Env = append(os.Environ(), "PRISM_HOME="+t.TempDir())
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) < 2 {
		t.Fatalf("no session: %v %s", err, out)
	}
	id, _, _ := strings.Cut(lines[1], ",")
	return id
}

// looking are the words with which strace writes what prism asks for into a file.
func looking(file string) []string {
	return []string{"-f", "--seccomp-bpf", "-qq", "-s", "200", "-e", "trace=" + tracedNetwork + "," + tracedFiles, "-e", "signal=none", "-o", file, "prism"}
}

// around are a command's surroundings.
func around(kept string) []string {
	return append(os.Environ(), "PRISM_HOME="+kept, "HOME="+kept, "PRISM_TZ=UTC", "CLAUDE_CONFIG_DIR=", "XDG_CONFIG_HOME=", "XDG_DATA_HOME=")
}

// watched is a process that takes orders under strace.
type watched struct {
	*hand
	file     string
	commands int
}

func newWatched(t *testing.T, strace string) *watched {
	t.Helper()
	w := &watched{file: filepath.Join(t.TempDir(), "calls")}
	var err error
	if w.hand, err = newHand(strace, looking(w.file)...); err != nil {
		t.Fatal(err)
	}
	return w
}

// run has it run a command.
func (w *watched) run(t *testing.T, kept string, exempt bool, args []string) {
	t.Helper()
	w.commands++
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.does(order{Dir: dir, Args: args, Env: around(kept)})
	if err != nil {
		t.Fatal(err)
	}
	if got.Code != 0 && !exempt {
		t.Errorf("prism %s: exit code %d\n%s", strings.Join(args, " "), got.Code, got.said())
	}
}

// calls ends it and tells what was asked for.
func (w *watched) calls(t *testing.T) []string {
	t.Helper()
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return callsIn(t, w.file)
}

// traced runs prism under strace and returns the calls that were traced, without
// those that failed.
func traced(t *testing.T, strace, kept string, exempt bool, args []string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "calls")
	cmd := exec.Command(strace, append(looking(file), args...)...)
	cmd.Env = around(kept)
	if out, err := cmd.CombinedOutput(); err != nil && !exempt {
		t.Errorf("prism %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return callsIn(t, file)
}

// callsIn are the calls that strace wrote into a file, without those that failed.
func callsIn(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		_, call, _ := strings.Cut(line, " ") // the process
		call = strings.TrimSpace(call)
		if call != "" && !strings.Contains(call, " = -1 ") && !strings.HasPrefix(call, "<...") {
			out = append(out, call)
		}
	}
	if len(out) == 0 {
		t.Fatal("nothing was traced")
	}
	return out
}
