// Command prism tells which share of the sessions with a coding agent landed its
// goal, and shows why it thinks so.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"prism/internal/cli"
	"prism/internal/heap"
)

func main() {
	heap.Tune(os.Args[1:], os.Environ())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
