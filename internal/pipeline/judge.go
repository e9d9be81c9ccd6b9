package pipeline

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/session"
	"prism/internal/store"
	"prism/internal/transcript"
)

// judgeStep gives sessions their verdicts.
type judgeStep struct {
	by       Judging
	verdicts *verdicts
	gate     *gatekeeper
	workers  int

	reader *reader // to read parts again
	of     map[*session.Digest]*unit
	known  func(ctx context.Context, keys []store.VerdictKey) map[store.VerdictKey]fact.Verdict
}

// all gives every session its verdict: the one made in passing where the session
// is a whole draft, else the stored one, else a new one for which the parts are
// read again. The verdicts are by linkage; those to be stored come apart.
func (j *judgeStep) all(ctx context.Context, links []session.Linkage) ([]fact.Verdict, []store.Judged, error) {
	said := make([]fact.Verdict, len(links))
	keys := make([]store.VerdictKey, len(links))
	var open, waiting, fresh []int
	for i := range links {
		l := &links[i]
		keys[i] = store.VerdictKey{Composition: j.composition(l), Judge: j.by.Judge.Name(), Version: j.by.Judge.Version()}
		read := j.of[l.Parts[0].Digest].read
		switch {
		case j.private(l):
			said[i] = j.verdicts.unjudged(fact.JudgeOptedOut, "opted out")
		case l.InFile && read != nil && l.Draft < len(read.drafts):
			said[i] = read.drafts[l.Draft]
			fresh = append(fresh, i)
		case j.waits(l):
			waiting = append(waiting, i) // its turns are not settled: no kept verdict is of it
		default:
			open = append(open, i)
		}
	}
	open = append(j.stored(ctx, keys, open, said), waiting...)
	err := parallel(ctx, j.workers, len(open), func(ctx context.Context, w *worker, n int) error {
		i := open[n]
		v, err := j.anew(ctx, w, &links[i])
		said[i] = v
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	var out []store.Judged
	for _, i := range append(fresh, open...) {
		// That one waits, or that another judge stands in, is no verdict to keep.
		if v := &said[i]; v.Status != fact.JudgePending && !v.Fallback {
			out = append(out, store.Judged{Composition: keys[i].Composition, Session: links[i].ID, Files: j.files(&links[i]), Verdict: *v})
		}
	}
	return said, out, nil
}

// private reports whether any part of a session is opted out.
func (j *judgeStep) private(l *session.Linkage) bool {
	return slices.ContainsFunc(l.Parts, func(p session.Run) bool { return j.gate.optedOut(p.Digest.Person, p.Digest.CWDs) })
}

// waits reports whether where a session begins or ends waits for an answer.
func (j *judgeStep) waits(l *session.Linkage) bool {
	return slices.ContainsFunc(l.Parts, func(p session.Run) bool {
		read := j.of[p.Digest].read
		return read != nil && read.cut.waits
	})
}

// stored takes the verdicts that are stored and returns what remains open.
func (j *judgeStep) stored(ctx context.Context, keys []store.VerdictKey, open []int, said []fact.Verdict) []int {
	if len(open) == 0 {
		return open
	}
	ask := make([]store.VerdictKey, len(open))
	for n, i := range open {
		ask[n] = keys[i]
	}
	known := j.known(ctx, ask)
	return slices.DeleteFunc(open, func(i int) bool {
		v, ok := known[keys[i]]
		if !ok || unanswered(&v) && (j.by.StandIn != nil || j.by.Again) {
			return false
		}
		said[i] = v
		return true
	})
}

// files are those that a session was read from.
func (j *judgeStep) files(l *session.Linkage) []string {
	var out []string
	for _, p := range l.Parts {
		for _, f := range j.of[p.Digest].src.Files {
			if !slices.Contains(out, f.Path) {
				out = append(out, f.Path)
			}
		}
	}
	return out
}

// composition changes with whatever a judge reads of a session: its parts, their
// turns and the state of the files.
func (j *judgeStep) composition(l *session.Linkage) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%x\n", l.Key)
	for _, p := range l.Parts {
		u := j.of[p.Digest]
		_, _ = fmt.Fprintf(h, "%q %x %d %d\n", u.src.Conversation, u.print, p.First, p.Last)
	}
	return sum(h)
}

// anew reads a session's parts once more and judges them as one.
func (j *judgeStep) anew(ctx context.Context, w *worker, l *session.Linkage) (fact.Verdict, error) {
	d, err := j.draft(ctx, w, l)
	if err != nil {
		return fact.Verdict{}, err
	}
	id := l.Parts[0].Digest.ID
	switch {
	case d == nil:
		return j.verdicts.unjudged(fact.JudgePending, "its transcript is gone and it was not judged before"), nil
	case j.waits(l):
		return j.verdicts.complete(ctx, j.verdicts.unjudged(fact.JudgePending, "where it begins and ends waits for an answer"), d, id)
	case j.by.PeopleOnly && l.Automated:
		return j.verdicts.complete(ctx, j.verdicts.unjudged(fact.JudgePending, "a machine run is not asked about"), d, id)
	}
	return j.verdicts.of(ctx, d, id)
}

// draft puts the turns of a session's parts together; nil when all files are
// gone. Turns of a part that is gone stand in it empty, as on an abandoned branch:
// numbers hold, and the judge goes by what is left.
func (j *judgeStep) draft(ctx context.Context, w *worker, l *session.Linkage) (*session.Draft, error) {
	d := &session.Draft{Agent: l.Parts[0].Digest.Agent, First: l.Parts[0].First, OpenedBy: l.OpenedBy, ClosedBy: l.ClosedBy}
	var c *session.Conversation
	left := false
	for n, p := range l.Parts {
		u := j.of[p.Digest]
		if u.gone {
			for range p.Last - p.First + 1 {
				d.Turns = append(d.Turns, session.Turn{Abandoned: true})
			}
			d.AtEnd, d.Tail, d.Next = false, session.Tail{}, ""
			continue
		}
		if c == nil || n > 0 && l.Parts[n-1].Digest != p.Digest {
			var led transcript.Ledger
			var err error
			if c, err = j.reader.conversation(ctx, w, &u.src, &led); err != nil {
				return nil, err
			}
		}
		last := min(p.Last, len(c.Turns)) // the file may have been cut since
		if p.First > last {
			continue
		}
		left = true
		d.Turns = append(d.Turns, c.Turns[p.First-1:last]...)
		d.AtEnd, d.Tail, d.Next = last == len(c.Turns), session.Tail{}, ""
		if d.AtEnd {
			d.Tail = c.Tail
		} else {
			d.Next = c.Turns[last].Prompt
		}
	}
	if !left {
		return nil, nil
	}
	return d, nil
}

// factsOf makes the fact of a linkage with its verdict.
func factsOf(l *session.Linkage, said fact.Verdict, of map[*session.Digest]*unit, price session.Price) fact.Session {
	s := session.Facts(l, price)
	s.Verdict = said
	s.Languages = s.Languages.Or(said.Languages)
	s.SourceGone = slices.ContainsFunc(l.Parts, func(p session.Run) bool { return of[p.Digest].gone })
	return s
}
