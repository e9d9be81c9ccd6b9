// Package watch tells when files below some folders change.
//
// Nouns: a change is any of a file's coming, growing or going. Promises: a burst of
// changes is told once it has calmed, or after a second; folders that come are watched,
// too. Refusals: it opens nothing and does not say what changed; a change may go unseen
// (network file systems, too many folders), so who asks looks now and then, too.
package watch

import (
	"context"
	"fmt"
	"time"

	"github.com/fsnotify/fsnotify"
)

// How long it waits for a burst to calm, and at most.
const (
	calm  = 150 * time.Millisecond
	burst = time.Second
)

// Run calls changed after changes in any of the folders, which folders names anew after
// each, until the context ends. The error says that nothing can be watched here.
func Run(ctx context.Context, folders func(context.Context) ([]string, error), changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch folders: %w", err)
	}
	defer w.Close() //nolint:errcheck // nothing was written
	watched := map[string]bool{}
	more := func() (added bool) {
		list, err := folders(ctx)
		if err != nil {
			return false // they are looked at again after the next change
		}
		for _, folder := range list {
			if !watched[folder] && w.Add(folder) == nil {
				watched[folder], added = true, true
			}
		}
		return added
	}
	more()
	var first time.Time
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if e.Op == fsnotify.Chmod {
				continue
			}
			if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
				delete(watched, e.Name) // a folder of that name may come again
			}
			now := time.Now()
			if first.IsZero() {
				first = now
			}
			timer.Reset(max(0, min(calm, burst-now.Sub(first))))
		case _, ok := <-w.Errors: // some changes were lost: look at all
			if !ok {
				return nil
			}
			timer.Reset(calm)
		case <-timer.C:
			first = time.Time{}
			more()
			changed()
		}
	}
}
