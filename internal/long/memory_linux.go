package long

import "syscall"

// Memory is a folder in memory with room for clusters and stores, "" where there is none: each
// database is some three hundred files, which a disk takes five to ten times as long to
// make as memory does, and no cluster is to outlive the machine.
func Memory() string {
	const (
		folder = "/dev/shm"
		tmpfs  = 0x01021994 // its magic number
		room   = 4 << 30    // several packages' clusters at once, each with logs of up to 1 GB
	)
	var fs syscall.Statfs_t
	if syscall.Statfs(folder, &fs) != nil || int64(fs.Type) != tmpfs || syscall.Access(folder, 7) != nil { //nolint:unconvert // 32 bits on some
		return ""
	}
	if fs.Bavail*uint64(fs.Bsize) < room {
		return ""
	}
	return folder
}
