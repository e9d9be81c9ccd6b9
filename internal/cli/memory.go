package cli

import (
	"runtime/debug"
	"slices"
	"strings"
)

const (
	// memoryTarget is the heap, in bytes, above which the collector works harder
	// instead of letting garbage pile up: with it the process stays below 150 MB
	// on corpora of several GB (docs/performance.md).
	memoryTarget = 96 << 20
	// gcPercent lets small runs, which stay far below the target, collect less often.
	gcPercent = 200
)

// Tune sets the collector for this program's kind of work. It is for main: it
// changes the process. Values that the person set in the environment win.
func Tune(env []string) {
	set := func(name string) bool {
		return slices.ContainsFunc(env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	}
	if !set("GOMEMLIMIT") {
		debug.SetMemoryLimit(memoryTarget)
	}
	if !set("GOGC") {
		debug.SetGCPercent(gcPercent)
	}
}
