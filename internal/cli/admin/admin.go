// Package admin is the command line of whoever runs a server.
//
// Nouns: tenants, their people, keys, opt-outs and policies, as package tenant has them.
// Promises: whatever changes something stands in the audit log, with no secret and
// nothing of content; a key is shown once. Refusals: it serves nothing, and needs no
// server to run.
package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/tenant"
	"prism/internal/term"
	"prism/internal/wire"
)

// options are shared by all commands of `prism admin`.
type options struct {
	db, data, tenant string
	json             bool
}

// Command is `prism admin`.
func Command(p *job.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use: "admin", GroupID: job.GroupServe, Args: job.NoArgs,
		Short: "Tenants, people and keys of a server",
		Long: `Who may do what on a server: tenants with their policies, their people, and the keys
by which these are known; whom and what nobody looks at. It works on the server's
store, whether the server runs or not, which goes by it within a second; what it does
stands in an audit log. A key is shown once, when it is made.`,
		Example: `  prism admin tenant create acme
  prism admin key create --tenant acme --person ada --scope ingest,read
  prism admin key rotate 1a2b3c4d5e --overlap 7d
  prism admin optout add --tenant acme --repository 'secret-*'
  prism admin policy set --tenant acme --keep-content 90d`,
		RunE: help,
	}
	fs := cmd.PersistentFlags()
	fs.StringVar(&o.db, "db", "", "the server's store, in `FILE` or at postgres://USER@HOST/DATABASE")
	fs.StringVar(&o.data, "data", "", "the server's data `FOLDER` (default: beside the store)")
	fs.BoolVar(&o.json, "json", false, "print JSON")
	cmd.AddCommand(tenantCommand(p, o), personCommand(p, o), groupCommand(p, o), keyCommand(p, o), optOutCommand(p, o), policyCommand(p, o), auditCommand(p, o), backupCommand(p, o), restoreCommand(p, o))
	return cmd
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// family is a command that has others below it.
func family(use, short string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: job.NoArgs, RunE: help}
	cmd.AddCommand(below...)
	return cmd
}

// ofTenant adds the flag that says of which tenant a command is.
func (o *options) ofTenant(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.tenant, "tenant", tenant.Local, "of the tenant with this `NAME`")
}

// action is what a command does with what a server keeps. What it did is noted.
type action func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error)

// act makes a command do something.
func (o *options) act(p *job.Program, do action) func(*cobra.Command, []string) error {
	return p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) (err error) {
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
		e, err := do(ctx, s, args)
		if err != nil || e.Did == "" {
			return err
		}
		e.At, e.Who, e.Tenant = p.Now(), p.Person(), cmp.Or(e.Tenant, o.tenant)
		return s.Control.Note(ctx, e)
	})
}

// there is act of a tenant that there is.
func (o *options) there(p *job.Program, do action) func(*cobra.Command, []string) error {
	return o.act(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
		if _, err := s.Account(ctx, o.tenant); err != nil {
			return tenant.Entry{}, noTenant(err, o.tenant)
		}
		return do(ctx, s, args)
	})
}

func noTenant(err error, name string) error {
	if errors.Is(err, job.ErrNoTenant) {
		return none("tenant", name, "prism admin tenant list")
	}
	return err
}

// none is the error of something that there is not.
func none(what, name, list string) error {
	return &job.Failure{Code: job.CodeFailed, Err: fmt.Errorf("there is no %s %q", what, term.Clean(name)), Hint: "'" + list + "' tells which there are."}
}

func oneName(use string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return job.Usagef("give one name: prism admin %s", use)
		}
		return nil
	}
}

// checked is a usage error of what a rule says.
func checked(err error, what string) error {
	if err == nil {
		return nil
	}
	return job.Usagef("%s: %v", what, err)
}

// inDays reads a length of time in days: 90d.
func inDays(text string) (int, bool) {
	digits, ok := strings.CutSuffix(text, "d")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && n < 100_000
}

// show prints a list: as JSON, or a line for each.
func show[T, W any](p *job.Program, o *options, list []T, form func(*T) W, line func(*T) []string, columns ...string) error {
	if o.json {
		out := make([]W, len(list))
		for i := range list {
			out[i] = form(&list[i])
		}
		return wire.Write(p.Out, out)
	}
	heads := make([]term.Column, len(columns))
	for i, name := range columns {
		heads[i].Name = name
	}
	rows := make([][]term.Cell, len(list))
	for i := range list {
		for _, text := range line(&list[i]) {
			rows[i] = append(rows[i], term.Cell{Text: text})
		}
	}
	p.Screen.Table(0, heads, rows)
	return nil
}

// notesShown bounds what is shown of the audit log.
const notesShown = 200

func auditCommand(p *job.Program, o *options) *cobra.Command {
	of := ""
	cmd := &cobra.Command{
		Use: "audit", Short: "What was done, the newest first", Example: "  prism admin audit --json", Args: job.NoArgs,
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, _ []string) (tenant.Entry, error) {
			list, err := s.Control.Notes(ctx, of, notesShown)
			if err != nil {
				return tenant.Entry{}, err
			}
			return tenant.Entry{}, show(p, o, list, wire.FromEntry, func(e *tenant.Entry) []string {
				return []string{e.At.In(p.Now().Location()).Format(time.DateTime), e.Who, e.Did, e.Tenant, e.Person, e.What}
			}, "at", "who", "did", "tenant", "person", "what")
		}),
	}
	cmd.Flags().StringVar(&of, "tenant", "", "only what is about the tenant with this `NAME`")
	return cmd
}
