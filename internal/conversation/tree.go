package conversation

import (
	"slices"

	"prism/internal/transcript"
)

// maxWaiting is how many queued texts may wait at once for what becomes of them;
// a person types a handful, a broken file may hold a million.
const maxWaiting = 128

// queue decides which queued texts are turns of their own: those that no later
// prompt repeats and that were not taken back. It returns for each rec of order
// whether it opens a turn.
func (b *Builder) queue(order []int32) []bool {
	opens := make([]bool, len(b.recs))
	var waiting []int32 // recs of queued texts still unsettled, in order
	settle := func(i int32) {
		for k, w := range waiting {
			if w == i {
				waiting = append(waiting[:k:k], waiting[k+1:]...)
				return
			}
		}
	}
	for _, i := range order {
		x := &b.recs[i]
		if x.sub || x.ref < 0 {
			continue
		}
		switch x.kind {
		case transcript.Enqueued:
			if waiting = append(waiting, i); len(waiting) > maxWaiting {
				opens[waiting[0]] = true
				waiting = waiting[1:]
			}
		case transcript.Prompt, transcript.Popped:
			if x.kind == transcript.Prompt {
				opens[i] = true
			}
			if len(waiting) == 0 {
				continue
			}
			a := &b.asks[x.ref]
			if len(a.settles) > 0 {
				for _, line := range a.settles {
					for _, w := range waiting {
						if b.recs[w].file == x.file && int(b.recs[w].line) == line {
							settle(w)
							break
						}
					}
				}
				continue
			}
			if a.key == 0 {
				if x.kind == transcript.Popped {
					waiting = waiting[:0]
				}
				continue
			}
			// The same words as a prompt later win over every queue line that has them.
			waiting = slices.DeleteFunc(waiting, func(w int32) bool { return b.asks[b.recs[w].ref].key == a.key })
		}
	}
	for _, w := range waiting {
		opens[w] = true
	}
	return opens
}

// rewound finds the prompts that a rewind left behind (claude-code.md §4): where
// one line has two or more prompts as children, only the one that leads to the
// current leaf is alive. It returns nil when there was no rewind.
func (b *Builder) rewound(order []int32) *branches {
	var forks map[uint64][]int32 // parent → prompts, where there are several
	first := make(map[uint64]int32)
	var roots []int32
	leaf, back := uint64(0), false
	var answered []int32 // prompts that an agent answered
	asked := int32(-1)   // the last prompt
	for _, i := range order {
		x := &b.recs[i]
		if x.sub {
			continue
		}
		switch x.kind {
		case transcript.Leaf:
			if leafAt := x.parent; leafAt != 0 {
				leaf, back = leafAt, false
			} else {
				back = true
			}
			continue
		case transcript.Answer:
			if asked >= 0 {
				answered, asked = append(answered, asked), -1
			}
		case transcript.Prompt:
			asked = i
			if x.hash == 0 {
				break
			}
			if x.parent == 0 {
				// A prompt at the root is a rewind of the earlier ones only where
				// the head was moved back to the start.
				if !back {
					roots = roots[:0]
				}
				if roots = append(roots, i); len(roots) > 1 {
					forks = addFork(forks, 0, roots[len(roots)-2], i)
				}
				back = false
				break
			}
			if f, ok := first[x.parent]; ok {
				forks = addFork(forks, x.parent, f, i)
			} else {
				first[x.parent] = i
			}
		}
		if x.hash != 0 {
			leaf = x.hash // a message after the last leaf line is the leaf itself
		}
	}
	for parent, prompts := range forks {
		if !slices.ContainsFunc(prompts, func(i int32) bool {
			return b.recs[i].ref < 0 || b.asks[b.recs[i].ref].command == "" || slices.Contains(answered, i)
		}) {
			delete(forks, parent) // old clients hang all commands that they ran themselves on one line
		}
	}
	if len(forks) == 0 {
		return nil
	}
	path := make(map[uint64]bool) // the leaf and what leads to it
	for at := leaf; at != 0 && !path[at]; at = b.parentOf(at) {
		path[at] = true
	}
	dead := make(map[uint64]bool)
	for _, prompts := range forks {
		alive := prompts[len(prompts)-1]
		for _, p := range prompts {
			if path[b.recs[p].hash] {
				alive = p
			}
		}
		for _, p := range prompts {
			if p != alive {
				dead[b.recs[p].hash] = true
			}
		}
	}
	return &branches{dead: dead, path: path, seen: make(map[uint64]bool)}
}

// branches tells dead branches from the living one.
type branches struct {
	dead map[uint64]bool // prompts that a rewind left behind
	path map[uint64]bool // the current leaf and its ancestors
	seen map[uint64]bool // answers given before
}

func addFork(forks map[uint64][]int32, parent uint64, first, next int32) map[uint64][]int32 {
	if forks == nil {
		forks = make(map[uint64][]int32)
	}
	if len(forks[parent]) == 0 {
		forks[parent] = append(forks[parent], first)
	}
	forks[parent] = append(forks[parent], next)
	return forks
}

func (b *Builder) parentOf(hash uint64) uint64 {
	if i, ok := b.index[hash]; ok {
		return b.recs[i].parent
	}
	return b.links[hash]
}

// maxLinks is how many lines in a row that say nothing a name may lead up to.
const maxLinks = 8

// known is the record of a line; of one that says nothing, as what the client printed of
// its own at the end, that of the line before it.
func (b *Builder) known(hash uint64) (int32, bool) {
	for n := 0; hash != 0 && n < maxLinks; n++ {
		if i, ok := b.index[hash]; ok {
			return i, true
		}
		hash = b.links[hash]
	}
	return 0, false
}

// onDead reports whether a line stands on a dead branch. Answers along the way are
// remembered, so that all questions together cost one walk over the tree.
func (b *Builder) onDead(hash uint64, x *branches) bool {
	var walked []uint64
	answer := false
	for at := hash; at != 0; at = b.parentOf(at) {
		if x.dead[at] {
			answer = true
			break
		}
		if x.path[at] {
			break
		}
		if a, ok := x.seen[at]; ok {
			answer = a
			break
		}
		x.seen[at] = false // also ends a loop of parents
		walked = append(walked, at)
	}
	for _, w := range walked {
		x.seen[w] = answer
	}
	return answer
}
