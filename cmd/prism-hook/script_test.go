package main

import (
	"os/exec"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"prism/internal/hook"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"prism-hook": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
	})
}

// Standard input that nobody closes does not hold the agent up.
func TestEndsByItself(t *testing.T) {
	name, err := exec.LookPath("prism-hook") // testscript.Main puts it there
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), name, "--data", t.TempDir(), "event")
	pipe, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	state, err := cmd.Process.Wait()
	if err != nil || !state.Success() {
		t.Fatalf("%v, %v", state, err)
	}
	if took := time.Since(start); took < hook.Patience/2 || took > 20*hook.Patience {
		t.Errorf("ended after %v", took)
	}
}
