package admin

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/queue"
	"prism/internal/tenant"
	"prism/internal/term"
)

func exportPerson(p *job.Program, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use: "export NAME", Short: "All that is kept of somebody, as JSON", Args: oneName("person export NAME"),
		Example: "  prism admin person export ada --tenant acme > ada.json",
		RunE: o.there(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			found, err := s.ExportPerson(ctx, p.Out, o.tenant, args[0])
			if err == nil && !found {
				err = none("person", args[0], "prism admin person list --tenant "+o.tenant)
			}
			return tenant.Entry{Did: "person.export", Person: args[0]}, err
		}),
	}
	o.ofTenant(cmd)
	return cmd
}

func deletePerson(p *job.Program, o *options) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use: "delete NAME --yes", Short: "Delete all that is kept of somebody", Args: oneName("person delete NAME --yes"),
		Example: "  prism admin person delete ada --tenant acme --yes",
		RunE: o.there(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			if !yes {
				return tenant.Entry{}, job.Usagef("this deletes all that %s sent, all that came of it, and their keys; say so with --yes", term.Clean(args[0]))
			}
			db, err := s.Of(ctx, o.tenant)
			if err != nil {
				return tenant.Entry{}, err
			}
			_, known, err := s.Control.Person(ctx, o.tenant, args[0])
			if err != nil {
				return tenant.Entry{}, err
			}
			// Their keys first: nothing comes after what was deleted.
			if err := s.RemovePerson(ctx, o.tenant, args[0]); err != nil {
				return tenant.Entry{}, err
			}
			done, err := db.ForgetPerson(ctx, args[0])
			if err != nil {
				return tenant.Entry{}, err
			}
			if !known && done.Sessions+done.Units+done.Files == 0 {
				return tenant.Entry{}, fmt.Errorf("nobody of the name %s is known to tenant %s, and nothing is kept of them: nothing was deleted", term.Clean(args[0]), term.Clean(o.tenant))
			}
			p.Screen.Linef("Deleted: %d sessions, %d conversations, %d files.", done.Sessions, done.Units, done.Files)
			if done.Unread != nil {
				p.Notes.Line(done.Unread.Error() + ".")
			}
			if s.Shared() {
				p.Notes.Line("Their rows are gone. Their bytes go with the next VACUUM FULL of the tables, and out of the log with its next checkpoints; backups keep them.")
			}
			return tenant.Entry{Did: "person.delete"}, s.Queue.Enqueue(ctx, o.tenant, queue.New{Kind: queue.Update})
		}),
	}
	o.ofTenant(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "it is meant")
	return cmd
}
