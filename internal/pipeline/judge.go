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
	"prism/internal/pipeline/shelf"
	"prism/internal/store"
	"prism/internal/transcript"
)

// subject is what the judge step needs of a session.
type subject struct {
	id, agent      string
	revision       string // its composition
	parts          []part
	opened, closed fact.Boundary
	automated      bool
	private        bool // nobody is to judge it
	// told are the keys under which a verdict on it stands that came with its facts.
	told []store.VerdictKey
}

// part is a run of turns of one conversation.
type part struct {
	unit        *unit
	first, last int
}

// judgeStep gives sessions their verdicts.
type judgeStep struct {
	by       Judging
	verdicts *verdicts
	workers  int
	reader   *reader // to read parts again
	units    map[string]*unit
	prose    prose
	again    shelf.Shelf[*unit] // conversations that were read again
	db       Said

	mu     sync.Mutex
	passed map[store.VerdictKey]fact.Verdict // said in passing, while there is room
}

// passedRoom is how many verdicts that were made in passing stay in memory until
// the sessions are made; the store has them all.
const passedRoom = 2048

// remember keeps verdicts that were made in passing; where there will be many, none.
func (j *judgeStep) remember(said []store.Judged, many bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if many {
		j.passed, said = nil, nil
	} else if j.passed == nil {
		j.passed = make(map[store.VerdictKey]fact.Verdict)
	}
	for i := range said {
		if len(j.passed) < passedRoom {
			j.passed[said[i].Key()] = said[i].Verdict
		}
	}
}

// all gives every subject its verdict: the one made in passing where the session
// is a whole draft, else the stored one, else a new one for which the parts are
// read again. New ones, to be stored, come apart.
func (j *judgeStep) all(ctx context.Context, subjects []subject) ([]fact.Verdict, []store.Judged, error) {
	said := make([]fact.Verdict, len(subjects))
	keys := make([]store.VerdictKey, len(subjects))
	var open, waiting []int
	for i := range subjects {
		s := &subjects[i]
		keys[i] = store.VerdictKey{Composition: s.revision, Judge: j.by.Judge.Name(), Version: j.by.Judge.Version()}
		switch v, ok := j.passed[keys[i]]; {
		case s.private:
			said[i] = j.verdicts.unjudged(fact.JudgeOptedOut, "opted out")
		case ok:
			said[i] = v
			delete(j.passed, keys[i])
		case s.waits():
			waiting = append(waiting, i) // its turns are not settled: no kept verdict is of it
		default:
			open = append(open, i)
		}
	}
	open, err := j.toldOf(ctx, subjects, open, said)
	if err == nil {
		open, err = j.stored(ctx, keys, open, said)
	}
	if err == nil {
		open, err = j.earlier(ctx, subjects, open, said)
	}
	if err != nil {
		return nil, nil, err
	}
	open = append(open, waiting...)
	err = parallel(ctx, crew{size: j.workers}, len(open), func(ctx context.Context, w *worker, n int) error {
		v, err := j.anew(ctx, w, &subjects[open[n]])
		said[open[n]] = v
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	var keep []store.Judged
	for _, i := range open {
		if keepable(&said[i]) {
			keep = append(keep, store.Judged{Composition: keys[i].Composition, Session: subjects[i].id, Files: subjects[i].files(), Verdict: said[i]})
		}
	}
	return said, keep, nil
}

// keepable reports whether a verdict is one: that a session waits, or that another
// judge stands in, is none.
func keepable(v *fact.Verdict) bool { return v.Status != fact.JudgePending && !v.Fallback }

// stored takes the verdicts that are stored and returns what remains open.
func (j *judgeStep) stored(ctx context.Context, keys []store.VerdictKey, open []int, said []fact.Verdict) ([]int, error) {
	for list := range slices.Chunk(slices.Clone(open), askRows) {
		ask := make([]store.VerdictKey, len(list))
		for n, i := range list {
			ask[n] = keys[i]
		}
		known, err := j.db.Verdicts(ctx, ask)
		if err != nil {
			return nil, reading(err)
		}
		open = slices.DeleteFunc(open, func(i int) bool {
			v, ok := known[keys[i]]
			if !ok || unanswered(&v) && (j.by.StandIn != nil || j.by.Again) {
				return false
			}
			said[i] = v
			return true
		})
	}
	return open, nil
}

// earlierMost is how many verdicts on a session are looked through for one of an earlier
// version.
const earlierMost = 50

// earlier takes, for sessions whose transcripts are gone, what an earlier version of the
// judge said last of them as they are: nobody can read them again. It returns what
// remains open.
func (j *judgeStep) earlier(ctx context.Context, subjects []subject, open []int, said []fact.Verdict) ([]int, error) {
	var rest []int
	for _, i := range open {
		s := &subjects[i]
		if slices.ContainsFunc(s.parts, func(p part) bool { return !p.unit.gone || p.unit.told() }) {
			rest = append(rest, i)
			continue
		}
		list, err := j.db.Told(ctx, earlierMost, s.id)
		if err != nil {
			return nil, reading(err)
		}
		n := slices.IndexFunc(list, func(x store.Judged) bool {
			return x.Composition == s.revision && x.Verdict.Judge == j.by.Judge.Name() && !unanswered(&x.Verdict)
		})
		if n < 0 {
			rest = append(rest, i)
			continue
		}
		said[i] = list[n].Verdict
	}
	return rest, nil
}

// composition changes with whatever a judge reads of a session: its parts and the
// state of their files.
func composition(parts []part) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%d\n", digest.Version)
	for _, p := range parts {
		_, _ = fmt.Fprintf(h, "%q %s %d %d\n", p.unit.src.Conversation, p.unit.revision, p.first, p.last)
	}
	return sum(h)
}

// waits reports whether where a session begins or ends waits for an answer.
func (s *subject) waits() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.unit.cut.waits })
}

// files tell forgetting where a session stands: the transcripts of its conversations.
func (s *subject) files() []string {
	var out []string
	var last *unit
	for _, p := range s.parts {
		if p.unit != last {
			out = append(out, p.unit.src.Main())
		}
		last = p.unit
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// letGo forgets what was kept of transcripts for sessions that are judged by now.
func (j *judgeStep) letGo() {
	j.prose.drop()
	j.again.Drop()
}

// anew reads a session's parts once more and judges them as one.
func (j *judgeStep) anew(ctx context.Context, w *worker, s *subject) (fact.Verdict, error) {
	d, err := j.draft(ctx, w, s)
	if err != nil {
		return fact.Verdict{}, err
	}
	id := s.parts[0].unit.src.Conversation
	switch {
	case d == nil && s.parts[0].unit.told():
		return j.verdicts.unjudged(fact.JudgePending, "only facts were shared, and no verdict on the whole of it"), nil
	case d == nil:
		return j.verdicts.unjudged(fact.JudgePending, "its transcript is gone and it was not judged before"), nil
	case s.waits():
		return j.verdicts.complete(ctx, j.verdicts.unjudged(fact.JudgePending, "where it begins and ends waits for an answer"), d, id)
	case j.by.PeopleOnly && s.automated:
		return j.verdicts.complete(ctx, j.verdicts.unjudged(fact.JudgePending, "a machine run is not asked about"), d, id)
	}
	return j.verdicts.of(ctx, d, id)
}

// draft puts the turns of a session's parts together; nil when all files are
// gone. Turns of a part that is gone stand in it empty, as on an abandoned branch:
// numbers hold, and the judge goes by what is left.
func (j *judgeStep) draft(ctx context.Context, w *worker, s *subject) (*conversation.Draft, error) {
	d := &conversation.Draft{Agent: s.agent, First: s.parts[0].first, OpenedBy: s.opened, ClosedBy: s.closed}
	left := false
	for _, p := range s.parts {
		if p.unit.gone || p.unit.told() {
			for range p.last - p.first + 1 {
				d.Turns = append(d.Turns, conversation.Turn{Abandoned: true})
			}
			d.AtEnd, d.Tail, d.Next = false, conversation.Tail{}, nil
			continue
		}
		e, ok := j.prose.take(p)
		if !ok {
			c, err := j.again.Conversation(p.unit, func() (*conversation.Conversation, error) {
				var led transcript.Ledger
				return j.reader.conversation(ctx, w, &p.unit.src, &led)
			})
			if err != nil {
				return nil, err
			}
			if e, ok = cutOut(c, p.first, p.last); !ok {
				continue
			}
		}
		left = true
		d.Turns = append(d.Turns, e.turns...)
		d.AtEnd, d.Tail, d.Next = e.atEnd, e.tail, e.next
	}
	if !left {
		return nil, nil
	}
	return d, nil
}

// waits reports whether a session that could count still waits for a verdict.
func (b *Judging) waits(s *fact.Session) bool {
	return s.Floor.Passed && !(b.PeopleOnly && s.Automated) && (s.Verdict.Status == fact.JudgePending || s.Verdict.Fallback)
}

// asksAgain reports whether a session whose make-up is the same is to be judged again.
func (b *Judging) asksAgain(s *fact.Session) bool {
	v := &s.Verdict
	return v.Status == fact.JudgePending || v.Fallback || b.Again && v.Status == fact.JudgeError
}
