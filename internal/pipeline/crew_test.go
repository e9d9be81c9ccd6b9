package pipeline

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// While others need the processors one works by itself, on all that there is; then the
// others come back to it, or see that nothing is left.
func TestACrewLeavesRoom(t *testing.T) {
	for name, test := range map[string]struct {
		sparing func(time.Duration) bool // by how long the work goes on
		takes   time.Duration
	}{
		"nobody reads":      {func(time.Duration) bool { return false }, 5 * time.Second},
		"somebody does":     {func(time.Duration) bool { return true }, 10 * time.Second},
		"and then nobody":   {func(d time.Duration) bool { return d < 4*time.Second }, 7 * time.Second},
		"and then somebody": {func(d time.Duration) bool { return d > 3500*time.Millisecond }, 6 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			var done atomic.Int32
			c := crew{size: 2, sparing: func() bool { return test.sparing(time.Since(began)) }}
			err := parallel(t.Context(), c, 10, func(context.Context, *worker, int) error {
				time.Sleep(time.Second)
				done.Add(1)
				return nil
			})
			if took := time.Since(began); err != nil || done.Load() != 10 || took < test.takes || took > test.takes+2*pause {
				t.Errorf("%s: %d were done in %v (%v)", name, done.Load(), took, err)
			}
		})
	}
}

// Who waits goes when the update is given up.
func TestACrewThatWaitsIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		err := parallel(ctx, crew{size: 2, sparing: func() bool { return true }}, 10, func(ctx context.Context, _ *worker, _ int) error {
			<-ctx.Done()
			return ctx.Err()
		})
		if took := time.Since(began); err == nil || took != time.Second {
			t.Errorf("it ends after %v (%v)", took, err)
		}
	})
}

// Between any two pieces of their work, all of a crew let others go first.
func TestACrewYields(t *testing.T) {
	var yields, done atomic.Int32
	c := crew{size: 2, yield: func(context.Context) { yields.Add(1) }}
	err := parallel(t.Context(), c, 10, func(context.Context, *worker, int) error {
		if yields.Load() <= done.Load() {
			t.Error("nobody was let go first")
		}
		done.Add(1)
		return nil
	})
	if err != nil || done.Load() != 10 {
		t.Error(done.Load(), err)
	}
}
