// Command prism-hook is what a coding agent calls at its hooks and for its status
// line: small, quick and silent.
package main

import (
	"os"
	"time"

	"prism/internal/hook"
)

func main() {
	done := make(chan int, 1)
	go func() { done <- hook.Run(os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr, time.Now()) }()
	select {
	case code := <-done:
		os.Exit(code)
	case <-time.After(hook.Patience): // standard input that nobody closes, a disk that hangs
		os.Exit(0)
	}
}
