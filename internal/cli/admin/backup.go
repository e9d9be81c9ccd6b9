package admin

import (
	"context"
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/tenant"
	"prism/internal/term"
)

// byDump says how a database is backed up.
const byDump = "docs/operate.md says how pg_dump sees the rows of all tenants."

// told explains why a backup or a restore did not work.
func told(err error, path string) error {
	switch {
	case errors.Is(err, job.ErrDatabase):
		return job.Hinted(err, byDump)
	case errors.Is(err, fs.ErrExist):
		return job.Hinted(err, "What is there is not written over: name a file that is not there, or move away what is.")
	case err != nil:
		return job.Hinted(err, "Look at %s and at the space on its disk.", term.Clean(path))
	}
	return nil
}

func backupCommand(p *job.Program, o *options) *cobra.Command {
	return &cobra.Command{
		Use: "backup FILE", Short: "Copy all stores into one file, while the server runs (SQLite)", Example: "  prism admin backup /backup/prism.tar", Args: oneName("backup FILE"),
		RunE: o.act(p, func(ctx context.Context, s *job.Stores, args []string) (tenant.Entry, error) {
			if err := s.BackUp(ctx, args[0]); err != nil {
				return tenant.Entry{}, told(err, args[0])
			}
			p.Screen.Linef("All stores are in %s. It is as confidential as they are.", term.Clean(args[0]))
			return tenant.Entry{Did: "backup"}, nil
		}),
	}
}

func restoreCommand(p *job.Program, o *options) *cobra.Command {
	return &cobra.Command{
		Use: "restore FILE", Short: "Make the stores of a backup where there are none (SQLite)", Example: "  prism admin restore /backup/prism.tar --db /var/lib/prism/prism.db", Args: oneName("restore FILE"),
		RunE: p.Act(func(_ context.Context, cmd *cobra.Command, args []string) error {
			cfg, err := p.Settings(cmd)
			if err != nil {
				return err
			}
			place := p.StoreFile(cfg)
			if err := p.Restore(args[0], place, p.DataFolder(place, o.data)); err != nil {
				return told(err, args[0])
			}
			p.Screen.Linef("What %s holds is at %s; start the server with that --db.", term.Clean(args[0]), term.Clean(place))
			return nil
		}),
	}
}
