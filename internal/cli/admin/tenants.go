package admin

import (
	"context"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/tenant"
	"prism/internal/term"
	"prism/internal/wire"
)

func tenantCommand(p *job.Program, o *options) *cobra.Command {
	factsOnly, yes := false, false
	create := &cobra.Command{
		Use: "create NAME", Short: "Make a tenant", Example: "  prism admin tenant create acme", Args: oneName("tenant create NAME"),
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			name := args[0]
			if err := tenant.CheckName(name); err != nil {
				return tenant.Entry{}, checked(err, name)
			}
			t, found, err := s.Control.Account(ctx, name)
			if err != nil {
				return tenant.Entry{}, err
			}
			if !found {
				t.Created = p.Now()
			}
			if !found || factsOnly { // who makes it once more takes nothing back of what holds for it
				t.FactsOnly = factsOnly
			}
			if err := s.Control.AddTenant(ctx, t.Tenant); err != nil {
				return tenant.Entry{}, err
			}
			if _, err := s.Of(ctx, name); err != nil {
				return tenant.Entry{}, err
			}
			e := tenant.Entry{Did: "tenant.create", Tenant: name}
			if o.json {
				return e, wire.Write(p.Out, wire.FromTenant(&t.Tenant))
			}
			if found {
				p.Screen.Linef("The tenant %s was there already.", name)
				return e, nil
			}
			p.Screen.Linef("The tenant %s is made. Its first key: prism admin key create --tenant %s --scope admin,read", name, name)
			return e, nil
		}),
	}
	create.Flags().BoolVar(&factsOnly, "facts-only", false, "it takes no transcripts")
	list := &cobra.Command{
		Use: "list", Short: "All tenants", Example: "  prism admin tenant list --json", Args: job.NoArgs,
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			made, err := s.Control.Tenants(ctx)
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{}, show(p, o, made, wire.FromTenant, func(t *tenant.Tenant) []string { return []string{t.Name} }, "name")
		}),
	}
	drop := &cobra.Command{
		Use: "drop NAME --yes", Short: "Drop a tenant with all that it has", Example: "  prism admin tenant drop acme --yes", Args: oneName("tenant drop NAME --yes"),
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			switch name := args[0]; {
			case !yes:
				return tenant.Entry{}, job.Usagef("this deletes all that %s has; say so with --yes", term.Clean(name))
			case name == tenant.Local:
				return tenant.Entry{}, job.Usagef("local is this machine's own; 'prism forget --all' empties it")
			}
			if err := s.Drop(ctx, args[0]); err != nil {
				return tenant.Entry{}, noTenant(err, args[0])
			}
			p.Screen.Linef("The tenant %s is gone, with its keys and all that it had.", args[0])
			return tenant.Entry{Did: "tenant.drop", Tenant: args[0]}, nil
		}),
	}
	drop.Flags().BoolVar(&yes, "yes", false, "it is meant")
	return family("tenant", "Make, list and drop tenants", create, list, drop)
}
