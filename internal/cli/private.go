package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/spool"
	"prism/internal/term"
)

type privateOptions struct {
	job.ReadFlags
	undo bool
}

func privateCommand(p *job.Program) *cobra.Command {
	o := &privateOptions{}
	cmd := &cobra.Command{
		Use:     "private ID…",
		GroupID: job.GroupKeep,
		Short:   "Keep a conversation out of all that is sent",
		Long: `Keep a conversation out of all that 'prism push' and prism-hook send, from now on. ID is a
session's or a conversation's as the agent's client names it, or how one begins; of a session, all
conversations that it stands in are kept out whole. They are judged on this machine as always. What
was sent before stays where it is. A session that begins with PRISM_PRIVATE=1 in its environment is
private from its first prompt; 'opt_out' and .prismignore keep whole repositories out.`,
		Example: `  prism private 0584d23b                                  a session, as 'prism sessions' lists it
  prism private 5f1c2b1e-0000-4000-8000-000000000001      a conversation
  prism private --undo 0584d23b`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return job.Usagef("name a session or a conversation by its id; 'prism sessions' lists them")
			}
			for _, id := range args {
				if strings.TrimSpace(id) == "" || filepath.Base(id) != id {
					return job.Usagef("%q is no id of a session or a conversation", id)
				}
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runPrivate(ctx, p, cmd, o, args)
		}),
	}
	cmd.ValidArgsFunction = completeID(p, &o.ReadFlags, false)
	cmd.Flags().BoolVar(&o.undo, "undo", false, "it may be sent again")
	return cmd
}

// wholeID is how the agent's client names a conversation.
var wholeID = regexp.MustCompile(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// runPrivate keeps out first what is named whole, and says then whether it is known: a
// conversation is not written down before its first answer.
func runPrivate(ctx context.Context, p *job.Program, cmd *cobra.Command, o *privateOptions, args []string) error {
	dir := p.Folders().Private()
	set, told := spool.Keep, "Nothing of conversation %s is sent from now on."
	if o.undo {
		set, told = spool.Let, "Conversation %s may be sent."
	}
	var ask []string
	for _, id := range args {
		whole := wholeID.MatchString(id)
		if whole || o.undo && spool.Kept(dir, id) {
			if err := set(dir, id); err != nil {
				return err
			}
			p.Screen.Linef(told, id)
		}
		if !whole || !o.undo && id != p.Env("CLAUDE_CODE_SESSION_ID") {
			ask = append(ask, id)
		}
	}
	if len(ask) == 0 {
		return nil
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, nil)
	if err != nil {
		return err
	}
	l, done, err := judgerun.Read(ctx, p, j)
	defer done()
	if err != nil {
		return err
	}
	for _, id := range ask {
		known, err := l.Conversations(ctx, id)
		if err != nil {
			return err
		}
		if wholeID.MatchString(id) {
			if len(known) == 0 {
				p.Screen.Para(0, "No transcript of it is here yet: should none come, look at the id once more.")
			}
			continue
		}
		var names []string
		switch len(known) {
		case 0:
			s, err := find(ctx, p, j, l, id)
			if err != nil {
				return err
			}
			names = s.Conversations
		case 1:
			names = []string{known[0].Name}
		default:
			return job.Usagef("%d conversations begin with %s: name one by more of its id", len(known), term.Clean(id))
		}
		for _, name := range names {
			if filepath.Base(name) != name {
				return fmt.Errorf("conversation %s has no id that can be kept; 'opt_out' or .prismignore keep its folder out", term.Clean(name))
			}
			if err := set(dir, name); err != nil {
				return err
			}
			p.Screen.Linef(told, term.Clean(name))
		}
	}
	return nil
}
