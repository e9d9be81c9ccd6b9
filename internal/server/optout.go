package server

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
	for i := range list {
		a := &list[i]
		if receipts[i] = (content.Receipt{Person: a.Person, Path: a.Path, Status: content.OptedOut}); !optedOut(out, a) {
			taken, at = append(taken, *a), append(at, i)
		}
	}
	kept, err := g.Sink.Ingest(ctx, tenant, taken)
	if err != nil {
		return nil, err
	}
	for k, i := range at {
		receipts[i] = kept[k]
	}
	return receipts, nil
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

// optedOut reports whether a piece is of somebody who is left alone, or of work in a
// repository that is: one folder is enough, as what was meant to stay private must not
// slip in beside the rest.
func optedOut(out redact.OptOut, a *content.Append) bool {
	is := func(repository, dir string) bool {
		_, is := out.Match(redact.Subject{Person: a.Person, Repository: repository, Dir: dir})
		return is
	}
	if is("", "") {
		return true
	}
	for _, lines := range [][]byte{a.Data, a.Tail} {
		for dir := range content.Folders(lines) {
			if root := a.Roots[dir]; root != "" && is(root, dir) || is(dir, "") {
				return true
			}
		}
	}
	for dir, root := range a.Roots {
		if is(root, dir) {
			return true
		}
	}
	return false
}

// WhileOptedOut ends what is done by a tenant's opt-outs once there are others: nothing of
// whom one is about is handed on from then on. It returns when ctx ends, at the latest.
func WhileOptedOut(ctx context.Context, end func(), by []tenant.OptOut, now func(context.Context) ([]tenant.OptOut, error)) {
	same := func(a, b tenant.OptOut) bool { return a.Of == b.Of && a.Pattern == b.Pattern }
	tick := time.NewTicker(LookEvery)
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
