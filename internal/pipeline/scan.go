package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/transcript"
)

// scan reads units in parallel, the largest first so that none is left alone at
// the end, and cuts and judges each while its prose is there.
func (r *run) scan(ctx context.Context, units []*unit) error {
	if len(units) == 0 {
		return nil
	}
	order := slices.Clone(units)
	slices.SortStableFunc(order, func(a, b *unit) int { return cmp.Compare(b.src.Size(), a.src.Size()) })
	var total, done atomic.Int64
	for _, u := range order {
		total.Add(u.src.Size())
	}
	workers := r.Workers
	if r.Asking != nil {
		workers = max(workers, r.Aside) // most of them wait for an answer
	}
	err := r.parallel(ctx, workers, len(order), func(ctx context.Context, w *worker, i int) error {
		u := order[i]
		if err := r.read(ctx, w, u); err != nil {
			return err
		}
		if r.Progress != nil {
			r.Progress(done.Add(u.src.Size()), total.Load())
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, u := range units {
		if !r.decode(u, u.blob) {
			return fmt.Errorf("read %s: its digest does not decode", u.src.Conversation)
		}
		u.blob = nil
	}
	return nil
}

// worker is what one goroutine keeps from unit to unit.
type worker struct {
	feeds map[string]*transcript.Feed // by agent
}

// parallel calls f for 0 ≤ i < n on so many workers. The first error ends it.
func (r *run) parallel(ctx context.Context, workers, n int, f func(ctx context.Context, w *worker, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			w := &worker{feeds: make(map[string]*transcript.Feed)}
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := f(ctx, w, i); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// conversation reads a unit's files into a Conversation.
func (r *run) conversation(ctx context.Context, w *worker, src *source.Unit, led *transcript.Ledger) (*conversation.Conversation, error) {
	feed, err := w.feed(r.Search.Dialects, src.Agent)
	if err != nil {
		return nil, err
	}
	b := conversation.NewBuilder(src.Agent, src.Conversation, src.Main())
	err = source.Read(ctx, src, feed, led, func(rec *transcript.Record) error {
		b.Add(rec)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return b.Conversation(), nil
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

// read takes a unit from its files to a digest and verdicts on its drafts.
func (r *run) read(ctx context.Context, w *worker, u *unit) error {
	var led transcript.Ledger
	c, err := r.conversation(ctx, w, &u.src, &led)
	if err != nil {
		return err
	}
	drafts, err := r.cut(ctx, u, c)
	if err != nil {
		return fmt.Errorf("cut %s: %w", u.src.Conversation, err)
	}
	// While the rest is read only the binary form is kept: small, and nothing in
	// it for the collector to follow.
	if u.blob, err = digest.New(c, drafts).MarshalBinary(); err != nil {
		return fmt.Errorf("read %s: %w", u.src.Conversation, err)
	}
	u.counts = countsOf(&led)
	u.fresh = true
	if r.Aside > 0 || r.optedOut(u.src.Person, c.CWDs) {
		return nil
	}
	u.drafts = make([]fact.Verdict, len(drafts))
	for i := range drafts {
		v, err := r.verdict(ctx, &drafts[i], u.src.Conversation)
		if err != nil {
			return err
		}
		u.drafts[i] = v
	}
	return nil
}

// place says whose a digest is and where it lies.
func (r *run) place(u *unit) {
	u.digest.Person = u.src.Person
	key := r.repos.Of(u.digest.CWDs)
	u.digest.Repo = fact.Repo{Key: key, Name: source.RepositoryName(key)}
}

// verdict asks the judge about one draft, enforces the rules on what it says, lets
// the fallback stand in where it says nothing, and sees to it that there is a title.
func (r *run) verdict(ctx context.Context, d *conversation.Draft, conv string) (fact.Verdict, error) {
	v, err := r.ask(ctx, r.Judge, false, d, conv)
	if err != nil {
		return v, err
	}
	return r.complete(ctx, v, d, conv)
}

// complete adds what others than the judge say of a draft.
func (r *run) complete(ctx context.Context, v fact.Verdict, d *conversation.Draft, conv string) (fact.Verdict, error) {
	if r.Fallback != nil && unanswered(&v) {
		return r.ask(ctx, r.Fallback, true, d, conv)
	}
	if r.Titles == nil || !v.Title.IsZero() {
		return v, nil
	}
	t, err := r.ask(ctx, r.Titles, false, d, conv)
	if err != nil {
		return v, err
	}
	v.Title, v.TitleStage = t.Title, fact.TitleHeuristic
	if v.Summary.IsZero() {
		v.Summary = t.Summary
	}
	return v, nil
}

// unanswered reports whether a verdict says only that there is none.
func unanswered(v *fact.Verdict) bool {
	return v.Status == fact.JudgePending || v.Status == fact.JudgeError
}

func (r *run) ask(ctx context.Context, j judge.Judge, fallback bool, d *conversation.Draft, conv string) (fact.Verdict, error) {
	meta := judge.Meta{Judge: j.Name(), Version: j.Version(), At: r.Now, Fallback: fallback}
	op, err := j.Judge(ctx, d)
	if err != nil {
		if v, ok := judge.Unjudged(err, meta); ok {
			return v, nil
		}
		return fact.Verdict{}, fmt.Errorf("judge %s: %w", conv, err)
	}
	scope := r.Redactor.Session(conv + "/" + strconv.Itoa(d.First))
	return judge.Enforce(op, d, scope, meta), nil
}

func countsOf(led *transcript.Ledger) store.Counts {
	c := store.Counts{Lines: led.Lines, Bytes: led.Bytes, UnknownTypes: led.Unknown, Troubles: led.Troubles}
	if len(led.Skipped) > 0 {
		c.Skipped = make(map[string]int, len(led.Skipped))
		for why, n := range led.Skipped {
			c.Skipped[string(why)] = n
		}
	}
	return c
}
