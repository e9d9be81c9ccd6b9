package cli

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"prism/internal/judge/llm"
	"prism/internal/model"
	"prism/internal/model/runner"
	"prism/internal/phrase"
)

// modelClient is what answers questions.
type modelClient = model.Client

// watched is a client that shows how far a run got, and what it cost so far.
type watched struct {
	p    *program
	next *runner.Runner
	due  llm.Due

	mu    sync.Mutex
	done  int
	last  time.Time
	shown bool
}

func (a *asking) watch(due llm.Due, next *runner.Runner) *watched {
	return &watched{p: a.p, next: next, due: due}
}

// Complete implements model.Client.
func (w *watched) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	res, err := w.next.Complete(ctx, r)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done++
	if now := w.p.now(); w.p.notes.Terminal() && now.Sub(w.last) > progressEvery {
		w.last, w.shown = now, true
		spend := w.next.Spend()
		w.p.notes.Raw(fmt.Sprintf("\rasked %d of about %s, %s so far   ", w.done, phrase.Count(w.due.Questions, "question", "questions"), usd(spend.USD)))
	}
	return res, err
}

func (w *watched) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.shown {
		w.p.notes.Raw("\r" + strings.Repeat(" ", min(max(w.p.notes.Width()-1, 0), 78)) + "\r")
	}
}
