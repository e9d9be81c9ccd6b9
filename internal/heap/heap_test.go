package heap

import (
	"testing"
	"time"
)

// However much is alive, there is room for garbage, of which there may be more the
// longer it takes to find; small heaps stay small, and large ones below what the whole
// program may take, as long as what is alive does.
func TestMemoryLimitLeavesRoom(t *testing.T) {
	for _, widest := range []int64{memoryWide, memoryServed} {
		leavesRoom(t, widest)
	}
}

func leavesRoom(t *testing.T, widest int64) {
	t.Helper()
	before := int64(0)
	for live := int64(0); live < 1<<30; live += 1 << 20 {
		limit := limitFor(uint64(live), uint64(live), widest)
		if limit < before {
			t.Fatalf("%d MB alive: the limit falls to %d MB", live>>20, limit>>20)
		}
		before = limit
		if room := limit - live; room < live/2 || room < memoryTarget/4 {
			t.Errorf("%d MB alive: %d MB of room", live>>20, room>>20)
		}
		if live <= memoryTarget/2 && limit != memoryTarget {
			t.Errorf("%d MB alive: a limit of %d MB", live>>20, limit>>20)
		}
		if widest == memoryWide && live >= 100<<20 && live <= 180<<20 && limit < 2*live {
			t.Errorf("%d MB alive: a limit of %d MB", live>>20, limit>>20)
		}
		if live <= widest/8*4 && limit > widest {
			t.Errorf("%d MB alive: a limit of %d MB", live>>20, limit>>20)
		}
	}
}

// What is alive for a moment lets the heap grow by half of it, what stays by twice as much.
func TestMemoryLimitGoesByWhatLasts(t *testing.T) {
	const mb = 1 << 20
	var alive recent
	limit := func(live uint64) int64 { return limitFor(live, alive.least(live), memoryWide) / mb }
	for range lasting {
		limit(40 * mb)
	}
	if got := limit(100 * mb); got != (150*mb+memoryTarget/4)/mb {
		t.Errorf("once: %d MB", got)
	}
	if got := limit(40 * mb); got > 80 {
		t.Errorf("once it is no more: %d MB", got)
	}
	for range lasting - 1 {
		limit(100 * mb)
	}
	if got := limit(100 * mb); got < 200 {
		t.Errorf("where it stays: %d MB", got)
	}
}

// The first time is one interval after the first question, so that a short run never
// comes to it; a late question makes up for nothing.
func TestDueFromTimeToTime(t *testing.T) {
	var e every
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		after time.Duration
		due   bool
	}{{0, false}, {900 * time.Millisecond, false}, {time.Second, true}, {1500 * time.Millisecond, false}, {5 * time.Second, true}, {5500 * time.Millisecond, false}} {
		if got := e.due(at.Add(x.after), time.Second); got != x.due {
			t.Errorf("after %v: %v", x.after, got)
		}
	}
}
