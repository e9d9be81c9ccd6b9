package tenant

import (
	"sync"
	"time"
)

// Limiter holds keys to their Limits. A key may take a minute's worth at once and then
// goes on as its limits say; bytes are counted as they came, so that a request which is
// larger than what is left is taken, and the next one waits for that. It is safe for
// concurrent use, and what it remembers is bounded.
type Limiter struct {
	mu   sync.Mutex
	keys map[string]*taken
}

// taken is when all that came with a key would have come at the pace of its limits.
type taken struct{ requests, bytes time.Time }

// spell is the stretch of time that limits are of.
const spell = time.Minute

// mostLimited bounds how many keys are remembered. Beyond, those that have nothing to
// wait for go first, and then any: who is forgotten may take a minute's worth more.
const mostLimited = 10_000

// Admit counts a request with a key, or says how long it has to wait; 0: it is taken.
func (l *Limiter) Admit(key string, most Limits, now time.Time) (wait time.Duration) {
	if most == (Limits{}) {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.of(key, now)
	requests := t.requests
	if most.Requests > 0 {
		requests = after(requests, now, 1, most.Requests)
		wait = requests.Sub(now) - spell
	}
	if most.Bytes > 0 {
		wait = max(wait, after(t.bytes, now, 1, most.Bytes).Sub(now)-spell)
	}
	if wait > 0 {
		return wait
	}
	t.requests = requests
	return 0
}

// Charge counts the bytes that came with a request.
func (l *Limiter) Charge(key string, most Limits, bytes int64, now time.Time) {
	if most.Bytes <= 0 || bytes <= 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.of(key, now)
	t.bytes = after(t.bytes, now, bytes, most.Bytes)
}

// after is when n more would have come at a pace of most in a spell.
func after(at, now time.Time, n, most int64) time.Time {
	if at.Before(now) {
		at = now
	}
	return at.Add(time.Duration(float64(spell) * float64(n) / float64(most)))
}

// of is what is remembered of a key. l.mu is held.
func (l *Limiter) of(key string, now time.Time) *taken {
	if t := l.keys[key]; t != nil {
		return t
	}
	if len(l.keys) >= mostLimited {
		for k, t := range l.keys {
			if !t.requests.After(now) && !t.bytes.After(now) {
				delete(l.keys, k)
			}
		}
		for k := range l.keys {
			if len(l.keys) <= mostLimited/2 { // so that not every new key looks through all
				break
			}
			delete(l.keys, k)
		}
	}
	if l.keys == nil {
		l.keys = make(map[string]*taken)
	}
	t := &taken{}
	l.keys[key] = t
	return t
}
