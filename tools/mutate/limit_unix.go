//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// bounded writes a program that runs another with at most 4 GB of addresses: a
// change that makes a loop endless may also make it append without end.
func bounded(work string) (string, error) {
	path := filepath.Join(work, "bounded")
	return path, os.WriteFile(path, []byte("#!/bin/sh\nulimit -v 4194304 2>/dev/null\nexec \"$@\"\n"), 0o700)
}

// limit puts cmd and what it starts into a group that can be stopped as one.
func limit(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// stop ends cmd and what it started.
func stop(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
