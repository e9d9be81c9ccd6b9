package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/view"
	"prism/internal/config"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/wire"
)

const sessionsExample = `  prism sessions                                the latest, as many as is handy
  prism sessions --limit 0                      all of them
  prism sessions --counted --crushed=false      what counts and did not land
  prism sessions --intent bug_fix --repo tideline
  prism sessions --excluded any                 what is left out of the score, and why
  prism sessions --sort cost --limit 10         the ten dearest
  prism sessions --json | jq '.[] | select(.confidence < 0.5) | .title'`

// sessionsOptions are what `prism sessions` was asked for.
type sessionsOptions struct {
	job.ReadFlags
	crushed, counted bool
	intents          []string
	repo, model      string
	branch, language string
	state, excluded  string
	sort             string
	reverse          bool
	limit            int
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
	fs.BoolVar(&o.crushed, "crushed", false, "only crushed ones; --crushed=false: only the others")
	fs.BoolVar(&o.counted, "counted", false, "only counted ones; --counted=false: only the others")
	fs.StringSliceVar(&o.intents, "intent", nil, "only this `INTENT`: "+strings.Join(intentNames(), ", "))
	fs.StringVar(&o.repo, "repo", "", "only this repository, by `NAME` or path")
	fs.StringVar(&o.branch, "branch", "", "only this branch, by `NAME`")
	fs.StringVar(&o.model, "model", "", "only models whose name has `TEXT` in it")
	fs.Lookup("model").Annotations = map[string][]string{job.OwnFlag: {}} // not the judge's
	fs.StringVar(&o.language, "language", "", "only this programming `LANGUAGE`")
	fs.StringVar(&o.state, "state", "", "only closed, provisional or open ones (`STATE`)")
	fs.StringVar(&o.excluded, "excluded", "", "only those left out for this `REASON`: any, "+strings.Join(exclusionNames(), ", "))
	fs.StringVar(&o.sort, "sort", sortKeys()[0], "order by `KEY`: "+strings.Join(sortKeys(), ", "))
	fs.BoolVar(&o.reverse, "reverse", false, "turn the order round")
	fs.IntVar(&o.limit, "limit", -1, fmt.Sprintf("at most `N`, 0 for all (default: %d on a terminal, else all)", rowsOnTerminal))
	fs.Lookup("limit").DefValue = "0" // or the help would tell of -1
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
	f, order := o.filter(cmd, j), store.Order{By: store.OrderKey(o.sort), Reverse: o.reverse}
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
			view.Sessions(ctx, p, j, l, list, found)
		}
	}
	if err != nil || found > 0 {
		return err
	}
	_, all, err := l.List(ctx, j.InWindow(), store.Order{}, 1)
	if err != nil || all == 0 {
		return p.NoSession(ctx, j, l, err)
	}
	if !o.Json && !o.Csv {
		p.Screen.Linef("None of %s passes these filters.", phrase.Count(all, "session", "sessions"))
	}
	return nil
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

// check refuses values that no session can have.
func (o *sessionsOptions) check(cmd *cobra.Command) error {
	one := func(flag, value string, names []string) error {
		if value == "" || slices.Contains(names, value) {
			return nil
		}
		hint := ""
		if near := config.Nearest(value, names); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return job.Usagef("--%s %q: there are %s%s", flag, value, strings.Join(names, ", "), hint)
	}
	for i, name := range o.intents {
		o.intents[i] = strings.ReplaceAll(strings.ToLower(name), "-", "_")
		if err := one("intent", o.intents[i], intentNames()); err != nil {
			return err
		}
	}
	if o.limit < 0 && cmd.Flags().Changed("limit") {
		return job.Usagef("--limit %d: give a number, 0 for all", o.limit)
	}
	if err := one("state", o.state, []string{string(fact.Closed), string(fact.Provisional), string(fact.Open)}); err != nil {
		return err
	}
	if err := one("excluded", o.excluded, append([]string{"any"}, exclusionNames()...)); err != nil {
		return err
	}
	return one("sort", o.sort, sortKeys())
}

// filter is what was asked for.
func (o *sessionsOptions) filter(cmd *cobra.Command, j *job.Job) store.Filter {
	f := j.InWindow()
	if cmd.Flags().Changed("crushed") {
		f.Crushed = &o.crushed
	}
	if cmd.Flags().Changed("counted") {
		f.Counted = &o.counted
	}
	for _, name := range o.intents {
		f.Intents = append(f.Intents, fact.Intent(name))
	}
	f.Repo, f.Branch, f.Model, f.Language = o.repo, o.branch, o.model, o.language
	f.State, f.Excluded = fact.State(o.state), fact.Exclusion(o.excluded)
	return f
}

// sortKeys are the orders of the list; the first is the default.
func sortKeys() []string {
	var names []string
	for _, k := range store.OrderKeys() {
		names = append(names, string(k))
	}
	return names
}

func intentNames() []string {
	names := make([]string, 0, len(fact.Intents)+1)
	for _, i := range fact.Intents {
		names = append(names, string(i))
	}
	return append(names, string(fact.IntentNone))
}

func exclusionNames() []string {
	names := make([]string, 0, len(fact.Exclusions))
	for _, e := range fact.Exclusions {
		names = append(names, string(e))
	}
	return names
}
