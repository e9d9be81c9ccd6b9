// Package room shares out memory among those who send at once.
//
// Nouns: a Room is so many bytes, a Share what one request holds of them, for a tenant and
// a key. Promises: no more is held than there is; the less is left, the less a tenant or a
// key may hold, so that something is left for who holds nothing yet; nobody waits.
// Refusals: it frees nothing by itself, and counts what it is told.
package room

import (
	"errors"
	"sync"
)

// How many times what is left one key, and one tenant, may hold. So a key that is alone
// gets half of all, and a tenant with many keys two thirds: another key finds room beside
// the one, and another tenant beside the other. What is left for the next shrinks by as
// much with each that takes all it can get and keeps it.
const (
	ofKey    = 1
	ofTenant = 2
)

// Alone is the most that one key may hold of so many bytes, where nobody holds any.
func Alone(all int64) int64 { return all / (ofKey + 1) * ofKey }

// Least is how many bytes there must be for one key that is alone to hold so many of them.
func Least(alone int64) int64 { return (alone + ofKey - 1) / ofKey * (ofKey + 1) }

// ErrFull says that there is no room now.
var ErrFull = errors.New("requests that came before hold what memory there is for them")

// Room is safe for concurrent use. Its zero value is to be used with For.
type Room struct {
	mu      sync.Mutex
	held    int64
	tenants map[string]int64
	keys    map[owner]int64
}

// owner is whose key one is.
type owner struct{ tenant, key string }

// Share is what one request holds; it is of one goroutine.
type Share struct {
	room *Room
	all  int64
	of   owner
	mine int64
}

// For begins the share of one request in a Room of so many bytes.
func (r *Room) For(all int64, tenant, key string) *Share {
	return &Share{room: r, all: all, of: owner{tenant, key}}
}

// Held is how many bytes are held.
func (r *Room) Held() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.held
}

// Take holds n bytes more, or fails with ErrFull and holds what it held. Nobody waits for
// room, since all who wait would hold some.
func (s *Share) Take(n int64) error {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	left := s.all - r.held - n
	if left < 0 || r.tenants[s.of.tenant]+n > ofTenant*left || r.keys[s.of]+n > ofKey*left {
		return ErrFull
	}
	s.add(n)
	return nil
}

// Give lets go of n bytes, or of all that is held where that is less.
func (s *Share) Give(n int64) {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	s.add(-min(n, s.mine))
}

// Release lets go of everything.
func (s *Share) Release() { s.Give(s.mine) }

// add changes what is held; nothing is remembered of who holds nothing.
func (s *Share) add(n int64) {
	r := s.room
	if r.keys == nil {
		r.keys, r.tenants = make(map[owner]int64), make(map[string]int64)
	}
	s.mine += n
	r.held += n
	if r.keys[s.of] += n; r.keys[s.of] == 0 {
		delete(r.keys, s.of)
	}
	if r.tenants[s.of.tenant] += n; r.tenants[s.of.tenant] == 0 {
		delete(r.tenants, s.of.tenant)
	}
}
