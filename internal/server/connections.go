package server

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
)

// connectionsOfKey are as many as may be kept open by who shows one key. Each one more is
// closed once its request is answered, so that they leave room for others.
const connectionsOfKey = connections / 4

// share is what a connection takes of its key's: it is its whose key came on it first.
type share struct {
	mu     sync.Mutex
	key    string // empty: none came
	over   bool   // there were as many as may be
	closed bool
	leave  func()
}

type connectionKey struct{}

// withConnection lets a request find its connection.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	if own, ok := c.(*counted); ok {
		return context.WithValue(ctx, connectionKey{}, &own.share)
	}
	return ctx
}

// mayStay reports whether the connection of a request with a key may stay open after it.
func (a *Access) mayStay(r *http.Request, key string) bool {
	s, ok := r.Context().Value(connectionKey{}).(*share)
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

// end gives back what a closed connection took.
func (s *share) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed = true; s.leave != nil {
		s.leave()
		s.leave = nil
	}
}
