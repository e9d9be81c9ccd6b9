// Package yield lets who reads go before who sends, and a crowd that sends before what makes
// sessions of it.
//
// A Way counts who reads and who sends just now; whoever has much to do for somebody who can
// wait yields to them first. Promises: nobody waits longer than Most at a time, however many
// there are, so that who sends is slowed down and never kept out, and updates get on; who
// reads for longer than Brief, a download or a client that takes its time, is not waited for
// any more. Refusals: it holds nothing and orders nobody: all who wait go on at once.
package yield

import (
	"context"
	"io"
	"sync"
	"time"
)

const (
	// Most is the longest that one yields.
	Most = 20 * time.Millisecond
	// Brief is how long a reader is yielded to.
	Brief = 250 * time.Millisecond
	// Spell is how long a Pace goes on before it yields again.
	Spell = 5 * time.Millisecond
	// Gap is how long one yields to a crowd: of what is sent without an end, too, sessions
	// are made in time.
	Gap = 3 * time.Millisecond
	// While is how long after a reader more of them are likely.
	While = time.Second
	// Crowd is how many who send at once are as many as a machine takes: fewer leave it time.
	Crowd = 4
	// Stays is for how long they are a crowd after they were so many at once: between, most
	// of them wait for a processor, or for the disk, and are not seen.
	Stays = 50 * time.Millisecond
)

// Way is where readers and others meet; its zero value is free, and nil always is. It is
// safe for concurrent use.
type Way struct {
	mu      sync.Mutex
	reading int
	last    time.Time // when one of them was done
	sending int
	crowded time.Time     // when a crowd sent last
	free    chan struct{} // closed once nobody reads; nil: nobody waits for that
}

// Read says that somebody reads until done is called, or Brief has passed.
func (w *Way) Read() (done func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	w.reading++
	w.mu.Unlock()
	leave := sync.OnceFunc(w.leave)
	late := time.AfterFunc(Brief, leave)
	return func() {
		late.Stop()
		leave()
	}
}

func (w *Way) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	w.reading--
	if w.reading == 0 && w.free != nil {
		close(w.free)
		w.free = nil
	}
}

// Send says that somebody sends until done is called.
func (w *Way) Send() (done func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	w.sending++
	w.crowds()
	w.mu.Unlock()
	return sync.OnceFunc(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.crowds() // until now
		w.sending--
	})
}

// crowds tells whether a crowd sends. w.mu is held.
func (w *Way) crowds() bool {
	if w.sending >= Crowd {
		w.crowded = time.Now()
	}
	return !w.crowded.IsZero() && time.Since(w.crowded) < Stays
}

// Begin yields to who reads, and says then that somebody sends until done is called.
func (w *Way) Begin(ctx context.Context) (done func()) {
	w.Yield(ctx)
	return w.Send()
}

// Busy tells whether a crowd sends, or somebody reads, or did a While ago at most: who can do
// with less than all processors leaves some free then.
func (w *Way) Busy() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.reading > 0 || w.crowds() || !w.last.IsZero() && time.Since(w.last) <= While
}

// Yield returns once nobody reads, after Most at the latest, or when ctx ends.
func (w *Way) Yield(ctx context.Context) {
	if w == nil {
		return
	}
	w.mu.Lock()
	var free <-chan struct{}
	if w.reading > 0 {
		free = w.waits()
	}
	w.mu.Unlock()
	if free != nil {
		wait(ctx, free, Most)
	}
}

// YieldAll is Yield to a crowd that sends, too; to that for a Gap, whether it is still
// there then or not.
func (w *Way) YieldAll(ctx context.Context) {
	if w == nil {
		return
	}
	w.mu.Lock()
	crowd := w.crowds() && w.reading == 0
	w.mu.Unlock()
	if crowd {
		wait(ctx, nil, Gap)
		return
	}
	w.Yield(ctx)
}

// waits is closed once nobody reads. w.mu is held.
func (w *Way) waits() <-chan struct{} {
	if w.free == nil {
		w.free = make(chan struct{})
	}
	return w.free
}

// wait returns when until is closed, after most, or when ctx ends.
func wait(ctx context.Context, until <-chan struct{}, most time.Duration) {
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case <-until:
	case <-late.C:
	case <-ctx.Done():
	}
}

// Pace is how work that goes on for seconds goes on: for a Spell at a time, and yields to
// all between, so it gets on by a fifth at the least beside who reads, and by more than a
// half beside a crowd. What is read
// and done in many small pieces is of one Pace: none of them would be a Spell by itself. A
// nil Pace never yields.
type Pace struct {
	way *Way

	mu    sync.Mutex
	began time.Time // of the spell
}

// Pace begins to go on.
func (w *Way) Pace() *Pace {
	if w == nil {
		return nil
	}
	return &Pace{way: w, began: time.Now()}
}

// Yield yields where a Spell has passed since it did last. Who share a Pace yield together.
func (p *Pace) Yield(ctx context.Context) {
	if p == nil || !p.over() {
		return
	}
	p.way.YieldAll(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began = time.Now()
}

func (p *Pace) over() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.began) > Spell
}

// Reader reads from r at the Pace.
func (p *Pace) Reader(ctx context.Context, r io.Reader) io.Reader { return &paced{p, ctx, r} }

type paced struct {
	pace *Pace
	ctx  context.Context //nolint:containedctx // a reader has none of its own
	r    io.Reader
}

// Read implements io.Reader.
func (p *paced) Read(b []byte) (int, error) {
	p.pace.Yield(p.ctx)
	return p.r.Read(b)
}
