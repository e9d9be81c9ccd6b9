package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/tenant"
	"prism/internal/term"
	"prism/internal/wire"
)

// adminOptions are shared by all commands of `prism admin`.
type adminOptions struct {
	db, data, tenant string
	json             bool
}

func adminCommand(p *job.Program) *cobra.Command {
	o := &adminOptions{}
	cmd := &cobra.Command{
		Use: "admin", GroupID: job.GroupServe, Args: job.NoArgs,
		Short: "Tenants and keys of a server",
		Long: `Who may do what on a server: tenants, and the keys by which their people are known.
It works on the server's store, whether the server runs or not; what it does stands
in an audit log. A key is shown once, when it is made.`,
		Example: `  prism admin tenant create acme
  prism admin key create --tenant acme --person ada --scope ingest,read
  prism admin key revoke 1a2b3c4d5e`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	fs := cmd.PersistentFlags()
	fs.StringVar(&o.db, "db", "", "the server's store, in `FILE` or at postgres://USER@HOST/DATABASE")
	fs.StringVar(&o.data, "data", "", "the server's data `FOLDER` (default: beside the store)")
	fs.BoolVar(&o.json, "json", false, "print JSON")
	cmd.AddCommand(adminTenant(p, o), adminKey(p, o), adminAudit(p, o))
	return cmd
}

// on opens what a server keeps for f, and notes what f says was done.
func (o *adminOptions) on(ctx context.Context, p *job.Program, cmd *cobra.Command, f func(s *job.Stores) (tenant.Entry, error)) (err error) {
	cfg, err := p.Settings(cmd)
	if err != nil {
		return err
	}
	place := p.StoreFile(cfg)
	s, err := p.OpenStores(ctx, place, p.DataFolder(place, o.data))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e, err := f(s)
	if err != nil || e.Did == "" {
		return err
	}
	e.At, e.Who = p.Now(), p.Person()
	return s.Control.Note(ctx, e)
}

func adminTenant(p *job.Program, o *adminOptions) *cobra.Command {
	cmd := &cobra.Command{Use: "tenant", Short: "Make, list and drop tenants", Args: job.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	factsOnly := false
	create := &cobra.Command{
		Use: "create NAME", Short: "Make a tenant", Example: "  prism admin tenant create acme", Args: oneName("tenant create NAME"),
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			if err := tenant.CheckName(args[0]); err != nil {
				return job.Usagef("%q: %v", args[0], err)
			}
			return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
				if err := s.Control.AddTenant(ctx, tenant.Tenant{Name: args[0], Created: p.Now(), Policy: tenant.Policy{FactsOnly: factsOnly}}); err != nil {
					return tenant.Entry{}, err
				}
				if _, err := s.Of(ctx, args[0]); err != nil {
					return tenant.Entry{}, err
				}
				p.Screen.Linef("The tenant %s is there. Its first key: prism admin key create --tenant %s --scope admin,read", args[0], args[0])
				return tenant.Entry{Did: "tenant.create", Tenant: args[0]}, nil
			})
		}),
	}
	create.Flags().BoolVar(&factsOnly, "facts-only", false, "it takes no transcripts")
	list := &cobra.Command{
		Use: "list", Short: "All tenants", Example: "  prism admin tenant list --json", Args: job.NoArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
				made, err := s.Control.Tenants(ctx)
				if err != nil {
					return tenant.Entry{}, err
				}
				if o.json {
					out := []map[string]any{}
					for _, t := range made {
						out = append(out, map[string]any{"name": t.Name, "created_at": wire.Instant(t.Created), "facts_only": t.FactsOnly})
					}
					return tenant.Entry{}, writeJSON(p, out)
				}
				for _, t := range made {
					p.Screen.Line(t.Name)
				}
				return tenant.Entry{}, nil
			})
		}),
	}
	yes := false
	drop := &cobra.Command{
		Use: "drop NAME --yes", Short: "Drop a tenant with all that it has", Example: "  prism admin tenant drop acme --yes", Args: oneName("tenant drop NAME --yes"),
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			if !yes {
				return job.Usagef("this deletes all that %s has; say so with --yes", term.Clean(args[0]))
			}
			if args[0] == tenant.Local {
				return job.Usagef("local is this machine's own; 'prism forget --all' empties it")
			}
			return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
				if err := s.Drop(ctx, args[0]); err != nil {
					return tenant.Entry{}, noTenant(err, args[0])
				}
				p.Screen.Linef("The tenant %s is gone, with its keys and all that it had.", args[0])
				return tenant.Entry{Did: "tenant.drop", Tenant: args[0]}, nil
			})
		}),
	}
	drop.Flags().BoolVar(&yes, "yes", false, "it is meant")
	cmd.AddCommand(create, list, drop)
	return cmd
}

func noTenant(err error, name string) error {
	if errors.Is(err, job.ErrNoTenant) {
		return &job.Failure{Code: job.CodeFailed, Err: fmt.Errorf("there is no tenant %q", term.Clean(name)), Hint: "'prism admin tenant list' tells which there are."}
	}
	return err
}

func oneName(use string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return job.Usagef("give one name: prism admin %s", use)
		}
		return nil
	}
}

// keyOptions are those of a new key.
type keyOptions struct {
	person, role, name, expires string
	scopes                      []string
}

func adminKey(p *job.Program, o *adminOptions) *cobra.Command {
	cmd := &cobra.Command{Use: "key", Short: "Make, list and revoke keys", Args: job.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	k := &keyOptions{}
	create := &cobra.Command{
		Use: "create --tenant NAME --scope ingest,read", Short: "Make a key; it is shown this once", Args: job.NoArgs,
		Example: "  prism admin key create --tenant acme --person ada --scope ingest,read --expires 90d",
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return createKey(ctx, p, cmd, o, k)
		}),
	}
	fs := create.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.tenant, "tenant", tenant.Local, "what it opens: the tenant's `NAME`")
	fs.StringVar(&k.person, "person", "", "whose it is, by `NAME`; without, who sends says whose content it is")
	fs.StringSliceVar(&k.scopes, "scope", []string{string(tenant.Ingest)}, "what it may do: ingest, read, admin")
	fs.StringVar(&k.role, "role", "", "how much it sees: member (own sessions), lead (figures of five people and more), admin (default: member for a person's, admin for nobody's)")
	fs.StringVar(&k.expires, "expires", "", "after `TIME` it opens nothing: 90d, 2027-06-30 (default: never)")
	fs.StringVar(&k.name, "name", "", "what it is for")
	list := &cobra.Command{
		Use: "list", Short: "All keys, without what opens", Example: "  prism admin key list --json", Args: job.NoArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
				keys, err := s.Control.Keys(ctx, "")
				if err != nil {
					return tenant.Entry{}, err
				}
				return tenant.Entry{}, showKeys(p, o, keys)
			})
		}),
	}
	revoke := &cobra.Command{
		Use: "revoke ID", Short: "Make a key open nothing any more; a server knows within a second", Example: "  prism admin key revoke 1a2b3c4d5e", Args: oneName("key revoke ID"),
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
				id := strings.TrimPrefix(args[0], "prism_")
				done, err := s.Control.RevokeKey(ctx, id, p.Now())
				if err == nil && !done {
					err = &job.Failure{Code: job.CodeFailed, Err: fmt.Errorf("there is no key %q that opens anything", term.Clean(id)), Hint: "'prism admin key list' tells which there are."}
				}
				if err != nil {
					return tenant.Entry{}, err
				}
				p.Screen.Linef("The key %s opens nothing any more.", id)
				return tenant.Entry{Did: "key.revoke", What: id}, nil
			})
		}),
	}
	cmd.AddCommand(create, list, revoke)
	return cmd
}

// nameMost bounds what a key or a person is called, in bytes.
const nameMost = 100

func createKey(ctx context.Context, p *job.Program, cmd *cobra.Command, o *adminOptions, k *keyOptions) error {
	key := tenant.Key{Tenant: o.tenant, Person: k.person, Name: k.name, Role: tenant.Role(k.role), Created: p.Now()}
	if key.Role == "" {
		key.Role = tenant.Owner
		if key.Person != "" {
			key.Role = tenant.Member
		}
	}
	for _, s := range k.scopes {
		if !slices.Contains(tenant.Scopes(), tenant.Scope(s)) {
			return job.Usagef("--scope %q: there are ingest, read, admin", s)
		}
		key.Scopes = append(key.Scopes, tenant.Scope(s))
	}
	switch {
	case !slices.Contains(tenant.Roles(), key.Role):
		return job.Usagef("--role %q: there are member, lead, admin", k.role)
	case key.Role == tenant.Member && key.Person == "":
		return job.Usagef("a member's key is somebody's: give --person")
	case len(key.Person) > nameMost || len(key.Name) > nameMost || strings.ContainsAny(key.Person, "/\\") || term.Clean(key.Person+key.Name) != key.Person+key.Name:
		return job.Usagef("--person and --name are one line of at most %d bytes, without slashes", nameMost)
	}
	if k.expires != "" {
		var err error
		if key.Expires, err = expiry(k.expires, p.Now()); err != nil {
			return err
		}
	}
	return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
		if _, err := s.Of(ctx, o.tenant); err != nil {
			return tenant.Entry{}, noTenant(err, o.tenant)
		}
		text, id, hash, err := tenant.NewSecret(rand.Reader)
		if err != nil {
			return tenant.Entry{}, err
		}
		key.ID, key.Hash = id, hash
		if err := s.Control.AddKey(ctx, &key); err != nil {
			return tenant.Entry{}, err
		}
		e := tenant.Entry{Did: "key.create", Tenant: key.Tenant, What: id}
		if o.json {
			out := wireKey(&key, p.Now())
			out["key"] = text
			return e, writeJSON(p, out)
		}
		p.Screen.Line(text)
		p.Notes.Linef("This key is shown once. It opens %s for %s as %s.", key.Tenant, strings.Join(k.scopes, ", "), key.Role)
		return e, nil
	})
}

// expiry reads when a key ends: so long from now, or at the end of a day.
func expiry(text string, now time.Time) (time.Time, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 10_000 {
			return now.AddDate(0, 0, n), nil
		}
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil && day.AddDate(0, 0, 1).After(now) {
		return day.AddDate(0, 0, 1), nil
	}
	return time.Time{}, job.Usagef("--expires %q: write 90d, or a day to come such as 2027-06-30", text)
}

func wireKey(k *tenant.Key, now time.Time) map[string]any {
	return map[string]any{"id": k.ID, "tenant": k.Tenant, "person": k.Person, "role": k.Role, "scopes": k.Scopes, "name": k.Name,
		"created_at": wire.Instant(k.Created), "expires_at": wire.Instant(k.Expires), "revoked_at": wire.Instant(k.Revoked), "valid": k.Valid(now)}
}

func showKeys(p *job.Program, o *adminOptions, keys []tenant.Key) error {
	now := p.Now()
	if o.json {
		out := []map[string]any{}
		for i := range keys {
			out = append(out, wireKey(&keys[i], now))
		}
		return writeJSON(p, out)
	}
	rows := make([][]term.Cell, 0, len(keys))
	for i := range keys {
		k := &keys[i]
		state := "opens"
		switch {
		case !k.Revoked.IsZero():
			state = "revoked"
		case !k.Valid(now):
			state = "expired"
		}
		scopes := make([]string, len(k.Scopes))
		for n, s := range k.Scopes {
			scopes[n] = string(s)
		}
		rows = append(rows, []term.Cell{{Text: k.ID}, {Text: k.Tenant}, {Text: k.Person}, {Text: string(k.Role)}, {Text: strings.Join(scopes, ",")}, {Text: state}, {Text: k.Name}})
	}
	p.Screen.Table(0, []term.Column{{Name: "id"}, {Name: "tenant"}, {Name: "person"}, {Name: "role"}, {Name: "scopes"}, {Name: "state"}, {Name: "name"}}, rows)
	return nil
}

// notesShown bounds what is shown of the audit log.
const notesShown = 200

func adminAudit(p *job.Program, o *adminOptions) *cobra.Command {
	return &cobra.Command{
		Use: "audit", Short: "What was done, the newest first", Example: "  prism admin audit --json", Args: job.NoArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, _ []string) error {
			return o.on(ctx, p, cmd, func(s *job.Stores) (tenant.Entry, error) {
				list, err := s.Control.Notes(ctx, "", notesShown)
				if err != nil {
					return tenant.Entry{}, err
				}
				if o.json {
					out := []map[string]any{}
					for _, e := range list {
						out = append(out, map[string]any{"at": wire.Instant(e.At), "who": e.Who, "did": e.Did, "tenant": e.Tenant, "what": e.What})
					}
					return tenant.Entry{}, writeJSON(p, out)
				}
				for _, e := range list {
					p.Screen.Line(term.Clean(fmt.Sprintf("%s  %s  %s %s %s", e.At.Format(time.DateTime), e.Who, e.Did, e.Tenant, e.What)))
				}
				return tenant.Entry{}, nil
			})
		}),
	}
}
