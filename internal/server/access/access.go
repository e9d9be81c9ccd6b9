// Package access says who asks a server, what they may, and how much of it.
//
// Nouns: a Guard knows callers by the keys that they show, by the cookie that a key or an
// identity provider's word was changed into, or by being on the machine; an Error is a
// refusal. Promises: a key that was revoked opens nothing within a second, also for what is
// under way (Still); who takes more than a key may is told when to come again; a refusal
// says nothing of what there is. Refusals: it keeps no key and knows no tenant's sessions.
package access

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/tenant"
)

// Caller is who asks.
type Caller struct {
	Tenant string
	Person string
	Role   tenant.Role
	Scopes []tenant.Scope
	Key    string // visible part of the key; empty: nobody showed one, on the loopback
	limits tenant.Limits
}

// Keys finds keys by their visible part.
type Keys interface {
	Key(ctx context.Context, id string) (tenant.Key, bool, error)
}

// Guard tells who asks, by the key that is shown: in a header, or for a browser by the
// cookie that a key was changed into. It is safe for concurrent use.
type Guard struct {
	Keys Keys
	// Here is who asks without a key, where that is allowed: on the loopback. nil:
	// nobody may.
	Here *Caller
	// Known tells the role of a person whom a tenant knows, for people for whom an
	// identity provider vouches; nil: nobody is known.
	Known func(ctx context.Context, tenant, person string) (role tenant.Role, known bool, err error)
	Now   func() time.Time

	limiter  tenant.Limiter
	mu       sync.Mutex
	known    map[string]remembered // by the key's visible part
	browsers map[string]signin     // by the cookie's value
	open     map[string]int        // connections, by the key that came on them
	streams  map[string]int        // streams of events, by who listens
	signIns  int64                 // how many there were
}

// remembered is a key as it was when it was last looked up.
type remembered struct {
	key   tenant.Key
	found bool
	at    time.Time
}

// signin is a browser that showed a key, or whose person is vouched for.
type signin struct {
	id, hash string // of the key
	vouched  Vouched
	until    time.Time
	n        int64 // how many there had been, with it
}

// Sign-ins.
const (
	cookieName = "prism"
	signedIn   = 12 * time.Hour
	mostKnown  = 10_000 // keys and sign-ins that are remembered
)

var (
	errNoKey  = &Error{Status: http.StatusUnauthorized, Text: "Show a key: Authorization: Bearer, or X-API-Key.", Published: "Missing API key"}
	errForm   = &Error{Status: http.StatusUnauthorized, Text: "This key opens nothing here.", Published: "Invalid API key format"}
	errBadKey = &Error{Status: http.StatusUnauthorized, Text: "This key opens nothing here.", Published: "Invalid API key"}
	// errEnded is told to nobody but who has the whole of the key.
	errEnded = &Error{Status: http.StatusUnauthorized, Text: "This key opens nothing here.", Published: "API key not active or expired"}
)

// Caller tells who asks. The error is an *Error where nobody may, or not so much.
func (a *Guard) Caller(r *http.Request) (Caller, error) {
	c, err := a.caller(r)
	if err == nil {
		err = a.admit(r, c)
	}
	if err != nil {
		return Caller{}, err
	}
	return c, nil
}

// Still tells that who was let in with a request may still: it may have taken its time
// to come.
func (a *Guard) Still(r *http.Request) error {
	_, err := a.caller(r)
	return err
}

func (a *Guard) caller(r *http.Request) (Caller, error) {
	text := r.Header.Get("X-API-Key")
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && text == "" {
		text = strings.TrimSpace(bearer)
	}
	if text != "" {
		id, hash, err := tenant.Parse(text)
		if err != nil {
			return Caller{}, errForm
		}
		return a.by(r.Context(), id, hash)
	}
	if c, err := r.Cookie(cookieName); err == nil {
		a.mu.Lock()
		s, ok := a.browsers[c.Value]
		a.mu.Unlock()
		if ok && a.Now().Before(s.until) {
			if s.vouched.Person != "" {
				return a.vouched(r.Context(), s.vouched)
			}
			return a.by(r.Context(), s.id, s.hash)
		}
	}
	if a.Here != nil {
		return *a.Here, nil
	}
	return Caller{}, errNoKey
}

// by is the caller of a key.
func (a *Guard) by(ctx context.Context, id, hash string) (Caller, error) {
	now := a.Now()
	a.mu.Lock()
	known, ok := a.known[id]
	a.mu.Unlock()
	if !ok || now.Sub(known.at) > tenant.Trusted {
		key, found, err := a.Keys.Key(ctx, id)
		if err != nil {
			return Caller{}, err
		}
		known = remembered{key, found, now}
		a.mu.Lock()
		if a.known == nil || len(a.known) > mostKnown {
			a.known = map[string]remembered{}
		}
		a.known[id] = known
		a.mu.Unlock()
	}
	if !known.found || subtle.ConstantTimeCompare([]byte(known.key.Hash), []byte(hash)) != 1 {
		return Caller{}, errBadKey
	}
	if !known.key.Valid(now) {
		return Caller{}, errEnded
	}
	k := &known.key
	return Caller{Tenant: k.Tenant, Person: k.Person, Role: k.Role, Scopes: k.Scopes, Key: k.ID, limits: k.Limits}, nil
}

// SignIn changes a key into a cookie.
func (a *Guard) SignIn(ctx context.Context, text string, secure bool) (*http.Cookie, error) {
	id, hash, err := tenant.Parse(strings.TrimSpace(text))
	if err != nil {
		return nil, errForm
	}
	if _, err := a.by(ctx, id, hash); err != nil {
		return nil, err
	}
	return a.remember(signin{id: id, hash: hash}, secure), nil
}

// remember makes the cookie of a browser.
func (a *Guard) remember(s signin, secure bool) *http.Cookie {
	value := rand.Text() + rand.Text()
	s.until = a.Now().Add(signedIn)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.browsers == nil {
		a.browsers = map[string]signin{}
	}
	for len(a.browsers) >= mostKnown { // who signed in the longest ago does so again
		oldest := ""
		for v, other := range a.browsers {
			if was := a.browsers[oldest]; oldest == "" || other.until.Before(was.until) || other.until.Equal(was.until) && other.n < was.n {
				oldest = v
			}
		}
		delete(a.browsers, oldest)
	}
	a.signIns++
	s.n = a.signIns
	a.browsers[value] = s
	//nolint:gosec // Secure wherever it is reached by https
	return &http.Cookie{Name: cookieName, Value: value, Path: "/", HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode, MaxAge: int(signedIn.Seconds())}
}

// SignOut forgets a browser, and gives the cookie by which it forgets, too.
func (a *Guard) SignOut(r *http.Request, secure bool) *http.Cookie {
	if c, err := r.Cookie(cookieName); err == nil {
		a.mu.Lock()
		delete(a.browsers, c.Value)
		a.mu.Unlock()
	}
	//nolint:gosec // Secure wherever it is reached by https
	return &http.Cookie{Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode}
}

// Sender is who sends content.
type Sender struct {
	Tenant string
	Person string // owns what is sent; empty: the sender says
	Key    string // visible part of the key; empty: none was shown
	Ingest bool   // may send
	// Anyone says that the key is nobody's: Person is what the sender calls them.
	Anyone bool
	// FactsOnly says that the tenant takes no transcripts.
	FactsOnly bool
}

// May reports whether a caller has a scope.
func (c *Caller) May(s tenant.Scope) bool { return slices.Contains(c.Scopes, s) }

// Sender is the caller as one who sends.
func (c *Caller) Sender() Sender {
	return Sender{Tenant: c.Tenant, Person: c.Person, Key: c.Key, Ingest: c.May(tenant.Ingest)}
}

// Own is the caller as one who sees what is their own, whatever their role.
func (c Caller) Own() (Caller, error) {
	if c.Key == "" {
		return c, nil // the person of this machine
	}
	if c.Person == "" {
		return c, &Error{Status: http.StatusForbidden, Text: "This key belongs to nobody, who has no sessions of their own."}
	}
	c.Role = tenant.Member
	return c, nil
}
