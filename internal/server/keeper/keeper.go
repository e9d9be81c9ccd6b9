// Package keeper keeps the sessions of a tenant up to date, and tells what is new of them.
//
// Nouns: a Keeper has one tenant's sessions made, or sees how others make them; an Event
// says that one changed. Promises: one update at a time, and one more after whatever was
// touched meanwhile; what there was is answered until there is something newer; who comes
// back for events gets those that were missed, or is told that some are lost. Refusals: how
// an update is made is handed in.
package keeper

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/store"
	"prism/internal/trap"
)

// Update brings the sessions of one tenant up to date with its content, and gives what
// is asked of them. progress counts bytes; it may be called from several goroutines.
type Update func(ctx context.Context, progress func(done, total int64)) (*library.Library, error)

// Standing is what a store holds of a tenant's sessions, whoever made them.
type Standing struct {
	Library *library.Library
	Saved   time.Time // when an update was last completed; zero: none was
	Stamp   string    // another one after each update; "" while one is being saved
}

// Look gives what the store holds now.
type Look func(ctx context.Context) (Standing, error)

// Keeper keeps the sessions of one tenant up to date: one update at a time, as often as
// something was touched meanwhile; or sees how others do.
type Keeper struct {
	update Update // nil: others do it
	look   Look   // nil: nobody else does it
	now    func() time.Time
	log    *slog.Logger
	wake   chan struct{} // holds one: there is something to do

	one     sync.Mutex // held while an update runs
	looking sync.Mutex // held while it looks; over the next two
	looked  time.Time
	stamp   string
	telling sync.Mutex // over seen
	mu      sync.Mutex // over what follows
	lib     *library.Library
	failed  error // of the last update
	touched int64 // how often something was touched
	done    int64 // touched, when the last update began
	part    [2]int64
	at      time.Time // when the last update ended
	seen    map[string]mark
	events  feed
	stream  string // tells this process's events of this tenant from all others

	parts library.Parts // what days came to

	waiting map[int64]func() // told that the update under way gets on
	waits   int64            // how many waited by now
}

// mark is what of a session tells whether there is something new about it.
type mark struct {
	ended    time.Time
	complete bool
	crushed  bool
	state    fact.State
	turns    int
}

// Settling is how far a Keeper is.
type Settling struct {
	Settled     bool      // nothing is left to do
	Done, Total int64     // bytes of the update under way; 0: none, or not known
	Updated     time.Time // when the last update ended; zero: none did
	Failed      bool      // the last update did
}

// New makes a Keeper that has everything to do.
func New(update Update, now func() time.Time, log *slog.Logger) *Keeper {
	k := &Keeper{update: update, now: now, log: log, wake: make(chan struct{}, 1), touched: 1, seen: map[string]mark{}, stream: rand.Text()[:8]}
	k.wake <- struct{}{}
	return k
}

// NewFollower makes a Keeper of what other processes, or the jobs of this one, make.
func NewFollower(look Look, now func() time.Time, log *slog.Logger) *Keeper {
	k := New(nil, now, log)
	k.look = look
	return k
}

// Follow has a Keeper see what others save, too, before it is used.
func (k *Keeper) Follow(look Look) { k.look = look }

// LookEvery is how long what others saved may go unseen: a prompt shows within two
// seconds, and a job's beginning (queue.DefaultPoll) and the update itself are in that.
const LookEvery = 500 * time.Millisecond

// Refresh looks at what others saved, where the last look is older than a time.
func (k *Keeper) Refresh(ctx context.Context, older time.Duration) error {
	if k.look == nil {
		return nil
	}
	k.looking.Lock()
	defer k.looking.Unlock()
	if !k.looked.IsZero() && time.Since(k.looked) < older {
		return nil
	}
	st, err := k.look(ctx)
	if err != nil {
		return err
	}
	k.looked = time.Now()
	if st.Saved.IsZero() && k.update != nil {
		return nil // the first update is this process's own: until it is done there is nothing
	}
	if k.Library() != nil && (st.Stamp == "" || st.Stamp == k.stamp) {
		return nil
	}
	changed := k.changes(ctx, st.Library)
	k.stamp = st.Stamp
	k.mu.Lock()
	defer k.mu.Unlock()
	k.lib, k.at = st.Library, st.Saved
	if k.update == nil {
		k.done = k.touched
	}
	k.events.add(changed)
	return nil
}

// Touch says that content has changed.
func (k *Keeper) Touch() {
	k.mu.Lock()
	k.touched++
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default: // it will wake anyway
	}
}

// patience is after how long an update is tried again that failed.
const patience = 5 * time.Second

// Run updates until the context ends; it returns once nothing is under way. every is
// how often it looks without being touched: what nothing closed grows old, and a change
// may go unseen.
func (k *Keeper) Run(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-k.wake:
		}
		if err := k.once(ctx); err != nil && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(patience):
				k.Touch()
			}
		}
	}
}

// Do updates now; it returns once that is done. advance is told whenever the update gets
// on, also one before it that it waits for; nil: nobody is.
func (k *Keeper) Do(ctx context.Context, advance func()) error {
	k.mu.Lock()
	k.touched++
	if advance != nil {
		k.waits++
		if k.waiting == nil {
			k.waiting = map[int64]func(){}
		}
		n := k.waits
		k.waiting[n] = advance
		defer func() {
			k.mu.Lock()
			delete(k.waiting, n)
			k.mu.Unlock()
		}()
	}
	k.mu.Unlock()
	return k.once(ctx)
}

// Advance says that the update under way got on.
func (k *Keeper) Advance() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, advance := range k.waiting {
		advance()
	}
}

// once is one update.
func (k *Keeper) once(ctx context.Context) error {
	k.one.Lock()
	defer k.one.Unlock()
	k.mu.Lock()
	began := k.touched
	k.mu.Unlock()
	var lib *library.Library
	var changed []Event
	// A panic would end the process, and with it the answers to everybody.
	err := trap.Call(func() (err error) {
		lib, err = k.update(ctx, func(done, total int64) {
			k.mu.Lock()
			k.part = [2]int64{done, total}
			k.mu.Unlock()
		})
		if err == nil {
			changed = k.changes(ctx, lib)
		}
		return err
	})
	if err != nil && ctx.Err() == nil {
		k.log.Error("update failed", "error", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.part, k.failed = [2]int64{}, err
	if err == nil {
		k.lib, k.done, k.at = lib, began, k.now()
		k.events.add(changed)
	}
	return err
}

// recent is how many of the latest sessions are looked at for what is new.
const recent = 200

// changes tells what is new about the latest sessions.
func (k *Keeper) changes(ctx context.Context, lib *library.Library) []Event {
	list, _, err := lib.List(ctx, store.Filter{Now: k.now()}, store.Order{}, recent)
	if err != nil {
		return nil // it is told by whoever asks next
	}
	k.telling.Lock()
	defer k.telling.Unlock()
	first := len(k.seen) == 0
	var out []Event
	seen := make(map[string]mark, len(list))
	for _, s := range list {
		m := mark{s.Ended, s.Verdict.GoalComplete, s.Crushed(), s.State, s.Turns}
		seen[s.ID] = m
		if was, known := k.seen[s.ID]; !first && (!known || was != m) {
			kind := "session.changed"
			if was.state != fact.Closed && m.state == fact.Closed {
				kind = "session.closed"
			}
			out = append(out, Event{Kind: kind, Session: s.ID})
		}
	}
	k.seen = seen
	if len(out) > 0 || first {
		out = append(out, Event{Kind: "updated"})
	}
	return out
}

// Library is what there is, as of now; nil until an update was done.
func (k *Keeper) Library() *library.Library {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.lib == nil {
		return nil
	}
	lib := *k.lib
	lib.Now, lib.Parts = k.now(), &k.parts
	return &lib
}

// State says how far the Keeper is.
func (k *Keeper) State() Settling {
	k.mu.Lock()
	defer k.mu.Unlock()
	return Settling{Settled: k.done == k.touched && k.failed == nil, Done: k.part[0], Total: k.part[1], Updated: k.at, Failed: k.failed != nil}
}

// Stream tells the events of this process and tenant from all others.
func (k *Keeper) Stream() string { return k.stream }

// Since returns the events after one, and a channel that is closed when there are more.
func (k *Keeper) Since(last int64) ([]Event, <-chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.events.since(last), k.events.more()
}
