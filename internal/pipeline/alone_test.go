package pipeline_test

import (
	"context"
	"errors"
	"testing"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/pipeline"
	"prism/internal/pipeline/alone"
	"prism/internal/store/memory"
	"prism/internal/trap"
)

// Each file's answer is that of a run over it and nothing else, whatever the
// number of workers.
func TestAloneReadsEachFileAsIfThereWereNoOther(t *testing.T) {
	files := transcripts(t, samples(t))
	base := options(t)
	for _, workers := range []int{0, 1, 8} {
		told := make([]bool, len(files))
		got, err := alone.Read(context.Background(), files, workers, func(int) pipeline.Options { o := base; o.Store = memory.New(); return o }, func(i int) { told[i] = true })
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range files {
			want := run(t, options(t, f))
			if len(got[i].Sessions) != len(want.Sessions) || !told[i] {
				t.Fatalf("%d workers, %s: %d sessions, alone %d; told: %v", workers, f, len(got[i].Sessions), len(want.Sessions), told[i])
			}
			for k := range want.Sessions {
				if got[i].Sessions[k].ID != want.Sessions[k].ID || got[i].Sessions[k].Verdict.Confidence != want.Sessions[k].Verdict.Confidence {
					t.Errorf("%s: session %d differs", f, k)
				}
			}
		}
	}
	if got, err := alone.Read(context.Background(), nil, 2, nil, nil); err != nil || len(got) != 0 {
		t.Errorf("no files: %v, %v", got, err)
	}
}

// fails is a judge that cannot.
type fails struct{}

var errCannot = errors.New("cannot")

func (fails) Name() string    { return "fails" }
func (fails) Version() string { return "1" }
func (fails) Judge(context.Context, *conversation.Draft) (judge.Opinion, error) {
	return judge.Opinion{}, errCannot
}

func TestAloneEndsAtTheFirstError(t *testing.T) {
	files := transcripts(t, samples(t))
	base := options(t)
	base.Judging.Judge = fails{}
	if _, err := alone.Read(context.Background(), files, 2, func(int) pipeline.Options { o := base; o.Store = memory.New(); return o }, nil); !errors.Is(err, errCannot) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := alone.Read(ctx, files, 2, func(int) pipeline.Options { return options(t) }, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// loads is a judge over whose words the program fails.
type loads struct{ fails }

func (loads) Load() { panic("of words") }

func (loads) Judge(context.Context, *conversation.Draft) (judge.Opinion, error) { panic("of words") }

// A panic while a judge gets ready, or where files are read by themselves, does not end the
// program.
func TestPanicsAreErrors(t *testing.T) {
	dir := samples(t)
	o := options(t, dir)
	o.Judging.Judge = loads{}
	o.Store = memory.New()
	if _, err := pipeline.Update(t.Context(), o); err != nil {
		t.Errorf("poison is left, and the run ends on %v", err)
	}
	var p *trap.Panic
	if _, err := alone.Read(t.Context(), transcripts(t, dir), 2, func(int) pipeline.Options { panic("of words") }, nil); !errors.As(err, &p) {
		t.Errorf("files by themselves end on %v", err)
	}
}
