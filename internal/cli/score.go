package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/config"
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/wire"
)

const scoreExample = `  prism score                                   your own transcripts, all time
  prism score --demo                            built-in samples
  prism score ~/backup/projects                 a folder, or a single transcript
  prism score --since "last week" --until "last week"
  prism score --by repo --by intent             broken down; also language, model, week, branch
  prism score --json | jq .score`

// scoreOptions are what `prism score` was asked for.
type scoreOptions struct {
	readFlags
	judging judgeFlags
	by      []string
}

func (p *program) scoreCommand() *cobra.Command {
	o := &scoreOptions{}
	cmd := &cobra.Command{
		Use:     "score [PATH…]",
		GroupID: groupRead,
		Short:   "The PRISM Score, with what it rests on",
		Long: `The PRISM Score: the share of counted sessions that landed their goal and kept it,
with its 95 % interval, what was left out and why, tokens and cost, and the trend.`,
		Example: scoreExample,
		Args:    cobra.ArbitraryArgs,
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.score(ctx, cmd, o, args)
		}),
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringSliceVar(&o.by, "by", nil, "break down by `WHAT`: "+strings.Join(score.Dimensions(), ", ")+"; may be repeated")
	o.bindWindow(cmd)
	o.bind(cmd, true)
	o.judging.bind(cmd)
	return cmd
}

func (p *program) score(ctx context.Context, cmd *cobra.Command, o *scoreOptions, args []string) error {
	for _, by := range o.by {
		if !slices.Contains(score.Dimensions(), by) {
			msg := fmt.Sprintf("--by %q: the breakdowns are %s", by, strings.Join(score.Dimensions(), ", "))
			if near := config.Nearest(by, score.Dimensions()); near != "" {
				msg += fmt.Sprintf("; did you mean %q?", near)
			}
			return usagef("%s", msg)
		}
	}
	j, err := p.newJob(cmd, &o.readFlags, args)
	if err != nil {
		return err
	}
	by := way(asKept)
	if j.asksModel() && !o.demo {
		by = asking(p.asker(o.judging.yes))
	}
	l, done, err := p.readBy(ctx, j, by)
	defer done()
	if err != nil {
		return err
	}
	sum, err := l.summary(ctx, j.scoreOptions(o.by))
	if err != nil {
		return err
	}
	trust, err := p.trust(ctx, j, l)
	if err != nil {
		return err
	}
	switch {
	case o.json:
		if err := wire.Write(p.out, wire.FromSummary(&sum, j.wireJudge(trust))); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	case o.csv:
		if err := p.scoreCSV(&sum); err != nil {
			return err
		}
	case sum.Sessions > 0:
		if err := p.showScore(ctx, j, l, &sum, trust); err != nil {
			return err
		}
	}
	if sum.Sessions == 0 {
		return p.noSession(ctx, j, l, nil)
	}
	return nil
}

// scoreOptions is what the score is computed by.
func (j *job) scoreOptions(by []string) score.Options {
	return score.Options{
		Since: j.since, Until: j.until, Zone: j.zone, Now: j.now, By: by,
		IncludeOpen: j.cfg.On("include_open"), IncludeAutomated: j.cfg.On("include_automated"),
	}
}

// exclusion is why a session is not counted under the job's switches.
func (j *job) exclusion(s *fact.Session) fact.Exclusion {
	return s.Exclusion(j.cfg.On("include_open"), j.cfg.On("include_automated"))
}

// inWindow keeps the sessions that ended in the job's window.
func (j *job) inWindow() store.Filter {
	return store.Filter{
		Since: j.since, Until: j.until, Now: j.now,
		IncludeOpen: j.cfg.On("include_open"), IncludeAutomated: j.cfg.On("include_automated"),
	}
}

// scoreCSV prints the totals, or the groups where a breakdown was asked for.
func (p *program) scoreCSV(sum *score.Summary) error {
	head := []string{"by", "key", "score", "letter", "crushed", "counted", "interval_lo", "interval_hi", "tokens", "cost_usd"}
	row := func(by, key string, r score.Ratio, tokens fact.Tokens, usd *float64) []string {
		lo, hi := "", ""
		if r.Interval != nil {
			lo, hi = csvFloat(&r.Interval.Lo), csvFloat(&r.Interval.Hi)
		}
		letter := ""
		if r.Score != nil {
			letter = fact.Letter(*r.Score / 10)
		}
		return []string{by, csvText(key), csvFloat(r.Score), letter, fmt.Sprint(r.Crushed), fmt.Sprint(r.Counted), lo, hi, fmt.Sprint(tokens.Total()), csvFloat(usd)}
	}
	rows := [][]string{head, row("all", "", sum.Ratio, sum.Tokens, sum.Cost.USD)}
	for _, b := range sum.Groups {
		for _, g := range b.Groups {
			rows = append(rows, row(b.By, g.Key, g.Ratio, g.Tokens, g.Cost.USD))
		}
	}
	return p.writeCSV(rows)
}
