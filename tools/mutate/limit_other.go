//go:build !unix

package main

import "os/exec"

// bounded is not offered here.
func bounded(string) (string, error) { return "", nil }

func limit(*exec.Cmd) {}

// stop ends cmd; what it started runs into its own timeout.
func stop(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
