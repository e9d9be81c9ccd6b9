package pipeline

import (
	"context"
	"errors"
	"maps"
	"slices"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/source"
	"prism/internal/store"
)

// recently brings a scope of what is kept up to date by what came or grew since its last
// update, and looks at no other file; false: all of them have to be looked at. That is so
// where anything else happened, or where what came may bear on files that it does not
// name: the answer is always that of an update that looks at all.
func recently(ctx context.Context, o Options) (Updated, bool, error) {
	if o.Whole || !o.Search.KeptOnly || len(o.Search.Paths) > 0 || o.Search.Kept == nil || o.Again != "" || o.Judging.Again {
		return Updated{}, false, nil
	}
	u, err := newUpdate(ctx, o, source.Some(o.Search, 0, nil))
	if err != nil {
		return Updated{}, false, err
	}
	state, known, err := u.db.State(ctx, u.scope)
	if err != nil {
		return Updated{}, false, reading(err)
	}
	if !known || state.Intake == 0 || !u.gate.Same(state.Basis, u.basis()) {
		return Updated{}, false, nil
	}
	news, err := o.Search.Kept.News(ctx, state.Intake)
	if err != nil {
		return Updated{}, false, reading(err)
	}
	if news.Whole {
		return Updated{}, false, nil
	}
	if news.At == state.Intake && state.Fingerprint != "" {
		return Updated{Scope: u.scope, Input: state.Input}, true, nil
	}
	u.before, u.some, u.since = state, true, news.Since
	defer u.load()()
	stale, ok, err := u.compareSome(ctx, &news)
	if !ok || err != nil {
		return Updated{}, false, err
	}
	input, err := u.make(ctx, stale, true)
	var bad *unreadable
	if errors.As(err, &bad) {
		return Updated{}, false, nil
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return Updated{u.scope, input, u.more}, err == nil, err
}

// compareSome is compare of what came or grew, and of what else belongs to the same
// conversations.
func (u *update) compareSome(ctx context.Context, news *content.News) (stale []*unit, ok bool, err error) {
	if len(news.Files) == 0 {
		u.files = source.Some(u.opts.Search, news.At, nil)
		return nil, true, nil
	}
	found, err := source.Some(u.opts.Search, news.At, news.Files).Find(ctx, nil, u.before.Saved)
	if err != nil {
		return nil, false, err
	}
	if len(found.Ledger.Skipped) > 0 {
		return nil, false, nil // whether it was so before is not known here
	}
	rows, ok, err := u.rowsOf(ctx, &found)
	if !ok || err != nil {
		return nil, false, err
	}
	// Files that were there before are those of these rows: else one was of no conversation,
	// or of another.
	of := make(map[string]bool)
	for i := range rows {
		for _, f := range rows[i].Files {
			of[f.Path] = true
		}
	}
	for i := range found.Units {
		for _, f := range found.Units[i].Files {
			if !of[f.Path] && !news.New[int64(f.Print.Node)] {
				return nil, false, nil
			}
		}
	}
	files := news.Files
	for i := range files {
		delete(of, files[i].Place())
	}
	rest, err := u.opts.Search.Kept.FilesAt(ctx, slices.Sorted(maps.Keys(of)))
	if err != nil {
		return nil, false, reading(err)
	}
	if len(rest) != len(of) {
		return nil, false, nil
	}
	u.files = source.Some(u.opts.Search, news.At, append(files, rest...))
	sources := func(yield func(store.Source, error) bool) {
		for i := range rows {
			if !yield(sourceOf(&rows[i]), nil) {
				return
			}
		}
	}
	stale, err = u.compare(ctx, false, u.before.Saved, sources)
	if err != nil || len(u.found.Ledger.Skipped) > 0 {
		return nil, false, err
	}
	for _, c := range stale {
		if c.was != nil && c.was.Person != c.src.Person {
			return nil, false, nil // what others sent of it, and was left out, may be in it now
		}
	}
	for i := range rows {
		u.met = append(u.met, sourceOf(&rows[i]))
	}
	return stale, true, nil
}

// rowsOf are the conversations, as they are stored, of which something was found; false:
// what is found of one is not all that has to be looked at.
func (u *update) rowsOf(ctx context.Context, found *source.Finding) (rows []store.Conversation, ok bool, err error) {
	wanted := make(map[[2]string]string) // whose they are
	var queries []store.Query
	for i := range found.Units {
		c := &found.Units[i]
		wanted[[2]string{c.Agent, c.Conversation}] = c.Person
		q := link.Named(c.Conversation)
		queries = append(queries, store.Query{Kind: q.Kind, Key: q.Key, From: q.From, To: q.To})
	}
	hits, err := u.db.Near(ctx, u.scope, queries)
	if err != nil {
		return nil, false, reading(err)
	}
	ids := make(map[string]bool)
	for _, h := range hits {
		ids[h.Conversation] = true
	}
	list, err := u.db.Load(ctx, u.scope, slices.Sorted(maps.Keys(ids)))
	if err != nil {
		return nil, false, reading(err)
	}
	for i := range list {
		c := &list[i]
		person, is := wanted[[2]string{c.Agent, c.Name}]
		switch {
		case !is:
			continue
		case c.Gone, c.Person != person, !readable(c.Digest):
			return nil, false, nil
		}
		rows = append(rows, *c)
	}
	return rows, true, nil
}

// sourceOf is a conversation without its digest.
func sourceOf(c *store.Conversation) store.Source {
	return store.Source{ID: c.ID, Agent: c.Agent, Name: c.Name, Path: c.Path, Person: c.Person, Repo: c.Repo, Revision: c.Revision,
		Reader: c.Reader, Files: c.Files, Counts: c.Counts, Folders: c.Folders, Gone: c.Gone}
}

// meet makes units of conversations that did not change and are looked at all the same, in
// a run over what did.
func (u *update) meet(ctx context.Context, rows []store.Conversation) error {
	var list []*source.Unit
	for i := range rows {
		row := &rows[i]
		if !u.some || u.units[row.ID] != nil || slices.Contains(u.removed, row.ID) {
			continue
		}
		c := &unit{id: row.ID, revision: row.Revision, repo: row.Repo, counts: row.Counts, gone: row.Gone,
			src: source.Unit{Agent: row.Agent, Conversation: row.Name, Person: row.Person, Files: sourceFiles(row.Files)}}
		u.units[row.ID], list = c, append(list, &c.src)
	}
	if len(list) == 0 {
		return nil
	}
	if err := source.Reopen(ctx, u.opts.Search, list); err != nil {
		return reading(err)
	}
	return nil
}

// meetRows is meet by the ids of rows.
func (u *update) meetRows(ctx context.Context, ids []string) error {
	if !u.some {
		return nil
	}
	var ask []string
	for _, id := range ids {
		if u.units[id] == nil {
			ask = append(ask, id)
		}
	}
	for len(ask) > 0 {
		n := min(len(ask), askRows)
		rows, err := u.db.Load(ctx, u.scope, ask[:n])
		if err != nil {
			return reading(err)
		}
		if err := u.meet(ctx, rows); err != nil {
			return err
		}
		ask = ask[n:]
	}
	return nil
}

// meetWaiting is meet of what waits for a verdict.
func (u *update) meetWaiting(ctx context.Context) error {
	if !u.some {
		return nil
	}
	rows := make(map[string]bool)
	for s, err := range u.db.Unsaid(ctx, u.scope) {
		if err != nil {
			return reading(err)
		}
		if !u.judge.by.asksAgain(s) {
			continue
		}
		for _, p := range s.Parts {
			rows[rowOf(s.Agent, p.Conversation, p.File)] = true
		}
	}
	return u.meetRows(ctx, slices.Sorted(maps.Keys(rows)))
}

// someInput is what was read in all: as it was, without what belongs to what came or grew,
// and with what that came to.
func (u *update) someInput() (in fact.Input, whole bool) {
	in = u.before.Input
	in.Skipped, in.UnknownTypes = maps.Clone(in.Skipped), maps.Clone(in.UnknownTypes)
	less := func(counts map[string]int, by map[string]int) {
		for name, n := range by {
			if counts[name] -= n; counts[name] == 0 {
				delete(counts, name)
			}
		}
	}
	whole = len(in.Troubles) < maxTroubles && len(u.poison.counts) == 0
	read := make(map[string]bool)
	for i := range u.met {
		s := &u.met[i]
		if c := u.units[s.ID]; c != nil && c.put {
			continue
		}
		in.Files, in.Conversations = in.Files-len(s.Files), in.Conversations-1
		in.Lines, in.Bytes = in.Lines-s.Counts.Lines, in.Bytes-s.Counts.Bytes
		less(in.Skipped, s.Counts.Skipped)
		less(in.UnknownTypes, s.Counts.UnknownTypes)
		for _, f := range s.Files {
			read[f.Path] = true
		}
	}
	in.Troubles = slices.DeleteFunc(slices.Clone(in.Troubles), func(t fact.Trouble) bool { return read[t.File] })
	for i := range u.found.Units {
		if c := u.units[u.newUnit(u.found.Units[i]).id]; c != nil && !c.put {
			in.Files, in.Conversations = in.Files+len(c.src.Files), in.Conversations+1
			fold(&in, c.counts)
		}
	}
	for _, c := range u.poison.counts {
		fold(&in, c)
	}
	tell(&in, true)
	return in, whole
}
