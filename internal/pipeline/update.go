package pipeline

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/pipeline/nearby"
	"prism/internal/pipeline/optout"
	"prism/internal/rework"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/trap"
)

// Updated is what a scope was found to be about.
type Updated struct {
	Scope store.Scope
	Input fact.Input
	More  bool // some of it was left to the next update (Options.Slice)
}

// StoreError says that a store failed: on another one the run may succeed.
type StoreError struct {
	Doing string
	Err   error
}

// Error implements error.
func (e *StoreError) Error() string { return e.Doing + ": " + e.Err.Error() }

// Unwrap gives the store's own error.
func (e *StoreError) Unwrap() error { return e.Err }

// Update brings what the store keeps of a scope up to date with the files that the
// options name. Where nothing has changed since the last time, nothing but the
// scope's state is asked for. The error is a *StoreError, the context's or the
// judge's; files that cannot be read are counted in the Input.
func Update(ctx context.Context, o Options) (Updated, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Yield == nil {
		o.Yield = func(context.Context) {}
	}
	if some, ok, err := recently(ctx, o); ok || err != nil {
		return some, err
	}
	listing, err := list(ctx, o.Search)
	if err != nil {
		return Updated{}, err
	}
	u, err := newUpdate(ctx, o, listing)
	if err != nil {
		return Updated{}, err
	}
	input, err := u.do(ctx)
	var bad *unreadable
	if errors.As(err, &bad) {
		u, input, err = u.without(ctx)
	}
	if errors.As(err, &bad) {
		err = reading(err)
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx) // whatever failed over it
	}
	return Updated{Scope: u.scope, Input: input, More: u.more}, err
}

// list looks for the files. Only a store can fail in it: what is wrong on disk is noted
// in what it finds.
func list(ctx context.Context, search source.Options) (*source.Listing, error) {
	listing, err := source.List(ctx, search)
	if err != nil && ctx.Err() == nil {
		err = reading(err)
	}
	return listing, err
}

// update is one run of the steps over one scope.
type update struct {
	opts  Options
	db    Store
	scope store.Scope
	files *source.Listing
	found source.Finding // what is in the files, once something changed
	gate  *optout.Keeper
	read  reader
	judge judgeStep

	gateVersion string // of what hides secrets in all that is quoted

	before store.State // as it was when the run began
	claim  string      // the basis while the run is under way; empty: nothing was written yet

	bad     map[string]bool        // rows whose digests cannot be read
	moved   map[naming]bool        // conversations whose stored rows are no more
	more    bool                   // some units were put off
	since   map[int64]int64        // content.News.Since, where only what came or grew is looked at
	intake  int64                  // the last look that tells of nothing that was put off
	all     bool                   // the basis is another: what is stored is made anew
	units   map[string]*unit       // by row: what the scope is about after this run
	gone    map[string]bool        // rows whose files went or came back
	dirty   []string               // rows to be linked again
	removed []string               // rows that are no more
	was     map[string][]link.Mark // of rows that are read again or no more
	digests digests
	near    *nearby.Marks                    // no marks are saved while sessions are linked
	fresh   fresh                            // sessions that are not saved yet
	touched map[string]map[rework.Block]bool // by repository
	outside []store.Outside
	poison  poisons
	asked   map[string]bool // sessions that were judged in this run, and still wait

	some bool           // only what came or grew is looked at; units are met as they are needed
	met  []store.Source // what is stored of the conversations that it belongs to
}

// told reports whether nothing but facts is known of it.
func (c *unit) told() bool { return c.counts.Told != "" }

// latest is when one of its files was last written.
func (c *unit) latest() (at time.Time) {
	for _, f := range c.src.Files {
		if f.ModTime.After(at) {
			at = f.ModTime
		}
	}
	return at
}

// unit is one conversation of the scope.
type unit struct {
	id       string // of its row
	src      source.Unit
	revision string
	repo     fact.Repo
	counts   store.Counts
	gone     bool // its files are no longer there
	cut      cut  // where it was read in this run
	read     bool
	digest   int           // bytes of the digest that was made in this run
	was      *store.Source // as it is stored, of one that is to be read again; nil: it is not
	all      bool          // what is stored of it would be linked again
	put      bool          // it was put off
}

func newUpdate(ctx context.Context, o Options, files *source.Listing) (*update, error) {
	var told map[string]map[string]string
	if o.Search.Kept != nil {
		var err error
		if told, err = o.Search.Kept.Roots(ctx); err != nil {
			return nil, reading(err)
		}
	}
	gate := optout.New(o.OptOut, o.Redactor, source.RepositoriesOf(told, o.Search.KeptOnly), &o.Search, o.warn)
	v := &verdicts{by: o.Judging, redactor: o.Redactor, now: o.Now}
	u := &update{
		opts: o, db: o.Store, files: files, gate: gate, gateVersion: o.Redactor.Version(), scope: scopeOf(files.Roots(), &o),
		read:  reader{dialects: o.Search.Dialects, cutting: o.Cutting, gate: gate, redactor: o.Redactor},
		judge: judgeStep{by: o.Judging, verdicts: v, workers: o.Workers, db: o.Store},
		units: make(map[string]*unit), gone: make(map[string]bool), touched: make(map[string]map[rework.Block]bool),
		was: make(map[string][]link.Mark), asked: make(map[string]bool),
	}
	if o.Judging.SideBySide > 0 {
		u.judge.workers = o.Judging.SideBySide
	} else {
		u.read.passing = v
	}
	u.judge.reader, u.judge.units = &u.read, u.units
	u.digests.crew = o.crew(o.Workers)
	u.digests.load = func(ctx context.Context, ids []string) ([]store.Conversation, error) {
		rows, err := u.db.Load(ctx, u.scope, ids)
		if err == nil {
			err = u.meet(ctx, rows)
		}
		return rows, err
	}
	u.near = nearby.New(func(ctx context.Context, q []store.Query) ([]store.Hit, error) { return u.db.Near(ctx, u.scope, q) })
	u.fresh.reset()
	return u, nil
}

func (u *update) do(ctx context.Context) (fact.Input, error) {
	state, known, err := u.db.State(ctx, u.scope)
	if err != nil {
		return fact.Input{}, reading(err)
	}
	u.before = state
	print := u.print()
	same := known && u.gate.Same(state.Basis, u.basis())
	missed := u.opts.Whole && u.opts.Search.KeptOnly // what print tells is what the store says of what came
	if same && state.Fingerprint == print && !u.opts.Judging.Again && u.opts.Again == "" && !missed {
		return state.Input, nil
	}
	u.all = !same
	defer u.load()() // while the store is asked what has changed
	stale, err := u.compare(ctx, u.all, state.Saved, u.db.Sources(ctx, u.scope))
	if err != nil {
		return fact.Input{}, err
	}
	if err := u.takeGone(ctx); err != nil {
		return fact.Input{}, err
	}
	return u.make(ctx, stale, known && state.Fingerprint != print || u.opts.Judging.Again)
}

// print changes with whatever the search found.
func (u *update) print() string {
	if at := u.files.Intake(); at > 0 && u.opts.Search.KeptOnly {
		return fmt.Sprintf("look %d", at)
	}
	return u.files.Fingerprint()
}

// make takes the steps, for units that have to be read; waiting says whether what waits
// for a verdict is judged again.
func (u *update) make(ctx context.Context, stale []*unit, waiting bool) (fact.Input, error) {
	stale = u.slice(stale)
	if err := u.step(ctx, "read", func(ctx context.Context) error { return u.readAll(ctx, stale) }); err != nil {
		return fact.Input{}, err
	}
	if err := u.step(ctx, "relink", u.relink); err != nil {
		return fact.Input{}, err
	}
	if waiting && !u.more {
		if err := u.step(ctx, "judge", u.judgeWaiting); err != nil {
			return fact.Input{}, err
		}
	}
	u.judge.letGo()
	if err := u.step(ctx, "rework", u.rework); err != nil {
		return fact.Input{}, err
	}
	input, whole := u.input()
	next := &store.State{Fingerprint: u.print(), Intake: u.files.Intake(), Basis: u.basis() + " by " + rand.Text() + u.gate.Notes(), Input: input, Saved: u.opts.Now, Default: u.isDefault()}
	if u.fresh.waits || u.unsettled() {
		next.Fingerprint = "" // an answer may come without a file changing
	}
	switch {
	case !whole:
		next.Fingerprint, next.Intake = "", 0
	case u.more: // the next update is told once more of what came since
		next.Fingerprint, next.Intake = "", u.intake
	}
	err := u.finish(ctx, next)
	return input, err
}

// loader is a judge or tracker that reads words and weights before its first answer.
type loader interface{ Load() }

// load makes all of those that will be asked ready meanwhile; the function that it
// returns waits for that.
func (u *update) load() (wait func()) {
	var group sync.WaitGroup
	for _, x := range []any{u.opts.Judging.Judge, u.opts.Judging.StandIn, u.opts.Judging.Titles, u.opts.Cutting.Tracker} {
		if l, ok := x.(loader); ok {
			group.Go(func() {
				_ = trap.Call(func() error { l.Load(); return nil }) // the first answer fails over it, too
			})
		}
	}
	return group.Wait
}

// finish saves what is left, and that all of it is as it should be.
func (u *update) finish(ctx context.Context, next *store.State) error {
	c := u.fresh.changes(nil)
	c.Gone, c.Linked, c.Removed, c.Outside, c.State = u.gone, u.dirty, u.removed, u.outside, next
	return u.save(ctx, c)
}

// underWay begins the basis of a scope that is being saved.
const underWay = "under way: "

// save writes to the scope. From the first time on until the run is done, the
// scope's basis is the run's own: a run that is ended in the middle leaves a scope
// that the next one makes again, and so do two that write at once, whichever of them
// writes last and however little: one that hung may be ended before its next word of
// the scope as a whole.
func (u *update) save(ctx context.Context, c store.Changes) error {
	u.opts.Yield(ctx)
	switch {
	case u.claim == "":
		c.After, u.claim = &u.before.Basis, underWay+rand.Text()
		if c.State == nil {
			c.State = &store.State{Basis: u.claim, Input: u.before.Input, Saved: u.before.Saved, Default: u.isDefault()}
		}
	default:
		c.After = &u.claim
	}
	if err := u.db.Save(ctx, u.scope, c); err != nil {
		return &StoreError{"write the store", err}
	}
	u.alive()
	return nil
}

// alive tells whoever watches that a piece of the work is done.
func (u *update) alive() {
	if u.opts.Alive != nil {
		u.opts.Alive()
	}
}

// step tells whoever watches that a step begins, and when it ended.
func (u *update) step(ctx context.Context, name string, do func(context.Context) error) error {
	if u.opts.Step != nil {
		defer u.opts.Step(ctx, name)()
	}
	return do(ctx)
}

func reading(err error) error { return &StoreError{"read the store", err} }

// isDefault reports whether the agents' own folders are read.
func (u *update) isDefault() bool { return len(u.opts.Search.Paths) == 0 }

// unsettled reports whether a conversation was cut otherwise than was asked for.
func (u *update) unsettled() bool {
	version := u.opts.Cutting.version()
	for _, c := range u.units {
		if c.read && c.cut.by != version {
			return true
		}
	}
	return false
}

// input adds up what was read for every unit, in this run or an earlier one; false: a run
// over all of them may tell it better.
func (u *update) input() (fact.Input, bool) {
	if u.some {
		return u.someInput()
	}
	in := fact.Input{Files: u.found.Ledger.Files, Skipped: map[string]int{}, UnknownTypes: map[string]int{}}
	fold(&in, countsOf(&u.found.Ledger))
	var troubled []*unit
	for _, c := range u.units {
		in.Files += len(c.src.Files)
		in.Conversations++
		if len(c.counts.Troubles) > 0 {
			troubled = append(troubled, c)
			continue
		}
		fold(&in, c.counts)
	}
	slices.SortFunc(troubled, compareUnits) // which troubles are told is no accident
	for _, c := range troubled {
		fold(&in, c.counts)
	}
	for _, c := range u.poison.counts {
		fold(&in, c)
	}
	tell(&in, u.opts.Search.KeptOnly)
	return in, true
}

// maxTroubles bounds the troubles that an Input tells one by one.
const maxTroubles = 100

func fold(in *fact.Input, c store.Counts) {
	in.Lines += c.Lines
	in.Bytes += c.Bytes
	for why, n := range c.Skipped {
		in.Skipped[why] += n
	}
	for name, n := range c.UnknownTypes {
		in.UnknownTypes[name] += n
	}
	in.Troubles = append(in.Troubles, c.Troubles...)
}

// tell leaves the troubles that are told: the first, of what is kept by their files, so
// that a run over some of these tells the same.
func tell(in *fact.Input, byFile bool) {
	if byFile {
		slices.SortStableFunc(in.Troubles, func(a, b fact.Trouble) int { return cmp.Compare(a.File, b.File) })
	}
	in.Troubles = in.Troubles[:min(len(in.Troubles), maxTroubles)]
}

func (o *Options) warn(doing string, err error) {
	if err != nil && o.Warn != nil {
		o.Warn(fmt.Errorf("%s: %w", doing, err))
	}
}

// Failed reports whether a run failed over its store.
func Failed(err error) (*StoreError, bool) {
	var failed *StoreError
	return failed, errors.As(err, &failed)
}
