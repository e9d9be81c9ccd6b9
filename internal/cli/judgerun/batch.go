package judgerun

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/model"
	"prism/internal/model/anthropic"
	"prism/internal/model/batch"
	"prism/internal/phrase"
	"prism/internal/pipeline"
	"prism/internal/pipeline/alone"
	"prism/internal/price"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/store/rows"
)

// open returns the questions that nobody has answered yet: one for each session
// that waits. The second question of a session is due when its first is answered.
func (a *Run) open(ctx context.Context) (*job.Library, map[string]llm.Question, error) {
	return a.openBy(ctx, a.Run)
}

// openBy does it for a way of reading of its own.
func (a *Run) openBy(ctx context.Context, read func(context.Context, pipeline.Options) (*job.Library, error)) (*job.Library, map[string]llm.Question, error) {
	due := make(map[string]llm.Question)
	found := make(chan llm.Question)
	done := make(chan struct{})
	go func() {
		for q := range found {
			due[q.ID] = q
		}
		close(done)
	}()
	judge := llm.Judging(a.Proto, llm.Options{Memory: a.Mem, Clock: a.Program.Now, Due: func(q llm.Question) { found <- q }})
	opts := a.Opts
	opts.Judging.Judge, opts.Judging.Again = judge, true
	if a.Job.Cfg.Text("fallback") == "offline" {
		opts.Judging.StandIn = a.Opts.Judging.Judge
	}
	err := a.CutBy(&opts, judge)
	var l *job.Library
	if err == nil {
		l, err = read(ctx, opts)
	}
	close(found)
	<-done
	return l, due, err
}

// openAlone returns the questions of the library's transcripts where each is read alone,
// as `prism eval` reads it and as an export of one file does: a conversation that goes on
// in another, or is merged with it, asks something else there than among the others.
func (a *Run) openAlone(ctx context.Context, l *job.Library) (map[string]llm.Question, error) {
	seen := map[string]bool{}
	for s, err := range l.Each(ctx, store.Filter{}, store.Order{}) {
		if err != nil {
			return nil, err
		}
		for _, part := range s.Parts {
			if !s.SourceGone {
				seen[part.File] = true
			}
		}
	}
	files := slices.Sorted(maps.Keys(seen))
	_, due, err := a.openBy(ctx, func(ctx context.Context, opts pipeline.Options) (*job.Library, error) {
		opts.Progress, opts.Judging.PeopleOnly, opts.Cutting.PeopleOnly = nil, false, false
		each := func(int) pipeline.Options {
			own := opts
			own.Store = memory.New() // what is read here is not kept, answers are
			return own
		}
		_, err := alone.Read(ctx, files, a.Job.Parallel(), each, nil)
		return nil, err
	})
	return due, err
}

// take keeps the answer of a batch, which was paid, whatever it says; at half the
// price.
func (a *Run) take(ctx context.Context, q llm.Question, res model.Response) (fact.Call, error) {
	answer := a.Proto.Receive(q.Ask, res, a.Program.Now())
	if answer.Call.Cost != nil {
		cost := *answer.Call.Cost / 2
		answer.Call.Cost = &cost
	}
	return answer.Call, a.Mem.Keep(ctx, answer)
}

// batchAsker asks by message batches, in as many rounds as it takes. A batch that
// an earlier run handed in is taken up before anything is sent.
func batchAsker(p *job.Program, yes, wait bool) func(context.Context, *Run) (*job.Library, error) {
	return func(ctx context.Context, a *Run) (*job.Library, error) {
		db, ok := a.Mem.(*lasting)
		if !ok {
			return nil, errors.New("a batch needs the store: its answers come later")
		}
		client, err := anthropic.New(anthropicOptions(p, a.Job.Cfg.Text("base_url")))
		if err != nil {
			return nil, &job.Failure{Code: job.CodeUnavailable, Err: err}
		}
		defer client.Close()
		prices, _ := a.Opts.Prices.(*price.Table)
		b := &batcher{
			Run: a, db: db.Store, service: client.Batches(), wait: wait,
			purse: batchBudget{limit: a.Job.MaxCost(), price: prices.Cost, booked: map[string]float64{}},
		}
		for round := 0; ; round++ {
			left, err := b.takeIn(ctx)
			if err != nil {
				return nil, err
			}
			l, due, err := a.open(ctx)
			if err != nil {
				return nil, err
			}
			if left > 0 || len(due) == 0 {
				return l, b.tell(ctx, l, left)
			}
			if round == 0 && !b.agreed(ctx, yes) {
				return l, b.tell(ctx, l, 0)
			}
			if round == maxRounds {
				return l, b.tell(ctx, l, 0)
			}
			handed, err := b.submit(ctx, due)
			if err != nil {
				return nil, err
			}
			if handed == 0 {
				b.Program.Warn("the cap on cost leaves no room for another question")
				return l, b.tell(ctx, l, 0)
			}
			if !wait {
				return l, b.tell(ctx, l, 1)
			}
		}
	}
}

// maxRounds bounds how often a run hands in a batch: three questions in a row (where
// a session begins, rubric, outcome), each put once more where its answer could not
// be used.
const maxRounds = 6

type batcher struct {
	*Run
	db      *rows.Store
	service batch.Service
	wait    bool
	purse   batchBudget
}

func (b *batcher) agreed(ctx context.Context, yes bool) bool {
	due, err := b.Census(ctx)
	if err != nil {
		return false
	}
	due.USD /= 2 // the price of a batch
	return b.keepsCap(due) && b.Run.agreed(due, yes)
}

// submit hands in the questions, as many as the cap on cost has room for, in as many
// batches as they need. That one is
// about to be handed in is written down first, so that a run killed in between
// finds it again by its ids.
func (b *batcher) submit(ctx context.Context, due map[string]llm.Question) (handed int, err error) {
	var items []batch.Item
	for id, q := range due {
		items = append(items, batch.Item{ID: id, Request: q.Request})
	}
	chunks, err := batch.Chunks(b.purse.fits(items, b.Program.Now()), anthropic.Format{})
	if err != nil {
		return handed, err
	}
	for _, chunk := range chunks {
		now := b.Program.Now()
		intent := store.Batch{ID: fmt.Sprintf("%s%d", handingIn, now.UnixNano()), Judge: b.Proto.Name(), Submitted: now}
		if err := b.db.SetBatch(ctx, intent); err != nil {
			return handed, err
		}
		id, err := b.service.Submit(ctx, chunk)
		if err != nil {
			return handed, &job.Failure{Code: job.CodeUnavailable, Err: err, Hint: "What was handed in is taken up by the next run."}
		}
		if err := b.db.SetBatch(ctx, store.Batch{ID: id, Judge: b.Proto.Name(), Submitted: now}); err != nil {
			return handed, err
		}
		if err := b.db.EndBatch(ctx, intent.ID); err != nil {
			return handed, err
		}
		handed += len(chunk)
		b.Program.Say(fmt.Sprintf("Batch %s: %s handed in.", id, phrase.Count(len(chunk), "question", "questions")))
	}
	return handed, nil
}

// handingIn begins the name of a batch whose id is not known yet.
const handingIn = "handing-in-"

// takeIn takes in the answers of batches that are out, waiting for them if asked
// to, and returns how many are still out.
func (b *batcher) takeIn(ctx context.Context) (left int, err error) {
	out, err := b.db.Batches(ctx, b.Proto.Name())
	if err != nil || len(out) == 0 {
		return 0, err
	}
	_, due, err := b.open(ctx)
	if err != nil {
		return 0, err
	}
	for _, one := range out {
		id := one.ID
		if len(id) > len(handingIn) && id[:len(handingIn)] == handingIn {
			ids := make(map[string]bool, len(due))
			for q := range due {
				ids[q] = true
			}
			if id, _, err = batch.Adopt(ctx, b.service, one.Submitted, ids); err != nil {
				return 0, &job.Failure{Code: job.CodeUnavailable, Err: err}
			}
			if err := b.db.EndBatch(ctx, one.ID); err != nil {
				return 0, err
			}
			if id == "" {
				continue // it never arrived
			}
			if err := b.db.SetBatch(ctx, store.Batch{ID: id, Judge: one.Judge, Submitted: one.Submitted}); err != nil {
				return 0, err
			}
		}
		ended, err := b.ended(ctx, id)
		if err != nil {
			return 0, err
		}
		if !ended {
			left++
			continue
		}
		if err := b.answers(ctx, id, due); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// ended reports whether a batch has its results, after waiting if asked to.
func (b *batcher) ended(ctx context.Context, id string) (bool, error) {
	var st batch.Status
	var err error
	if b.wait {
		last := time.Time{}
		st, err = batch.Wait(ctx, b.service, id, batch.Pace{Sleep: b.Program.Sleep, Each: func(s batch.Status) {
			if now := b.Program.Now(); now.Sub(last) > time.Minute {
				last = now
				b.Program.Say(fmt.Sprintf("Batch %s: %d of %d answered.", id, s.Succeeded+s.Errored, s.Total()))
			}
		}})
	} else {
		st, err = b.service.Status(ctx, id)
	}
	if err != nil {
		return false, &job.Failure{Code: job.CodeUnavailable, Err: err, Hint: "Run it again: the batch is remembered."}
	}
	return st.Ended, nil
}

// answers takes in the answers of one batch. Those that failed are asked again in
// the next round.
func (b *batcher) answers(ctx context.Context, id string, due map[string]llm.Question) error {
	taken, failed, useless := 0, 0, 0
	for a, err := range b.service.Results(ctx, id) {
		if err != nil {
			return &job.Failure{Code: job.CodeUnavailable, Err: err, Hint: "Run it again: the batch is remembered."}
		}
		q, ok := due[a.ID]
		switch {
		case a.Err != nil:
			b.purse.charged(a.ID, new(float64)) // what failed in a batch is not charged
			failed++
		case ok:
			call, err := b.take(ctx, q, a.Response)
			if err != nil {
				return err
			}
			b.purse.charged(a.ID, call.Cost)
			if call.Outcome == fact.CallMalformed {
				useless++
			} else {
				taken++
			}
		}
	}
	text := fmt.Sprintf("Batch %s: %s taken in, %d failed", id, phrase.Count(taken, "answer", "answers"), failed)
	if useless > 0 {
		text += fmt.Sprintf(", %d not of the form that was asked for", useless)
	}
	b.Program.Say(text + ".")
	return b.db.EndBatch(ctx, id)
}

// tell says how the run ends.
func (b *batcher) tell(ctx context.Context, l *job.Library, left int) error {
	if left > 0 {
		if _, err := b.TellOpen(ctx, l); err != nil {
			return err
		}
		b.Program.Notes.Line("A batch is still out; run the same again to take it in.")
		b.Program.Code = job.CodeUnavailable
		return nil
	}
	return b.Run.tell(ctx, l, llm.Judging(b.Proto, llm.Options{}))
}
