package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/library"
	"prism/internal/phrase"
	"prism/internal/status"
	"prism/internal/store"
	"prism/internal/store/rows"
	"prism/internal/store/sqlite"
	"prism/internal/term"
)

type forgetOptions struct {
	db       string
	all, yes bool
}

func forgetCommand(p *job.Program) *cobra.Command {
	o := &forgetOptions{}
	cmd := &cobra.Command{
		Use:     "forget PATH|ID | --all",
		GroupID: job.GroupKeep,
		Short:   "Remove what prism keeps",
		Long: `Remove what prism keeps: of a transcript or folder, of one session (with all that
was read from its files), or everything. Your transcripts are not touched, and what
is still on disk is read again by the next run. Titles and labels that you gave go
too and cannot be rebuilt, and so do the kept answers of models, which can be had
again only for money.`,
		Example: `  prism forget ~/.claude/projects/-home-me-secret
  prism forget 3f2a91c0
  prism forget --all --yes`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case o.all && len(args) > 0:
				return job.Usagef("--all forgets everything; leave out %q or --all", args[0])
			case !o.all && (len(args) == 0 || strings.TrimSpace(args[0]) == ""): // an empty path is not meant as the working folder
				return job.Usagef("say what to forget: PATH, ID or --all")
			case len(args) > 1:
				return job.Usagef("one PATH or ID at a time")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			what := ""
			if len(args) > 0 {
				what = args[0]
			}
			return runForget(ctx, p, cmd, o, what)
		}),
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "forget everything")
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	cmd.Flags().StringVar(&o.db, "db", "", "the store is in `FILE`, or at postgres://USER@HOST/DATABASE")
	return cmd
}

func runForget(ctx context.Context, p *job.Program, cmd *cobra.Command, o *forgetOptions, what string) (err error) {
	cfg, err := p.Settings(cmd)
	if err != nil {
		return err
	}
	file := p.StoreFile(cfg)
	if !job.HasStore(file) {
		own := file == p.Folders().StoreFile()
		if o.all && own && o.yes { // what a store that somebody deleted left beside it
			if err := sqlite.Discard(ctx, file, own); err != nil {
				return err
			}
		}
		if o.all && hasNotes(p) {
			return agreed(p, "Forget what prism-hook noted?", o.yes, func() error { return forgetNotes(p) })
		}
		p.Screen.Linef("There is no store at %s; nothing is kept.", p.Short(file))
		return nil
	}
	db, err := p.Open(ctx, file)
	if o.all && damaged(err) && !job.InDatabase(file) {
		return discard(ctx, p, file, o.yes, err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	question, act, err := forgetting(ctx, p, db, o, what)
	if err != nil {
		return err
	}
	return agreed(p, question, o.yes, func() error {
		done, err := act()
		if o.all && damaged(err) && !job.InDatabase(file) {
			if closing := db.Close(); closing != nil {
				p.Warn("%v", closing)
			}
			return discard(ctx, p, file, true, err)
		}
		if err != nil {
			return err
		}
		if !done.Nothing() {
			p.Screen.Linef("Forgotten: %s.", forgottenWords(done))
		}
		if done.Nothing() && !(o.all && hasNotes(p)) {
			p.Screen.Line("Nothing of it was kept.")
		}
		if o.all {
			return forgetNotes(p)
		}
		return p.ForgetStanding() // it may tell of what was forgotten; who looks next writes it anew
	})
}

// agreed acts once a person said yes.
func agreed(p *job.Program, question string, yes bool, act func() error) error {
	if !yes {
		ok, err := p.Confirm(question)
		if err != nil {
			return err
		}
		if !ok {
			p.Screen.Line("Nothing was forgotten.")
			return nil
		}
	}
	return act()
}

// hasNotes reports whether prism-hook has left something, or something was left for it.
func hasNotes(p *job.Program) bool {
	_, noted := os.Stat(p.Folders().Spool())
	_, seen := os.Stat(filepath.Join(p.Folders().Status(), status.File))
	return noted == nil || seen == nil
}

// forgetNotes removes what prism-hook left, if anything.
func forgetNotes(p *job.Program) error {
	if !hasNotes(p) {
		return nil
	}
	if err := errors.Join(os.RemoveAll(p.Folders().Spool()), p.ForgetStanding()); err != nil {
		return fmt.Errorf("forget what prism-hook noted: %w", err)
	}
	p.Screen.Line("Forgotten: what prism-hook noted.")
	return nil
}

// forgetting works out what is meant: everything, a path, or a session.
func forgetting(ctx context.Context, p *job.Program, db *rows.Store, o *forgetOptions, what string) (string, func() (store.Forgotten, error), error) {
	if o.all {
		return "Forget everything, titles and labels that you gave included?", func() (store.Forgotten, error) { return db.ForgetAll(ctx) }, nil
	}
	abs, err := filepath.Abs(p.Expand(what))
	if err != nil {
		return "", nil, fmt.Errorf("find %s: %w", what, err)
	}
	byPath := func() (string, func() (store.Forgotten, error), error) {
		return fmt.Sprintf("Forget all that was read from %s?", p.Short(abs)), func() (store.Forgotten, error) { return db.ForgetPath(ctx, abs) }, nil
	}
	if _, err := os.Stat(abs); err == nil || strings.ContainsAny(what, `/\`) {
		return byPath()
	}
	s, err := db.Find(ctx, strings.ToLower(what))
	switch {
	case errors.Is(err, store.ErrNoSession):
		return "", nil, &job.Failure{Code: job.CodeNoSession, Err: fmt.Errorf("%q is neither a file, a folder nor the beginning of a session id", term.Clean(what)), Hint: "'prism sessions' lists the ids."}
	case err != nil:
		return "", nil, err
	}
	titles, err := db.Titles(ctx)
	if err != nil {
		return "", nil, fmt.Errorf("read the titles that you gave: %w", err)
	}
	title := s.Verdict.Title
	if yours, ok := library.TitleOf(s, titles); ok {
		title = yours
	}
	question := fmt.Sprintf("Forget session %s “%s”, and all that was read from its files?", s.ID, term.Clean(title.String()))
	return question, func() (store.Forgotten, error) { return db.ForgetSession(ctx, s.ID) }, nil
}

// damaged reports whether a store failed over itself, so that nothing of it can be
// forgotten but all of it; not over somebody who uses it or a person who ended it.
func damaged(err error) bool {
	var failed *store.Error
	return errors.As(err, &failed) && !errors.Is(err, store.ErrLocked)
}

// discard deletes the file of a store that failed, if it is one of ours.
func discard(ctx context.Context, p *job.Program, file string, yes bool, failed error) error {
	own := file == p.Folders().StoreFile()
	if err := sqlite.Discardable(ctx, file, own); err != nil {
		if errors.Is(err, store.ErrForeign) {
			return failed
		}
		return err
	}
	question := fmt.Sprintf("The store %s is damaged. Delete the file, titles and labels that you gave included?", p.Short(file))
	return agreed(p, question, yes, func() error {
		if err := sqlite.Discard(ctx, file, own); err != nil {
			return err
		}
		p.Screen.Linef("The damaged store %s is deleted.", p.Short(file))
		return forgetNotes(p)
	})
}

// forgottenWords says what is gone.
func forgottenWords(f store.Forgotten) string {
	parts := []string{phrase.Count(f.Sessions, "session", "sessions"), "facts of " + phrase.Count(f.Units, "conversation", "conversations"), phrase.Count(f.Verdicts, "verdict", "verdicts")}
	if f.Titles > 0 {
		parts = append(parts, phrase.Count(f.Titles, "title of yours", "titles of yours"))
	}
	if f.Labels > 0 {
		parts = append(parts, phrase.Count(f.Labels, "label of yours", "labels of yours"))
	}
	return strings.Join(parts, ", ")
}
