package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/jsoncursor"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/transcript"
)

// maxSample is how long a quoted line of code may be, in characters.
const maxSample = 160

// sample is a session whose undone lines are known by hash only.
type sample struct {
	stretch *store.Stretch
	rework  fact.Rework
	lines   [][]uint64 // by entry of rework.By

	scope   *redact.Scope // made when the first line is found
	missing int           // entries of By that have no line yet
}

// wanted is a line that a sample looks for.
type wanted struct {
	by    *sample
	entry int
}

// quote finds, for each session, one of the lines that each later session undid, in
// the transcripts of the session that had added it: first in the first of these, for
// all sessions that begin in it at once, then for those that lack some in the next.
func (u *update) quote(ctx context.Context, list []*sample) error {
	for _, s := range list {
		s.missing = len(s.rework.By)
	}
	for rank := 0; ; rank++ {
		list = slices.DeleteFunc(list, func(s *sample) bool { return s.missing == 0 || rank >= len(s.stretch.Rows) })
		if len(list) == 0 {
			return nil
		}
		in := make(map[string][]*sample)
		for _, s := range list {
			in[s.stretch.Rows[rank]] = append(in[s.stretch.Rows[rank]], s)
		}
		rows := slices.Sorted(maps.Keys(in))
		if err := u.meetRows(ctx, rows); err != nil {
			return err
		}
		err := parallel(ctx, u.opts.crew(u.opts.Workers), len(rows), func(ctx context.Context, w *worker, n int) error {
			return u.quoteFrom(ctx, w, u.units[rows[n]], in[rows[n]])
		})
		if err != nil {
			return err
		}
	}
}

// quoteFrom looks for what some samples miss in the files of one conversation.
func (u *update) quoteFrom(ctx context.Context, w *worker, c *unit, list []*sample) error {
	if c == nil || c.gone {
		return nil
	}
	if c.told() {
		return u.quoteTold(ctx, c, list)
	}
	want := make(map[uint64][]wanted)
	for _, s := range list {
		for n, hashes := range s.lines[:min(len(s.lines), len(s.rework.By))] {
			for _, h := range hashes {
				if at := want[h]; len(at) == 0 || at[len(at)-1].by != s {
					want[h] = append(at, wanted{s, n})
				}
			}
		}
	}
	look := func(line []byte) {
		for _, x := range want[conversation.LineHash(line)] {
			x.by.found(u.opts.Redactor, x.entry, line)
		}
	}
	feed, err := w.feed(u.opts.Search.Dialects, c.src.Agent)
	if err != nil {
		return err
	}
	var led transcript.Ledger
	return source.Read(ctx, &c.src, feed, &led, func(rec *transcript.Record) error {
		for i := range rec.Results {
			for _, h := range rec.Results[i].Hunks {
				for _, line := range h.Added {
					look(line)
				}
			}
			for line := range bytes.Lines(rec.Results[i].Content) {
				look(bytes.TrimSuffix(line, []byte("\n")))
			}
		}
		return nil
	})
}

// found takes a line for an entry that has none.
func (s *sample) found(r *redact.Redactor, entry int, line []byte) {
	by := &s.rework.By[entry]
	if !by.Sample.IsZero() {
		return
	}
	if s.scope == nil {
		s.scope = r.Session(s.stretch.ID)
	}
	by.Sample = s.scope.Text(string(jsoncursor.Clean(line))).Clip(maxSample)
	s.missing--
}

func compareIDs(a, b *store.Stretch) int { return cmp.Compare(a.ID, b.ID) }

func compareStretches(a, b *store.Stretch) int {
	return cmp.Or(a.Started.Compare(b.Started), compareIDs(a, b))
}
