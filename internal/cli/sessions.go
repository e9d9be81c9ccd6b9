package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/config"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
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

// sortKeys are the orders of the list; the first is the default.
var sortKeys = []string{"ended", "started", "tokens", "cost", "confidence", "turns"}

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
	fs.StringVar(&o.sort, "sort", sortKeys[0], "order by `KEY`: "+strings.Join(sortKeys, ", "))
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
	r, done, err := p.read(ctx, j)
	defer done()
	if err != nil {
		return err
	}
	all := inWindow(r, j)
	list := slices.DeleteFunc(slices.Clone(all), func(s *fact.Session) bool { return !o.keeps(cmd, j, s) })
	o.order(list)
	found := len(list)
	limit := o.limit
	if limit < 0 && p.screen.Terminal() && !o.json && !o.csv {
		limit = rowsOnTerminal
	}
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	switch {
	case o.json:
		out := make([]wire.Session, 0, len(list))
		for _, s := range list {
			out = append(out, j.wireSession(s))
		}
		if err := wire.Write(p.out, out); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	case o.csv:
		if err := p.sessionsCSV(j, list); err != nil {
			return err
		}
	case found == 0 && len(all) > 0:
		p.screen.Linef("None of %s passes these filters.", phrase.Count(len(all), "session", "sessions"))
	case found > 0:
		p.showSessions(j, list, all, found)
	}
	if len(all) == 0 {
		return p.noSession(j, r)
	}
	return nil
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
	return one("sort", o.sort, sortKeys)
}

// keeps reports whether a session passes all filters that were given.
func (o *sessionsOptions) keeps(cmd *cobra.Command, j *job, s *fact.Session) bool {
	given := cmd.Flags().Changed
	why := j.exclusion(s)
	counted := why == fact.NotExcluded
	has := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	switch {
	case given("crushed") && (counted && s.Crushed()) != o.crushed,
		given("counted") && counted != o.counted,
		len(o.intents) > 0 && !slices.Contains(o.intents, string(s.Verdict.Intent)),
		o.repo != "" && !ofRepo(s, o.repo),
		o.branch != "" && s.Branch != o.branch,
		o.model != "" && !has(s.Model, o.model),
		o.language != "" && !strings.EqualFold(s.Languages.Code, o.language),
		o.state != "" && string(s.State) != o.state,
		o.excluded == "any" && counted,
		o.excluded != "" && o.excluded != "any" && string(why) != o.excluded:
		return false
	}
	return true
}

// ofRepo reports whether a session is of the repository that name tells: its name,
// its path, or the end of its path, as 'prism score --by repo' tells namesakes apart.
func ofRepo(s *fact.Session, name string) bool {
	name = strings.TrimSuffix(name, "/")
	return strings.EqualFold(s.Repo.Name, name) || s.Repo.Key == name ||
		strings.Contains(name, "/") && strings.HasSuffix(s.Repo.Key, "/"+strings.TrimPrefix(name, "/"))
}

// order sorts: times and amounts from the latest and largest down; ties by id.
func (o *sessionsOptions) order(list []*fact.Session) {
	money := func(s *fact.Session) float64 {
		if s.Cost == nil {
			return -1
		}
		return *s.Cost
	}
	slices.SortStableFunc(list, func(a, b *fact.Session) int {
		c := 0
		switch o.sort {
		case "ended":
			c = b.Ended.Compare(a.Ended)
		case "started":
			c = b.Started.Compare(a.Started)
		case "tokens":
			c = cmp.Compare(score.Tokens(b).Total(), score.Tokens(a).Total())
		case "cost":
			c = cmp.Compare(money(b), money(a))
		case "confidence":
			c = cmp.Compare(b.Verdict.Confidence, a.Verdict.Confidence)
		case "turns":
			c = cmp.Compare(b.Turns, a.Turns)
		}
		if o.reverse {
			c = -c
		}
		return cmp.Or(c, strings.Compare(a.ID, b.ID))
	})
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
