package admin

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"prism/internal/cli/job"
	"prism/internal/queue"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// forEver is how a length of time is written that has no end.
const forEver = "forever"

func policyCommand(p *job.Program, o *options) *cobra.Command {
	get := &cobra.Command{
		Use: "show", Short: "What holds for a tenant", Example: "  prism admin policy show --tenant acme --json", Args: job.NoArgs,
		RunE: o.there(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			a, err := s.Account(ctx, o.tenant)
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{}, showPolicy(p, o, &a.Policy)
		}),
	}
	o.ofTenant(get)
	set := &cobra.Command{
		Use: "set", Short: "Change what holds for a tenant; what is not given stays", Args: job.NoArgs,
		Example: "  prism admin policy set --tenant acme --keep-content 90d --keep-facts 400d\n  prism admin policy set --tenant acme --transcripts=false --group-minimum 8\n  prism admin policy set --tenant acme --provider anthropic --day-budget 5 --month-budget 100",
	}
	f := policyFlags{}
	f.bind(set.Flags())
	set.RunE = o.there(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
		a, err := s.Account(ctx, o.tenant)
		if err != nil {
			return tenant.Entry{}, err
		}
		if err := f.apply(set.Flags(), &a.Policy); err != nil {
			return tenant.Entry{}, err
		}
		if err := a.Check(); err != nil {
			return tenant.Entry{}, checked(err, "the policy stays as it was")
		}
		if a.Created.IsZero() { // this machine's own, which nobody made
			a.Created = p.Now()
		}
		if err := s.Control.AddTenant(ctx, a.Tenant); err != nil {
			return tenant.Entry{}, err
		}
		given := ""
		set.Flags().Visit(func(flag *pflag.Flag) {
			if flag.Name != "tenant" && set.LocalNonPersistentFlags().Lookup(flag.Name) != nil {
				given += " " + flag.Name + "=" + flag.Value.String()
			}
		})
		e := tenant.Entry{Did: "policy.set", What: cmp.Or(given, " ")[1:]}
		// What is opted out may be to be deleted from now on.
		if err := s.Queue.Enqueue(ctx, o.tenant, queue.New{Kind: queue.Update}); err != nil {
			return e, err
		}
		return e, showPolicy(p, o, &a.Policy)
	})
	o.ofTenant(set)
	return family("policy", "What a tenant takes, how long that is kept, and who asks a model", get, set)
}

// policyFlags are those of a policy.
type policyFlags struct {
	transcripts, prompts    bool
	content, facts          string
	provider, model, optOut string
	day, month              float64
	group                   int
}

func (f *policyFlags) bind(fs *pflag.FlagSet) {
	fs.SortFlags = false
	fs.BoolVar(&f.transcripts, "transcripts", true, "take transcripts; without, facts only")
	fs.StringVar(&f.content, "keep-content", forEver, "keep transcripts and telemetry for `TIME` after their last piece came: 90d, forever")
	fs.StringVar(&f.facts, "keep-facts", forEver, "keep sessions, with their content, for `TIME` after they ended")
	fs.StringVar(&f.provider, "provider", "", "ask the model of this provider, too; '' for none")
	fs.StringVar(&f.model, "model", "", "the model")
	fs.Float64Var(&f.day, "day-budget", 0, "spend so many dollars on it a day at most")
	fs.Float64Var(&f.month, "month-budget", 0, "spend so many dollars on it a month at most")
	fs.BoolVar(&f.prompts, "prompts-visible", false, "show admins what people wrote")
	fs.IntVar(&f.group, "group-minimum", tenant.LeastPeople, "show leads figures of so many people and more")
	fs.StringVar(&f.optOut, "opted-out", "hide", "what becomes of what is there of whom or what is opted out: hide, delete")
}

// apply changes what was given.
func (f *policyFlags) apply(fs *pflag.FlagSet, p *tenant.Policy) (err error) {
	micro := func(dollars float64) int64 { return int64(math.Round(dollars * tenant.MicroDollars)) }
	fs.Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "transcripts":
			p.FactsOnly = !f.transcripts
		case "keep-content":
			p.ContentDays, err = kept(f.content, err)
		case "keep-facts":
			p.FactsDays, err = kept(f.facts, err)
		case "provider":
			p.Provider = f.provider
		case "model":
			p.Model = f.model
		case "day-budget":
			p.DayBudget = micro(f.day)
		case "month-budget":
			p.MonthBudget = micro(f.month)
		case "prompts-visible":
			p.PromptsVisible = f.prompts
		case "group-minimum":
			p.GroupMinimum = f.group
		case "opted-out":
			if f.optOut != "hide" && f.optOut != "delete" {
				err = job.Usagef("--opted-out %q: there are hide and delete", f.optOut)
			}
			p.DeleteOptedOut = f.optOut == "delete"
		}
	})
	return err
}

// kept reads how long something is kept.
func kept(text string, before error) (int, error) {
	n, ok := inDays(text)
	if !ok && text != forEver {
		return 0, job.Usagef("%q is no length of time: write 90d or forever", text)
	}
	return n, before
}

func showPolicy(p *job.Program, o *options, x *tenant.Policy) error {
	if o.json {
		return wire.Write(p.Out, wire.FromPolicy(x))
	}
	long := func(days int) string {
		if days == 0 {
			return forEver
		}
		return strconv.Itoa(days) + " days"
	}
	w := wire.FromPolicy(x)
	for _, line := range [][2]string{
		{"transcripts", map[bool]string{true: "taken", false: "refused"}[w.Transcripts]},
		{"content is kept", long(x.ContentDays)},
		{"facts are kept", long(x.FactsDays)},
		{"model asked", cmp.Or(x.Provider, "none") + " " + x.Model},
		{"may be spent on it", fmt.Sprintf("%.2f dollars a day, %.2f a month", w.DayBudgetUSD, w.MonthBudgetUSD)},
		{"prompts shown to admins", map[bool]string{true: "yes", false: "no"}[x.PromptsVisible]},
		{"least people of a figure", strconv.Itoa(x.People())},
		{"opted out is", w.OptedOut},
	} {
		p.Screen.Linef("%-26s%s", line[0], line[1])
	}
	return nil
}
