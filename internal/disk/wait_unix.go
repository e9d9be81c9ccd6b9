//go:build unix

package disk

import "syscall"

// noWait keeps the opening of a FIFO, of a device or of a file under a lease from
// waiting for others.
const noWait = syscall.O_NONBLOCK
