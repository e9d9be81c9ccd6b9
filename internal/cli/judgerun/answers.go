package judgerun

import (
	"context"
	"sync"

	"prism/internal/fact"
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
