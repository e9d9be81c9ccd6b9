// Package yield lets who reads go before who sends.
//
// A Way counts who reads just now; whoever has much to do for somebody who can wait yields
// to them first. Promises: nobody waits longer than Most, however many read, so that who
// sends is slowed down and never kept out; who reads for longer than Brief, a download or a
// client that takes its time, is not waited for any more. Refusals: it holds nothing and
// orders nobody: all who wait go on at once.
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
	// Spell is how long a Reader goes on before it yields again.
	Spell = 5 * time.Millisecond
	// While is how long after a reader more of them are likely.
	While = time.Second
)

// Way is where readers and others meet; its zero value is free, and nil always is. It is
// safe for concurrent use.
type Way struct {
	mu      sync.Mutex
	reading int
	last    time.Time     // when one of them was done
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
	if w.reading--; w.reading == 0 && w.free != nil {
		close(w.free)
		w.free = nil
	}
}

// Lately tells whether somebody reads, or did a While ago at most: who can do with less than
// all processors leaves some free then.
func (w *Way) Lately() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.reading > 0 || !w.last.IsZero() && time.Since(w.last) <= While
}

// Yield returns once nobody reads, after Most at the latest, or when ctx ends.
func (w *Way) Yield(ctx context.Context) {
	if w == nil {
		return
	}
	w.mu.Lock()
	if w.reading == 0 {
		w.mu.Unlock()
		return
	}
	if w.free == nil {
		w.free = make(chan struct{})
	}
	free := w.free
	w.mu.Unlock()
	late := time.NewTimer(Most)
	defer late.Stop()
	select {
	case <-free:
	case <-late.C:
	case <-ctx.Done():
	}
}

// Reader reads from r, and yields between: for work that goes on for seconds. It goes on for
// a Spell at a time, so however many read it gets on by a fifth at the least.
func (w *Way) Reader(ctx context.Context, r io.Reader) io.Reader {
	return &paced{w, ctx, r, time.Now()}
}

type paced struct {
	way   *Way
	ctx   context.Context //nolint:containedctx // a reader has none of its own
	r     io.Reader
	began time.Time // of the spell
}

// Read implements io.Reader.
func (p *paced) Read(b []byte) (int, error) {
	if time.Since(p.began) > Spell {
		p.way.Yield(p.ctx)
		p.began = time.Now()
	}
	return p.r.Read(b)
}
