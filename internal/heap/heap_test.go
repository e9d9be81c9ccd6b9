package heap

import "testing"

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
		limit := limitFor(uint64(live), widest)
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
