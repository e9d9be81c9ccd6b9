package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/store"
	"prism/internal/term"
)

// idsOffered bounds how many ids a shell is offered: the latest.
const idsOffered = 100

// patience is how long a shell waits for them; where reading takes longer, none are offered.
const patience = 15 * time.Second

// completeID offers a command's first argument the ids of sessions, with their titles;
// what follows it is a path where the command takes one.
func completeID(p *job.Program, o *job.ReadFlags, paths bool) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) > 0 && paths:
			return nil, cobra.ShellCompDirectiveDefault
		case len(args) > 0:
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		j, err := p.NewJob(cmd, o, nil)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		if !job.HasStore(j.Store) {
			j.Store = "" // a key that is pressed in a shell makes no store
		}
		ctx, stop := context.WithTimeout(cmd.Context(), patience)
		defer stop()
		l, done, err := judgerun.Read(ctx, p, j)
		defer done()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var ids []string
		for s, err := range l.Each(ctx, store.Filter{}, store.Order{}) {
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			if len(ids) == idsOffered {
				break
			}
			if strings.HasPrefix(s.ID, strings.ToLower(typed)) {
				ids = append(ids, l.ShortID(ctx, s.ID)+"\t"+term.Clean(s.Verdict.Title.String()))
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}
