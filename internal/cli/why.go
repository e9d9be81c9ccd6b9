package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/view"
	"prism/internal/fact"
	"prism/internal/spool"
	"prism/internal/term"
	"prism/internal/wire"
)

func whyCommand(p *job.Program) *cobra.Command {
	o := &job.ReadFlags{}
	cmd := &cobra.Command{
		Use:     "why [ID [PATH…]]",
		GroupID: job.GroupRead,
		Short:   "What stands between a session and crushed",
		Long: `What stands between a session and crushed, in a few lines: whether it counts, which
conditions of its kind of work are unmet, what says that it failed, and what would make it crush.
ID is a session's, or a conversation's as the agent's client names it; of a conversation it is the
last session. Without ID: the conversation in which the agent runs this. Sessions that are still
open are looked at, too.`,
		Example: `  prism why 3f2a91c0
  prism why 78e58f9a-61f3-4d0e-8d8c-0d1f5d6f9a10    a conversation`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			id := p.Env("CLAUDE_CODE_SESSION_ID")
			if len(args) > 0 {
				id, args = cmp.Or(args[0], id), args[1:]
			}
			if strings.TrimSpace(id) == "" {
				return job.Usagef("no agent runs this, so name a session: prism why ID; 'prism sessions' lists the ids")
			}
			if err := noPath(p, "why", id); err != nil {
				return err
			}
			return runWhy(ctx, p, cmd, o, id, args)
		}),
	}
	cmd.ValidArgsFunction = completeID(p, o, true)
	o.Bind(cmd, false)
	o.BindJudge(cmd)
	return cmd
}

func runWhy(ctx context.Context, p *job.Program, cmd *cobra.Command, o *job.ReadFlags, id string, paths []string) error {
	j, err := p.NewJob(cmd, o, paths)
	if err != nil {
		return err
	}
	l, done, err := judgerun.Read(ctx, p, j)
	defer done()
	if err != nil {
		return notYet(err, id)
	}
	if !j.AsksModel() {
		if err := p.SaveStatus(ctx, j, l.Library, j.Now); err != nil {
			p.Warn("the status line: %v", err)
		}
	}
	// A conversation first: what is asked for is most often the one that goes on.
	var s *fact.Session
	list, err := l.OfConversation(ctx, id)
	if err != nil {
		return err
	}
	for _, x := range list {
		if s == nil || x.Ended.After(s.Ended) {
			s = x
		}
	}
	if s == nil {
		s, err = find(ctx, p, j, l, id)
		if err != nil {
			return notYet(readElsewhere(ctx, p, j, id, err), id)
		}
	}
	if o.Json {
		return wire.Write(p.Out, shownJSON(ctx, p, cmd, j, s))
	}
	view.Why(p, j, s)
	if len(list) > 1 {
		p.Screen.Para(0, p.Screen.Paint(term.Faint, "It is the last session of the conversation; 'prism show "+term.Clean(id)+"' lists all."))
	}
	return nil
}

// noPath says of what is given for an id and is a file or a folder that the id comes first:
// else it were looked for among the ids of all other transcripts, and not found.
func noPath(p *job.Program, command, id string) error {
	hex := strings.TrimLeft(strings.ToLower(id), "0123456789abcdef-") == ""
	if _, err := os.Stat(p.Expand(id)); err != nil || hex && !strings.ContainsAny(id, `/\`) {
		return nil //nolint:nilerr // it is no file, so it is an id
	}
	return &job.Failure{
		Code: job.CodeUsage, Err: fmt.Errorf("%s is a file or a folder, and the id of a session comes first: prism %s ID %s", term.Clean(id), command, term.Clean(id)),
		Hint: "'prism sessions " + term.Clean(id) + "' lists the ids of the sessions in it.",
	}
}

// conversationID is how long the id is by which a client calls a conversation.
const conversationID = 36

// notYet says of a conversation of which nothing is there that this is usual before its
// first turn is over: most often it is asked for from within.
func notYet(err error, id string) error {
	var f *job.Failure
	if id = strings.TrimSpace(id); !errors.As(err, &f) || f.Code != job.CodeNoSession || len(id) != conversationID || !spool.IsID(id) {
		return err
	}
	return &job.Failure{
		Code: job.CodeNoSession, Err: fmt.Errorf("nothing is known of conversation %s yet", id),
		Hint: "The agent's client writes a conversation down with its first turn: ask again after that. Of an older one, 'prism doctor' says where prism looks, and 'prism sessions' lists what is there.",
	}
}
