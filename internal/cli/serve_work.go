package cli

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/link"
	"prism/internal/pipeline"
	"prism/internal/queue"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/ingest"
	"prism/internal/server/keeper"
	"prism/internal/server/worker"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/watch"
	"prism/internal/wire"
	"prism/internal/yield"
)

// jobsAtOnce is how many tenants' updates run at a time.
const jobsAtOnce = 2

var errTenantGone = &access.Error{Status: http.StatusForbidden, Text: "The tenant of this key is gone."}

// keep opens the tenant of this machine and, where this process makes sessions, watches
// its folders. Where machines share the work, the folders of one that has none are no
// reason to have the tenant made by each of them: its jobs are anybody's then.
func (s *serving) keep(ctx context.Context, o *serveOptions) error {
	live, err := s.live(ctx, tenant.Local)
	if err != nil {
		return err
	}
	folders, err := live.Folders(ctx)
	if err != nil {
		return err
	}
	s.own = o.is(roleWorker) && (!s.stores.Shared() || len(folders) > 0)
	if !s.own && !o.is(roleWeb) {
		return nil
	}
	t, err := s.tenant(ctx, tenant.Local)
	if err != nil {
		return err
	}
	if o.is(roleWeb) {
		s.group.Go(func() { t.Warm(s.work, &s.reading) })
	}
	if !s.own {
		return nil
	}
	s.group.Go(func() { t.Keeper.Run(s.work, lookEvery) })
	s.group.Go(func() {
		if err := watch.Run(s.work, t.Folders, t.Keeper.Touch); err != nil {
			s.p.Warn("%v; it looks every %v", err, lookEvery)
		}
	})
	return nil
}

// live is how a tenant's sessions are made, of one that was made or this machine's own.
func (s *serving) live(ctx context.Context, name string) (*job.Live, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.liveOf(ctx, name)
}

// liveOf is live under the lock.
func (s *serving) liveOf(ctx context.Context, name string) (*job.Live, error) {
	db, err := s.stores.Of(ctx, name)
	if errors.Is(err, job.ErrNoTenant) {
		return nil, errTenantGone
	}
	if err != nil {
		return nil, err
	}
	if l := s.lives[name]; l != nil && l.Store == db {
		return l, nil
	}
	l, err := s.p.Live(ctx, s.j, name, s.stores)
	if err == nil {
		l.Pace, l.Sparing = s.reading.Pace, s.reading.Busy
		s.lives[name] = l
	}
	return l, err
}

// tenant is one as it is asked for.
func (s *serving) tenant(ctx context.Context, name string) (*server.Tenant, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	live, err := s.liveOf(ctx, name)
	if err != nil {
		return nil, err
	}
	if t := s.open[name]; t != nil && t.Kept == server.Kept(live.Store) { // else it was dropped and made again
		return t, nil
	}
	judge, version := s.j.Judge()
	t := &server.Tenant{
		Kept: live.Store, Verdicts: live.Store, Read: live.Read, ReadWithin: live.ReadWithin, Practised: live.Practised, Folders: live.Folders, Pending: func(ctx context.Context) (bool, bool, error) { return s.pending(ctx, name) },
		Editor: s.j.Cfg.Text("editor"), Judge: wire.Judge{Name: judge, Version: version}, Zone: s.j.Zone, Gate: live.Gate,
		Policy: live.Policy, Forget: live.Forget, Events: live.Store, Reports: s.reports,
		Export: func(ctx context.Context, w io.Writer, person string) (bool, error) {
			return s.stores.ExportPerson(ctx, w, name, person)
		},
		Groups: func(ctx context.Context) ([]tenant.Group, error) { return s.stores.Control.Groups(ctx, name) },
	}
	look := func(ctx context.Context) (keeper.Standing, error) {
		lib, kept, err := live.Look(ctx)
		return keeper.Standing{Library: lib, Saved: kept.Saved, Stamp: kept.Stamp}, err
	}
	if name == tenant.Local && s.own {
		t.Keeper = keeper.New(func(ctx context.Context, progress func(done, total int64)) (*library.Library, error) {
			return s.update(ctx, name, live, progress)
		}, s.p.Now, s.log)
		t.Keeper.Follow(look)
	} else {
		t.Keeper = keeper.NewFollower(look, s.p.Now, s.log)
	}
	s.open[name] = t
	return t, nil
}

// pending tells whether an update of a tenant is asked for, and whether one failed.
func (s *serving) pending(ctx context.Context, name string) (waits, failed bool, err error) {
	list, err := s.stores.Board().Jobs(ctx, name)
	for _, j := range list {
		if j.Kind == queue.Update {
			waits = waits || j.State != queue.Dead
			failed = failed || j.State == queue.Dead || j.State == queue.Waiting && j.Attempt > 0
		}
	}
	return waits, failed, err
}

// update brings a tenant's sessions up to date and asks for what is to be done later.
func (s *serving) update(ctx context.Context, name string, live *job.Live, progress func(done, total int64)) (*library.Library, error) {
	began := s.p.Now()
	ctx, span := s.traces.Start(ctx, "update")
	defer span.End()
	span.ID("prism.tenant", name)
	made, bad, err := live.Update(ctx, s.watched(ctx, name, progress))
	failed(span, err)
	if err != nil {
		return nil, err
	}
	lib := made.Library
	if name == tenant.Local && s.own {
		if err := s.p.SaveStatus(ctx, s.j, lib, began); err != nil {
			s.log.Warn("the status line", "error", err)
		}
	}
	if s.told != nil {
		s.told.Tell(ctx, name, lib, s.p.Now())
	}
	asked, err := mergeWindows(ctx, lib, s.p.Now())
	if made.More {
		asked = append(asked, queue.New{Kind: queue.Update})
	}
	if s.unsettled.clear(name) {
		asked = append(asked, queue.New{Kind: queue.Judge, Due: s.p.Now().Add(judgePause)})
	}
	for _, p := range bad {
		s.log.Error("a conversation cannot be read; the others are", "tenant", name, "row", p.Row, "why", p.Err.Reason())
		asked = append(asked, queue.New{Kind: queue.Read, Key: p.Row, Due: s.p.Now().Add(queue.Backoff(1))})
	}
	if err == nil && len(asked) > 0 {
		err = s.stores.Queue.Enqueue(ctx, name, asked...)
	}
	return lib, err
}

// alive is told that an update gets on: so the job that it is of does, and those that
// wait for it.
func (s *serving) alive(ctx context.Context, name string) func() {
	var k *keeper.Keeper
	if name == tenant.Local && s.own {
		s.mu.Lock()
		if t := s.open[name]; t != nil {
			k = t.Keeper
		}
		s.mu.Unlock()
	}
	return func() {
		queue.Advance(ctx)
		if k != nil {
			k.Advance()
		}
	}
}

// readJob reads a conversation again over which an update failed: where that fails each
// time, a dead letter is what is left of it, and all others are read.
func (s *serving) readJob(ctx context.Context, name, row string) error {
	live, err := s.live(ctx, name)
	if err == nil {
		err = live.Again(ctx, row, s.watched(ctx, name, nil))
	}
	if err == nil && name == tenant.Local && s.own {
		t, err := s.tenant(ctx, name)
		if err != nil {
			return err
		}
		t.Keeper.Touch()
	}
	return err
}

// mergeWindows are the ends of the times in which sessions that /clear closed may still
// be merged with what follows them. It is known only that they were closed after their
// last event, so a window that began later ends early here: an update finds that out,
// and costs nothing where nothing changed.
func mergeWindows(ctx context.Context, lib *library.Library, now time.Time) (list []queue.New, err error) {
	f := store.Filter{Since: now.Add(-link.MergeWithin), State: fact.Closed}
	for s, err := range lib.Each(ctx, f, store.Order{}) {
		if err != nil {
			return nil, err
		}
		if s.ClosedBy == fact.Clear {
			list = append(list, queue.New{Kind: queue.MergeWindow, Key: s.ID, Due: s.Ended.Add(link.MergeWithin)})
		}
	}
	return list, nil
}

// jobs does the work that content causes.
func (s *serving) jobs() {
	s.group.Go(func() {
		w := &worker.Worker{
			Queue: s.stores.Queue, Tenants: s.stores.Names,
			Steps: worker.Steps{Update: s.traced(queue.Update, s.updateJob), Read: s.readJob, Judge: s.traced(queue.Judge, s.judgeJob), Retention: s.traced(queue.Retention, func(ctx context.Context, name string) error {
				live, err := s.live(ctx, name)
				if err == nil {
					err = live.Retain(ctx)
				}
				return err
			})},
			Options: queue.Options{Workers: jobsAtOnce + cap(s.judging), Lease: s.p.Lease, Trouble: func(err error) { s.log.Error("jobs", "error", err) }},
		}
		if s.reports != nil {
			w.Steps.Report, w.Due = s.reports.Do, s.reports.Due
		}
		if err := w.Run(s.work); err != nil && s.work.Err() == nil {
			s.p.Warn("%v; what is sent waits for another worker", err)
		}
	})
}

func (s *serving) updateJob(ctx context.Context, name string) error {
	if name == tenant.Local && s.own {
		t, err := s.tenant(ctx, name)
		if err != nil {
			return err
		}
		return t.Keeper.Do(ctx, func() { queue.Advance(ctx) })
	}
	live, err := s.live(ctx, name)
	if err == nil {
		_, err = s.update(ctx, name, live, nil)
	}
	return err
}

// judgeJob asks the judge of a tenant's policy about what is due.
func (s *serving) judgeJob(ctx context.Context, name string) error {
	account, err := s.stores.Account(ctx, name)
	if err != nil || account.Policy.Provider == "" {
		return err
	}
	of := &account.Policy
	r := judgerun.Resident{Provider: of.Provider, Model: of.Model, DayBudget: of.DayBudget, MonthBudget: of.MonthBudget}
	live, err := s.live(ctx, name)
	if err != nil {
		return err
	}
	select {
	case s.judging <- struct{}{}:
		defer func() { <-s.judging }()
	default:
		return s.judgeAgain(ctx, name, judgePause)
	}
	opts, err := live.Asking(ctx)
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, judgeFor)
	defer cancel()
	go ingest.WhileOptedOut(within, cancel, account.OptOuts, func(ctx context.Context) ([]tenant.OptOut, error) {
		now, err := s.stores.Account(ctx, name)
		return now.OptOuts, err
	})
	_, span := s.traces.Start(ctx, "judge")
	defer span.End()
	asked, err := r.Ask(within, s.p, s.j, opts, live.Store)
	span.Number("prism.questions", int64(asked.Spent.Calls))
	span.Number("prism.verdicts", int64(asked.Verdicts))
	failed(span, err)
	if !errors.Is(err, pipeline.ErrUnsettled) {
		s.unsettled.clear(name)
	}
	switch {
	case err != nil && within.Err() != nil && ctx.Err() == nil: // what was answered is kept
		return s.judgeAgain(ctx, name, judgePause)
	case errors.Is(err, pipeline.ErrUnsettled): // content comes in: it is asked about when it is read
		return s.judgeAgain(ctx, name, s.unsettled.pause(name))
	case err != nil:
		return err
	}
	if asked.Spent.Calls > 0 {
		s.log.Info("asked", "tenant", name, "judge", r.Provider, "questions", asked.Spent.Calls, "usd", asked.Spent.USD, "verdicts", asked.Verdicts)
	}
	if asked.Stopped != nil {
		s.log.Warn("the judge asks no more for now", "tenant", name, "judge", r.Provider, "why", asked.Stopped)
	}
	return nil
}

// judgeAgain asks, after a pause, for what could not be asked about now.
func (s *serving) judgeAgain(ctx context.Context, name string, pause time.Duration) error {
	return s.stores.Queue.Enqueue(ctx, name, queue.New{Kind: queue.Judge, Due: s.p.Now().Add(pause)})
}

// One judge is asked at a time by a process, so that updates always find a worker; for
// so long at most, so that others come to it; and again after a pause, which grows to
// the longest while no update of this process succeeds.
const (
	judgeFor     = 10 * time.Minute
	judgePause   = 5 * time.Second
	judgeLongest = 5 * time.Minute
)

// waits are how often in a row something waited for others, by tenant.
type waits struct {
	mu sync.Mutex
	n  map[string]int
}

// pause is how long to wait, each time longer than the last.
func (w *waits) pause(tenant string) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.n == nil {
		w.n = make(map[string]int)
	}
	pause := judgePause
	for range w.n[tenant] {
		pause = min(2*pause, judgeLongest)
	}
	if pause < judgeLongest {
		w.n[tenant]++
	}
	return pause
}

// clear ends that something waits; false: nothing did.
func (w *waits) clear(tenant string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.n[tenant]
	delete(w.n, tenant)
	return n > 0
}

// sending tells of who sends, while what they sent is kept.
type sending struct {
	ingest.Sink
	way *yield.Way
}

// Ingest implements ingest.Sink.
func (s sending) Ingest(ctx context.Context, name string, list []content.Append) ([]content.Receipt, error) {
	defer s.way.Send()()
	return s.Sink.Ingest(ctx, name, list)
}
