package live

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/timeline"
	"prism/internal/wire"
)

type watchOptions struct {
	job.ReadFlags
	once bool
}

// Command is `prism watch`.
func Command(p *job.Program) *cobra.Command {
	o := &watchOptions{}
	cmd := &cobra.Command{
		Use:     "watch [PATH…]",
		GroupID: job.GroupRead,
		Short:   "What is going on: running sessions, turns as they happen, what each lacks",
		Long: `A live view of this machine's sessions with a coding agent: those that are going on and
those that ended within half an hour, with their last turns, how each stands, and what would make
it crush. It looks whenever a transcript changes; the offline judge judges. Prompts and answers
have passed the redaction gate. Ctrl-C ends it.

On a terminal it draws one screen anew. Elsewhere it prints a line for whatever is new, or, with
--json, an object on one line for every change. --once looks once and ends.`,
		Example: `  prism watch
  prism watch --once                            as it stands now
  prism watch --json | jq -r '.sessions[].stands'`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runWatch(ctx, p, cmd, o, args)
		}),
	}
	fs := cmd.Flags()
	o.BindServe(cmd)
	fs.Bool("include-automated", false, "machine runs, too (-p, SDK, scheduled)") // read as settings
	fs.Bool("no-store", false, "write nothing, remember nothing")
	fs.BoolVar(&o.once, "once", false, "look once and end")
	fs.BoolVar(&o.Json, "json", false, "print JSON: one object, or one on a line for every change")
	return cmd
}

// How often it looks without being told of a change, draws again because time goes by,
// and asks how large the terminal is.
const (
	watchEvery = 15 * time.Second
	drawEvery  = 5 * time.Second
	sizeEvery  = 250 * time.Millisecond
)

// Bounds of what is shown.
const (
	mostWatched = 30
	lastTurns   = 3
)

func runWatch(ctx context.Context, p *job.Program, cmd *cobra.Command, o *watchOptions, args []string) error {
	v := &viewer{p: p, turns: map[string]told{}}
	k := &Looker{Program: p, Command: cmd, Flags: &o.ReadFlags, Args: args, Every: watchEvery}
	if o.once {
		k.Show = func(ctx context.Context, j *job.Job, l *job.Library) error {
			now, err := v.see(ctx, j, l)
			if err != nil {
				return err
			}
			if o.Json {
				return wire.Write(p.Out, now.json(j))
			}
			for _, line := range now.frame(p.Screen.Paint, p.Screen.Prose(), 0, p.Now()) {
				p.Screen.Line(line)
			}
			return nil
		}
		_, err := k.look(ctx, p.Now())
		return err
	}
	if !o.Json && p.Screen.Terminal() && p.Env("TERM") != "dumb" {
		return v.draw(ctx, k)
	}
	var before *picture
	k.Show = func(ctx context.Context, j *job.Job, l *job.Library) error {
		now, err := v.see(ctx, j, l)
		if err != nil {
			return err
		}
		if o.Json {
			err = now.tellJSON(p, j, before)
		} else {
			now.tell(p.Screen, before)
			err = p.Screen.Err()
		}
		before = now
		return err
	}
	return k.Run(ctx)
}

// picture is what is going on at a moment.
type picture struct {
	at       time.Time
	zone     *time.Location
	today    score.Summary
	sessions []seen
	latest   *fact.Session // the last one there is, where none goes on
}

// seen is a session with its last turns.
type seen struct {
	*fact.Session
	short  string // the beginning of its id
	stands string
	open   bool
	good   bool // as it stands it is crushed
	wants  bool // it counts, and is not
	last   []wire.Turn
}

// told are turns that were read, of a session as it was then.
type told struct {
	ended time.Time
	turns int
	last  []wire.Turn
}

// viewer remembers the turns of sessions that have not changed.
type viewer struct {
	p     *job.Program
	turns map[string]told

	mu   sync.Mutex // over what is drawn by two
	now  *picture
	size [2]int
	text string
}

// see takes a picture.
func (v *viewer) see(ctx context.Context, j *job.Job, l *job.Library) (*picture, error) {
	pic := &picture{at: j.Now, zone: j.Zone}
	var err error
	if pic.today, err = job.Today(ctx, j, l.Library, j.Now); err != nil {
		return nil, err
	}
	automated := j.Cfg.On("include_automated")
	f := store.Filter{Since: j.Now.Add(-fact.OpenFor), Now: j.Now}
	list, _, err := l.List(ctx, f, store.Order{}, mostWatched)
	if err != nil {
		return nil, err
	}
	kept := map[string]told{}
	for _, s := range list {
		if s.Automated && !automated {
			continue
		}
		why := s.Exclusion(true, automated)
		x := seen{Session: s, short: l.ShortID(ctx, s.ID), stands: phrase.Standing(s, automated), open: s.State == fact.Open, good: why == fact.NotExcluded && s.Crushed(), wants: why == fact.NotExcluded && !s.Crushed()}
		if !x.open {
			x.stands = ended(s, why)
		}
		kept[s.ID] = v.read(ctx, j, s)
		x.last = kept[s.ID].last
		pic.sessions = append(pic.sessions, x)
	}
	v.turns = kept
	slices.SortStableFunc(pic.sessions, func(a, b seen) int {
		switch {
		case a.open && b.open: // they keep their places while each goes on
			return a.Started.Compare(b.Started)
		case a.open == b.open:
			return 0
		case a.open:
			return -1
		}
		return 1
	})
	if len(pic.sessions) == 0 {
		list, _, err := l.List(ctx, store.Filter{Now: j.Now}, store.Order{}, 1)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			pic.latest = list[0]
		}
	}
	return pic, nil
}

// ended says what a session came to that goes on no more.
func ended(s *fact.Session, why fact.Exclusion) string {
	text := "ended"
	if by := phrase.Boundary(s.ClosedBy); by != "" {
		text = "closed by " + by
	}
	switch {
	case why != fact.NotExcluded:
		return text + ": not counted, " + phrase.ExcludedShort(why)
	case s.Crushed():
		return text + ": " + phrase.Intent(s.Verdict.Intent) + " crushed"
	case s.Verdict.GoalComplete:
		return text + ": " + phrase.Intent(s.Verdict.Intent) + " landed, reworked since"
	}
	return text + ": " + phrase.Intent(s.Verdict.Intent) + " " + phrase.NotLanded + ", " + phrase.Missed(s)
}

// read reads the last turns of a session, unless they are known.
func (v *viewer) read(ctx context.Context, j *job.Job, s *fact.Session) told {
	if was, ok := v.turns[s.ID]; ok && was.ended.Equal(s.Ended) && was.turns == s.Turns {
		return was
	}
	t := told{ended: s.Ended, turns: s.Turns}
	if s.Verdict.Status == fact.JudgeOptedOut {
		return t
	}
	raw, err := v.p.ReadTurns(ctx, j, s)
	if err != nil {
		return t // it is changing; the next look sees it
	}
	gate, err := v.p.OwnGate()
	if err != nil {
		return t
	}
	list, err := timeline.Lines(s.ID, gate, raw)
	if err != nil {
		return t // what cannot be redacted is not shown
	}
	t.last = list[max(0, len(list)-lastTurns):]
	return t
}

// json is a picture as scripts read it.
func (pic *picture) json(j *job.Job) wire.Watched {
	out := wire.Watched{Schema: wire.WatchSchema, At: wire.Instant(pic.at), Sessions: []wire.WatchedSession{},
		Today: wire.WatchedDay{Score: wire.Figure(pic.today.Score), Crushed: pic.today.Crushed, Counted: pic.today.Counted, CostUSD: wire.Figure(pic.today.Cost.USD)}}
	for _, s := range pic.sessions {
		x := wire.WatchedSession{Session: j.WireSession(s.Session), Stands: s.stands, Last: s.last}
		if s.wants {
			x.Advice = s.Verdict.Advice.String()
		}
		if x.Last == nil {
			x.Last = []wire.Turn{}
		}
		out.Sessions = append(out.Sessions, x)
	}
	return out
}

// tellJSON prints a picture on one line, if it is another than before.
func (pic *picture) tellJSON(p *job.Program, j *job.Job, before *picture) error {
	now := pic.json(j)
	if before != nil {
		was := before.json(j)
		was.At = now.At
		a, errA := json.Marshal(was)
		b, errB := json.Marshal(now)
		if errA == nil && errB == nil && bytes.Equal(a, b) {
			return nil
		}
	}
	var b, line bytes.Buffer
	if err := wire.Write(&b, now); err != nil {
		return err
	}
	if err := json.Compact(&line, b.Bytes()); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.Out, line.String())
	return err
}

// tell prints what is new since a picture, a line for each.
func (pic *picture) tell(sc *term.Screen, before *picture) {
	clock := pic.at.In(pic.zone).Format("15:04:05")
	was := map[string]*seen{}
	if before != nil {
		for i := range before.sessions {
			was[before.sessions[i].ID] = &before.sessions[i]
		}
	}
	told := before == nil && len(pic.sessions) > 0
	for i := range pic.sessions {
		s := &pic.sessions[i]
		say := func(text string) {
			sc.Line(clock, "  ", s.short, "  ", term.Clean(text))
			told = true
		}
		old, known := was[s.ID]
		turns := s.Turns - 1 // of a session that is new the last
		if known {
			turns = old.Turns
		} else {
			say(joined(s.Verdict.Title.String(), s.Repo.Name))
		}
		for _, t := range s.last {
			if t.Number > turns {
				say(fmt.Sprintf("turn %d: %s", t.Number, t.Prompt))
			}
		}
		if !known || old.stands != s.stands {
			say(s.stands)
		}
	}
	if before == nil && !told {
		sc.Line(clock, "  ", pic.nothing())
	}
}

// nothing says that no session goes on.
func (pic *picture) nothing() string {
	text := "No session is going on"
	if pic.latest != nil {
		text += fmt.Sprintf("; the last ended %s ago, in %s", phrase.Lasted(pic.at.Sub(pic.latest.Ended)), term.Clean(pic.latest.Repo.Name))
	}
	return text + "."
}
