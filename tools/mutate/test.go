package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// outcome is what the tests said of a change.
type outcome string

const (
	killed   outcome = "killed"
	survived outcome = "survived"
	broken   outcome = "broken" // does not build
)

// tester runs the tests of one package.
type tester struct {
	root, work, pkg, skip string
	timeout               time.Duration
	bounded               string // a program that runs another with bounded memory, or ""
	interrupted           <-chan os.Signal
}

// baseline runs the tests on the code as it is: they must pass, and how long
// they take says how long a change may.
func (t *tester) baseline() error {
	t.timeout = 10 * time.Minute
	begin := time.Now()
	var err error
	if t.bounded, err = bounded(t.work); err != nil {
		return err
	}
	out, ok, err := t.test("")
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("the tests fail before anything is changed\n%s", out)
	}
	// A change may turn a loop endless; a busy machine may be slow for a while.
	t.timeout = 10*time.Second + 5*time.Since(begin)
	return nil
}

// try runs the tests with m applied.
func (t *tester) try(m mutation) (outcome, error) {
	changed := filepath.Join(t.work, "changed.go")
	if err := os.WriteFile(changed, m.apply(), 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {m.file.path: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(t.work, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return "", err
	}
	out, ok, err := t.test(overlay)
	switch {
	case err != nil:
		return "", err
	case ok:
		return survived, nil
	case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
		return broken, nil
	}
	return killed, nil
}

// test runs go test, and tells whether all passed. What outlives the timeout by
// far, in the compiler say, has not.
func (t *tester) test(overlay string) (out []byte, ok bool, err error) {
	args := []string{"test", "-vet=off", "-failfast", "-p=1", "-timeout=" + t.timeout.String()}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	if t.bounded != "" {
		args = append(args, "-exec="+t.bounded)
	}
	if t.skip != "" {
		args = append(args, "-skip="+t.skip)
	}
	cmd := exec.Command("go", append(args, t.pkg)...)
	cmd.Dir = t.root
	// What property tests found is no file of the tree either.
	cmd.Env = append(os.Environ(), "RAPID_NOFAILFILE=true")
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	limit(cmd)
	if err := cmd.Start(); err != nil {
		return nil, false, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err = <-done:
	case <-time.After(2*t.timeout + time.Minute):
		stop(cmd)
		<-done
		return b.Bytes(), false, nil
	case <-t.interrupted:
		stop(cmd)
		<-done
		return nil, false, errors.New("interrupted")
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return b.Bytes(), false, nil
	}
	return b.Bytes(), err == nil, err
}
