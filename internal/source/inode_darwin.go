package source

import (
	"io/fs"
	"syscall"
)

// inode tells one file from another that took its place, and when it was last
// touched in any way, in nanoseconds since 1970.
func inode(info fs.FileInfo) (number uint64, changed int64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ino, st.Ctimespec.Nano()
	}
	return 0, 0
}
