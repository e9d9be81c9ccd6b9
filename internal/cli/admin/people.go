package admin

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/queue"
	"prism/internal/tenant"
	"prism/internal/wire"
)

func personCommand(p *job.Program, o *options) *cobra.Command {
	role, groups := "", []string(nil)
	create := &cobra.Command{
		Use: "create NAME", Short: "Make somebody known, or change their role and groups", Args: oneName("person create NAME"),
		Example: "  prism admin person create ada --tenant acme --role lead --group core",
	}
	create.RunE = o.there(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
		who, found, err := s.Control.Person(ctx, o.tenant, args[0])
		if err != nil {
			return tenant.Entry{}, err
		}
		if !found {
			who = tenant.Person{Name: args[0], Role: tenant.Member, Created: p.Now()}
		}
		if role != "" {
			who.Role = tenant.Role(role)
		}
		if create.Flags().Changed("group") {
			who.Groups = slices.Compact(slices.Sorted(slices.Values(groups)))
		}
		for _, name := range append([]string{who.Name}, who.Groups...) {
			if err := tenant.CheckLabel(name); err != nil {
				return tenant.Entry{}, checked(err, name)
			}
		}
		if !slices.Contains(tenant.Roles(), who.Role) {
			return tenant.Entry{}, job.Usagef("--role %q: there are member, lead, admin", role)
		}
		if err := s.Control.SetPerson(ctx, o.tenant, &who); err != nil {
			return tenant.Entry{}, err
		}
		e := tenant.Entry{Did: "person.create", Person: who.Name, What: string(who.Role)}
		if o.json {
			return e, wire.Write(p.Out, wire.FromPerson(&who))
		}
		p.Screen.Linef("%s is known to %s as %s.", who.Name, o.tenant, who.Role)
		return e, nil
	})
	o.ofTenant(create)
	create.Flags().StringVar(&role, "role", "", "what they see: member (own sessions), lead (figures of many), admin (default: as before, else member)")
	create.Flags().StringSliceVar(&groups, "group", nil, "they are in the groups with these `NAMES`, and in no other")
	list := &cobra.Command{
		Use: "list", Short: "Whom a tenant knows", Example: "  prism admin person list --tenant acme --json", Args: job.NoArgs,
		RunE: o.there(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			people, err := s.Control.People(ctx, o.tenant)
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{}, show(p, o, people, wire.FromPerson, func(x *tenant.Person) []string {
				return []string{x.Name, string(x.Role), strings.Join(x.Groups, ", ")}
			}, "name", "role", "groups")
		}),
	}
	o.ofTenant(list)
	return family("person", "The people of a tenant", create, list, exportPerson(p, o), deletePerson(p, o))
}

func groupCommand(p *job.Program, o *options) *cobra.Command {
	change := func(use, short, did string, f func(groups []string, name string) []string) *cobra.Command {
		cmd := &cobra.Command{
			Use: use, Short: short, Example: "  prism admin group " + strings.Fields(use)[0] + " core ada bob --tenant acme",
			Args: func(_ *cobra.Command, args []string) error {
				if len(args) < 2 {
					return job.Usagef("give a group and people: prism admin group %s", use)
				}
				return checked(tenant.CheckLabel(args[0]), args[0])
			},
			RunE: o.there(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
				for _, name := range args[1:] {
					who, found, err := s.Control.Person(ctx, o.tenant, name)
					if err == nil && !found {
						err = none("person", name, "prism admin person list --tenant "+o.tenant)
					}
					if err != nil {
						return tenant.Entry{}, err
					}
					who.Groups = f(who.Groups, args[0])
					if err := s.Control.SetPerson(ctx, o.tenant, &who); err != nil {
						return tenant.Entry{}, err
					}
				}
				return tenant.Entry{Did: did, What: args[0]}, nil
			}),
		}
		o.ofTenant(cmd)
		return cmd
	}
	list := &cobra.Command{
		Use: "list", Short: "The groups of a tenant", Example: "  prism admin group list --tenant acme --json", Args: job.NoArgs,
		RunE: o.there(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			groups, err := s.Control.Groups(ctx, o.tenant)
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{}, show(p, o, groups, wire.FromTeam, func(g *tenant.Group) []string { return []string{g.Name, strings.Join(g.People, ", ")} }, "name", "people")
		}),
	}
	o.ofTenant(list)
	return family("group", "Groups of people, whose figures are looked at together",
		change("add GROUP PERSON…", "Put people into a group", "group.add", func(groups []string, name string) []string { return append(groups, name) }),
		change("remove GROUP PERSON…", "Take people out of a group", "group.remove", func(groups []string, name string) []string {
			return slices.DeleteFunc(groups, func(g string) bool { return g == name })
		}), list)
}

func optOutCommand(p *job.Program, o *options) *cobra.Command {
	change := func(use, short, did string, do func(ctx context.Context, s *job.Stores, x tenant.OptOut) error) *cobra.Command {
		person, repository, all := "", "", false
		cmd := &cobra.Command{
			Use: use, Short: short, Args: job.NoArgs,
			Example: "  prism admin optout " + use + " --tenant acme --person ada\n  prism admin optout " + use + " --tenant acme --repository 'secret-*'",
			RunE: o.there(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
				x := tenant.OptOut{Of: tenant.OfTenant, Since: p.Now()}
				given := 0
				for of, pattern := range map[tenant.Subject]string{tenant.OfPerson: person, tenant.OfRepository: repository} {
					if pattern != "" {
						given++
						x.Of, x.Pattern = of, pattern
					}
				}
				if all {
					given++
				}
				if given != 1 {
					return tenant.Entry{}, job.Usagef("give one of --person, --repository and --all")
				}
				if err := x.Check(); err != nil {
					return tenant.Entry{}, checked(err, x.Pattern)
				}
				if err := do(ctx, s, x); err != nil {
					return tenant.Entry{}, err
				}
				e := tenant.Entry{Did: did, What: string(x.Of)}
				if x.Of == tenant.OfPerson {
					e.Person = x.Pattern
				}
				return e, s.Queue.Enqueue(ctx, o.tenant, queue.New{Kind: queue.Update})
			}),
		}
		o.ofTenant(cmd)
		cmd.Flags().StringVar(&person, "person", "", "the people whose `NAME` this is; * stands for anything")
		cmd.Flags().StringVar(&repository, "repository", "", "the repositories that this `PATTERN` matches, as in the setting opt_out")
		cmd.Flags().BoolVar(&all, "all", false, "the whole tenant")
		return cmd
	}
	list := &cobra.Command{
		Use: "list", Short: "Whom and what a tenant leaves alone", Example: "  prism admin optout list --tenant acme --json", Args: job.NoArgs,
		RunE: o.there(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			a, err := s.Account(ctx, o.tenant)
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{}, show(p, o, a.OptOuts, wire.FromOptOut, func(x *tenant.OptOut) []string { return []string{string(x.Of), x.Pattern} }, "of", "pattern")
		}),
	}
	o.ofTenant(list)
	return family("optout", "Whom and what nobody looks at",
		change("add", "Leave somebody or something alone: nothing of it is taken, read or judged", "optout.add", func(ctx context.Context, s *job.Stores, x tenant.OptOut) error {
			return s.Control.AddOptOut(ctx, o.tenant, x)
		}),
		change("remove", "Take an opt-out back", "optout.remove", func(ctx context.Context, s *job.Stores, x tenant.OptOut) error {
			done, err := s.Control.RemoveOptOut(ctx, o.tenant, x.Of, x.Pattern)
			if err == nil && !done {
				err = none("such opt-out", x.Pattern, "prism admin optout list --tenant "+o.tenant)
			}
			return err
		}), list)
}
