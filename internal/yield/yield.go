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
	// Spell is how long a Reader goes on before it yields again.
	Spell = 5 * time.Millisecond
	// While is how long after a reader more of them are likely.
	While = time.Second
	// Crowd is how many who send at once are as many as a machine takes: fewer leave it time.
	Crowd = 4
)

// Way is where readers and others meet; its zero value is free, and nil always is. It is
// safe for concurrent use.
type Way struct {
	mu      sync.Mutex
	reading int
	last    time.Time // when one of them was done
	sending int
	free    chan struct{} // closed once nobody reads; nil: nobody waits for that
	quiet   chan struct{} // the same once nobody reads and no crowd sends
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
	w.tell()
}

// tell has those go on who waited for what is so now. w.mu is held.
func (w *Way) tell() {
	if w.reading == 0 && w.free != nil {
		close(w.free)
		w.free = nil
	}
	if w.reading == 0 && w.sending < Crowd && w.quiet != nil {
		close(w.quiet)
		w.quiet = nil
	}
}

// Send says that somebody sends until done is called.
func (w *Way) Send() (done func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	w.sending++
	w.mu.Unlock()
	return sync.OnceFunc(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.sending--
		w.tell()
	})
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
	return w.reading > 0 || w.sending >= Crowd || !w.last.IsZero() && time.Since(w.last) <= While
}

// Yield returns once nobody reads, after Most at the latest, or when ctx ends.
func (w *Way) Yield(ctx context.Context) {
	if w == nil {
		return
	}
	w.mu.Lock()
	wait(ctx, &w.mu, w.reading == 0, &w.free)
}

// YieldAll is Yield to a crowd that sends, too.
func (w *Way) YieldAll(ctx context.Context) {
	if w == nil {
		return
	}
	w.mu.Lock()
	wait(ctx, &w.mu, w.reading == 0 && w.sending < Crowd, &w.quiet)
}

// wait gives mu back, and returns at once where nobody is to be waited for, else when until is closed, after
// Most, or when ctx ends.
func wait(ctx context.Context, mu *sync.Mutex, nobody bool, until *chan struct{}) {
	if nobody {
		mu.Unlock()
		return
	}
	if *until == nil {
		*until = make(chan struct{})
	}
	closed := *until
	mu.Unlock()
	late := time.NewTimer(Most)
	defer late.Stop()
	select {
	case <-closed:
	case <-late.C:
	case <-ctx.Done():
	}
}

// Reader reads from r, and yields to all between: for work that goes on for seconds. It goes
// on for a Spell at a time, so whatever goes on besides it gets on by a fifth at the least.
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
		p.way.YieldAll(p.ctx)
		p.began = time.Now()
	}
	return p.r.Read(b)
}
