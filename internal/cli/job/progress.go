package job

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
	ProgressEvery = 100 * time.Millisecond
)

// Progress is one line on standard error that tells how far reading got. It shows
// only on a terminal, and is taken away before anything else is printed.
type Progress struct {
	p     *Program
	mu    sync.Mutex
	start time.Time
	last  time.Time
	done  bool
}

// Progress makes the line of a run, not shown yet.
func (p *Program) Progress() *Progress { return &Progress{p: p, start: p.Now()} }

// set tells that done of total bytes are read; it may be called from any goroutine.
func (b *Progress) set(done, total int64) { b.show("reading", done, total, phrase.Bytes) }

// Step tells that so many of all steps of some doing are done; likewise.
func (b *Progress) Step(doing string, done, all int) {
	b.show(doing, int64(done), int64(all), func(n int64) string { return strconv.FormatInt(n, 10) })
}

func (b *Progress) show(doing string, done, total int64, amount func(int64) string) {
	if !b.p.Notes.Terminal() || total <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.p.Now()
	if b.done || now.Sub(b.start) < progressAfter || now.Sub(b.last) < ProgressEvery {
		return
	}
	b.last = now
	share := min(max(float64(done)/float64(total), 0), 1)
	const cells = 24
	bar := term.Pad(term.Bar(share, cells), cells, false)
	b.p.Notes.Status(fmt.Sprintf("%s %s %3.0f %%  %s of %s", doing, b.p.Notes.Paint(term.Accent, bar), 100*share, amount(done), amount(total)))
}

// Clear takes the line away; set does nothing after it.
func (b *Progress) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = true
	b.p.Notes.Status("")
}
