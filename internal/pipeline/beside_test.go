package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/pipeline"
	"prism/internal/store/memory"
)

// cuts is a tracker that cuts before every turn.
type cuts struct{}

func (cuts) Version() string { return "cuts-1" }

func (cuts) Shifts(_ context.Context, turns []conversation.Turn) (out []conversation.Shift, _ error) {
	for i := range turns {
		if i > 0 {
			out = append(out, conversation.Shift{Turn: i, Probability: 1, Why: "always"})
		}
	}
	return out, nil
}

// observed is a judge of whom somebody sees what it is asked.
type observed struct {
	by  judge.Judge
	see func(d *conversation.Draft)
}

func (o observed) Name() string    { return o.by.Name() }
func (o observed) Version() string { return o.by.Version() }

func (o observed) Judge(ctx context.Context, d *conversation.Draft) (judge.Opinion, error) {
	o.see(d)
	return o.by.Judge(ctx, d)
}

// goals writes one transcript of so many turns, each of them another goal.
func goals(t *testing.T, turns int) string {
	t.Helper()
	const id = "0b0b0b0b-0000-4000-8000-000000000001"
	dir := filepath.Join(t.TempDir(), "projects", "-p")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	parent := "null"
	line := func(n int, kind, message string) {
		fmt.Fprintf(&b, `{"parentUuid":%s,"sessionId":%q,"cwd":"/p","type":%q,"uuid":"u%d","timestamp":"2026-03-02T09:%02d:00.000Z","message":%s}`+"\n", parent, id, kind, n, n, message)
		parent = fmt.Sprintf(`"u%d"`, n)
	}
	for n := range turns {
		line(2*n, "user", fmt.Sprintf(`{"role":"user","content":"Explain part %d of the cache"}`, n))
		line(2*n+1, "assistant", fmt.Sprintf(`{"id":"m%d","role":"assistant","model":"claude-opus-4-1","content":[{"type":"text","text":"Part %d of the cache keeps what was asked for last, as far as it has room."}],"usage":{"input_tokens":1000,"output_tokens":50}}`, n, n))
	}
	if err := os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(dir)
}

// What one file holds is judged side by side where there are workers without a file of their
// own, to the same end and in the same order as one after the other.
func TestOneFileIsJudgedSideBySide(t *testing.T) {
	const turns, workers = 12, 4
	dir := goals(t, turns)
	answer := func(workers, together int) (list []string) {
		o := options(t, dir)
		var mu sync.Mutex
		now, most := 0, 0
		met := make(chan struct{})
		all := sync.OnceFunc(func() { close(met) })
		o.Workers, o.Cutting.Tracker = workers, cuts{}
		o.Judging.Judge = observed{o.Judging.Judge, func(*conversation.Draft) {
			mu.Lock()
			now++
			if most = max(most, now); now == together {
				all()
			}
			mu.Unlock()
			select {
			case <-met:
			case <-time.After(10 * time.Second):
				all() // they never meet: the others need not wait for it
			}
			mu.Lock()
			now--
			mu.Unlock()
		}}
		for _, s := range run(t, o).Sessions {
			b, err := json.Marshal(s.Verdict)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s.ID+string(b))
		}
		if most != together || len(list) != turns {
			t.Errorf("of %d workers %d judge at once; %d sessions", workers, most, len(list))
		}
		return list
	}
	if d := cmp.Diff(answer(1, 1), answer(workers, workers)); d != "" {
		t.Error(d)
	}
}

// A panic over one of the goals that a file holds is poison of that file, whoever met it,
// and what it was about is not told.
func TestAPanicSideBySideIsPoison(t *testing.T) {
	dir := goals(t, 6)
	o := options(t, dir)
	var told []pipeline.Poison
	o.Poison = func(p pipeline.Poison) { told = append(told, p) }
	o.Workers, o.Cutting.Tracker, o.Store = 4, cuts{}, memory.New()
	o.Judging.Judge = observed{o.Judging.Judge, func(d *conversation.Draft) {
		if d.First == 5 {
			panic(d.Turns[0].Prompt)
		}
	}}
	if _, err := pipeline.Update(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || !strings.HasPrefix(told[0].Err.Where, "pipeline_test.") || strings.Contains(told[0].Err.Error(), "cache") {
		t.Errorf("poison: %v", told)
	}
}
