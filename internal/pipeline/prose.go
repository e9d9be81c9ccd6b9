package pipeline

import (
	"slices"
	"sync"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/pipeline/shelf"
)

// proseRoom bounds the prose, in bytes, that is kept until sessions are linked.
const proseRoom = 6 << 20

// prose keeps the turns of sessions that are probably one with those of another
// conversation, a plan that was handed on, so that no file has to be read a second
// time to judge them together. What has no room is read again.
type prose struct {
	mu   sync.Mutex
	kept map[part]excerpt
	room int
}

// excerpt is a run of turns with what is known of how it ends.
type excerpt struct {
	turns []conversation.Turn
	atEnd bool
	tail  conversation.Tail
	next  *conversation.Turn
}

// cutOut returns turns of a conversation, by their numbers from 1 on; those that
// are no longer there are left out. false: none is there.
func cutOut(c *conversation.Conversation, first, last int) (excerpt, bool) {
	last = min(last, len(c.Turns)) // the file may have been cut since
	if first > last {
		return excerpt{}, false
	}
	e := excerpt{turns: c.Turns[first-1 : last], atEnd: last == len(c.Turns)}
	if e.atEnd {
		e.tail = c.Tail
	} else {
		e.next = &c.Turns[last]
	}
	return e, true
}

// keep takes what of a conversation that was just read may be asked for.
func (p *prose) keep(u *unit, c *conversation.Conversation, d *digest.Digest) {
	if len(d.Drafts) == 0 {
		return
	}
	if d.Head.PlanKey != 0 || d.Head.Transcript != "" {
		p.put(u, c, d.Drafts[0])
	}
	if d.Tail.HandedOver && d.Tail.PlanKey != 0 {
		p.put(u, c, d.Drafts[len(d.Drafts)-1])
	}
}

func (p *prose) put(u *unit, c *conversation.Conversation, m digest.DraftMark) {
	e, ok := cutOut(c, m.First, m.Last)
	if !ok {
		return
	}
	size := shelf.SizeOf(e.turns)
	p.mu.Lock()
	defer p.mu.Unlock()
	key := part{unit: u, first: m.First, last: m.Last}
	if _, has := p.kept[key]; has || p.room+size > proseRoom {
		return
	}
	if p.kept == nil {
		p.kept = make(map[part]excerpt)
	}
	p.room += size
	e.turns = slices.Clone(e.turns) // of the others nothing is to stay
	p.kept[key] = e
}

// take gives what was kept of a part, once.
func (p *prose) take(x part) (excerpt, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.kept[x]
	delete(p.kept, x)
	return e, ok
}

// drop forgets everything.
func (p *prose) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = nil
}
