// Package cli is the prism program: the tree of commands, and one file for each
// that reads or keeps: an options struct, a thin builder and a run function. What
// commands share stands in the folders below: job (one run: streams, flags,
// settings, what was read), view (what a person sees), judgerun (asking a model),
// measure (eval and calibrate), live (what looks again as transcripts grow) and doctor.
//
// Promises: cli and its folders alone pick engines, dialects and judges, and they
// alone speak to a person. Nothing outlives a call of Run.
package cli

import (
	"context"
	"io"

	"prism/internal/cli/job"
)

// Run runs prism with the arguments behind its name and returns the exit code
// (see the codes in job/exit.go). env holds KEY=VALUE pairs; nothing else of the
// process's environment is looked at but its working folder and clock.
func Run(ctx context.Context, args, env []string, in io.Reader, out, errOut io.Writer) int {
	return run(ctx, job.NewProgram(env, in, out, errOut), args)
}

// run executes the command that args name.
func run(ctx context.Context, p *job.Program, args []string) int {
	root := root(p)
	root.SetArgs(args)
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.ErrOut)
	cmd, err := root.ExecuteContextC(ctx)
	if cmd != nil {
		p.Command = cmd.CommandPath()
	}
	if err == nil {
		err = p.Screen.Err()
	}
	return p.Finish(ctx, err)
}
