package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/store/sqlite"
	"prism/internal/term"
	"prism/internal/wire"
)

const showExample = `  prism show 3f2a91c0                   any unique beginning of an id will do
  prism show 3f2a ~/backup/projects     a session of these transcripts
  prism show 3f2a --json                everything, for a script`

func (p *program) showCommand() *cobra.Command {
	o := &readFlags{}
	cmd := &cobra.Command{
		Use:     "show ID [PATH…]",
		GroupID: groupRead,
		Short:   "One session: its turns, its verdict, and the lines it rests on",
		Long: `One session: its turns, what opened and closed it, every criterion met or not with
the line it rests on, what spoke for and against, who reworked it, and what would
have made it crush. Where more than one judge has a verdict, they stand side by
side, each with its evidence. Any unique beginning of an id will do, former ids too.`,
		Example: showExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
				return usagef("name a session: prism show ID; 'prism sessions' lists the ids")
			}
			return nil
		},
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.show(ctx, cmd, o, args[0], args[1:])
		}),
	}
	o.bind(cmd, false)
	o.bindJudge(cmd)
	return cmd
}

func (p *program) show(ctx context.Context, cmd *cobra.Command, o *readFlags, id string, paths []string) error {
	j, err := p.newJob(cmd, o, paths)
	if err != nil {
		return err
	}
	l, done, err := p.read(ctx, j)
	defer done()
	if err != nil {
		return err
	}
	s, err := p.find(ctx, j, l, id)
	if err != nil {
		return p.readElsewhere(ctx, j, id, err)
	}
	turns, gone := p.turnsOf(ctx, j, s)
	others := p.otherVerdicts(ctx, cmd, j, s)
	label := p.labelOf(ctx, j, s)
	if o.json {
		rule, _ := judge.RuleOf(s.Verdict.Intent)
		if err := wire.Write(p.out, wire.FromShown(s, j.wireSession(s), turns, rule.Complete, rule.Floor, others, wireLabel(label))); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		return nil
	}
	p.showSession(ctx, j, l, s, turns, gone, others, label)
	return nil
}

// find looks up a session in a library that may have none.
func (p *program) find(ctx context.Context, j *job, l *library, id string) (*fact.Session, error) {
	if none, err := l.empty(ctx); err != nil || none {
		return nil, p.noSession(ctx, j, l, err)
	}
	return l.one(ctx, id)
}

// readElsewhere says where an earlier run read a session that was not found in the
// default folders: `prism title` and `prism label` know it from the store. Anything
// else is the error that there was.
func (p *program) readElsewhere(ctx context.Context, j *job, id string, was error) error {
	var f *failure
	if len(j.args) > 0 || j.store == "" || j.demo != "" || !errors.As(was, &f) || f.code != codeNoSession {
		return was
	}
	if _, err := os.Stat(j.store); err != nil {
		return was
	}
	db, err := sqlite.Open(ctx, j.store)
	if err != nil {
		return was
	}
	s, err := db.Find(ctx, id)
	if closing := db.Close(); err != nil || closing != nil || len(s.Parts) == 0 {
		return was
	}
	file := s.Parts[0].File
	if _, err := os.Stat(file); err != nil {
		return was
	}
	return &failure{
		code: codeNoSession, err: fmt.Errorf("session %s is not in the folders that are read without PATH", s.ID),
		hint: "An earlier run read it elsewhere: prism show " + s.ID[:min(len(s.ID), 8)] + " " + shellQuote(term.Clean(file)),
	}
}

// turnsOf reads the session's transcripts once more; gone says why there are no
// turns, "" where there are.
func (p *program) turnsOf(ctx context.Context, j *job, s *fact.Session) (turns []wire.Turn, gone string) {
	if s.SourceGone {
		return nil, "The transcript is no longer there; this is what prism kept of it."
	}
	raw, err := p.readTurns(ctx, j, s)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, "interrupted"
		}
		return nil, "The transcript cannot be read again: " + term.Clean(err.Error())
	}
	turns, err = turnLines(s.ID, p.names(), raw)
	if err != nil {
		return nil, "The turns are withheld, because they could not be redacted: " + term.Clean(err.Error())
	}
	placeTurns(s, turns)
	return turns, ""
}

// placeTurns says of each turn in which conversation it stands. Turns come part by
// part; where their number is not that of the parts, nothing is said.
func placeTurns(s *fact.Session, turns []wire.Turn) {
	n := 0
	for i := range s.Parts {
		n += s.Parts[i].Last - s.Parts[i].First + 1
	}
	if n != len(turns) {
		return
	}
	n = 0
	for i := range s.Parts {
		for range s.Parts[i].Last - s.Parts[i].First + 1 {
			turns[n].Conversation = s.Parts[i].Conversation
			n++
		}
	}
}
