package cli

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	"prism/internal/phrase"
	"prism/internal/term"
)

// progressAfter is how long a run may take before a person wants to see that it
// goes on; progressEvery keeps the line from flickering.
const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

// progress is one line on standard error that tells how far reading got. It shows
// only on a terminal, and is taken away before anything else is printed.
type progress struct {
	p     *program
	mu    sync.Mutex
	start time.Time
	last  time.Time
	done  bool
}

func (p *program) progress() *progress { return &progress{p: p, start: p.now()} }

// set tells that done of total bytes are read; it may be called from any goroutine.
func (b *progress) set(done, total int64) { b.show("reading", done, total, phrase.Bytes) }

// step tells that so many of all steps of some doing are done; likewise.
func (b *progress) step(doing string, done, all int) {
	b.show(doing, int64(done), int64(all), func(n int64) string { return strconv.FormatInt(n, 10) })
}

func (b *progress) show(doing string, done, total int64, amount func(int64) string) {
	if !b.p.notes.Terminal() || total <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.p.now()
	if b.done || now.Sub(b.start) < progressAfter || now.Sub(b.last) < progressEvery {
		return
	}
	b.last = now
	share := min(max(float64(done)/float64(total), 0), 1)
	const cells = 24
	bar := term.Pad(term.Bar(share, cells), cells, false)
	b.p.notes.Status(fmt.Sprintf("%s %s %3.0f %%  %s of %s", doing, b.p.notes.Paint(term.Accent, bar), 100*share, amount(done), amount(total)))
}

// clear takes the line away; set does nothing after it.
func (b *progress) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = true
	b.p.notes.Status("")
}
