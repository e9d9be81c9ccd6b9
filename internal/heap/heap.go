// Package heap sets the collector and the kernel for this program's kind of work: much is
// read, little is kept. It promises bounds on memory that hold for what is alive, and a heap
// that costs few page faults; what the program answers does not rest on it.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"time"
)

const (
	// memoryTarget is the heap, in bytes, above which the collector works harder
	// instead of letting garbage pile up: with it a cold run over 280 MB of transcripts
	// peaks at 87 MB; with 54 it is 5 MB less and takes 2 % more of the processors.
	memoryTarget = 62 << 20
	// memoryWide is as far as a heap with much that is alive is let grow for the
	// collector's ease: with a hundred thousand files 170 MB are, and with half as much
	// for garbage a fifth of the time went into collecting. The program is to stay below
	// 512 MB.
	memoryWide = 384 << 20
	// memoryServed is the same of a server, which is to stay below 300 MB under any load:
	// what is alive there passes, and a heap that was let grow for it stays as large.
	memoryServed = 160 << 20
	// ownEvery is how often the pages of the program's own file are given back, from then
	// on after the start: 37 MB of them come to be resident, and 20 are in use. It takes
	// as long as it does without, and a command of a moment does not come to it.
	ownEvery = 120 * time.Millisecond
	// lasting is for how many cycles of the collector something has to be alive for the
	// heap to be let grow for ease over it.
	lasting = 6
	// gcPercent lets small runs, which stay far below the target, collect less often.
	gcPercent = 200
)

// Tune sets the collector for this program's kind of work, which args tell, and has large
// pages for what is no server and no question for the version. It is for main: it changes
// the process. Values that the person set in the environment win.
func Tune(args, env []string) {
	wide, served := int64(memoryWide), slices.Contains(args, "serve")
	if served {
		wide = memoryServed
	}
	set := func(name string) bool {
		return slices.ContainsFunc(env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	}
	limited := set("GOMEMLIMIT")
	if !limited {
		debug.SetMemoryLimit(memoryTarget)
	}
	var own every
	var alive recent
	afterEachCycle(func() {
		if !limited {
			live := liveHeap()
			debug.SetMemoryLimit(limitFor(live, alive.least(live), wide))
		}
		if !served && own.due(time.Now(), ownEvery) {
			giveBackOwn()
		}
	})
	if !set("GOGC") {
		debug.SetGCPercent(gcPercent)
	}
	if !served && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		largePages()
	}
}

// every tells when something is due that is to be done from time to time.
type every struct{ last time.Time }

// due reports whether so long has gone by since it was due last, or was asked first.
func (e *every) due(now time.Time, after time.Duration) bool {
	if e.last.IsZero() {
		e.last = now
	}
	if now.Sub(e.last) < after {
		return false
	}
	e.last = now
	return true
}

// limitFor is the limit for so many bytes that are alive: where they alone come near
// the target, the collector would else run without end and free nothing. Each cycle
// follows all that is alive, so the more that is, the more garbage it waits for, up to
// twice as much. That begins at five sixths of the target, so that a file costs the same
// among twenty thousand as among ten, and goes by what lasts: what is alive for a moment
// only (a save, a large repository, what was made while the collector looked) lets the
// heap grow no more than that takes. widest bounds what is given for ease alone.
func limitFor(live, lasts uint64, widest int64) int64 {
	tight := int64(live)*3/2 + memoryTarget/4
	wide := int64(lasts)*3 - memoryTarget
	return max(memoryTarget, tight, min(wide, widest))
}

// recent is what was alive after each of the last cycles, in bytes; the latest of them is
// written over the oldest.
type recent struct {
	live [lasting]uint64
	next int
}

// least takes one more, and is the least of them.
func (r *recent) least(live uint64) uint64 {
	r.live[r.next] = live
	r.next = (r.next + 1) % lasting
	return slices.Min(r.live[:])
}

// liveHeap is what the last cycle of the collector found alive, in bytes.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}

// afterEachCycle calls do after each cycle of the collector.
func afterEachCycle(do func()) {
	runtime.AddCleanup(new([64]byte), func(do func()) {
		do()
		afterEachCycle(do)
	}, do)
}
