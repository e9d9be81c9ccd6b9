package pipeline

import (
	"slices"
	"sync"

	"prism/internal/conversation"
)

const (
	// shelfRoom is how many bytes of turns are held for sessions that may be judged next.
	shelfRoom = 16 << 20
	// shelfMost is of how many conversations: among few one is soon found.
	shelfMost = 64
)

// shelf holds the conversations that were read again last: the sessions of one are
// judged one after the other, so that its files are read once for all of them,
// however many there are. The one that was asked for last is held whatever its size.
type shelf struct {
	mu   sync.Mutex
	held []*shelved // the last that was asked for stands last
}

// shelved is a conversation that somebody reads, or has read.
type shelved struct {
	of   *unit
	read func() (*conversation.Conversation, error)
	size int // bytes; 0 while it is read
}

// conversation gives that of a unit, and reads it if it is not held. Who asks for one
// that another goroutine reads waits for it.
func (s *shelf) conversation(of *unit, read func() (*conversation.Conversation, error)) (*conversation.Conversation, error) {
	x := s.take(of, read)
	c, err := x.read()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.held = slices.DeleteFunc(s.held, func(y *shelved) bool { return y == x })
		return nil, err
	}
	if x.size == 0 {
		c.Usage, c.Lines = nil, nil // no judge reads these
		x.size = max(1, sizeOf(c.Turns))
		s.makeRoom()
	}
	return c, nil
}

func (s *shelf) take(of *unit, read func() (*conversation.Conversation, error)) *shelved {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &shelved{of: of, read: sync.OnceValues(read)}
	if at := slices.IndexFunc(s.held, func(y *shelved) bool { return y.of == of }); at >= 0 {
		x = s.held[at]
		s.held = slices.Delete(s.held, at, at+1)
	}
	s.held = append(s.held, x)
	return x
}

// makeRoom lets go of those that were not asked for the longest, but of none that is
// being read: who asks for it meanwhile would read it a second time.
func (s *shelf) makeRoom() {
	size, read := 0, 0
	var kept []*shelved
	for i, x := range slices.Backward(s.held) {
		if x.size > 0 {
			size, read = size+x.size, read+1
		}
		if x.size == 0 || i == len(s.held)-1 || size <= shelfRoom && read <= shelfMost {
			kept = append(kept, x)
		}
	}
	slices.Reverse(kept)
	s.held = kept
}

// drop lets go of all.
func (s *shelf) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = nil
}
