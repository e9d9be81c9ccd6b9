// Package job is one run of prism, before anybody says what came of it: the streams
// and the clock, flags joined with settings, the engines and dialects that were
// chosen, and what the named transcripts came to.
//
// Nouns: a Program is a run's streams, environment and clock; a Job is what a
// reading command was asked to do; a Library is what its transcripts came to; a Way
// is how they are read and judged; a Failure is an error that knows its exit code.
//
// Promises: a store that fails is told of and left aside, and the answer is the same
// without it; input that cannot be read is counted and told on standard error.
// Refusals: it asks no model and prints no answer.
package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // zones by name on systems without a zone database

	"github.com/spf13/cobra"

	"prism/internal/folders"
	"prism/internal/term"
	"prism/internal/transcript"
)

// Act wraps a command's own code: from here on an error is no longer one of usage.
func (p *Program) Act(run func(ctx context.Context, cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		p.started = true
		return run(cmd.Context(), cmd, args)
	}
}

// Program is one run of prism: its streams, environment, clock and folder.
type Program struct {
	In      io.Reader
	Out     io.Writer
	ErrOut  io.Writer
	Screen  *term.Screen // out
	Notes   *term.Screen // errOut
	Environ []string
	Env     func(string) string
	Now     func() time.Time
	Sleep   func(context.Context, time.Duration) error                      // between attempts and polls; nil: as long as it says
	Decoder func(usual func() transcript.Decoder) func() transcript.Decoder // stands in front of an agent's, in tests; nil: nothing does
	Lease   time.Duration                                                   // of a job with a server's worker, in tests; 0: as long as it is
	Slice   int64                                                           // bytes that an update of a server reads at the least, in tests; 0: as many as they are
	dir     string                                                          // working folder
	Command string                                                          // as it was called: "prism score"; "" before that is known
	started bool                                                            // a command's own code was reached; errors before it are usage errors
	Code    int                                                             // exit code of a run that ended without an error

	toldSettings bool // that the project's file was left out
}

// NewProgram makes a run of its streams and environment.
func NewProgram(env []string, in io.Reader, out, errOut io.Writer) *Program {
	p := &Program{In: in, Out: out, ErrOut: errOut, Environ: env, Now: time.Now}
	values := make(map[string]string, len(env))
	for _, kv := range env {
		if k, v, ok := strings.Cut(kv, "="); ok {
			values[k] = v
		}
	}
	p.Env = func(k string) string { return values[k] }
	p.Screen = term.New(out, env)
	p.Notes = term.New(errOut, env)
	// A folder that was deleted under the shell has no name; "." still reads.
	p.dir, _ = os.Getwd()
	return p
}

// Finish tells the error, if any, and returns the exit code.
func (p *Program) Finish(ctx context.Context, err error) int {
	if err == nil {
		return p.Code
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		p.Notes.Line("prism: interrupted; nothing was left half done")
		return CodeFailed
	}
	var f *Failure
	if !errors.As(err, &f) {
		f = &Failure{Code: CodeFailed, Err: err}
		if !p.started {
			f.Code = CodeUsage
		}
	}
	if f.Err != nil {
		text, more, _ := strings.Cut(f.Err.Error(), "\n")
		p.Notes.Line(p.Notes.Paint(term.Bad, "prism: "), term.Clean(text))
		for l := range strings.SplitSeq(more, "\n") {
			switch l = term.CleanBlock(l); {
			case l == "":
			case strings.HasPrefix(l, " ") && p.Notes.Width() > 0: // one of a list
				p.Notes.Line(term.Fit(l, p.Notes.Width()))
			default:
				p.Notes.Line(l)
			}
		}
	}
	if f.Hint != "" {
		p.Notes.Line(f.Hint)
	} else if f.Code == CodeUsage {
		p.Notes.Linef("Try '%s --help' for usage.", cmp.Or(p.Command, "prism"))
	}
	return f.Code
}

// Warn tells something that did not stop the run.
func (p *Program) Warn(format string, args ...any) {
	p.Notes.Line(p.Notes.Paint(term.Warn, "warning: "), term.Clean(fmt.Sprintf(format, args...)))
}

// Folders returns where Prism keeps what it keeps.
func (p *Program) Folders() folders.Folders { return folders.Find(p.Env) }

// Short shows a path with the home folder as ~, cleaned.
func (p *Program) Short(path string) string {
	if home := p.Env("HOME"); home != "" && home != "/" {
		if rest, ok := strings.CutPrefix(path, filepath.Clean(home)+string(filepath.Separator)); ok {
			path = "~" + string(filepath.Separator) + rest
		}
	}
	return term.Clean(path)
}
