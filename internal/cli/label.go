package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/rows"
	"prism/internal/term"
)

type labelOptions struct {
	db       string
	complete bool
	note     string
	remove   bool
}

func labelCommand(p *job.Program) *cobra.Command {
	o := &labelOptions{}
	cmd := &cobra.Command{
		Use:     "label ID --complete=true|false",
		GroupID: job.GroupKeep,
		Short:   "Say whether a session's goal was landed, in your own judgement",
		Long: `Say whether the goal of a session was landed. Your word measures the judges: the
share on which one agrees with you stands beside the score ('prism calibrate'
tells more). The score stays the judge's, unless you ask with --labels ('prism score
--labels') that your word stands for it.`,
		Example: `  prism label 3f2a91 --complete=false --note "the export was still empty"
  prism label 3f2a91 --remove`,
		Args: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Lookup("complete").Changed
			switch {
			case len(args) != 1:
				return job.Usagef("name one session: prism label ID --complete=true")
			case o.remove && given:
				return job.Usagef("--remove takes the label back; leave out --complete")
			case !o.remove && !given:
				return job.Usagef("say --complete=true or --complete=false, or --remove")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runLabel(ctx, p, cmd, o, args[0])
		}),
	}
	cmd.ValidArgsFunction = completeID(p, &job.ReadFlags{}, false)
	cmd.Flags().BoolVar(&o.complete, "complete", false, "true: the goal was landed; false: it was not")
	cmd.Flags().StringVar(&o.note, "note", "", "why, in a few words")
	cmd.Flags().BoolVar(&o.remove, "remove", false, "take your label back")
	cmd.Flags().StringVar(&o.db, "db", "", "the store is in `FILE`, or at postgres://USER@HOST/DATABASE")
	return cmd
}

// noteMax is the length of a note in characters.
const noteMax = 240

func runLabel(ctx context.Context, p *job.Program, cmd *cobra.Command, o *labelOptions, id string) error {
	return onKept(ctx, p, cmd, "labels", id, func(db *rows.Store, j *job.Job, s *fact.Session) error {
		if o.remove {
			if err := db.RemoveLabel(ctx, s.ID); err != nil {
				return err
			}
			p.Screen.Linef("%s has no label of yours any more.", s.ID)
			return nil
		}
		note, err := gated(p, s.ID, term.Clean(o.note))
		if err != nil {
			return fmt.Errorf("the note could not be redacted, so nothing is kept: %w", err)
		}
		if err := db.SetLabel(ctx, store.Label{Session: s.ID, GoalComplete: o.complete, Note: note.Clip(noteMax), At: j.Now}); err != nil {
			return err
		}
		said := "not landed"
		if o.complete {
			said = "landed"
		}
		v, err := verdictInUse(ctx, db, j, s)
		if err != nil {
			return err
		}
		agrees := "agrees"
		switch {
		case v.Status != fact.JudgeOK: // it was asked, or is to be, and said nothing
			agrees = "has no verdict on it"
		case v.GoalComplete != o.complete:
			agrees = "does not agree"
		}
		p.Screen.Linef("%s: %s, you say; the judge %s %s.", s.ID, said, v.Judge, agrees)
		return nil
	})
}

// verdictInUse is what the judge of the settings says of a session, as far as it is kept:
// the session holds what the judge said that was asked last.
func verdictInUse(ctx context.Context, db *rows.Store, j *job.Job, s *fact.Session) (fact.Verdict, error) {
	name, _ := j.Judge()
	if s.Verdict.Judge == name {
		return s.Verdict, nil
	}
	list, err := db.VerdictsOf(ctx, append([]string{s.ID}, s.Aliases...)...)
	if err != nil {
		return fact.Verdict{}, err
	}
	for _, v := range list {
		if v.Judge == name {
			return v, nil
		}
	}
	return fact.Verdict{Judge: name}, nil
}
