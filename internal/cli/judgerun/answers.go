package judgerun

import (
	"context"
	"errors"
	"sync"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/rows"
)

// RunMemory keeps answers for one run only: without a store, the second question
// of a session must still find the answer to its first.
type RunMemory struct {
	mu   sync.Mutex
	kept map[string]fact.Answer
}

// NewRunMemory makes an empty one.
func NewRunMemory() *RunMemory { return &RunMemory{kept: make(map[string]fact.Answer)} }

// Recall implements llm.Memory.
func (m *RunMemory) Recall(_ context.Context, question string) (fact.Answer, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.kept[question]
	return a, ok, nil
}

// Keep implements llm.Memory.
func (m *RunMemory) Keep(_ context.Context, a fact.Answer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.kept[a.Call.Question]; !ok {
		m.kept[a.Call.Question] = a
	}
	return nil
}

// lasting keeps answers in the store. Where that keeps nothing more of this run,
// because something was forgotten meanwhile, it keeps them for the run.
type lasting struct {
	*rows.Store
	run *RunMemory
}

// Recall implements llm.Memory.
func (m *lasting) Recall(ctx context.Context, question string) (fact.Answer, bool, error) {
	if a, ok, err := m.run.Recall(ctx, question); ok || err != nil {
		return a, ok, err
	}
	return m.Store.Recall(ctx, question)
}

// Keep implements llm.Memory.
func (m *lasting) Keep(ctx context.Context, a fact.Answer) error {
	err := m.Store.Keep(ctx, a)
	if errors.Is(err, store.ErrForgotten) {
		return m.run.Keep(ctx, a)
	}
	return err
}
