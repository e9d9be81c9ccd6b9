package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/view"
	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/timeline"
	"prism/internal/wire"
)

const showExample = `  prism show 3f2a91c0                   any unique beginning of an id will do
  prism show 3f2a ~/backup/projects     a session of these transcripts
  prism show 3f2a --json                everything, for a script
  prism show 78e58f9a-61f3              by the client's own session id`

func showCommand(p *job.Program) *cobra.Command {
	o := &job.ReadFlags{}
	cmd := &cobra.Command{
		Use:     "show ID [PATH…]",
		GroupID: job.GroupRead,
		Short:   "One session: its turns, its verdict, and the lines it rests on",
		Long: `One session: its turns, what opened and closed it, every criterion met or not with
the line it rests on, what spoke for and against, who reworked it, and what would
have made it crush. Where more than one judge has a verdict, they stand side by
side, each with its evidence. Any unique beginning of an id will do, former ids too, and
the id that the agent's client gave the conversation: of several sessions in it, a list (with --json an array).`,
		Example: showExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
				return job.Usagef("name a session: prism show ID; 'prism sessions' lists the ids")
			}
			return nil
		},
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			if err := noPath(p, "show", args[0]); err != nil {
				return err
			}
			return runShow(ctx, p, cmd, o, args[0], args[1:])
		}),
	}
	cmd.ValidArgsFunction = completeID(p, o, true)
	o.Bind(cmd, false)
	o.BindJudge(cmd)
	return cmd
}

func runShow(ctx context.Context, p *job.Program, cmd *cobra.Command, o *job.ReadFlags, id string, paths []string) error {
	j, err := p.NewJob(cmd, o, paths)
	if err != nil {
		return err
	}
	l, done, err := judgerun.Read(ctx, p, j)
	defer done()
	if err != nil {
		return err
	}
	s, err := find(ctx, p, j, l, id)
	var f *job.Failure
	if errors.As(err, &f) && f.Code == job.CodeNoSession {
		// Perhaps it is a conversation, by its id in the agent's client.
		list, looking := l.OfConversation(ctx, id)
		switch {
		case looking != nil:
			return looking
		case len(list) > 1:
			return showSeveral(ctx, p, cmd, j, l, id, list)
		case len(list) == 1:
			s, err = list[0], nil
		}
	}
	if err != nil {
		return readElsewhere(ctx, p, j, id, err)
	}
	if o.Json {
		return wire.Write(p.Out, shownJSON(ctx, p, cmd, j, s))
	}
	turns, gone := turnsOf(ctx, p, j, s)
	view.Session(ctx, p, j, l, s, turns, gone, otherVerdicts(ctx, p, cmd, j, s), labelOf(ctx, p, j, s))
	return nil
}

// shownJSON is a session as scripts read it.
func shownJSON(ctx context.Context, p *job.Program, cmd *cobra.Command, j *job.Job, s *fact.Session) wire.Shown {
	turns, _ := turnsOf(ctx, p, j, s)
	rule, _ := judge.RuleOf(s.Verdict.Intent)
	var said *wire.Label
	if l := labelOf(ctx, p, j, s); l != nil {
		said = wire.FromLabel(l.GoalComplete, l.Note, l.At)
	}
	return wire.FromShown(s, j.WireSession(s), turns, rule.Complete, rule.Floor, otherVerdicts(ctx, p, cmd, j, s), said)
}

// showSeveral lists the sessions that stand in a conversation; for a script, an array of
// all that is known of each.
func showSeveral(ctx context.Context, p *job.Program, cmd *cobra.Command, j *job.Job, l *job.Library, id string, list []*fact.Session) error {
	if j.Flags.Json {
		all := make([]wire.Shown, len(list))
		for i, s := range list {
			all[i] = shownJSON(ctx, p, cmd, j, s)
		}
		return wire.Write(p.Out, all)
	}
	p.Screen.Para(0, fmt.Sprintf("%d sessions stand in the conversation %s:", len(list), term.Clean(id)))
	return view.Sessions(ctx, p, j, l, list, len(list))
}

// find looks up a session in a library that may have none.
func find(ctx context.Context, p *job.Program, j *job.Job, l *job.Library, id string) (*fact.Session, error) {
	if err := p.Found(ctx, j, l); err != nil {
		return nil, err
	}
	return l.One(ctx, id)
}

// readElsewhere says where an earlier run read a session that was not found in the
// default folders: `prism title` and `prism label` know it from the store. Anything
// else is the error that there was.
func readElsewhere(ctx context.Context, p *job.Program, j *job.Job, id string, was error) error {
	var f *job.Failure
	if len(j.Args) > 0 || j.Store == "" || j.Demo != "" || !errors.As(was, &f) || f.Code != job.CodeNoSession {
		return was
	}
	if !job.HasStore(j.Store) {
		return was
	}
	db, err := p.Open(ctx, j.Store)
	if err != nil {
		return was
	}
	id = strings.ToLower(strings.TrimSpace(id))
	what, short, file := "conversation", term.Clean(id), ""
	s, err := db.Find(ctx, id)
	switch {
	case err == nil && len(s.Parts) > 0:
		what, id, short, file = "session", s.ID, s.ID[:min(len(s.ID), 8)], s.Parts[0].File
	case errors.Is(err, store.ErrNoSession):
		file, err = db.FileOf(ctx, id) // as the agent's client names it
	}
	if closing := db.Close(); err != nil || closing != nil || file == "" {
		return was
	}
	if _, err := os.Stat(file); err != nil {
		return was
	}
	return &job.Failure{
		Code: job.CodeNoSession, Err: fmt.Errorf("%s %s is not in the folders that are read without PATH", what, term.Clean(id)),
		Hint: "An earlier run read it elsewhere: prism show " + job.ShellQuote(short) + " " + job.ShellQuote(file),
	}
}

// turnsOf reads the session's transcripts once more; gone says why there are no
// turns, "" where there are.
func turnsOf(ctx context.Context, p *job.Program, j *job.Job, s *fact.Session) (turns []wire.Turn, gone string) {
	if slices.ContainsFunc(s.Parts, func(p fact.Part) bool { return content.IsFacts(p.File) }) {
		return nil, "Only facts were shared: no transcript is here."
	}
	if s.SourceGone {
		return nil, "The transcript is no longer there; this is what prism kept of it."
	}
	raw, err := p.ReadTurns(ctx, j, s)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, "interrupted"
		}
		return nil, "The transcript cannot be read again: " + term.Clean(err.Error())
	}
	gate, err := p.OwnGate()
	if err == nil {
		turns, err = timeline.Lines(s.ID, gate, raw)
	}
	if err != nil {
		return nil, "The turns are withheld, because they could not be redacted: " + term.Clean(err.Error())
	}
	timeline.Place(s, turns)
	return turns, ""
}
