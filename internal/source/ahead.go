package source

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"sync"
)

// folder is what one look into a folder gave: its entries by name and, of those that may
// be transcripts, what the system says of each file.
type folder struct {
	entries []fs.DirEntry
	infos   []fs.FileInfo // as entries; nil: not asked, or not answered
	errs    []error       // as entries
	err     error
}

// look reads a folder.
func look(dir string) (f folder) {
	f.entries, f.err = os.ReadDir(dir)
	f.infos, f.errs = make([]fs.FileInfo, len(f.entries)), make([]error, len(f.entries))
	for i, e := range f.entries {
		if e.Type()&(fs.ModeSymlink|fs.ModeDir) == 0 && strings.HasSuffix(e.Name(), ending) {
			f.infos[i], f.errs[i] = e.Info()
		}
	}
	return f
}

// aheadFrom is how many folders within one make it worth while to look into them from two
// ends.
const aheadFrom = 16

// ahead looks into the folders within one from their end while the walk takes them from
// their beginning, so that a second processor does half of the asking: that, and not what
// is made of it, takes the time of a search. What it gives for each is what look gives.
func ahead(ctx context.Context, dirs []string) (at map[string]func() folder, wait func()) {
	if len(dirs) < aheadFrom {
		return nil, func() {}
	}
	at = make(map[string]func() folder, len(dirs))
	looks := make([]func() folder, len(dirs)) // the map is the walk's own
	for i, dir := range dirs {
		looks[i] = sync.OnceValue(func() folder { return look(dir) })
		at[dir] = looks[i]
	}
	ctx, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		for i := len(looks) - 1; i >= 0 && ctx.Err() == nil; i-- {
			looks[i]()
		}
	})
	return at, func() { stop(); group.Wait() }
}

// look reads a folder, or takes what was read of it ahead.
func (f *Listing) look(dir string) folder {
	if seen := f.ahead[dir]; seen != nil {
		delete(f.ahead, dir)
		return seen()
	}
	return look(dir)
}

// lookAhead begins to look into the folders that a walk will come to within dir; the
// function that it returns ends that.
func (f *Listing) lookAhead(ctx context.Context, dir, resolved, only string, entries []fs.DirEntry) func() {
	if f.ahead != nil || ofSystem(resolved) || only != "" {
		return func() {}
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() && !passedOver(e.Name()) && !ofSystem(join(resolved, e.Name())) {
			dirs = append(dirs, join(dir, e.Name()))
		}
	}
	at, wait := ahead(ctx, dirs)
	f.ahead = at
	return func() { wait(); f.ahead = nil }
}
