package pipeline

import (
	"cmp"
	"context"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/jsoncursor"
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
}

// quote finds one of the lines that each later session undid, in the transcript
// of the session that had added it.
func (u *update) quote(ctx context.Context, w *worker, s *sample) error {
	want := make(map[uint64]int) // hash → entry of By
	for n, hashes := range s.lines {
		for _, h := range hashes {
			if _, ok := want[h]; !ok {
				want[h] = n
			}
		}
	}
	scope := u.opts.Redactor.Session(s.stretch.ID)
	by := s.rework.By
	missing := len(by)
	look := func(line []byte) {
		n, ok := want[conversation.LineHash(line)]
		if !ok || n >= len(by) || !by[n].Sample.IsZero() {
			return
		}
		by[n].Sample = scope.Text(string(jsoncursor.Clean(line))).Clip(maxSample)
		missing--
	}
	for _, row := range s.stretch.Rows {
		c := u.units[row]
		if c == nil || c.gone || missing == 0 {
			continue
		}
		feed, err := w.feed(u.opts.Search.Dialects, c.src.Agent)
		if err != nil {
			return err
		}
		var led transcript.Ledger
		err = source.Read(ctx, &c.src, feed, &led, func(rec *transcript.Record) error {
			for i := range rec.Results {
				for _, h := range rec.Results[i].Hunks {
					for _, line := range h.Added {
						look(line)
					}
				}
				eachLine(rec.Results[i].Content, look)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachLine calls f for every line of text.
func eachLine(text []byte, f func([]byte)) {
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] != '\n' {
			n++
		}
		f(text[:n])
		text = text[min(n+1, len(text)):]
	}
}

func compareIDs(a, b *store.Stretch) int { return cmp.Compare(a.ID, b.ID) }

func compareStretches(a, b *store.Stretch) int {
	return cmp.Or(a.Started.Compare(b.Started), compareIDs(a, b))
}
