//go:build unix

package claudecli

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/model"
	"prism/internal/redact"
)

// What the command has started ends with it.
func TestChildrenEndToo(t *testing.T) {
	t.Parallel() // it waits
	dir := t.TempDir()
	script, late := filepath.Join(dir, "claude"), filepath.Join(dir, "late")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n(sleep 1; touch '"+late+"') &\nwait\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{Command: script, TempDir: dir, Timeout: 200 * time.Millisecond, Env: []string{"PATH=" + os.Getenv("PATH")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Complete(t.Context(), question(redact.Literal("x"))); model.ClassOf(err) != model.Retryable {
		t.Errorf("%v", err)
	}
	time.Sleep(1200 * time.Millisecond)
	if _, err := os.Stat(late); err == nil {
		t.Error("a child outlived the command")
	}
}
