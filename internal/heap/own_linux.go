package heap

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// giveBackOwn gives the pages of the program's own file back to the system, as it is told
// where they lie. They stay in the system's cache of the file, so one that is needed is
// there again at its next use, some sixteen with it; what was only used at the beginning
// (words and weights as they are read, set-up, code of steps that are done) is not.
func giveBackOwn() {
	told, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return // a kernel, or a sandbox, that does not tell
	}
	for _, m := range unwritten(string(told)) {
		// The raw call: these addresses are none of Go's, and no value points to them.
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, syscall.MADV_DONTNEED)
	}
}

// stretch is a stretch of addresses.
type stretch struct{ from, to uintptr }

// unwritten finds those that are mapped of a file, cannot be written to and hold nothing
// but what stands there: pages that a loader changed before it locked them would be lost.
func unwritten(smaps string) (list []stretch) {
	var at stretch
	candidate := false
	for line := range strings.Lines(smaps) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if from, to, ok := strings.Cut(fields[0], "-"); ok && len(fields) >= 5 {
			a, errA := strconv.ParseUint(from, 16, 64)
			z, errZ := strconv.ParseUint(to, 16, 64)
			at = stretch{uintptr(a), uintptr(z)}
			candidate = errA == nil && errZ == nil && a < z && onlyRead(fields[1]) && len(fields) >= 6 && strings.HasPrefix(fields[5], "/")
			continue
		}
		if candidate && fields[0] == "Anonymous:" {
			if len(fields) > 1 && fields[1] == "0" {
				list = append(list, at)
			}
			candidate = false
		}
	}
	return list
}

// onlyRead reports whether a mapping with such permissions is the process's own and may not
// be written to.
func onlyRead(permissions string) bool {
	return strings.HasPrefix(permissions, "r-") && strings.HasSuffix(permissions, "p")
}
