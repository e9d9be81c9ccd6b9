// Package shelf holds conversations that were read again for their sessions to be judged.
//
// Nouns: Shelf. Promises: who asks for what another goroutine reads waits for it, and what is
// held stays within its room but for the conversation asked for last. Refusals: it reads
// nothing itself.
package shelf

import (
	"slices"
	"sync"
	"unsafe"

	"prism/internal/conversation"
)

const (
	// room is how many bytes of turns are held for sessions that may be judged next.
	room = 16 << 20
	// most is of how many conversations: among few one is soon found.
	most = 64
)

// Shelf holds the conversations that were read again last, by whatever names one: the
// sessions of one are judged one after the other, so that its files are read once for all
// of them, however many there are. The one that was asked for last is held whatever its
// size. It is safe for concurrent use; its zero value is empty.
type Shelf[K comparable] struct {
	mu   sync.Mutex
	held []*shelved[K] // the last that was asked for stands last
}

// shelved is a conversation that somebody reads, or has read.
type shelved[K comparable] struct {
	of   K
	read func() (*conversation.Conversation, error)
	size int // bytes; 0 while it is read
}

// Conversation gives that of a name, and reads it if it is not held. Who asks for one
// that another goroutine reads waits for it. The error is that of reading.
func (s *Shelf[K]) Conversation(of K, read func() (*conversation.Conversation, error)) (*conversation.Conversation, error) {
	x := s.take(of, read)
	c, err := x.read()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.held = slices.DeleteFunc(s.held, func(y *shelved[K]) bool { return y == x })
		return nil, err
	}
	if x.size == 0 {
		c.Usage, c.Lines = nil, nil // no judge reads these
		x.size = max(1, SizeOf(c.Turns))
		s.makeRoom()
	}
	return c, nil
}

func (s *Shelf[K]) take(of K, read func() (*conversation.Conversation, error)) *shelved[K] {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &shelved[K]{of: of, read: sync.OnceValues(read)}
	if at := slices.IndexFunc(s.held, func(y *shelved[K]) bool { return y.of == of }); at >= 0 {
		x = s.held[at]
		s.held = slices.Delete(s.held, at, at+1)
	}
	s.held = append(s.held, x)
	return x
}

// makeRoom lets go of those that were not asked for the longest, but of none that is
// being read: who asks for it meanwhile would read it a second time.
func (s *Shelf[K]) makeRoom() {
	size, read := 0, 0
	var kept []*shelved[K]
	for i, x := range slices.Backward(s.held) {
		if x.size > 0 {
			size, read = size+x.size, read+1
		}
		if x.size == 0 || i == len(s.held)-1 || size <= room && read <= most {
			kept = append(kept, x)
		}
	}
	slices.Reverse(kept)
	s.held = kept
}

// Drop lets go of all.
func (s *Shelf[K]) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = nil
}

// SizeOf is about how many bytes turns take.
func SizeOf(turns []conversation.Turn) int {
	n := 0
	for i := range turns {
		t := &turns[i]
		n += int(unsafe.Sizeof(*t)) + len(t.Prompt) + len(t.Plan)
		for k := range t.Steps {
			s := &t.Steps[k]
			n += int(unsafe.Sizeof(*s)) + len(s.Target) + len(s.Output) + len(s.Said) + len(s.PlanText)
			if s.Edit != nil {
				n += int(unsafe.Sizeof(*s.Edit)) + 8*(len(s.Edit.AddedHash)+len(s.Edit.RemovedHash))
			}
		}
		for k := range t.Says {
			n += int(unsafe.Sizeof(t.Says[k])) + len(t.Says[k].Text)
		}
		for k := range t.Marks {
			n += int(unsafe.Sizeof(t.Marks[k])) + len(t.Marks[k].Text)
		}
	}
	return n
}
