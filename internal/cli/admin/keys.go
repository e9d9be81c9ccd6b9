package admin

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"prism/internal/cli/job"
	"prism/internal/tenant"
	"prism/internal/wire"
)

func keyCommand(p *job.Program, o *options) *cobra.Command {
	return family("key", "Make, list, rotate and revoke keys", createKey(p, o), listKeys(p, o), rotateKey(p, o), revokeKey(p, o))
}

func createKey(p *job.Program, o *options) *cobra.Command {
	var k tenant.Key
	var role, expires string
	var scopes []string
	var cmd *cobra.Command
	named := func() bool { return cmd.Flags().Changed("tenant") }
	cmd = &cobra.Command{
		Use: "create --tenant NAME --scope ingest,read", Short: "Make a key; it is shown this once", Args: job.NoArgs,
		Example: "  prism admin key create --tenant acme --person ada --scope ingest,read --expires 90d",
		PreRunE: func(*cobra.Command, []string) error {
			said := false
			cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { said = said || f.Changed })
			if !said {
				return job.Usagef("say what the key opens: 'prism admin key create --scope ingest' is one of this machine's tenant that may send, --tenant and --person say whose it is")
			}
			return nil
		},
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			k.Tenant, k.Role, k.Created = o.tenant, tenant.Role(role), p.Now()
			for _, x := range scopes {
				k.Scopes = append(k.Scopes, tenant.Scope(x))
			}
			var err error
			if expires != "" {
				if k.Expires, err = expiry(expires, p.Now()); err != nil {
					return tenant.Entry{}, err
				}
			}
			if err := k.Check(k.Created); err != nil {
				return tenant.Entry{}, checked(err, "no key is made")
			}
			if _, err := s.Account(ctx, o.tenant); err != nil {
				return tenant.Entry{}, noTenant(err, o.tenant)
			}
			var text string
			if text, k.ID, k.Hash, err = tenant.NewSecret(rand.Reader); err != nil {
				return tenant.Entry{}, err
			}
			if err := s.Control.AddKey(ctx, &k); errors.Is(err, tenant.ErrRole) {
				return tenant.Entry{}, checked(err, "no key is made")
			} else if err != nil {
				return tenant.Entry{}, err
			}
			if k.Person != "" && !named() {
				p.Notes.Linef("No --tenant was given: it is a key of %s, the tenant of this machine alone.", k.Tenant)
			}
			return tenant.Entry{Did: "key.create", Person: k.Person, What: k.ID}, showSecret(p, o, text, &k)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.tenant, "tenant", tenant.Local, "what it opens: the tenant's `NAME`")
	fs.StringVar(&k.Person, "person", "", "whose it is, by `NAME`; without, who sends says whose content it is")
	fs.StringSliceVar(&scopes, "scope", []string{string(tenant.Ingest)}, "what it may do: ingest, read, admin")
	fs.StringVar(&role, "role", "", "how much it sees: member (own sessions), lead (figures of five people and more), admin (default: the person's; member for a new one, admin for nobody's)")
	fs.StringVar(&expires, "expires", "", "after `TIME` it opens nothing: 90d, 2027-06-30 (default: never)")
	fs.Int64Var(&k.Requests, "requests", 0, "at most so many requests a minute (default: any number)")
	fs.Int64Var(&k.Bytes, "bytes", 0, "at most so many bytes a minute, as they come (default: any number)")
	fs.StringVar(&k.Name, "name", "", "what it is for")
	return cmd
}

// showSecret shows a new key, this once.
func showSecret(p *job.Program, o *options, text string, k *tenant.Key) error {
	if o.json {
		return wire.Write(p.Out, wire.MadeKey{Text: text, Key: wire.FromKey(k, p.Now())})
	}
	p.Screen.Line(text)
	p.Notes.Linef("This key is shown once. It opens %s for %s as %s.", k.Tenant, scopesOf(k), k.Role)
	return nil
}

func scopesOf(k *tenant.Key) string {
	list := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		list[i] = string(s)
	}
	return strings.Join(list, ",")
}

// expiry reads when a key ends: so long from now, or at the end of a day.
func expiry(text string, now time.Time) (time.Time, error) {
	if n, ok := inDays(text); ok {
		return now.AddDate(0, 0, n), nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil && day.AddDate(0, 0, 1).After(now) {
		return day.AddDate(0, 0, 1), nil
	}
	return time.Time{}, job.Usagef("--expires %q: write 90d, or a day to come such as 2027-06-30", text)
}

func listKeys(p *job.Program, o *options) *cobra.Command {
	of := ""
	cmd := &cobra.Command{
		Use: "list", Short: "All keys, without what opens", Example: "  prism admin key list --tenant acme --json", Args: job.NoArgs,
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			keys, err := s.Control.Keys(ctx, of)
			if err != nil {
				return tenant.Entry{}, err
			}
			now := p.Now()
			return tenant.Entry{}, show(p, o, keys, func(k *tenant.Key) wire.Key { return wire.FromKey(k, now) }, func(k *tenant.Key) []string {
				state := "opens"
				switch {
				case !k.Revoked.IsZero():
					state = "revoked"
				case !k.Valid(now):
					state = "expired"
				case !k.Expires.IsZero():
					state = "opens until " + ending(k.Expires.In(now.Location()), now)
				}
				return []string{k.ID, k.Tenant, k.Person, string(k.Role), scopesOf(k), state, k.Name}
			}, "id", "tenant", "person", "role", "scopes", "state", "name")
		}),
	}
	cmd.Flags().StringVar(&of, "tenant", "", "only those of the tenant with this `NAME`")
	return cmd
}

// ending is when a key ends: to the minute where that is soon.
func ending(at, now time.Time) string {
	if at.Sub(now) < 72*time.Hour {
		return at.Format("2006-01-02 15:04")
	}
	return at.Format(time.DateOnly)
}

// noKey is the error of a key that opens nothing, or is none.
func noKey(id string) error { return none("key that opens anything", id, "prism admin key list") }

// idOf is the visible part of a key, as it is listed or as the key shows it.
func idOf(text string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(text, "prism_"), "_")
	return id
}

func rotateKey(p *job.Program, o *options) *cobra.Command {
	overlap := "7d"
	cmd := &cobra.Command{
		Use: "rotate ID", Short: "Make a key that takes the place of another, which ends a while later", Args: oneName("key rotate ID"),
		Example: "  prism admin key rotate 1a2b3c4d5e --overlap 36h",
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			still, err := tenant.ParseOverlap(overlap)
			if err != nil {
				return tenant.Entry{}, job.Usagef("--overlap %q: %v", overlap, err)
			}
			old, found, err := s.Control.Key(ctx, idOf(args[0]))
			if err == nil && !found {
				err = noKey(args[0])
			}
			if err != nil {
				return tenant.Entry{}, err
			}
			text, id, hash, err := tenant.NewSecret(rand.Reader)
			if err != nil {
				return tenant.Entry{}, err
			}
			now := p.Now()
			next := old.Rotated(id, hash, now)
			done, err := s.Control.RotateKey(ctx, old.ID, &next, now.Add(still))
			if err == nil && !done {
				err = noKey(old.ID)
			}
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{Did: "key.rotate", Tenant: old.Tenant, Person: old.Person, What: old.ID + " " + next.ID}, showSecret(p, o, text, &next)
		}),
	}
	cmd.Flags().StringVar(&overlap, "overlap", overlap, "the key before opens for `TIME` yet: 2h, 36h, 7d, 90d at most (0: it ends now)")
	return cmd
}

func revokeKey(p *job.Program, o *options) *cobra.Command {
	return &cobra.Command{
		Use: "revoke ID", Short: "Make a key open nothing any more; a server knows within a second", Example: "  prism admin key revoke 1a2b3c4d5e", Args: oneName("key revoke ID"),
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			id := idOf(args[0])
			k, _, err := s.Control.Key(ctx, id)
			if err != nil {
				return tenant.Entry{}, err
			}
			done, err := s.Control.RevokeKey(ctx, id, p.Now())
			if err == nil && !done {
				err = noKey(id)
			}
			if err != nil {
				return tenant.Entry{}, err
			}
			p.Screen.Linef("The key %s opens nothing any more.", id)
			return tenant.Entry{Did: "key.revoke", Tenant: k.Tenant, Person: k.Person, What: id}, nil
		}),
	}
}
