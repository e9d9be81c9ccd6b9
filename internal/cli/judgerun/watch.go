package judgerun

import (
	"context"
	"fmt"
	"sync"
	"time"

	"prism/internal/cli/job"
	"prism/internal/cli/view"
	"prism/internal/judge/llm"
	"prism/internal/model"
	"prism/internal/model/runner"
	"prism/internal/phrase"
)

// ModelClient is what answers questions.
type ModelClient = model.Client

// watched is a client that shows how far a run got, and what it cost so far.
type watched struct {
	p    *job.Program
	next *runner.Runner
	due  llm.Due

	mu   sync.Mutex
	done int
	last time.Time
}

func (a *Run) watch(due llm.Due, next *runner.Runner) *watched {
	w := &watched{p: a.Program, next: next, due: due}
	w.tell()
	return w
}

// Complete implements model.Client.
func (w *watched) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	res, err := w.next.Complete(ctx, r)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done++
	if now := w.p.Now(); now.Sub(w.last) > job.ProgressEvery {
		w.last = now
		w.tell()
	}
	return res, err
}

// tell shows how far it is.
func (w *watched) tell() {
	w.p.Notes.Status(fmt.Sprintf("asked %d of about %s, %s so far", w.done, phrase.Count(w.due.Questions, "question", "questions"), w.spent()))
}

// spent is what the run cost so far, as far as that is known.
func (w *watched) spent() string {
	s := w.next.Spend()
	if s.USD == 0 && w.due.Unpriced > 0 {
		return phrase.Amount(s.Tokens.Total()) + " tokens"
	}
	return view.USD(s.USD)
}

func (w *watched) clear() { w.p.Notes.Status("") }
