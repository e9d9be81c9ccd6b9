package shelf

import (
	"strings"
	"sync/atomic"
	"testing"

	"prism/internal/conversation"
)

// What one goroutine still reads is not read a second time by another, however much
// was read meanwhile.
func TestShelfKeepsWhatIsBeingRead(t *testing.T) {
	var s Shelf[*int]
	var slow int
	var reads atomic.Int32
	started, finish, done := make(chan struct{}), make(chan struct{}), make(chan error)
	read := func() (*conversation.Conversation, error) {
		if reads.Add(1) == 1 {
			close(started)
			<-finish
		}
		return &conversation.Conversation{}, nil
	}
	go func() { _, err := s.Conversation(&slow, read); done <- err }()
	<-started
	large := &conversation.Conversation{Turns: []conversation.Turn{{Prompt: strings.Repeat("x", room)}}}
	for range 3 {
		if _, err := s.Conversation(new(int), func() (*conversation.Conversation, error) { return large, nil }); err != nil {
			t.Fatal(err)
		}
	}
	s.mu.Lock()
	held := len(s.held)
	s.mu.Unlock()
	if held != 2 { // the slow one and the last
		t.Errorf("%d are held", held)
	}
	again := s.take(&slow, read)
	close(finish)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if _, err := again.read(); err != nil {
		t.Fatal(err)
	}
	if n := reads.Load(); n != 1 {
		t.Errorf("read %d times", n)
	}
}
