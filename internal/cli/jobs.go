package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/queue"
	"prism/internal/server/api"
	"prism/internal/term"
	"prism/internal/wire"
)

type jobsOptions struct {
	db     string
	data   string
	tenant string
	json   bool
	dead   bool
}

// localJobs is the tenant whose jobs are meant where a number is given alone.
const localJobs = "local"

func jobsCommand(p *job.Program) *cobra.Command {
	o := &jobsOptions{}
	cmd := &cobra.Command{
		Use:     "jobs",
		GroupID: job.GroupKeep,
		Short:   "What 'prism serve' has to do, does, and could not do",
		Long: `What a server has to do, does, and could not do. A job that failed five times is
dead: it is done again when something new comes for it, or when you say so. Why it failed is told
without a word of any transcript.`,
		Example: `  prism jobs --db postgres://prism@db/prism
  prism jobs list --tenant acme --json
  prism jobs retry --dead`,
		Args: job.NoArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error { return listJobs(ctx, p, cmd, o) }),
	}
	list := &cobra.Command{
		Use: "list", Short: "Every job that is not done", Example: "  prism jobs list --json", Args: job.NoArgs, RunE: cmd.RunE,
	}
	cmd.AddCommand(list,
		changeJobs(p, o, &cobra.Command{Use: "retry ID…", Short: "Do jobs at once that wait or are dead", Example: "  prism jobs retry 17\n  prism jobs retry --dead"}, "due now", queue.Board.Retry),
		changeJobs(p, o, &cobra.Command{Use: "drop ID…", Short: "Do without jobs that do not run", Example: "  prism jobs drop 17 --tenant acme"}, "dropped", queue.Board.Drop),
	)
	cmd.PersistentFlags().StringVar(&o.db, "db", "", "the store is in `FILE`, or at postgres://USER@HOST/DATABASE")
	cmd.PersistentFlags().StringVar(&o.data, "data", "", "the server's data `FOLDER`, where other tenants have files of their own")
	cmd.PersistentFlags().StringVar(&o.tenant, "tenant", "", "jobs of `NAME` only (a number alone: of local)")
	for _, c := range []*cobra.Command{cmd, list} {
		c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	}
	return cmd
}

// changeJobs makes a command that does something with jobs.
func changeJobs(p *job.Program, o *jobsOptions, cmd *cobra.Command, done string, change func(queue.Board, context.Context, string, int64) (bool, error)) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if (len(args) == 0) != o.dead {
			return job.Usagef("name jobs by their numbers, or all dead ones by --dead: prism jobs %s", cmd.Use)
		}
		for _, a := range args {
			if _, err := strconv.ParseInt(a, 10, 64); err != nil {
				return job.Usagef("%q is no number of a job; 'prism jobs' tells them", a)
			}
		}
		return nil
	}
	cmd.RunE = p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		return withBoard(ctx, p, cmd, o, func(b queue.Board) error {
			list, err := named(ctx, b, o, args)
			if err != nil {
				return err
			}
			for _, j := range list {
				switch ok, err := change(b, ctx, j.Tenant, j.ID); {
				case err != nil:
					return err
				case !ok:
					return &job.Failure{Code: job.CodeFailed, Err: fmt.Errorf("tenant %s has no job %d that could be %s: it runs, or is done", j.Tenant, j.ID, done)}
				}
				p.Screen.Linef("Job %d of %s is %s.", j.ID, j.Tenant, done)
			}
			return nil
		})
	})
	cmd.Flags().BoolVar(&o.dead, "dead", false, "all that are dead")
	return cmd
}

// named are the jobs that a person names.
func named(ctx context.Context, b queue.Board, o *jobsOptions, args []string) (list []queue.Job, err error) {
	if o.dead {
		all, err := b.Jobs(ctx, o.tenant)
		return slices.DeleteFunc(all, func(j queue.Job) bool { return j.State != queue.Dead }), err
	}
	for _, a := range args {
		id, err := strconv.ParseInt(a, 10, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, queue.Job{ID: id, Tenant: cmp.Or(o.tenant, localJobs)})
	}
	return list, nil
}

func withBoard(ctx context.Context, p *job.Program, cmd *cobra.Command, o *jobsOptions, f func(queue.Board) error) error {
	cfg, err := p.Settings(cmd)
	if err != nil {
		return err
	}
	return p.WithJobs(ctx, p.StoreFile(cfg), p.Expand(o.data), f)
}

func listJobs(ctx context.Context, p *job.Program, cmd *cobra.Command, o *jobsOptions) error {
	return withBoard(ctx, p, cmd, o, func(b queue.Board) error {
		list, err := b.Jobs(ctx, o.tenant)
		if err != nil {
			return err
		}
		now := p.Now()
		if o.json {
			return wire.Write(p.Out, api.Jobs(list, now))
		}
		if len(list) == 0 {
			p.Screen.Line("Nothing is to be done.")
			return nil
		}
		rows := make([][]term.Cell, len(list))
		for i, j := range list {
			paint := term.Plain
			if j.State == queue.Dead {
				paint = term.Bad
			}
			rows[i] = []term.Cell{
				{Text: term.Clean(j.Tenant)}, {Text: strconv.FormatInt(j.ID, 10)}, {Text: term.Clean(string(j.Kind))}, {Text: term.Clean(j.Key)}, {Text: j.State.String(), Paint: paint},
				{Text: due(&j, now)}, {Text: fmt.Sprintf("%d of %d", j.Attempt, queue.Tries)}, {Text: term.Clean(j.Reason)},
			}
		}
		p.Screen.Table(0, []term.Column{{Name: "tenant"}, {Name: "id", Right: true}, {Name: "kind"}, {Name: "key", Min: 8}, {Name: "state"}, {Name: "due", Right: true}, {Name: "tries"}, {Name: "why it failed", Min: 20}}, rows)
		return nil
	})
}

// due says when a job is due.
func due(j *queue.Job, now time.Time) string {
	switch d := j.Due.Sub(now).Round(time.Second); {
	case j.State == queue.Dead:
		return "never"
	case d > 0:
		return "in " + d.String()
	}
	return "now"
}
