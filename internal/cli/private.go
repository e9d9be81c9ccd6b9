package cli

import (
	"context"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/spool"
)

func privateCommand(p *job.Program) *cobra.Command {
	undo := false
	cmd := &cobra.Command{
		Use:     "private CONVERSATION…",
		GroupID: job.GroupKeep,
		Short:   "Keep a conversation out of all that is sent",
		Long: `Keep a conversation, by its id, out of all that 'prism push' and prism-hook send, from now
on. It is judged on this machine as always. What of it was sent before stays where it is. A session
that begins with PRISM_PRIVATE=1 in its environment is private from its first prompt; 'opt_out' and
.prismignore keep whole repositories out.`,
		Example: `  prism private 5f1c2b1e-0000-4000-8000-000000000001
  prism private --undo 5f1c2b1e-0000-4000-8000-000000000001`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return job.Usagef("name a conversation by its id")
			}
			for _, id := range args {
				if !spool.IsID(id) {
					return job.Usagef("%q is no conversation's id", id)
				}
			}
			return nil
		},
		RunE: p.Act(func(_ context.Context, _ *cobra.Command, args []string) error {
			dir := p.Folders().Private()
			for _, id := range args {
				set, told := spool.Keep, "Nothing of %s is sent from now on."
				if undo {
					set, told = spool.Let, "%s may be sent."
				}
				if err := set(dir, id); err != nil {
					return err
				}
				p.Screen.Linef(told, id)
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&undo, "undo", false, "it may be sent again")
	return cmd
}
