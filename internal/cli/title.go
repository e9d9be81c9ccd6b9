package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/rows"
	"prism/internal/term"
)

// titleMax is the length of a title in characters, as for those that judges write.
const titleMax = 60

type titleOptions struct {
	db     string
	unlock bool
}

func titleCommand(p *job.Program) *cobra.Command {
	o := &titleOptions{}
	cmd := &cobra.Command{
		Use:     "title ID TEXT…",
		GroupID: job.GroupKeep,
		Short:   "Give a session your own title, and lock it",
		Long: `Give a session a title of your own. It is locked: nothing that prism works out
later replaces it, until --unlock takes it away. Titles are kept in the store.`,
		Example: `  prism title 3f2a91 "Why the import got slow"
  prism title 3f2a91 --unlock           back to the title that the judge gave`,
		Args: func(_ *cobra.Command, args []string) error {
			switch text := strings.TrimSpace(strings.Join(args[min(1, len(args)):], " ")); {
			case len(args) == 0 || strings.TrimSpace(args[0]) == "":
				return job.Usagef("name a session and its title: prism title ID TEXT")
			case o.unlock && len(args) > 1:
				return job.Usagef("--unlock takes no TEXT: it goes back to the judge's title")
			case !o.unlock && text == "":
				return job.Usagef("the title is empty; give one, or --unlock to go back to the judge's")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runTitle(ctx, p, cmd, o, args[0], strings.Join(args[1:], " "))
		}),
	}
	cmd.ValidArgsFunction = completeID(p, &job.ReadFlags{}, false)
	cmd.Flags().BoolVar(&o.unlock, "unlock", false, "take your title away again")
	cmd.Flags().StringVar(&o.db, "db", "", "the store is in `FILE`, or at postgres://USER@HOST/DATABASE")
	return cmd
}

func runTitle(ctx context.Context, p *job.Program, cmd *cobra.Command, o *titleOptions, id, text string) error {
	text = term.Clean(text)
	if n := utf8.RuneCountInString(text); n > titleMax {
		return job.Usagef("the title has %d characters, at most %d fit", n, titleMax)
	}
	return onKept(ctx, p, cmd, "titles", id, func(db *rows.Store, j *job.Job, s *fact.Session) error {
		if o.unlock {
			if err := db.SetTitle(ctx, s.ID, redact.Text{}, j.Now); err != nil {
				return err
			}
			p.Screen.Linef("%s has the judge's title again.", s.ID)
			return nil
		}
		title, err := gated(p, s.ID, text)
		if err != nil {
			return fmt.Errorf("the title could not be redacted, so it is not kept: %w", err)
		}
		if err := db.SetTitle(ctx, s.ID, title, j.Now); err != nil {
			return err
		}
		p.Screen.Linef("%s is now “%s”.", s.ID, term.Clean(title.String()))
		return nil
	})
}

// onKept does something to what the store keeps of a session: its title, its
// label. What names it in the plural for a person whose store is turned off.
func onKept(ctx context.Context, p *job.Program, cmd *cobra.Command, what, id string, do func(db *rows.Store, j *job.Job, s *fact.Session) error) (err error) {
	j, err := p.NewJob(cmd, &job.ReadFlags{}, nil)
	if err != nil {
		return err
	}
	if j.Store == "" {
		return job.Usagef("%s are kept in the store, and the setting no_store turns it off ('prism config' says where that comes from)", what)
	}
	s, err := kept(ctx, p, j, id)
	if err != nil {
		return err
	}
	db, err := p.Open(ctx, j.Store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return do(db, j, s)
}

// gated passes what a person typed about a session through the gate.
func gated(p *job.Program, id, text string) (redact.Text, error) {
	gate, err := p.OwnGate()
	if err != nil {
		return redact.Text{}, err
	}
	scope := gate.Session(id)
	out := scope.Text(text)
	return out, scope.Err()
}

// kept finds a session in the store; one that the store does not know is looked
// for in the default folders.
func kept(ctx context.Context, p *job.Program, j *job.Job, id string) (*fact.Session, error) {
	db, err := p.Open(ctx, j.Store)
	if err != nil {
		return nil, err
	}
	s, err := db.Find(ctx, strings.ToLower(id))
	if closing := db.Close(); err == nil && closing != nil {
		return nil, closing
	}
	if err == nil {
		return s, nil
	}
	var many *store.AmbiguousError
	if errors.As(err, &many) {
		return nil, job.Hinted(many, "Give more of the id.")
	}
	if !errors.Is(err, store.ErrNoSession) {
		return nil, err
	}
	l, done, err := judgerun.Read(ctx, p, j)
	defer done()
	if err != nil {
		return nil, err
	}
	return find(ctx, p, j, l, id)
}
