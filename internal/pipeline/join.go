package pipeline

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/link"
	"prism/internal/rework"
	"prism/internal/store"
	"prism/internal/transcript"
)

// joiner makes sessions of linkages: it finds or makes their verdicts.
type joiner struct {
	*run
	of       map[*digest.Digest]*unit
	verdicts []fact.Verdict // by linkage
	judged   []store.Judged // new in this run
}

// judge gives every session its verdict: the one made in passing where the
// session is a whole draft, else the stored one, else a new one for which the
// parts are read again.
func (j *joiner) judge(ctx context.Context, links []link.Linkage) error {
	j.verdicts = make([]fact.Verdict, len(links))
	var open, waiting []int
	keys := make([]store.VerdictKey, len(links))
	for i := range links {
		l := &links[i]
		keys[i] = store.VerdictKey{Composition: j.composition(l), Judge: j.Judge.Name(), Version: j.Judge.Version()}
		u := j.of[l.Parts[0].Digest]
		switch {
		case j.out(l):
			j.verdicts[i] = j.unjudged(fact.JudgeOptedOut, "opted out")
		case l.InFile && l.Draft < len(u.drafts):
			j.verdicts[i] = u.drafts[l.Draft]
			j.record(l, keys[i], i)
		case j.waits(l):
			waiting = append(waiting, i) // its turns are not settled: no kept verdict is of it
		default:
			open = append(open, i)
		}
	}
	if open = append(j.fromStore(ctx, keys, open), waiting...); len(open) == 0 {
		return nil
	}
	workers := j.Workers
	if j.Aside > 0 {
		workers = j.Aside
	}
	var mu sync.Mutex
	return j.parallel(ctx, workers, len(open), func(ctx context.Context, w *worker, n int) error {
		i := open[n]
		v, err := j.again(ctx, w, &links[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		j.verdicts[i] = v
		j.record(&links[i], keys[i], i)
		return nil
	})
}

// out reports whether any part of a session is opted out.
func (j *joiner) out(l *link.Linkage) bool {
	return slices.ContainsFunc(l.Parts, func(p link.Run) bool { return j.optedOut(p.Digest.Person, p.Digest.CWDs) })
}

// unjudged is the verdict of a session that no judge looked at.
func (j *joiner) unjudged(status fact.JudgeStatus, why string) fact.Verdict {
	f := &judge.Failure{Status: status, Reason: why}
	v, _ := judge.Unjudged(f, judge.Meta{Judge: j.Judge.Name(), Version: j.Judge.Version(), At: j.Now})
	return v
}

// fromStore takes the verdicts that are stored and returns what remains open.
func (j *joiner) fromStore(ctx context.Context, keys []store.VerdictKey, open []int) []int {
	if j.Store == nil || len(open) == 0 {
		return open
	}
	var ask []store.VerdictKey
	for _, i := range open {
		ask = append(ask, keys[i])
	}
	known, err := j.Store.Verdicts(ctx, ask)
	if err != nil {
		j.forsake("read the store", err)
		return open
	}
	return slices.DeleteFunc(open, func(i int) bool {
		v, ok := known[keys[i]]
		if ok && unanswered(&v) && (j.Fallback != nil || j.Retry) {
			return false
		}
		if ok {
			j.verdicts[i] = v
		}
		return ok
	})
}

// record keeps a new verdict for the store. That one waits, or that another judge
// stood in, is no verdict to keep.
func (j *joiner) record(l *link.Linkage, key store.VerdictKey, i int) {
	if v := &j.verdicts[i]; j.Store == nil || v.Status == fact.JudgePending || v.Fallback {
		return
	}
	jd := store.Judged{Composition: key.Composition, Session: l.ID, Verdict: j.verdicts[i]}
	for _, p := range l.Parts {
		for _, f := range j.of[p.Digest].src.Files {
			if !slices.Contains(jd.Files, f.Path) {
				jd.Files = append(jd.Files, f.Path)
			}
		}
	}
	j.judged = append(j.judged, jd)
}

// composition changes with whatever a judge reads of a session: its parts, their
// turns and the state of the files.
func (j *joiner) composition(l *link.Linkage) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%x\n", l.Key)
	for _, p := range l.Parts {
		u := j.of[p.Digest]
		_, _ = fmt.Fprintf(h, "%q %x %d %d\n", u.src.Conversation, u.print, p.First, p.Last)
	}
	return sum(h)
}

// again reads a session's parts once more and judges them as one.
func (j *joiner) again(ctx context.Context, w *worker, l *link.Linkage) (fact.Verdict, error) {
	d, err := j.draft(ctx, w, l)
	if err != nil {
		return fact.Verdict{}, err
	}
	if d == nil {
		return j.unjudged(fact.JudgePending, "its transcript is gone and it was not judged before"), nil
	}
	if v := j.unasked(l); v != nil {
		return j.complete(ctx, *v, d, l.Parts[0].Digest.ID)
	}
	return j.verdict(ctx, d, l.Parts[0].Digest.ID)
}

// draft puts the turns of a session's parts together; nil when all files are
// gone. Turns of a part that is gone stand in it empty, as on an abandoned branch:
// numbers hold, and the judge goes by what is left.
func (j *joiner) draft(ctx context.Context, w *worker, l *link.Linkage) (*conversation.Draft, error) {
	d := &conversation.Draft{Agent: l.Parts[0].Digest.Agent, First: l.Parts[0].First, OpenedBy: l.OpenedBy, ClosedBy: l.ClosedBy}
	var c *conversation.Conversation
	left := false
	for n, p := range l.Parts {
		u := j.of[p.Digest]
		if u.gone {
			for range p.Last - p.First + 1 {
				d.Turns = append(d.Turns, conversation.Turn{Abandoned: true})
			}
			d.AtEnd, d.Tail, d.Next = false, conversation.Tail{}, ""
			continue
		}
		if c == nil || n > 0 && l.Parts[n-1].Digest != p.Digest {
			var led transcript.Ledger
			var err error
			if c, err = j.conversation(ctx, w, &u.src, &led); err != nil {
				return nil, err
			}
		}
		last := min(p.Last, len(c.Turns)) // the file may have been cut since
		if p.First > last {
			continue
		}
		left = true
		d.Turns = append(d.Turns, c.Turns[p.First-1:last]...)
		d.AtEnd, d.Tail, d.Next = last == len(c.Turns), conversation.Tail{}, ""
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

// session makes the fact of a linkage.
func (j *joiner) session(l *link.Linkage, i int) fact.Session {
	s := link.Facts(l, j.Prices.Cost)
	s.Verdict = j.verdicts[i]
	s.Languages = s.Languages.Or(s.Verdict.Languages)
	for _, p := range l.Parts {
		if j.of[p.Digest].gone {
			s.SourceGone = true
		}
	}
	return s
}

// rework settles which sessions later ones undid, repository by repository.
func (j *joiner) rework(ctx context.Context, links []link.Linkage, sessions []fact.Session) error {
	byRepo := make(map[string][]int)
	for i := range sessions {
		if key := sessions[i].Repo.Key; key != "" {
			byRepo[key] = append(byRepo[key], i)
		}
	}
	var marked []sample
	for repo, list := range byRepo {
		in := make([]rework.Session, len(list))
		for n, i := range list {
			parts := make([]rework.Part, len(links[i].Parts))
			for k, p := range links[i].Parts {
				parts[k] = rework.Part{Digest: p.Digest, First: p.First, Last: p.Last}
			}
			in[n] = rework.Collect(sessions[i].ID, sessions[i].Started, sessions[i].Ended, parts, repo)
		}
		for n, f := range rework.SettleAll(in) {
			i := list[n]
			sessions[i].Rework = f.Rework
			if f.Reworked {
				marked = append(marked, sample{link: &links[i], session: &sessions[i], lines: f.Lines})
			}
		}
	}
	slices.SortFunc(marked, func(a, b sample) int { return compareIDs(a.session, b.session) })
	return j.parallel(ctx, j.Workers, len(marked), func(ctx context.Context, w *worker, n int) error {
		return j.quote(ctx, w, &marked[n])
	})
}
