package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/transcript"
	"prism/internal/trap"
)

const (
	// saveRows is how many conversations one transaction holds: what it has written
	// stays in memory until it is committed.
	saveRows = 64
	// saveVerdicts is how many verdicts it holds: a conversation may have a hundred.
	saveVerdicts = 512
	// askRows is how many rows one question to the store names.
	askRows = 256
)

// readAll reads units in parallel, the largest first so that none is left alone at
// the end, and saves what was read meanwhile.
func (u *update) readAll(ctx context.Context, stale []*unit) error {
	for _, c := range stale {
		u.digests.expected += c.src.Size()
	}
	stale, err := u.elsewhere(ctx, stale)
	if err != nil {
		return err
	}
	slices.SortStableFunc(stale, func(a, b *unit) int { return cmp.Compare(b.src.Size(), a.src.Size()) })
	var total, done atomic.Int64
	for _, c := range stale {
		total.Add(c.src.Size())
	}
	workers := u.opts.Workers
	if u.opts.Cutting.Asking != nil {
		workers = max(workers, u.opts.Judging.SideBySide) // most of them wait for an answer
	}
	u.read.beside = u.opts.crew(workers / max(1, len(stale))) // who have no conversation of their own to read
	out := &rowWriter{u: u}
	var bad []poisoned
	var marking sync.Mutex // over bad
	err = parallel(ctx, u.opts.crew(workers), len(stale), func(ctx context.Context, w *worker, i int) error {
		c := stale[i]
		row, said, poison, err := u.readTrapped(ctx, w, c)
		if err != nil {
			return err
		}
		if poison != nil {
			marking.Lock()
			defer marking.Unlock()
			bad = append(bad, poisoned{c, poison})
			return nil
		}
		if err := out.add(ctx, row, said); err != nil {
			return err
		}
		u.alive()
		if u.opts.Progress != nil {
			u.opts.Progress(done.Add(c.src.Size()), total.Load())
		}
		return nil
	})
	if err != nil {
		out.rescue(ctx)
		return err
	}
	u.leave(bad)
	return out.flush(ctx)
}

// elsewhere takes over what another scope has of the very same files, and returns
// the units that are still to be read.
func (u *update) elsewhere(ctx context.Context, stale []*unit) ([]*unit, error) {
	at := make(map[string]*unit, len(stale))
	ids := make([]string, 0, len(stale))
	for _, c := range stale {
		at[c.id] = c
		ids = append(ids, c.id)
	}
	slices.Sort(ids)
	out := &rowWriter{u: u}
	version := u.opts.Cutting.version()
	for list := range slices.Chunk(ids, askRows) {
		rows, err := u.db.Known(ctx, list)
		if err != nil {
			return nil, reading(err)
		}
		for _, row := range rows {
			c := at[row.ID]
			if c == nil || row.Reader != version || row.Revision != c.revision || row.Person != c.src.Person || !sameFiles(&c.src, row.Files) || u.gate.Repositories().OfPerson(row.Person, row.Folders) != row.Repo.Key || veiled(row.Folders) || !readable(row.Digest) {
				continue
			}
			row.Gone = false
			c.repo, c.counts = row.Repo, row.Counts
			if err := out.add(ctx, row, nil); err != nil {
				return nil, err
			}
			delete(at, row.ID)
		}
	}
	if err := out.flush(ctx); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(stale, func(c *unit) bool { return at[c.id] == nil }), nil
}

// readOne is the read step of one unit: its row, and what was said of its drafts.
func (u *update) readOne(ctx context.Context, w *worker, c *unit) (store.Conversation, []store.Judged, error) {
	if c.src.Told() {
		return u.readTold(ctx, c)
	}
	r, err := u.read.read(ctx, w, &c.src)
	if err != nil {
		return store.Conversation{}, nil, err
	}
	d := r.digest
	blob, err := d.MarshalBinary()
	if err != nil {
		return store.Conversation{}, nil, fmt.Errorf("read %s: %w", c.src.Conversation, err)
	}
	place(d, c.src.Person, u.gate.Repositories())
	c.repo, c.counts, c.cut, c.read, c.digest = d.Repo, r.counts, r.cut, true, len(blob)
	if r.drafts != nil {
		u.judge.prose.keep(c, r.conversation, d)
	}
	row := c.row(d, blob)
	var said []store.Judged
	for i, v := range r.drafts {
		m := d.Drafts[i]
		if !keepable(&v) {
			continue
		}
		one := subject{parts: []part{{unit: c, first: m.First, last: m.Last}}}
		said = append(said, store.Judged{Composition: composition(one.parts), Session: link.ID(d, m.First), Files: one.files(), Verdict: v})
	}
	return row, said, nil
}

// row is what is stored of a unit that was read.
func (c *unit) row(d *digest.Digest, blob []byte) store.Conversation {
	row := store.Conversation{
		ID: c.id, Agent: c.src.Agent, Name: c.src.Conversation, Path: c.src.Main(), Person: c.src.Person, Repo: d.Repo,
		Revision: c.revision, Reader: c.cut.by, Digest: blob, Marks: storeMarks(link.Marks(d)), Counts: c.counts, Folders: d.CWDs,
	}
	for i := range c.src.Files {
		row.Files = append(row.Files, fileOf(&c.src.Files[i]))
	}
	return row
}

// place says whose a digest is and where it lies.
func place(d *digest.Digest, person string, repos *source.Repositories) {
	d.Person = person
	key := repos.OfPerson(person, d.CWDs)
	d.Repo = fact.Repo{Key: key, Name: source.RepositoryName(key)}
}

// Poison is a conversation over which the program itself failed. It is left as it was
// when it was last read; all others go on.
type Poison struct {
	Row string // of the conversation: a hash
	Err *trap.Panic
}

// reasonPanic is what the Input counts such a file by.
const reasonPanic = "program_failed"

// poisoned is a unit over which the program failed.
type poisoned struct {
	unit *unit
	err  *trap.Panic
}

// readTrapped is readOne of a unit that may be poison: then nothing is read.
func (u *update) readTrapped(ctx context.Context, w *worker, c *unit) (row store.Conversation, said []store.Judged, bad *trap.Panic, err error) {
	err = trap.Call(func() (err error) {
		row, said, err = u.readOne(ctx, w, c)
		return err
	})
	if p, ok := err.(*trap.Panic); ok { //nolint:errorlint // of trap itself, else a step's failure
		clear(w.feeds) // in whatever state they are
		return row, nil, p, nil
	}
	return row, said, nil, err
}

// leave leaves poison as it was when it was last read, if it was, and tells of it.
func (u *update) leave(list []poisoned) {
	for _, p := range list {
		c := p.unit
		c.read = false
		u.poison.add(c)
		switch {
		case c.was != nil && c.was.Person == c.src.Person:
			c.repo = c.was.Repo
			u.keep(c, c.was, c.all)
		case c.was != nil:
			u.removed = append(u.removed, c.id)
			delete(u.units, c.id)
		default:
			delete(u.units, c.id)
		}
		if u.opts.Poison != nil {
			u.opts.Poison(Poison{c.id, p.err})
		}
	}
}

// poisons are the files over which the program failed, to be counted.
type poisons struct{ counts []store.Counts }

func (p *poisons) add(c *unit) {
	c.counts = store.Counts{}
	p.counts = append(p.counts, store.Counts{
		Skipped: map[string]int{reasonPanic: 1}, Troubles: []fact.Trouble{{File: c.src.Main(), Reason: reasonPanic}},
	})
}

// rowWriter saves rows, so many at a time, for several goroutines: while one of them
// saves, the others go on.
type rowWriter struct {
	u      *update
	mu     sync.Mutex // held while a row is added
	saving sync.Mutex // held while rows are saved
	part   store.Changes
}

func (w *rowWriter) add(ctx context.Context, row store.Conversation, said []store.Judged) error {
	part, full := w.keep(row, said)
	if !full {
		return nil
	}
	return w.save(ctx, part)
}

// keep takes a row, and gives all that it has where that is enough to be saved.
func (w *rowWriter) keep(row store.Conversation, said []store.Judged) (part store.Changes, full bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.part.Conversations = append(w.part.Conversations, row)
	w.part.Verdicts = append(w.part.Verdicts, said...)
	w.u.dirty = append(w.u.dirty, row.ID)
	w.u.digests.put(row)
	w.u.judge.remember(said, w.u.digests.many)
	if len(w.part.Conversations) < saveRows && len(w.part.Verdicts) < saveVerdicts {
		return part, false
	}
	part, w.part = w.part, store.Changes{}
	return part, true
}

// flush saves the rest, once nobody adds any more.
func (w *rowWriter) flush(ctx context.Context) error {
	part := w.part
	w.part = store.Changes{}
	if len(part.Conversations) == 0 {
		return nil
	}
	return w.save(ctx, part)
}

// rescueTime is how long a run that is cut off may take to save what it had read.
const rescueTime = 5 * time.Second

// rescue saves what a run had read that is cut off, so that the next one goes on from
// there. It may be told to stop because another one runs by now: what that one finds to be
// of other files it reads again.
func (w *rowWriter) rescue(ctx context.Context) {
	if ctx.Err() == nil {
		return // the store failed, or a judge did
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rescueTime)
	defer cancel()
	_ = w.flush(ctx) // else it is read again
}

func (w *rowWriter) save(ctx context.Context, part store.Changes) error {
	w.saving.Lock()
	defer w.saving.Unlock()
	return w.u.save(ctx, part)
}

// worker is what one goroutine keeps from unit to unit.
type worker struct {
	feeds map[string]*transcript.Feed // by agent
	build conversation.Builder
}

// crew is how many work side by side.
type crew struct {
	size    int
	sparing func() bool           // tells whether one is to go on by itself just now; nil: never
	yield   func(context.Context) // lets others go first; nil: nobody does
}

// crew is one of so many, as the options have it, and of one at the least.
func (o *Options) crew(size int) crew { return crew{max(size, 1), o.Sparing, o.Yield} }

// pause is how long all but one wait before they look again whether they may go on.
const pause = 10 * time.Millisecond

// wait returns when the k-th worker may go on, or there is nothing left to do.
func (c *crew) wait(ctx context.Context, k int, left func() bool) {
	for k > 0 && c.sparing != nil && c.sparing() && left() && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// parallel calls f for 0 ≤ i < n on a crew. The first error, or panic, ends it.
func parallel(ctx context.Context, workers crew, n int, f func(ctx context.Context, w *worker, i int) error) error {
	if n == 0 {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for k := range min(max(workers.size, 1), n) {
		group.Go(func() {
			w := &worker{feeds: make(map[string]*transcript.Feed)}
			for {
				workers.wait(ctx, k, func() bool { return int(next.Load()) < n })
				if workers.yield != nil {
					workers.yield(ctx)
				}
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := trap.Call(func() error { return f(ctx, w, i) }); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// feed returns the worker's reader for an agent's dialect.
func (w *worker) feed(dialects []transcript.Dialect, agent string) (*transcript.Feed, error) {
	if f := w.feeds[agent]; f != nil {
		return f, nil
	}
	for _, d := range dialects {
		if d.Agent == agent {
			f := transcript.NewFeed(d.New())
			w.feeds[agent] = f
			return f, nil
		}
	}
	return nil, fmt.Errorf("no dialect for agent %q", agent)
}
