package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/view"
	"prism/internal/score"
	"prism/internal/wire"
)

const scoreExample = `  prism score                                   your own transcripts, all time
  prism score --demo                            built-in samples
  prism score ~/backup/projects                 a folder, or a single transcript
  prism score --since "last week" --until "last week"
  prism score --by repo --by intent             broken down, by one thing and by another
  prism score --repo tideline --intent bug_fix  of some sessions only
  prism score --json | jq .score`

// scoreOptions are what `prism score` was asked for.
type scoreOptions struct {
	job.ReadFlags
	judging judgerun.JudgeFlags
	by      []string
}

func scoreCommand(p *job.Program) *cobra.Command {
	o := &scoreOptions{}
	cmd := &cobra.Command{
		Use:     "score [PATH…]",
		GroupID: job.GroupRead,
		Short:   "The PRISM Score, with what it rests on",
		Long: `The PRISM Score: the share of counted sessions that landed their goal and kept it,
with its 95 % interval, what was left out and why, tokens and cost, and the trend.`,
		Example: scoreExample,
		Args:    cobra.ArbitraryArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runScore(ctx, p, cmd, o, args)
		}),
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringSliceVar(&o.by, "by", nil, "break down by `WHAT`: "+strings.Join(score.Dimensions(), ", ")+"; may be repeated")
	job.Complete(cmd, "by", score.Dimensions()...)
	o.BindWindow(cmd)
	o.BindFilters(cmd)
	o.Bind(cmd, true)
	o.judging.Bind(cmd)
	return cmd
}

func runScore(ctx context.Context, p *job.Program, cmd *cobra.Command, o *scoreOptions, args []string) error {
	by, err := job.Breakdowns(o.by)
	if err != nil {
		return err
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	way := job.Way(judgerun.AsKept)
	if j.AsksModel() && !o.Demo {
		ask := judgerun.Asker(p, o.judging.Yes)
		way = judgerun.Asking(func(ctx context.Context, a *judgerun.Run) (*job.Library, error) {
			a.Strict = !o.Json && !o.Csv // a script is told by the exit code, and what there is
			return ask(ctx, a)
		})
	}
	l, done, err := p.ReadBy(ctx, j, way)
	defer done()
	if err != nil {
		return err
	}
	if !j.AsksModel() { // the status line is the offline judge's
		if err := p.SaveStatus(ctx, j, l.Library, j.Now); err != nil {
			p.Warn("the status line: %v", err)
		}
	}
	p.Narrow(ctx, j, l)
	sum, err := l.Summary(ctx, j.ScoreOptions(by), j.Wanted())
	if err != nil {
		return err
	}
	if o.Demo && j.AsksModel() && sum.Counted == 0 && sum.Sessions > 0 && !o.Json && !o.Csv {
		name, _ := j.Judge()
		return &job.Failure{Code: job.CodeUnavailable, Err: fmt.Errorf("the judge %s has said nothing of the samples", name), Hint: "'prism score --demo' shows them by the offline judge, which needs no key."}
	}
	trust, err := p.Agreement(ctx, j, l)
	if err != nil {
		return err
	}
	switch {
	case o.Json:
		judge := j.WireJudge(trust)
		judge.Labels = l.LabelsApplied()
		if err := wire.Write(p.Out, wire.FromSummary(&sum, judge)); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	case o.Csv:
		if err := view.ScoreCSV(p, &sum); err != nil {
			return err
		}
	case sum.Sessions > 0:
		if err := view.Score(ctx, p, j, l, &sum, trust); err != nil {
			return err
		}
	}
	if sum.Sessions == 0 {
		return nonePasses(ctx, p, j, l)
	}
	return nil
}
