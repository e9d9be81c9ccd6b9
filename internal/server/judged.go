package server

import (
	"context"
	"slices"
	"sync"
	"time"

	"prism/internal/store"
	"prism/internal/web/page"
)

// judged are the versions in which judges spoke, as they were looked up last. That looks at
// every verdict, so it is done once, and again where the version in use is not among them,
// or after a while: what changes a judge is mostly another program.
type judged struct {
	mu   sync.Mutex
	list []store.JudgeVersion
	at   time.Time
	soon time.Duration // how soon it is looked again, where the version in use was not found
	whom [2]string     // judge and version that soon is of
}

// judgedFor is how long they are taken as they were, and judgedSoon where the version in use
// was not among them: it may judge just now. Each time in vain is twice as long, up to
// judgedLate, as it may never judge, and all would be looked at for nothing.
const (
	judgedFor  = 24 * time.Hour
	judgedSoon = time.Minute
	judgedLate = 4 * time.Hour
)

// of are the versions of one judge, by when each spoke first.
func (j *judged) of(ctx context.Context, from Verdicts, judge, version string, now time.Time) (list []store.JudgeVersion) {
	j.mu.Lock()
	defer j.mu.Unlock()
	known := func() bool {
		return slices.ContainsFunc(j.list, func(x store.JudgeVersion) bool { return x.Judge == judge && x.Version == version })
	}
	if whom := [2]string{judge, version}; j.whom != whom {
		j.whom, j.soon = whom, 0
	}
	fresh := max(j.soon, judgedSoon)
	if known() {
		fresh = judgedFor
	}
	if j.at.IsZero() || now.Sub(j.at) > fresh || now.Before(j.at) {
		if all, err := from.JudgeVersions(ctx); err == nil { // else what was known is
			j.list, j.at = all, now
			j.soon = min(2*j.soon, judgedLate)
			if j.soon == 0 || known() {
				j.soon = judgedSoon
			}
		}
	}
	for _, x := range j.list {
		if x.Judge == judge {
			list = append(list, x)
		}
	}
	return list
}

// JudgeChanges implements page.Judged: what is told of nobody.
func (v *Viewer) JudgeChanges(ctx context.Context) (list []page.JudgeChange) {
	all := v.t.judged.of(ctx, v.t.Verdicts, v.t.Judge.Name, v.t.Judge.Version, v.Library.Now)
	for i, x := range all {
		if i > 0 && !x.First.IsZero() {
			list = append(list, page.JudgeChange{At: x.First.In(v.t.Zone), Judge: x.Judge, From: all[i-1].Version, To: x.Version})
		}
	}
	return list
}
