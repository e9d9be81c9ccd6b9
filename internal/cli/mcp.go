package cli

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/mcp"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

func mcpCommand(p *job.Program) *cobra.Command {
	o := &job.ReadFlags{}
	noStore := false
	cmd := &cobra.Command{
		Use:     "mcp [PATH…]",
		GroupID: job.GroupServe,
		Short:   "Answer an agent's client by the Model Context Protocol",
		Long: `Answer an agent's client over standard input and output by the Model Context Protocol
(MCP), so that an agent can look at its own record: the tools score, sessions, explain and report
read the same transcripts as the commands of these names, and change nothing. What they quote of
past sessions has passed the redaction gate and is marked as data. It goes to whatever model the
client asks.

The plugin for Claude Code brings it. 'prism serve' answers the same at /mcp, by key.`,
		Example: `  claude mcp add --scope user prism -- prism mcp
  prism mcp --demo                              of the built-in samples
  claude mcp add --transport http prism https://prism.example/mcp --header "X-API-Key: $PRISM_KEY"`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runMCP(ctx, p, cmd, o, args)
		}),
	}
	o.BindServe(cmd)
	cmd.Flags().BoolVar(&noStore, "no-store", false, "write nothing, remember nothing") // read as a setting
	cmd.Flags().BoolVar(&o.Demo, "demo", false, "read the built-in sample transcripts instead of yours")
	return cmd
}

func runMCP(ctx context.Context, p *job.Program, cmd *cobra.Command, o *job.ReadFlags, args []string) error {
	first, err := p.NewJob(cmd, o, args) // what is wrong with it is told at once
	if err != nil {
		return err
	}
	var one sync.Mutex // a client may ask several things at once
	options := mcp.Options{
		Window: job.Window, Here: p.Env("CLAUDE_CODE_SESSION_ID"),
		IncludeOpen: first.Cfg.On("include_open"), IncludeAutomated: first.Cfg.On("include_automated"),
		Open: func(ctx context.Context) (mcp.Library, func(), error) {
			one.Lock()
			j, err := p.NewJob(cmd, o, args)
			if err != nil {
				return nil, one.Unlock, err
			}
			l, done, err := judgerun.Read(ctx, p, j)
			over := func() { done(); one.Unlock() }
			if err == nil {
				err = p.Found(ctx, j, l)
			}
			return &record{l.Library, j}, over, err
		},
		Tell: func(err error) string {
			p.Warn("%v", err)
			var f *job.Failure
			if !errors.As(err, &f) || f.Err == nil {
				return ""
			}
			text := f.Err.Error() + "."
			if f.Hint != "" {
				text += " " + f.Hint
			}
			return text
		},
	}
	if term.IsTerminal(p.In) {
		p.Notes.Line("This is for an agent's client, which speaks to it here; 'prism mcp --help' says how to set it up.")
	}
	err = mcp.Serve(ctx, options, p.In, p.Out)
	p.Code = job.CodeDone // what could not be read was told when it was
	if err != nil {
		return job.Hinted(fmt.Errorf("what came is not the Model Context Protocol: %w", err), "An agent's client starts 'prism mcp' and speaks to it; --help says how to set it up.")
	}
	return nil
}

// record is what a run read, as an agent asks it.
type record struct {
	*library.Library
	j *job.Job
}

// narrowed is the library of sessions with some words in title or summary.
func (r *record) narrowed(words []string) *library.Library {
	if len(words) == 0 {
		return r.Library
	}
	l := *r.Library
	l.Narrow(nil, library.KeptSearcher(words))
	return &l
}

// Summary implements mcp.Lists.
func (r *record) Summary(ctx context.Context, o score.Options, f store.Filter, words []string) (score.Summary, error) {
	return r.narrowed(words).Summary(ctx, o, f)
}

// Page implements mcp.Lists.
func (r *record) Page(ctx context.Context, f store.Filter, words []string, o store.Order, limit, offset int) ([]*fact.Session, int, error) {
	return r.narrowed(words).Page(ctx, f, o, limit, offset)
}

// Judge implements mcp.Library.
func (r *record) Judge(context.Context) wire.Judge {
	name, version := r.j.Judge()
	return wire.Judge{Name: name, Version: version}
}

// Now implements mcp.Library.
func (r *record) Now() time.Time { return r.j.Now.In(r.j.Zone) }
