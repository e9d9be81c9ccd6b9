//go:build unix

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

// noWait keeps the opening of a FIFO, of a device or of a file under a lease from
// waiting for others.
const noWait = syscall.O_NONBLOCK

// keepOwner gives a file to the owner of the one that it replaces.
func keepOwner(f *os.File, was fs.FileInfo) error {
	old, ok := was.Sys().(*syscall.Stat_t)
	info, err := f.Stat()
	if err != nil || !ok {
		return err
	}
	now, ok := info.Sys().(*syscall.Stat_t)
	if !ok || now.Uid == old.Uid && now.Gid == old.Gid {
		return nil
	}
	return f.Chown(int(old.Uid), int(old.Gid))
}
