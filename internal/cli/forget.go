package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/store/sqlite"
	"prism/internal/term"
)

type forgetOptions struct {
	db       string
	all, yes bool
}

func (p *program) forgetCommand() *cobra.Command {
	o := &forgetOptions{}
	cmd := &cobra.Command{
		Use:     "forget PATH|ID | --all",
		GroupID: groupKeep,
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
				return usagef("--all forgets everything; leave out %q or --all", args[0])
			case !o.all && (len(args) == 0 || strings.TrimSpace(args[0]) == ""): // an empty path is not meant as the working folder
				return usagef("say what to forget: PATH, ID or --all")
			case len(args) > 1:
				return usagef("one PATH or ID at a time")
			}
			return nil
		},
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			what := ""
			if len(args) > 0 {
				what = args[0]
			}
			return p.forget(ctx, cmd, o, what)
		}),
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "forget everything")
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	cmd.Flags().StringVar(&o.db, "db", "", "the store is in `FILE`")
	return cmd
}

func (p *program) forget(ctx context.Context, cmd *cobra.Command, o *forgetOptions, what string) (err error) {
	cfg, err := p.settings(cmd)
	if err != nil {
		return err
	}
	file := p.storeFile(cfg)
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		if o.all && p.hasNotes() {
			return p.agreed("Forget what prism-hook noted?", o.yes, p.forgetNotes)
		}
		p.screen.Linef("There is no store at %s; nothing is kept.", p.short(file))
		return nil
	}
	db, err := sqlite.Open(ctx, file)
	if o.all && errors.Is(err, store.ErrCorrupt) {
		return p.discard(file, o.yes)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	question, act, err := p.forgetting(ctx, db, o, what)
	if err != nil {
		return err
	}
	return p.agreed(question, o.yes, func() error {
		done, err := act()
		if err != nil {
			return err
		}
		if !done.Nothing() {
			p.screen.Linef("Forgotten: %s.", forgottenWords(done))
		}
		if done.Nothing() && !(o.all && p.hasNotes()) {
			p.screen.Line("Nothing of it was kept.")
		}
		if o.all {
			return p.forgetNotes()
		}
		return nil
	})
}

// agreed acts once a person said yes.
func (p *program) agreed(question string, yes bool, act func() error) error {
	if !yes {
		ok, err := p.confirm(question)
		if err != nil {
			return err
		}
		if !ok {
			p.screen.Line("Nothing was forgotten.")
			return nil
		}
	}
	return act()
}

// hasNotes reports whether prism-hook has left something.
func (p *program) hasNotes() bool {
	_, err := os.Stat(p.folders().Spool())
	return err == nil
}

// forgetNotes removes what prism-hook left, if anything.
func (p *program) forgetNotes() error {
	if !p.hasNotes() {
		return nil
	}
	if err := os.RemoveAll(p.folders().Spool()); err != nil {
		return fmt.Errorf("forget what prism-hook noted: %w", err)
	}
	p.screen.Line("Forgotten: what prism-hook noted.")
	return nil
}

// forgetting works out what is meant: everything, a path, or a session.
func (p *program) forgetting(ctx context.Context, db *sqlite.Store, o *forgetOptions, what string) (string, func() (store.Forgotten, error), error) {
	if o.all {
		return "Forget everything, titles and labels that you gave included?", func() (store.Forgotten, error) { return db.ForgetAll(ctx) }, nil
	}
	abs, err := filepath.Abs(p.expand(what))
	if err != nil {
		return "", nil, fmt.Errorf("find %s: %w", what, err)
	}
	byPath := func() (string, func() (store.Forgotten, error), error) {
		return fmt.Sprintf("Forget all that was read from %s?", p.short(abs)), func() (store.Forgotten, error) { return db.ForgetPath(ctx, abs) }, nil
	}
	if _, err := os.Stat(abs); err == nil || strings.ContainsAny(what, `/\`) {
		return byPath()
	}
	s, err := db.Find(ctx, what)
	switch {
	case errors.Is(err, store.ErrNoSession):
		return "", nil, hinted(fmt.Errorf("%q is neither a file, a folder nor the beginning of a session id", term.Clean(what)), "'prism sessions' lists the ids.")
	case err != nil:
		return "", nil, err
	}
	question := fmt.Sprintf("Forget session %s “%s”, and all that was read from its files?", s.ID, term.Clean(s.Verdict.Title.String()))
	return question, func() (store.Forgotten, error) { return db.ForgetSession(ctx, s.ID) }, nil
}

// confirm asks a person. Without one to ask it is an error, not a yes.
func (p *program) confirm(question string) (bool, error) {
	if !term.IsTerminal(p.in) {
		return false, usagef("%s Standard input is no terminal, so nobody can answer: add --yes", question)
	}
	p.notes.Raw(question + " [y/N] ")
	line, err := bufio.NewReader(p.in).ReadString('\n')
	if err != nil && line == "" {
		return false, nil // end of input is no yes
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, nil
	}
	return false, nil
}

// discard deletes the file of a store that is damaged beyond opening.
func (p *program) discard(file string, yes bool) error {
	question := fmt.Sprintf("The store %s is damaged. Delete the file, titles and labels that you gave included?", p.short(file))
	return p.agreed(question, yes, func() error {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if err := os.Remove(file + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
				return fmt.Errorf("delete the damaged store: %w", err)
			}
		}
		p.screen.Linef("The damaged store %s is deleted.", p.short(file))
		return p.forgetNotes()
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
