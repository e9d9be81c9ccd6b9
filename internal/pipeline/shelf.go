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
		x.size = sizeOf(c.Turns)
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

// makeRoom lets go of those that were not asked for the longest.
func (s *shelf) makeRoom() {
	size := 0
	for i := len(s.held) - 1; i >= 0; i-- {
		if size += s.held[i].size; (size > shelfRoom || len(s.held)-i > shelfMost) && i < len(s.held)-1 {
			s.held = slices.Delete(s.held, 0, i+1)
			return
		}
	}
}

// drop lets go of all.
func (s *shelf) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = nil
}
