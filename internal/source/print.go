package source

import "io/fs"

// Print tells a file from another one of the same size and time of writing: which
// file it is, and when anything of it was last touched. Programs can set the time
// of writing as they like, this one they cannot. Zeros where the system has neither.
type Print struct {
	Node    uint64 // inode
	Changed int64  // nanoseconds since 1970
}

// PrintOf is the Print of a file.
func PrintOf(info fs.FileInfo) Print {
	node, changed := inode(info)
	return Print{node, changed}
}
