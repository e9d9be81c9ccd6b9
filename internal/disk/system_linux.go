package disk

import (
	"os"
	"slices"
	"syscall"
)

// systemFiles are the file systems by which the kernel shows itself, as statfs(2) names
// them: proc, sysfs, debugfs, tracefs, securityfs, pstore, both cgroups, bpf.
var systemFiles = [...]int64{0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673, 0x6165676c, 0x27e0eb, 0x63677270, 0xcafe4a11}

// ofSystem reports whether a file is one by which the kernel shows itself. Such files
// call themselves regular; some of them wait for what has not happened yet (kmsg,
// trace_pipe), some have no end (pagemap).
func ofSystem(f *os.File) bool {
	raw, err := f.SyscallConn() // Fd would have the file wait
	if err != nil {
		return false
	}
	var s syscall.Statfs_t
	failed := raw.Control(func(fd uintptr) { err = syscall.Fstatfs(int(fd), &s) })
	return failed == nil && err == nil && slices.Contains(systemFiles[:], int64(s.Type)&0xffffffff) //nolint:unconvert // 32 bits wide on some processors
}
