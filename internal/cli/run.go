// Package cli is the prism program: one file per command, each an options struct,
// a thin builder and a run function. It is the only room that picks engines,
// dialects and judges, and the only one that speaks to a person. Nothing here
// outlives a call of Run.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // zones by name on systems without a zone database

	"prism/internal/folders"
	"prism/internal/term"
)

// Run runs prism with the arguments behind its name and returns the exit code
// (see the codes in exit.go). env holds KEY=VALUE pairs; nothing else of the
// process's environment is looked at but its working folder and clock.
func Run(ctx context.Context, args, env []string, in io.Reader, out, errOut io.Writer) int {
	return newProgram(env, in, out, errOut).run(ctx, args)
}

// run executes the command that args name.
func (p *program) run(ctx context.Context, args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = p.screen.Err()
	}
	return p.finish(ctx, err)
}

// program is one run of prism: its streams, environment, clock and folder.
type program struct {
	in      io.Reader
	out     io.Writer
	errOut  io.Writer
	screen  *term.Screen // out
	notes   *term.Screen // errOut
	environ []string
	env     func(string) string
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error // between attempts and polls; nil: as long as it says
	dir     string                                     // working folder
	started bool                                       // a command's own code was reached; errors before it are usage errors
	code    int                                        // exit code of a run that ended without an error
}

func newProgram(env []string, in io.Reader, out, errOut io.Writer) *program {
	p := &program{in: in, out: out, errOut: errOut, environ: env, now: time.Now}
	values := make(map[string]string, len(env))
	for _, kv := range env {
		if k, v, ok := strings.Cut(kv, "="); ok {
			values[k] = v
		}
	}
	p.env = func(k string) string { return values[k] }
	p.screen = term.New(out, env)
	p.notes = term.New(errOut, env)
	// A folder that was deleted under the shell has no name; "." still reads.
	p.dir, _ = os.Getwd()
	return p
}

// finish tells the error, if any, and returns the exit code.
func (p *program) finish(ctx context.Context, err error) int {
	if err == nil {
		return p.code
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		p.notes.Line("prism: interrupted; nothing was left half done")
		return codeFailed
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{code: codeFailed, err: err}
		if !p.started {
			f.code = codeUsage
		}
	}
	if f.err != nil {
		text, more, _ := strings.Cut(f.err.Error(), "\n")
		p.notes.Line(p.notes.Paint(term.Bad, "prism: "), term.Clean(text))
		for l := range strings.SplitSeq(more, "\n") {
			if l != "" {
				p.notes.Line(term.CleanBlock(l))
			}
		}
	}
	if f.hint != "" {
		p.notes.Line(f.hint)
	} else if f.code == codeUsage {
		p.notes.Line("Try 'prism --help' for usage.")
	}
	return f.code
}

// warn tells something that did not stop the run.
func (p *program) warn(format string, args ...any) {
	p.notes.Line(p.notes.Paint(term.Warn, "warning: "), term.Clean(fmt.Sprintf(format, args...)))
}

// folders returns where Prism keeps what it keeps.
func (p *program) folders() folders.Folders { return folders.Find(p.env) }

// short shows a path with the home folder as ~, cleaned.
func (p *program) short(path string) string {
	if home := p.env("HOME"); home != "" && home != "/" {
		if rest, ok := strings.CutPrefix(path, filepath.Clean(home)+string(filepath.Separator)); ok {
			path = "~" + string(filepath.Separator) + rest
		}
	}
	return term.Clean(path)
}
