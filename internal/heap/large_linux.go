package heap

import (
	"os"
	"sync"
	"syscall"
)

const (
	// largeRoom is how much of the heap is asked for in large pages, in bytes: as much as a
	// cold run fills between two cycles of the collector.
	largeRoom = 40 << 20
	// smallPage is the size of page whose large ones are of 2 MB; with others they are of 32
	// or 512, and the first byte of one would take all of it.
	smallPage = 4096
)

// largePages has the kernel give the heap that is to come in large pages, where it does so at
// a program's wish: a page fault for two megabytes in place of five hundred. Nothing is taken
// by that: the room is address space that nobody touches, and the heap grows into it once the
// collector has it back. That is so once: what is had a second time is cleared first.
var largePages = sync.OnceFunc(func() {
	if os.Getpagesize() == smallPage {
		_ = syscall.Madvise(make([]byte, largeRoom), syscall.MADV_HUGEPAGE) // a kernel without them is as well
	}
})
