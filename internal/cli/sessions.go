package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/view"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

const sessionsExample = `  prism sessions                                the latest, as many as is handy
  prism sessions --limit 0                      all of them
  prism sessions --landed=false                 what counts and did not land
  prism sessions --intent bug_fix --repo tideline
  prism sessions --excluded any                 what is left out of the score, and why
  prism sessions --sort cost --limit 10         the ten dearest
  prism sessions --search "retry fetch"         words in title, summary or prompts
  prism sessions --columns +turns,+duration,+lines
  prism sessions --json | jq '.[] | select(.confidence < 0.5) | .title'`

// sessionsOptions are what `prism sessions` was asked for.
type sessionsOptions struct {
	job.ReadFlags
	sort    string
	reverse bool
	limit   int
	columns []string
}

// rowsOnTerminal is how many sessions a terminal shows unless asked for more.
const rowsOnTerminal = 30

func sessionsCommand(p *job.Program) *cobra.Command {
	o := &sessionsOptions{}
	cmd := &cobra.Command{
		Use:     "sessions [PATH…]",
		Aliases: []string{"list", "ls"},
		GroupID: job.GroupRead,
		Short:   "The sessions, each with its verdict, tokens and cost",
		Long: `The sessions: what was wanted, whether it landed and how sure that is, tokens, cost.
Filters narrow the list; several filters must all hold. JSON and CSV have every
session unless a filter or --limit is given.`,
		Example: sessionsExample,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runSessions(ctx, p, cmd, o, args)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.sort, "sort", sortKeys()[0], "order by `KEY`: "+strings.Join(sortKeys(), ", "))
	fs.BoolVar(&o.reverse, "reverse", false, "turn the order round")
	fs.IntVar(&o.limit, "limit", -1, fmt.Sprintf("at most `N`, 0 for all (default: %d on a terminal, else all)", rowsOnTerminal))
	fs.Lookup("limit").DefValue = "0" // or the help would tell of -1
	fs.StringSliceVar(&o.columns, "columns", nil, "these columns (`LIST`), or the usual ones with +NAME or without -NAME: "+strings.Join(view.ColumnNames(), ", "))
	job.Complete(cmd, "columns", view.ColumnNames()...)
	job.Complete(cmd, "sort", sortKeys()...)
	o.BindFilters(cmd)
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "model" { // what --model-used was called here
			name = "model-used"
		}
		return pflag.NormalizedName(name)
	})
	o.BindWindow(cmd)
	o.Bind(cmd, true)
	o.BindJudge(cmd)
	return cmd
}

func runSessions(ctx context.Context, p *job.Program, cmd *cobra.Command, o *sessionsOptions, args []string) error {
	if err := o.check(cmd); err != nil {
		return err
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	l, done, err := judgerun.Read(ctx, p, j)
	defer done()
	if err != nil {
		return err
	}
	p.Narrow(ctx, j, l)
	f, order := j.Wanted(), store.Order{By: store.OrderKey(o.sort), Reverse: o.reverse}
	var found int
	switch {
	case o.Json:
		found, err = sessionsJSON(ctx, p, j, l, f, order, max(o.limit, 0))
	case o.Csv:
		found, err = view.SessionsCSV(ctx, p, j, l, f, order, max(o.limit, 0))
	default:
		limit := o.limit
		if limit < 0 && p.Screen.Terminal() {
			limit = rowsOnTerminal
		}
		var list []*fact.Session
		if list, found, err = l.List(ctx, f, order, max(limit, 0)); err == nil && found > 0 {
			err = view.Sessions(ctx, p, j, l, list, found, o.columns...)
		}
	}
	if err != nil || found > 0 {
		return err
	}
	return nonePasses(ctx, p, j, l)
}

var errNonePasses = errors.New("no session passes these filters")

// nonePasses is the end of a run that has nothing to show: no session found, whether
// there is none, none in the window or none that passes the filters.
func nonePasses(ctx context.Context, p *job.Program, j *job.Job, l *job.Library) error {
	all, err := l.Count(ctx, j.Window())
	if err != nil || all == 0 || !j.Narrow() {
		return p.NoSession(ctx, j, l, err)
	}
	return &job.Failure{Code: job.CodeNoSession, Err: errNonePasses,
		Hint: fmt.Sprintf("Without them: %s. These were asked for: %s.", phrase.Count(all, "session", "sessions"), term.Clean(j.FilterWords()))}
}

// sessionsJSON prints a list as one array, session by session.
func sessionsJSON(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, f store.Filter, o store.Order, limit int) (n int, err error) {
	out := wire.NewArray(p.Out)
	for s, err := range l.Some(ctx, f, o, limit) {
		if err != nil {
			return n, err
		}
		if err := out.Add(j.WireSession(s)); err != nil {
			return n, fmt.Errorf("write output: %w", err)
		}
		n++
	}
	if err := out.Close(); err != nil {
		return n, fmt.Errorf("write output: %w", err)
	}
	return n, nil
}

// check refuses values that make no list.
func (o *sessionsOptions) check(cmd *cobra.Command) (err error) {
	if o.limit < 0 && cmd.Flags().Changed("limit") {
		return job.Usagef("--limit %d: give a number, 0 for all", o.limit)
	}
	if err := view.CheckColumns(o.columns); err != nil {
		return err
	}
	if len(o.columns) > 0 && (o.Json || o.Csv) {
		return job.Usagef("--columns is for the list that a person reads; --json and --csv have every column")
	}
	o.sort, err = job.OneOf("sort", o.sort, sortKeys())
	return err
}

// sortKeys are the orders of the list; the first is the default.
func sortKeys() []string {
	var names []string
	for _, k := range store.OrderKeys() {
		names = append(names, string(k))
	}
	return names
}
