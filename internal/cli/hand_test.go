package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"prism/internal/cli/job"
	"prism/internal/long"
)

// Most of what a short process takes is its own start: pages, threads, packages, words.
// So commands that end by themselves are run by a few processes that stay, one command
// after the other, each in the folder and the environment that it is sent. Whatever a
// command left behind in its process would be found by the next. With PRISM_LONG every
// command is a process of its own, as it is for people.

// handName is the argument by which the test's program runs the commands it is sent.
const handName = "take-orders"

// order is a command that is to be run.
type order struct {
	Dir       string
	Args, Env []string
	In        []byte
}

// outcome is what came of it.
type outcome struct {
	Out, Err []byte
	Code     int
}

// said is what was printed, on either stream.
func (o outcome) said() string { return string(o.Out) + string(o.Err) }

// tested is a run of these tests: their clock, their patience, their poison.
func tested(env []string, in io.Reader, out, errOut io.Writer) *job.Program {
	p := job.NewProgram(env, in, out, errOut)
	if word := p.Env(poisonEnv); word != "" {
		p.Decoder = poisonable(word)
	}
	if skew, err := time.ParseDuration(p.Env(skewEnv)); err == nil {
		p.Now = func() time.Time { return time.Now().Add(skew) }
	}
	p.Lease, p.Slice = lease, 32<<10 // several updates for what one would read
	p.Sleep = hasty                  // a server that is gone would be waited for half a minute
	return p
}

// prism is the program as a process.
func prism() {
	if len(os.Args) == 2 && os.Args[1] == handName {
		takeOrders()
		return
	}
	p := tested(os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, p, os.Args[1:])
	stop()
	os.Exit(code)
}

// takeOrders runs what comes on standard input until it ends.
func takeOrders() {
	home, err := os.Getwd()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for err == nil {
		var o order
		if err = in.Decode(&o); err != nil {
			break
		}
		if err = os.Chdir(o.Dir); err != nil {
			break
		}
		os.Clearenv() // temporary files and other programs are found by it
		for _, kv := range o.Env {
			name, value, _ := strings.Cut(kv, "=")
			err = errors.Join(err, os.Setenv(name, value))
		}
		if err != nil {
			break
		}
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), tested(o.Env, bytes.NewReader(o.In), &stdout, &stderr), o.Args)
		if err = os.Chdir(home); err == nil { // a folder that a process stands in cannot be removed everywhere
			err = out.Encode(outcome{stdout.Bytes(), stderr.Bytes(), code})
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(os.Stderr, handName+":", err)
		os.Exit(1)
	}
}

// hand is a process that takes orders.
type hand struct {
	cmd   *exec.Cmd
	in    *json.Encoder
	out   *json.Decoder
	close func() error // it ends by that
}

// newHand starts one, by itself or behind another program.
func newHand(name string, args ...string) (*hand, error) {
	cmd := exec.Command(name, append(args, handName)...)
	cmd.Stderr = os.Stderr
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=400") // several work side by side
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &hand{cmd, json.NewEncoder(in), json.NewDecoder(out), in.Close}, nil
}

// does has it run a command.
func (h *hand) does(o order) (got outcome, err error) {
	if err := h.in.Encode(o); err != nil {
		return got, err
	}
	if err := h.out.Decode(&got); err != nil {
		return got, fmt.Errorf("the process that ran it ended: %w", err)
	}
	return got, nil
}

// hands are those that wait for one. They end with these tests.
var hands = struct {
	sync.Mutex
	idle []*hand
}{}

// do has a hand run a command. One that broke off is not used again.
func do(o order) (outcome, error) {
	hands.Lock()
	var h *hand
	if n := len(hands.idle); n > 0 {
		h, hands.idle = hands.idle[n-1], hands.idle[:n-1]
	}
	hands.Unlock()
	if h == nil {
		var err error
		if h, err = newHand("prism"); err != nil {
			return outcome{}, err
		}
	}
	got, err := h.does(o)
	if err != nil {
		return got, err
	}
	hands.Lock()
	hands.idle = append(hands.idle, h)
	hands.Unlock()
	return got, nil
}

// ordered has a hand run a command of a test that is no script; with PRISM_LONG it is a
// process of its own.
func ordered(t *testing.T, env []string, args ...string) outcome {
	t.Helper()
	if long.All() {
		var out, said bytes.Buffer
		cmd := exec.CommandContext(t.Context(), "prism", args...)
		cmd.Env, cmd.Stdout, cmd.Stderr = env, &out, &said
		var failed *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		return outcome{out.Bytes(), said.Bytes(), cmd.ProcessState.ExitCode()}
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got, err := do(order{Dir: dir, Args: args, Env: env})
	if err != nil {
		t.Fatalf("prism %s: %v", strings.Join(args, " "), err)
	}
	return got
}

// handed are these tests, with an end for the hands: a process that nobody waits for is
// nobody's processor time.
type handed struct{ *testing.M }

func (m handed) Run() int {
	code := m.M.Run()
	for _, h := range hands.idle {
		if err := errors.Join(h.close(), h.cmd.Wait()); err != nil {
			fmt.Fprintln(os.Stderr, handName+":", err)
			code = max(code, 1)
		}
	}
	return code
}

// runs is a command of scripts: run prism ARGS…, as exec does, without a process of its own.
func runs(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || args[0] != "prism" {
		ts.Fatalf("usage: run prism args...")
	}
	if code := exitCode(ts, args); (code != 0) != neg {
		ts.Fatalf("exit code %d", code)
	}
}

// exitCode runs a command of a script and returns how it ended. Only what is called
// "prism" goes to a hand.
func exitCode(ts *testscript.TestScript, args []string) int {
	if args[0] != "prism" || long.All() {
		var failed *exec.ExitError
		switch err := ts.Exec(strings.TrimSuffix(args[0], byItself), args[1:]...); {
		case errors.As(err, &failed):
			return failed.ExitCode()
		case err != nil:
			ts.Fatalf("%v", err)
		}
		return 0
	}
	o := order{Dir: ts.MkAbs("."), Args: args[1:]}
	for _, name := range ts.Value(variables{}).([]string) {
		if v := ts.Getenv(name); v != "" {
			o.Env = append(o.Env, name+"="+v)
		}
	}
	got, err := do(o)
	if err != nil {
		ts.Fatalf("%v", err)
	}
	_, _ = ts.Stdout().Write(got.Out) // into memory
	_, _ = ts.Stderr().Write(got.Err)
	return got.Code
}

// byItself stands behind the program's name in a line that needs a process.
const byItself = "!"

var (
	execsPrism = regexp.MustCompile(`^(\[[^]]*\] )?(! )?exec prism `)
	exitsPrism = regexp.MustCompile(`^((?:\[[^]]*\] )?exits \d+ prism) `)
	givesInput = regexp.MustCompile(`^(\[[^]]*\] )?stdin `)
	background = regexp.MustCompile(` &(\w+&)?$`)
)

// scriptsFor is a folder of the scripts as they are to be run: with PRISM_LONG as they
// stand, else with "run prism" for "exec prism" where a command ends by itself and
// reads no standard input, which testscript gives to processes only. A line that needs a
// process for another reason says "exec prism$exe".
func scriptsFor(t *testing.T, scripts []string) string {
	t.Helper()
	if long.All() {
		return filepath.Dir(scripts[0])
	}
	dir := t.TempDir()
	for _, file := range scripts {
		text, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			t.Fatal(err)
		}
		commands, files, _ := strings.Cut(string(text), "\n-- ")
		lines, input := strings.Split(commands, "\n"), false
		for i, line := range lines {
			input = input || givesInput.MatchString(line)
			switch {
			case execsPrism.MatchString(line) && !input && !background.MatchString(line):
				lines[i] = strings.Replace(line, "exec prism ", "run prism ", 1)
			case exitsPrism.MatchString(line) && input:
				lines[i] = exitsPrism.ReplaceAllString(line, "$1"+byItself+" ")
			}
			input = input && !execsPrism.MatchString(line) && !exitsPrism.MatchString(line)
		}
		if files != "" {
			files = "\n-- " + files
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), []byte(strings.Join(lines, "\n")+files), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// variables is the key of the names that a script's environment can have.
type variables struct{}

var setsVariable = regexp.MustCompile(`(?m)^(?:\[[^]]*\] )?env ([A-Za-z_]+)=`)

// variableNames are those that a script is given and those that any script sets.
func variableNames(t *testing.T, scripts, given []string) []string {
	t.Helper()
	var names []string
	for _, kv := range given {
		name, _, _ := strings.Cut(kv, "=")
		names = append(names, name)
	}
	for _, file := range scripts {
		text, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range setsVariable.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
