package cli

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
	readFlags
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

func (p *program) sessionsCommand() *cobra.Command {
	o := &sessionsOptions{}
	cmd := &cobra.Command{
		Use:     "sessions [PATH…]",
		Aliases: []string{"list", "ls"},
		GroupID: groupRead,
		Short:   "The sessions, each with its verdict, tokens and cost",
		Long: `The sessions: what was wanted, whether it landed and how sure that is, tokens, cost.
Filters narrow the list; several filters must all hold. JSON and CSV have every
session unless a filter or --limit is given.`,
		Example: sessionsExample,
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.sessions(ctx, cmd, o, args)
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
	fs.Lookup("model").Annotations = map[string][]string{ownFlag: {}} // not the judge's
	fs.StringVar(&o.language, "language", "", "only this programming `LANGUAGE`")
	fs.StringVar(&o.state, "state", "", "only closed, provisional or open ones (`STATE`)")
	fs.StringVar(&o.excluded, "excluded", "", "only those left out for this `REASON`: any, "+strings.Join(exclusionNames(), ", "))
	fs.StringVar(&o.sort, "sort", sortKeys()[0], "order by `KEY`: "+strings.Join(sortKeys(), ", "))
	fs.BoolVar(&o.reverse, "reverse", false, "turn the order round")
	fs.IntVar(&o.limit, "limit", -1, fmt.Sprintf("at most `N`, 0 for all (default: %d on a terminal, else all)", rowsOnTerminal))
	fs.Lookup("limit").DefValue = "0" // or the help would tell of -1
	o.bindWindow(cmd)
	o.bind(cmd, true)
	o.bindJudge(cmd)
	return cmd
}

func (p *program) sessions(ctx context.Context, cmd *cobra.Command, o *sessionsOptions, args []string) error {
	if err := o.check(cmd); err != nil {
		return err
	}
	j, err := p.newJob(cmd, &o.readFlags, args)
	if err != nil {
		return err
	}
	l, done, err := p.read(ctx, j)
	defer done()
	if err != nil {
		return err
	}
	f, order := o.filter(cmd, j), store.Order{By: store.OrderKey(o.sort), Reverse: o.reverse}
	found := 0
	switch {
	case o.json:
		found, err = p.sessionsJSON(ctx, j, l, f, order, max(o.limit, 0))
	case o.csv:
		found, err = p.sessionsCSV(ctx, j, l, f, order, max(o.limit, 0))
	default:
		limit := o.limit
		if limit < 0 && p.screen.Terminal() {
			limit = rowsOnTerminal
		}
		var list []*fact.Session
		if list, found, err = l.list(ctx, f, order, max(limit, 0)); err == nil && found > 0 {
			p.showSessions(ctx, j, l, list, found)
		}
	}
	if err != nil || found > 0 {
		return err
	}
	_, all, err := l.list(ctx, j.inWindow(), store.Order{}, 1)
	if err != nil || all == 0 {
		return p.noSession(ctx, j, l, err)
	}
	if !o.json && !o.csv {
		p.screen.Linef("None of %s passes these filters.", phrase.Count(all, "session", "sessions"))
	}
	return nil
}

// some hands out the sessions of a list, at most limit of them; 0 is all.
func (l *library) some(ctx context.Context, f store.Filter, o store.Order, limit int) iter.Seq2[*fact.Session, error] {
	if limit == 0 {
		return l.each(ctx, f, o)
	}
	return func(yield func(*fact.Session, error) bool) {
		list, _, err := l.list(ctx, f, o, limit)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, s := range list {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// sessionsJSON prints a list as one array, session by session.
func (p *program) sessionsJSON(ctx context.Context, j *job, l *library, f store.Filter, o store.Order, limit int) (n int, err error) {
	out := wire.NewArray(p.out)
	for s, err := range l.some(ctx, f, o, limit) {
		if err != nil {
			return n, err
		}
		if err := out.Add(j.wireSession(s)); err != nil {
			return n, fmt.Errorf("write output: %w", err)
		}
		n++
	}
	if err := out.Close(); err != nil {
		return n, fmt.Errorf("write output: %w", err)
	}
	return n, nil
}

// wireSession is the wire form under the job's switches.
func (j *job) wireSession(s *fact.Session) wire.Session {
	return wire.FromSession(s, j.cfg.On("include_open"), j.cfg.On("include_automated"))
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
		return usagef("--%s %q: there are %s%s", flag, value, strings.Join(names, ", "), hint)
	}
	for i, name := range o.intents {
		o.intents[i] = strings.ReplaceAll(strings.ToLower(name), "-", "_")
		if err := one("intent", o.intents[i], intentNames()); err != nil {
			return err
		}
	}
	if o.limit < 0 && cmd.Flags().Changed("limit") {
		return usagef("--limit %d: give a number, 0 for all", o.limit)
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
func (o *sessionsOptions) filter(cmd *cobra.Command, j *job) store.Filter {
	f := j.inWindow()
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
