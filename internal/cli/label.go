package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"prism/internal/fact"
	"prism/internal/store"
	sqlite "prism/internal/store/sqlite1"
	"prism/internal/term"
)

type labelOptions struct {
	db       string
	complete bool
	note     string
	remove   bool
}

func (p *program) labelCommand() *cobra.Command {
	o := &labelOptions{}
	cmd := &cobra.Command{
		Use:     "label ID --complete=true|false",
		GroupID: groupKeep,
		Short:   "Say whether a session's goal was landed, in your own judgement",
		Long: `Say whether the goal of a session was landed. Your word measures the judges: the
share on which one agrees with you stands beside the score ('prism calibrate'
tells more). It never changes the score.`,
		Example: `  prism label 3f2a91 --complete=false --note "the export was still empty"
  prism label 3f2a91 --remove`,
		Args: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Lookup("complete").Changed
			switch {
			case len(args) != 1:
				return usagef("name one session: prism label ID --complete=true")
			case o.remove && given:
				return usagef("--remove takes the label back; leave out --complete")
			case !o.remove && !given:
				return usagef("say --complete=true or --complete=false, or --remove")
			}
			return nil
		},
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.label(ctx, cmd, o, args[0])
		}),
	}
	cmd.Flags().BoolVar(&o.complete, "complete", false, "true: the goal was landed; false: it was not")
	cmd.Flags().StringVar(&o.note, "note", "", "why, in a few words")
	cmd.Flags().BoolVar(&o.remove, "remove", false, "take your label back")
	cmd.Flags().StringVar(&o.db, "db", "", "the store is in `FILE`")
	return cmd
}

// noteMax is the length of a note in characters.
const noteMax = 240

func (p *program) label(ctx context.Context, cmd *cobra.Command, o *labelOptions, id string) error {
	return p.onKept(ctx, cmd, "labels", id, func(db *sqlite.Store, j *job, s *fact.Session) error {
		if o.remove {
			if err := db.RemoveLabel(ctx, s.ID); err != nil {
				return err
			}
			p.screen.Linef("%s has no label of yours.", s.ID)
			return nil
		}
		note, err := p.gated(s.ID, term.Clean(o.note))
		if err != nil {
			return fmt.Errorf("the note could not be redacted, so nothing is kept: %w", err)
		}
		if err := db.SetLabel(ctx, store.Label{Session: s.ID, GoalComplete: o.complete, Note: note.Clip(noteMax), At: j.now}); err != nil {
			return err
		}
		said := "not landed"
		if o.complete {
			said = "landed"
		}
		agrees := "agrees"
		if s.Verdict.GoalComplete != o.complete {
			agrees = "does not agree"
		}
		p.screen.Linef("%s: %s, you say; the judge %s %s.", s.ID, said, s.Verdict.Judge, agrees)
		return nil
	})
}
