package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store/rows"
	"prism/internal/store/sent"
	"prism/internal/tenant"
	"prism/internal/yield"
)

// Live is a tenant whose sessions are made again and again as its content grows.
type Live struct {
	Store *rows.Store
	Gate  *redact.Redactor
	// Pace is how an update goes on that begins, set before the first of them; nil: it never
	// yields.
	Pace func() *yield.Pace
	// Sparing tells, set before then too, whether updates are to leave others room just now
	// and take one processor; nil: they take all.
	Sparing func() bool
	opts    pipeline.Options
	p       *Program
	name    string
	all     *Stores
	one     sync.Mutex // held while content is read, or let go of
	swept   string     // the opt-outs by which the content was looked through
	whole   time.Time  // when all that is kept was last looked at

	mu   sync.Mutex
	seen pipeline.Kept // its Scope is "" until it was looked for
}

// Live makes the sessions of a tenant from a job's settings: of the tenant of this
// machine the folders are read, too, of others only what was sent.
func (p *Program) Live(ctx context.Context, j *Job, name string, all *Stores) (*Live, error) {
	db, err := all.Of(ctx, name)
	if err != nil {
		return nil, err
	}
	opts, err := p.options(j)
	if err != nil {
		return nil, err
	}
	opts.Search.Kept, opts.Search.KeptOnly = db, name != localTenant
	if name != localTenant {
		opts.Search.Paths = nil
	}
	return &Live{Store: db, Gate: opts.Redactor, opts: opts, p: p, name: name, all: all}, nil
}

// Person is who runs the program.
func (p *Program) Person() string { return cmp.Or(p.user(), localTenant) }

// Watch is told how an update gets on; what is nil is not.
type Watch struct {
	Progress func(done, total int64)                             // bytes that were read
	Alive    func()                                              // a piece of the work is done
	Step     func(ctx context.Context, name string) (end func()) // a step begins, and ends
}

// slice is how many bytes of content one update reads at the least before it leaves the rest
// to the next: about a third of a second's work of one processor.
const slice = 16 << 20

// Update brings the sessions up to date, or a part of them (Library.More) where much came.
func (l *Live) Update(ctx context.Context, w Watch) (*Library, []pipeline.Poison, error) {
	return l.update(ctx, w, "")
}

// Again is Update with one conversation that is read although nothing changed. The
// error is its *trap.Panic where the program fails over it once more.
func (l *Live) Again(ctx context.Context, row string, w Watch) error {
	_, bad, err := l.update(ctx, w, row)
	for _, p := range bad {
		if p.Row == row && err == nil {
			err = p.Err
		}
	}
	return err
}

func (l *Live) update(ctx context.Context, w Watch, again string) (*Library, []pipeline.Poison, error) {
	l.one.Lock()
	defer l.one.Unlock()
	opts := l.opts
	opts.Sparing, opts.Slice = l.Sparing, cmp.Or(l.p.Slice, slice)
	if l.Pace != nil {
		pace := l.Pace()
		opts.Search.Kept, opts.Yield = source.Paced(opts.Search.Kept, pace.Reader), pace.Yield
	}
	var bad []pipeline.Poison
	opts.Now, opts.Progress, opts.Alive, opts.Step, opts.Again = l.p.Now(), w.Progress, w.Alive, w.Step, again
	opts.Poison = func(p pipeline.Poison) { bad = append(bad, p) }
	if err := l.Store.Renew(ctx); err != nil {
		return nil, nil, err
	}
	account, out, err := l.optedOut(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := l.leaveAlone(ctx, &account, out); err != nil {
		return nil, nil, err
	}
	opts.OptOut = opts.OptOut.And(out)
	// Nothing should have been missed; once an hour it is made sure of.
	opts.Whole = opts.Now.Sub(l.whole).Abs() > time.Hour
	lib, err := UpdateOn(ctx, l.Store, opts)
	if err != nil {
		return nil, nil, err
	}
	if opts.Whole && !lib.More {
		l.whole = opts.Now
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen.Scope != lib.Scope { // a folder came, or went
		l.seen = pipeline.Kept{}
	}
	return lib, bad, nil
}

// optedOut is what holds for the tenant and whom and what it leaves alone, as it is now: a
// change of that may be why somebody asks.
func (l *Live) optedOut(ctx context.Context) (tenant.Account, redact.OptOut, error) {
	account, _, err := l.all.Control.Account(ctx, l.name)
	if err != nil {
		return account, redact.OptOut{}, err
	}
	out, err := tenant.Gate(account.OptOuts)
	return account, out, err
}

// Asking are the options by which an update would be made now, for whoever asks another
// judge: sessions that were made by other opt-outs are none that it may ask about.
func (l *Live) Asking(ctx context.Context) (pipeline.Options, error) {
	_, out, err := l.optedOut(ctx)
	opts := l.options()
	opts.OptOut = opts.OptOut.And(out)
	return opts, err
}

// options are those of every update, without what the tenant leaves alone.
func (l *Live) options() pipeline.Options {
	opts := l.opts
	opts.Store, opts.Now = l.Store, l.p.Now()
	return opts
}

// Look gives the sessions as the store holds them, whoever made them.
func (l *Live) Look(ctx context.Context) (*library.Library, pipeline.Kept, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	if l.seen.Scope == "" {
		l.seen, err = pipeline.Look(ctx, l.options())
	} else {
		err = l.seen.Again(ctx, l.Store)
	}
	if err != nil {
		return nil, pipeline.Kept{}, err
	}
	return &library.Library{Store: l.Store, Scope: l.seen.Scope, Input: l.seen.Input, Now: l.p.Now()}, l.seen, nil
}

// underWay is how long something may wait that was taken before an opt-out held.
const underWay = time.Minute

// leaveAlone lets go of what waits of whom or what is opted out, once for what is opted
// out, and of what is there where the policy says so; and each time of events of
// conversations that were found to be private since.
func (l *Live) leaveAlone(ctx context.Context, a *tenant.Account, out redact.OptOut) error {
	if err := l.Store.Lifted(ctx, out.Repositories()); err != nil || out.IsZero() {
		return err
	}
	is := func(x sent.Subject) ([]string, bool) {
		s := redact.Subject{Person: x.Person, Repository: x.Repo, Dir: x.Dir}
		_, is := out.Match(s)
		return out.RepositoriesOf(s), is
	}
	this := fmt.Sprint(a.DeleteOptedOut, a.OptOuts)
	if this == l.swept {
		_, err := l.Store.LeaveEvents(ctx, is)
		return err
	}
	_, err := l.Store.LeaveAlone(ctx, is, a.DeleteOptedOut, l.p.Now())
	if last := slices.MaxFunc(a.OptOuts, func(x, y tenant.OptOut) int { return x.Since.Compare(y.Since) }); err == nil && l.p.Now().Sub(last.Since) > underWay {
		l.swept = this
	}
	return err
}

// Retain lets go of what the tenant's policy keeps no longer.
func (l *Live) Retain(ctx context.Context) error {
	account, err := l.all.Account(ctx, l.name)
	if err != nil {
		return err
	}
	l.one.Lock()
	defer l.one.Unlock()
	contents, facts := account.Cutoffs(l.p.Now())
	_, err = l.Store.Retain(ctx, contents, facts)
	return err
}

// Forget removes all that is kept of a person; false: there was nothing. An update that
// has some of it in hand elsewhere fails for that, and is made again.
func (l *Live) Forget(ctx context.Context, person string) (bool, error) {
	l.one.Lock()
	defer l.one.Unlock()
	done, err := l.Store.ForgetPerson(ctx, person)
	if err == nil && done.Unread != nil {
		l.p.Notes.Line(done.Unread.Error() + ".")
	}
	return done.Files > 0 || !done.Nothing(), err
}

// Policy is what holds for the tenant.
func (l *Live) Policy(ctx context.Context) (tenant.Policy, error) {
	account, err := l.all.Account(ctx, l.name)
	return account.Policy, err
}

// Read reads the turns of a session again; of one that is opted out nobody does.
func (l *Live) Read(ctx context.Context, s *fact.Session) ([]conversation.Turn, error) {
	if s.Verdict.Status == fact.JudgeOptedOut {
		return nil, nil
	}
	return pipeline.Turns(ctx, l.opts.Search, s)
}

// ReadWithin is Read of a session whose transcripts have so many bytes at most; read is
// what was read, and there are no turns where they have more.
func (l *Live) ReadWithin(ctx context.Context, s *fact.Session, most int64) (turns []conversation.Turn, read int64, err error) {
	if s.Verdict.Status == fact.JudgeOptedOut {
		return nil, 0, nil
	}
	turns, read, err = pipeline.TurnsWithin(ctx, l.opts.Search, s, most)
	if errors.Is(err, pipeline.ErrLarge) {
		err = nil
	}
	return turns, read, err
}

// Practised are the turns in which each of the seven checks of prompting practice is met
// first, 0 in none.
func (l *Live) Practised(turns []conversation.Turn) [7]int {
	if j, ok := l.opts.Judging.Judge.(interface {
		Practised(turns []conversation.Turn) [7]int
	}); ok {
		return j.Practised(turns)
	}
	return [7]int{}
}

// Folders are those in which transcripts may come and grow.
func (l *Live) Folders(ctx context.Context) ([]string, error) {
	search := l.opts.Search
	search.Kept = nil // no folder
	list, err := source.List(ctx, search)
	if err != nil {
		return nil, err
	}
	return list.Folders(), nil
}

// WindowError says that a text names no stretch of time.
type WindowError struct{ Text string }

// Error implements error.
func (e *WindowError) Error() string { return e.Text }

// Window reads what people write for a stretch of time, as --since and --until do.
func Window(since, until string, now time.Time) (from, to time.Time, err error) {
	if from, to, err = parseWindow(since, until, now); err != nil {
		text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "--since: "), "--until: ")
		if _, rest, ok := strings.Cut(text, noTime); ok {
			text = "That" + noTime + rest // what was asked may be anything
		}
		err = &WindowError{text}
	}
	return from, to, err
}
