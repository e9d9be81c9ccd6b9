package long

import "os"

// InMemory has what the tests of a package write to temporary folders lie in memory where
// there is room, for a package whose tests make many stores: a disk has to sync each of
// them, and takes longer for it than all else they do. With PRISM_LONG they lie where they
// do for people. What TMPDIR says counts more. It is called by a TestMain.
func InMemory() {
	if dir := Memory(); dir != "" && !All() && os.Getenv("TMPDIR") == "" {
		_ = os.Setenv("TMPDIR", dir) // its name and its value are fit
	}
}
