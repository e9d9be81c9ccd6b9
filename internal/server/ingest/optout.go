package ingest

import (
	"context"
	"slices"
	"time"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/tenant"
)

// Gated is a Sink that takes nothing of whom or what a tenant leaves alone.
type Gated struct {
	Sink
	OptOut func(ctx context.Context, tenant string) (redact.OptOut, error)
	// Memory is where a tenant's private conversations are remembered.
	Memory func(ctx context.Context, tenant string) (Memory, error)
	Now    func() time.Time
}

// Memory remembers which conversations worked in a repository that is opted out: their
// events tell no folder. The store of a tenant is one.
type Memory interface {
	Remember(ctx context.Context, list []content.Private, now time.Time) error
	// Remembered says which pieces are of events of such a conversation, or of a file
	// that told one, by opt-outs of some patterns.
	Remembered(ctx context.Context, list []content.Append, patterns []string) ([]bool, error)
	// Unremember ends what files told of which pieces are taken now.
	Unremember(ctx context.Context, taken []content.Append) error
}

// Ingest implements Sink.
func (g Gated) Ingest(ctx context.Context, tenant string, list []content.Append) ([]content.Receipt, error) {
	out, err := g.OptOut(ctx, tenant)
	if err != nil {
		return nil, err
	}
	if out.IsZero() {
		return g.Sink.Ingest(ctx, tenant, list)
	}
	receipts := make([]content.Receipt, len(list))
	var taken []content.Append
	var at []int
	var private []content.Private
	for i := range list {
		a := &list[i]
		receipts[i] = content.Receipt{Person: a.Person, Path: a.Path, Status: content.OptedOut}
		p, is := leftAlone(out, a)
		if !is {
			taken, at = append(taken, *a), append(at, i)
		} else if len(p.Patterns) > 0 && len(p.Conversations) > 0 {
			private = append(private, p)
		}
	}
	told := make(map[int]bool) // by places in list: of files that told of a private conversation
	patterns := out.Repositories()
	var memory Memory
	if len(patterns) > 0 {
		if memory, err = g.Memory(ctx, tenant); err == nil && len(private) > 0 {
			err = memory.Remember(ctx, private, g.Now()) // before it is answered: it is not sent again
		}
		var is []bool
		if err == nil {
			is, err = memory.Remembered(ctx, taken, patterns)
		}
		if err != nil {
			return nil, err
		}
		n := 0
		for k, i := range at {
			if is[k] && taken[k].Kind == content.Telemetry {
				continue
			}
			told[i] = is[k]
			taken[n], at[n] = taken[k], i
			n++
		}
		taken, at = taken[:n], at[:n]
	}
	kept, err := g.Sink.Ingest(ctx, tenant, taken)
	if err != nil {
		return nil, err
	}
	var again []content.Append
	for k, i := range at {
		if receipts[i] = kept[k]; told[i] && kept[k].Status == content.Taken {
			again = append(again, list[i])
		}
	}
	if len(again) > 0 {
		err = memory.Unremember(ctx, again)
	}
	return receipts, err
}

// LeftAlone answers for the files of somebody who is opted out, so that nothing of them is
// sent; nil for anybody else.
func LeftAlone(out redact.OptOut, person string, paths []string) []content.Receipt {
	if _, is := out.Match(redact.Subject{Person: person}); !is {
		return nil
	}
	receipts := make([]content.Receipt, len(paths))
	for i, path := range paths {
		receipts[i] = content.Receipt{Person: person, Path: path, Status: content.OptedOut}
	}
	return receipts
}

// leftAlone reports whether a piece is of somebody who is left alone, or of work in a
// repository that is: one folder is enough, as what was meant to stay private must not
// slip in beside the rest. Of the latter with what is to be remembered.
func leftAlone(out redact.OptOut, a *content.Append) (p content.Private, is bool) {
	if _, is := out.Match(redact.Subject{Person: a.Person}); is {
		return p, true
	}
	p = content.Private{Person: a.Owner(), Path: a.Path, Generation: a.Generation, From: a.From}
	private := make(map[string]bool)
	try := func(repository, dir string) bool {
		s := redact.Subject{Person: a.Person, Repository: repository, Dir: dir}
		if _, is := out.Match(s); !is {
			return false
		}
		for _, pattern := range out.RepositoriesOf(s) {
			if !slices.Contains(p.Patterns, pattern) {
				p.Patterns = append(p.Patterns, pattern)
			}
		}
		return true
	}
	looked := make(map[string]bool)
	look := func(dir string) {
		if looked[dir] {
			return
		}
		looked[dir] = true
		root := a.Roots[dir]
		inRoot := root != "" && try(root, dir)
		if inDir := try(dir, ""); inRoot || inDir {
			private[dir], is = true, true
		}
	}
	pieces := [][]byte{a.Data, a.Tail}
	for _, lines := range pieces {
		for dir := range content.Folders(lines) {
			look(dir)
		}
	}
	for dir, root := range a.Roots {
		if try(root, dir) {
			private[dir], is = true, true
		}
	}
	if !is {
		return p, false
	}
	p.Conversations = content.Named(a.Path)
	for _, lines := range pieces {
		p.Conversations = append(p.Conversations, content.Sessions(lines, func(dir string) bool { return private[dir] })...)
	}
	for _, lines := range pieces { // where only the roots told, and the name does not
		if len(p.Conversations) == 0 {
			p.Conversations = content.Sessions(lines, nil)
		}
	}
	return p, true
}

// lookEvery is how long new opt-outs may go unseen by what is under way.
const lookEvery = 500 * time.Millisecond

// WhileOptedOut ends what is done by a tenant's opt-outs once there are others: nothing of
// whom one is about is handed on from then on. It returns when ctx ends, at the latest.
func WhileOptedOut(ctx context.Context, end func(), by []tenant.OptOut, now func(context.Context) ([]tenant.OptOut, error)) {
	same := func(a, b tenant.OptOut) bool { return a.Of == b.Of && a.Pattern == b.Pattern }
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if is, err := now(ctx); err == nil && !slices.EqualFunc(is, by, same) {
			end()
			return
		}
	}
}
