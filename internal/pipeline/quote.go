package pipeline

import (
	"cmp"
	"context"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/jsoncursor"
	"prism/internal/link"
	"prism/internal/source"
	"prism/internal/transcript"
)

// maxSample is how long a quoted line of code may be, in characters.
const maxSample = 160

// sample is a reworked session whose undone lines are known by hash only.
type sample struct {
	link    *link.Linkage
	session *fact.Session
	lines   [][]uint64 // by entry of Rework.By
}

// quote finds one of the lines that each later session undid, in the transcript
// of the session that had added it.
func (j *joiner) quote(ctx context.Context, w *worker, s *sample) error {
	want := make(map[uint64]int) // hash → entry of By
	for n, hashes := range s.lines {
		for _, h := range hashes {
			if _, ok := want[h]; !ok {
				want[h] = n
			}
		}
	}
	scope := j.Redactor.Session(s.session.ID)
	by := s.session.Rework.By
	missing := len(by)
	look := func(line []byte) {
		n, ok := want[conversation.LineHash(line)]
		if !ok || n >= len(by) || !by[n].Sample.IsZero() {
			return
		}
		by[n].Sample = scope.Text(string(jsoncursor.Clean(line))).Clip(maxSample)
		missing--
	}
	var last *digest.Digest
	for _, p := range s.link.Parts {
		u := j.of[p.Digest]
		if u.gone || p.Digest == last || missing == 0 {
			continue
		}
		last = p.Digest
		feed, err := w.feed(j.Search.Dialects, u.src.Agent)
		if err != nil {
			return err
		}
		var led transcript.Ledger
		err = source.Read(ctx, &u.src, feed, &led, func(rec *transcript.Record) error {
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

func compareIDs(a, b *fact.Session) int { return cmp.Compare(a.ID, b.ID) }

func compareUnits(a, b *unit) int {
	return cmp.Or(cmp.Compare(a.src.Agent, b.src.Agent), cmp.Compare(a.src.Conversation, b.src.Conversation), cmp.Compare(a.src.Main(), b.src.Main()))
}
