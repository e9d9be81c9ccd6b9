package access

import (
	"context"
	"net/http"
	"sync"
)

// Connections are as many as a server has at a time; further ones wait to be accepted.
const Connections = 1024

// connectionsOfKey are as many as may be kept open by who shows one key. Each one more is
// closed once its request is answered, so that they leave room for others.
const connectionsOfKey = Connections / 4

// Share is what a connection takes of its key's: it is its whose key came on it first.
type Share struct {
	mu     sync.Mutex
	key    string // empty: none came
	over   bool   // there were as many as may be
	closed bool
	leave  func()
}

type connectionKey struct{}

// WithShare lets the requests of a connection find what it takes.
func WithShare(ctx context.Context, s *Share) context.Context {
	return context.WithValue(ctx, connectionKey{}, s)
}

// mayStay reports whether the connection of a request with a key may stay open after it.
func (a *Guard) mayStay(r *http.Request, key string) bool {
	s, ok := r.Context().Value(connectionKey{}).(*Share)
	if !ok {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key == "" && !s.closed {
		s.key = key
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.open == nil {
			a.open = map[string]int{}
		}
		a.open[key]++
		s.over = a.open[key] > connectionsOfKey
		s.leave = func() {
			a.mu.Lock()
			defer a.mu.Unlock()
			if a.open[key]--; a.open[key] == 0 {
				delete(a.open, key)
			}
		}
	}
	return !s.over
}

// End gives back what a closed connection took.
func (s *Share) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed = true; s.leave != nil {
		s.leave()
		s.leave = nil
	}
}
