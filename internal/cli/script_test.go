package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"prism/internal/cli/job"
	"prism/internal/demo"
	"prism/internal/long"
	"prism/internal/model/modeltest"
)

func TestMain(m *testing.M) {
	// Most of these tests wait for a server to settle, a lease to end, a process to start:
	// one that takes ten seconds takes the processor for less than one.
	long.Waiting()
	long.InMemory()
	testscript.Main(handed{m}, map[string]func(){
		"prism": prism,
		"claude": func() {
			os.Exit(modeltest.Claude(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// lease is how long a job stays with a worker of these tests that was killed or stopped:
// many times as long as it is silent on a busy machine, and a sixth of what it is for
// people, since each test that kills one waits for it.
const lease = 5 * time.Second

// TestScripts runs every script of testdata/script: one per command, and one for
// each promise that needs more than a command.
func TestScripts(t *testing.T) {
	t.Parallel() // beside those that wait
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no script found: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Dir: scriptsFor(t, scripts),
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("USERPROFILE", home)
			e.Setenv("XDG_CONFIG_HOME", "")
			e.Setenv("XDG_DATA_HOME", "")
			e.Setenv("CLAUDE_CONFIG_DIR", "")
			e.Setenv("PRISM_HOME", filepath.Join(e.WorkDir, "kept"))
			e.Setenv("PRISM_TZ", "UTC")
			e.Setenv("FIRST", filepath.FromSlash("claude/projects/-home-robin-code-hollyhock/00f79f8e-a1ff-40d1-b54b-0fd2562f46d9.jsonl"))
			standIn(e)
			e.Values[variables{}] = variableNames(t, scripts, e.Vars)
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":    runs,
			"exits":  exits,
			"sample": sample,
			"absent": absent,
			"plain":  plain,
			"pick":   pick,
			"unend":  unend,
			"upper":  upper,

			"settled": settled,

			"asked":   asked,
			"unsent":  unsent,
			"unkept":  unkept,
			"until":   until,
			"server":  changeStand,
			"answers": answers,
			"alone":   alone,
			"joined":  joined,
			"plant":   plant,
			"wander":  wander,
			"lately":  lately,
			"appears": appears,

			"freeport": freeport,
			"ask":      ask,
			"settles":  settles,
			"envfile":  envfile,
			"pickkey":  pickkey,
		},
	})
}

// exits runs a command and holds it to an exit code: exits CODE prism ARGS….
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitCode(ts, args[1:]); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// sample writes the built-in transcripts into a folder: sample DIR.
func sample(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sample dir")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	_, err := demo.Unpack(dir)
	ts.Check(err)
}

// absent holds that files are not there: absent FILE….
func absent(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		if _, err := os.Stat(ts.MkAbs(name)); (err == nil) != neg {
			ts.Fatalf("%s: %v", name, err)
		}
	}
}

// plain holds that a file, or stdout, has no escape byte.
func plain(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		if strings.ContainsRune(ts.ReadFile(name), 0x1b) {
			ts.Fatalf("%s holds an escape byte", name)
		}
	}
}

// pick sets a variable to the id of the first session in a CSV list on a line
// that has a text: pick NAME TEXT.
func pick(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: pick NAME TEXT")
	}
	for line := range strings.SplitSeq(ts.ReadFile("stdout"), "\n") {
		if id, _, ok := strings.Cut(line, ","); ok && strings.Contains(line, args[1]) {
			ts.Setenv(args[0], id)
			return
		}
	}
	ts.Fatalf("no line has %q", args[1])
}

// upper sets a variable to a text in capitals: upper NAME TEXT.
func upper(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: upper NAME TEXT")
	}
	ts.Setenv(args[0], strings.ToUpper(args[1]))
}

// settled compares two answers, but for when they were given: settled FILE FILE.
func settled(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: settled file file")
	}
	given := regexp.MustCompile(`"(at|now|generated_at|until)": "[^"]*"`)
	a, b := given.ReplaceAllString(ts.ReadFile(args[0]), ""), given.ReplaceAllString(ts.ReadFile(args[1]), "")
	if d := cmp.Diff(b, a); (d == "") == neg {
		ts.Fatalf("%s and %s: %s", args[0], args[1], d)
	}
}

// unend takes the newline off the end of a file, as while it is being written.
func unend(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := strings.TrimSuffix(ts.ReadFile(name), "\n")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
	}
}

// Every command has a script of its name, a short help, an example, and help for
// each of its flags.
func TestEveryCommand(t *testing.T) {
	p := job.NewProgram(nil, nil, nil, nil)
	root := root(p)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	seen := 0
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			continue
		}
		seen++
		if _, err := os.Stat(filepath.Join("testdata", "script", c.Name()+".txtar")); err != nil {
			t.Errorf("no script for 'prism %s': %v", c.Name(), err)
		}
		if c.Name() == "completion" {
			continue // cobra's own
		}
		if c.Short == "" || c.Long == "" || c.Example == "" || c.GroupID == "" {
			t.Errorf("'prism %s' lacks help, an example or a group", c.Name())
		}
	}
	if seen < 9 {
		t.Errorf("%d commands", seen)
	}
}
