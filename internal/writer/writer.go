// Package writer commits what many senders sent at once in few transactions.
//
// Nouns: a request is one call of Ingest, a lane the requests of one tenant that wait,
// a group what is committed together. Promises: Ingest returns only for what its store
// has committed, or with an error; requests of a tenant are committed in the order in
// which they came; tenants with work take turns; what waits is bounded in bytes, and
// who comes after is told at once when to come again; a request that cannot be
// committed fails alone. Refusals: it looks into nothing that it hands on, and never
// tries a request again by itself once it has failed alone.
package writer

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync"
	"time"

	"prism/internal/content"
)

// Store keeps what one tenant's senders have, each call in one transaction.
type Store interface {
	Ingest(ctx context.Context, list []content.Append, now time.Time) ([]content.Receipt, error)
}

// Options are the bounds of a Writer; zero values mean the defaults.
type Options struct {
	// Queue is how many bytes may wait or be under way; the default is 32 MB. One
	// tenant may fill three quarters of it, so that no other finds it full because of
	// that one.
	Queue int64
	// Group and Requests bound what one transaction holds: 4 MB and 256 requests by
	// default. More gains nothing, and the first of a group waits for the last.
	Group    int64
	Requests int
	// Workers is how many transactions may run at once, each of another tenant; two
	// by default.
	Workers int
	// Patience bounds one transaction, so that a store that hangs is told as one; 30
	// seconds by default.
	Patience time.Duration
	// Now is the clock.
	Now func() time.Time
}

// overhead is counted for each Append beside its bytes: its fields, its place in the
// queue, and its row.
const overhead = 512

// ErrClosed says that the Writer takes nothing more.
var ErrClosed error = &BusyError{reason: "the server is stopping"}

// BusyError says that a request was not taken, and may be sent again later.
type BusyError struct {
	reason string
	after  time.Duration
}

// Error says why.
func (e *BusyError) Error() string { return e.reason }

// RetryAfter is how long to wait before it is tried again: at least a second, and not
// the same for all who were turned away together.
func (e *BusyError) RetryAfter() time.Duration {
	base := max(e.after, time.Second)
	return base + rand.N(base/2) //nolint:gosec // it spreads retries, it hides nothing
}

// request is one call of Ingest.
type request struct {
	ctx   context.Context
	list  []content.Append
	size  int64
	since time.Time
	done  chan struct{}

	receipts []content.Receipt
	err      error
}

func (r *request) answer(receipts []content.Receipt, err error) {
	r.receipts, r.err = receipts, err
	close(r.done)
}

// lane is what waits of one tenant.
type lane struct {
	tenant  string
	waiting []*request
	size    int64 // bytes that wait or are under way
	busy    bool  // a worker has it
}

// Writer is safe for concurrent use. Make one with New and end it with Close.
type Writer struct {
	open func(ctx context.Context, tenant string) (Store, error)
	opts Options

	base   context.Context
	cancel context.CancelFunc
	ended  sync.WaitGroup

	mu     sync.Mutex
	wake   *sync.Cond
	lanes  map[string]*lane
	ready  []*lane // lanes with requests that no worker has, in turn
	size   int64
	closed bool
	stats  Stats
	ill    map[string]illness // by tenant: stores that could not keep what came last
}

// illness is why a store kept nothing, in words that quote nothing, and when.
type illness struct {
	why string
	at  time.Time
}

// Stats says what a Writer has done and what waits.
type Stats struct {
	Waiting int           // requests that wait
	Bytes   int64         // bytes that wait or are under way
	Oldest  time.Duration // how long the oldest waiting request has waited

	Groups   int64     // transactions that were committed
	Last     time.Time // when the latest was; zero: none was
	Requests int64     // requests that were answered by one
	Appends  int64     // what they held
	Failed   int64     // requests that failed
	Busy     int64     // requests that were turned away

	Trouble   string    // why a store could not keep what came last for it; empty: all could
	TroubleAt time.Time // when that was
}

// New starts a Writer in front of the stores that open finds.
func New(open func(ctx context.Context, tenant string) (Store, error), opts Options) *Writer {
	opts.Queue = either(opts.Queue, 32<<20)
	opts.Group = either(opts.Group, 4<<20)
	opts.Requests = either(opts.Requests, 256)
	opts.Workers = either(opts.Workers, 2)
	opts.Patience = either(opts.Patience, 30*time.Second)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	w := &Writer{open: open, opts: opts, lanes: make(map[string]*lane)}
	w.base, w.cancel = context.WithCancel(context.Background())
	w.wake = sync.NewCond(&w.mu)
	for range opts.Workers {
		w.ended.Go(w.work)
	}
	return w
}

func either[T int | int64 | time.Duration](given, usual T) T {
	if given > 0 {
		return given
	}
	return usual
}

// Ingest hands list to the tenant's store and returns when it is committed. A
// *BusyError means that it was not taken. Where ctx ends first, what became of it is
// not known: it may be sent again.
func (w *Writer) Ingest(ctx context.Context, tenant string, list []content.Append) ([]content.Receipt, error) {
	if len(list) == 0 {
		return nil, nil
	}
	r := &request{ctx: ctx, list: list, done: make(chan struct{})}
	for i := range list {
		r.size += int64(len(list[i].Data)+len(list[i].Tail)) + overhead
	}
	if err := w.enqueue(tenant, r); err != nil {
		return nil, err
	}
	select {
	case <-r.done:
		return r.receipts, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *Writer) enqueue(tenant string, r *request) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		w.stats.Busy++
		return ErrClosed
	}
	l := w.lanes[tenant]
	var held int64
	if l != nil {
		held = l.size
	}
	r.since = w.opts.Now()
	// One that alone is larger than the bound is taken where nothing else waits.
	if (w.size > 0 && w.size+r.size > w.opts.Queue) || (held > 0 && held+r.size > w.opts.Queue/4*3) {
		w.stats.Busy++
		return &BusyError{"too much waits to be stored", min(w.oldest(r.since), 30*time.Second)}
	}
	if l == nil {
		l = &lane{tenant: tenant}
		w.lanes[tenant] = l
	}
	l.waiting = append(l.waiting, r)
	l.size += r.size
	w.size += r.size
	w.stats.Waiting++
	if !l.busy && len(l.waiting) == 1 {
		w.ready = append(w.ready, l)
		w.wake.Signal()
	}
	return nil
}

// work commits one group after the other until there is nothing more to come.
func (w *Writer) work() {
	for {
		l, group := w.take()
		if l == nil {
			return
		}
		w.commit(l.tenant, group)
		w.release(l, group)
	}
}

// take waits for a lane and takes all that waits in it, up to a group.
func (w *Writer) take() (*lane, []*request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.ready) == 0 {
		// What is ready again comes back through its worker, which is still there.
		if w.closed {
			return nil, nil
		}
		w.wake.Wait()
	}
	l := w.ready[0]
	w.ready = w.ready[1:]
	l.busy = true
	var size int64
	n := 0
	for n < len(l.waiting) && n < w.opts.Requests && (n == 0 || size+l.waiting[n].size <= w.opts.Group) {
		size += l.waiting[n].size
		n++
	}
	group := l.waiting[:n:n]
	l.waiting = l.waiting[n:]
	w.stats.Waiting -= n
	return l, group
}

func (w *Writer) release(l *lane, group []*request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range group {
		l.size -= r.size
		w.size -= r.size
		if r.err != nil {
			w.stats.Failed++
		} else {
			w.stats.Requests++
			w.stats.Appends += int64(len(r.list))
		}
	}
	l.busy = false
	switch {
	case len(l.waiting) > 0:
		w.ready = append(w.ready, l)
		w.wake.Signal()
	default:
		delete(w.lanes, l.tenant)
	}
}

// commit answers every request of a group.
func (w *Writer) commit(tenant string, group []*request) {
	live := group[:0:0]
	for _, r := range group {
		if err := r.ctx.Err(); err != nil {
			r.answer(nil, err) // nobody waits for it, and it will be sent again
			continue
		}
		live = append(live, r)
	}
	if len(live) == 0 {
		return
	}
	store, err := w.store(tenant)
	if err != nil {
		w.health(tenant, err)
		fail(live, err)
		return
	}
	// As many failures with no success between say that the store is at fault and not
	// a request: one bad request fails once for each halving and no more.
	left := bits.Len(uint(len(live))) + 2
	w.halve(tenant, store, live, &left)
}

// health notes what the last transaction of a tenant's came to; before anybody who
// waits for it is answered, so that who asks next is told of it.
func (w *Writer) health(tenant string, err error) {
	var busy interface{ Busy() bool }
	if errors.As(err, &busy) && busy.Busy() {
		return // what was known of it holds
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.ill, tenant)
	var passing interface{ Passing() bool }
	var told interface{ Reason() string }
	if errors.As(err, &passing) && passing.Passing() && errors.As(err, &told) {
		if w.ill == nil {
			w.ill = make(map[string]illness)
		}
		w.ill[tenant] = illness{told.Reason(), w.opts.Now()}
	}
}

func (w *Writer) store(tenant string) (Store, error) {
	ctx, cancel := context.WithTimeout(w.base, w.opts.Patience)
	defer cancel()
	store, err := w.open(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("writer: open the store: %w", err)
	}
	return store, nil
}

// halve commits a group, or halves of it where that fails, until what cannot be
// committed stands alone.
func (w *Writer) halve(tenant string, store Store, group []*request, left *int) {
	n := 0
	for _, r := range group {
		n += len(r.list)
	}
	list := make([]content.Append, 0, n)
	for _, r := range group {
		list = append(list, r.list...)
	}
	ctx, cancel := context.WithTimeout(w.base, w.opts.Patience)
	receipts, err := store.Ingest(ctx, list, w.opts.Now())
	late := ctx.Err() != nil
	cancel()
	if err == nil && len(receipts) != n {
		err = errors.New("the store did not answer for all that it was given")
	}
	w.health(tenant, err)
	if err == nil {
		*left = bits.Len(uint(len(group))) + 2
		w.mu.Lock()
		w.stats.Groups++
		w.stats.Last = time.Now()
		w.mu.Unlock()
		for _, r := range group {
			r.answer(receipts[:len(r.list):len(r.list)], nil)
			receipts = receipts[len(r.list):]
		}
		return
	}
	err = fmt.Errorf("writer: %w", err)
	*left--
	if len(group) == 1 || late || *left <= 0 {
		fail(group, err)
		return
	}
	half := len(group) / 2
	w.halve(tenant, store, group[:half], left)
	if *left <= 0 {
		fail(group[half:], err)
		return
	}
	w.halve(tenant, store, group[half:], left)
}

func fail(group []*request, err error) {
	for _, r := range group {
		r.answer(nil, err)
	}
}

// Stats says how it stands.
func (w *Writer) Stats() Stats {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.stats
	s.Bytes = w.size
	s.Oldest = w.oldest(w.opts.Now())
	for _, x := range w.ill {
		if x.at.After(s.TroubleAt) {
			s.Trouble, s.TroubleAt = x.why, x.at
		}
	}
	return s
}

// oldest is how long the first of those that wait has waited.
func (w *Writer) oldest(now time.Time) time.Duration {
	var longest time.Duration
	for _, l := range w.lanes {
		if len(l.waiting) > 0 {
			longest = max(longest, now.Sub(l.waiting[0].since))
		}
	}
	return longest
}

// Close takes nothing more, commits what waits and returns when that is done. Where
// ctx ends first, what waits still is failed.
func (w *Writer) Close(ctx context.Context) error {
	w.mu.Lock()
	w.closed = true
	w.wake.Broadcast()
	w.mu.Unlock()
	stop := context.AfterFunc(ctx, w.cancel)
	defer stop()
	w.ended.Wait()
	w.cancel()
	if !stop() {
		return ctx.Err()
	}
	return nil
}
