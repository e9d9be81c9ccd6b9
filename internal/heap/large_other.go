//go:build !linux

package heap

// largePages is for kernels that give large pages at a program's wish.
func largePages() {}
