package server_test

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/oidc"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
)

// issuer is an identity provider that says what the test wants.
type issuer struct {
	*httptest.Server
	key       *rsa.PrivateKey
	challenge string         // of the last browser that was sent here
	nonce     string         // likewise
	change    map[string]any // of the claims
	codes     int            // that were exchanged
}

// issuersKey is the key of all issuers: to make one takes longer than what a test does with it.
var issuersKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	key, err := issuersKey()
	if err != nil {
		t.Fatal(err)
	}
	i := &issuer{key: key}
	part := func(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
	say := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // into memory
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		say(w, map[string]any{"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "jwks_uri": i.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		say(w, map[string]any{"keys": []any{map[string]any{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "k", "n": part(key.N.Bytes()), "e": part(big.NewInt(int64(key.E)).Bytes())}}})
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		if r.FormValue("code") != "good" || part(sum[:]) != i.challenge {
			w.WriteHeader(http.StatusBadRequest)
			say(w, map[string]any{"error": "invalid_grant"})
			return
		}
		i.codes++
		claims := map[string]any{"iss": i.URL, "aud": "prism", "sub": "1", "exp": noon.Add(2 * time.Hour).Unix(), "iat": noon.Unix(), "nonce": i.nonce, "email": "ada", "email_verified": true, "groups": []string{"staff"}}
		for k, v := range i.change {
			claims[k] = v
		}
		body, _ := json.Marshal(claims) // plain values
		signed := part([]byte(`{"alg":"RS256","kid":"k"}`)) + "." + part(body)
		digest := sha256.Sum256([]byte(signed))
		signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
		if err != nil {
			t.Error(err)
		}
		say(w, map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": signed + "." + part(signature)})
	})
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	return i
}

// browser keeps cookies as a browser does.
type browser struct {
	h       http.Handler
	cookies map[string]*http.Cookie
}

func (b *browser) get(path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for _, c := range b.cookies {
		if strings.HasPrefix(r.URL.Path, c.Path) {
			r.AddCookie(c)
		}
	}
	w := httptest.NewRecorder()
	b.h.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		b.cookies[c.Name] = c
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return w
}

// door is a server that has an identity provider.
type doorway struct {
	*issuer
	h      http.Handler
	people map[string]tenant.Role
	now    time.Time
}

func newDoorway(t *testing.T, more string) *doorway {
	t.Helper()
	d := &doorway{issuer: newIssuer(t), people: map[string]tenant.Role{"ada": tenant.Member}, now: noon.Add(time.Hour)}
	conf, err := oidc.Parse([]byte(`{"issuer":"` + d.URL + `","client":"prism","secret":"s","url":"https://prism.example","tenant":"acme"` + more + `}`))
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return d.now }
	provider, err := oidc.New(conf, clock)
	if err != nil {
		t.Fatal(err)
	}
	acme := of(t, servertest.Counted("5e55104ada000001", "ada", true), servertest.Counted("5e55104b0b000002", "bob", true))
	site := &server.Site{
		Access: &access.Guard{Keys: servertest.Ring{}, Now: clock, Known: func(_ context.Context, in, person string) (tenant.Role, bool, error) {
			role, ok := d.people[person]
			return role, ok && in == "acme", nil
		}},
		Provider: provider, Secure: true, Log: quiet,
		Window: func(string, string, time.Time) (from, to time.Time, err error) { return from, to, nil },
		Tenant: func(context.Context, string) (*server.Tenant, error) { return acme, nil },
	}
	if d.h, err = site.Handler(nil); err != nil {
		t.Fatal(err)
	}
	return d
}

// leave goes to the provider, as far as a browser is sent.
func (d *doorway) leave(t *testing.T) (b *browser, state string) {
	t.Helper()
	b = &browser{d.h, map[string]*http.Cookie{}}
	w := b.get("/signin/oidc")
	to, err := url.Parse(w.Header().Get("Location"))
	if err != nil || w.Code != http.StatusSeeOther || !strings.HasPrefix(to.String(), d.URL+"/authorize?") {
		t.Fatalf("sent to %v, %d: %v", to, w.Code, err)
	}
	q := to.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("redirect_uri") != "https://prism.example/signin/oidc/back" || q.Get("scope") != "openid email profile" {
		t.Errorf("asked for %v", q)
	}
	if c := b.cookies["prism-ticket"]; c == nil || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || strings.Contains(c.Value, q.Get("state")) {
		t.Errorf("the ticket %+v", c)
	}
	d.challenge, d.nonce = q.Get("code_challenge"), q.Get("nonce")
	return b, q.Get("state")
}

func TestSignInByProvider(t *testing.T) {
	d := newDoorway(t, "")
	if w := (&browser{d.h, nil}).get("/signin"); !strings.Contains(w.Body.String(), `href="/signin/oidc"`) {
		t.Errorf("nobody is led there: %s", w.Body)
	}
	b, state := d.leave(t)
	w := b.get("/signin/oidc/back?code=good&state=" + state)
	if w.Code != http.StatusOK || w.Header().Get("Refresh") != "0; url=/" {
		t.Fatalf("back: %d %s", w.Code, w.Body)
	}
	if c := b.cookies["prism"]; c == nil || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteStrictMode {
		t.Fatalf("the cookie %+v", c)
	}
	if b.cookies["prism-ticket"] != nil {
		t.Error("the ticket is kept")
	}
	if w := b.get("/sessions"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "title of 5e55104ada000001") || strings.Contains(w.Body.String(), "5e55104b0b000002") {
		t.Errorf("signed in: %d %s", w.Code, w.Body)
	}
	if w := b.get("/api/v1/keys"); w.Code != http.StatusForbidden {
		t.Errorf("a member administers: %d", w.Code)
	}
	// Who is taken out of the tenant is out at once.
	delete(d.people, "ada")
	if w := b.get("/sessions"); w.Code != http.StatusSeeOther {
		t.Errorf("taken out: %d", w.Code)
	}
	d.people["ada"] = tenant.Member
	d.now = d.now.Add(13 * time.Hour)
	if w := b.get("/sessions"); w.Code != http.StatusSeeOther {
		t.Errorf("after half a day: %d", w.Code)
	}
}

// What a provider, or somebody in its name, may say that signs nobody in.
func TestSignInByProviderRefuses(t *testing.T) {
	for _, c := range []struct {
		what   string
		change map[string]any
		back   func(b *browser, state string) string // address, after the browser left
		codes  int
	}{
		{"another state", nil, func(_ *browser, _ string) string { return "code=good&state=other" }, 0},
		{"no state", nil, func(_ *browser, _ string) string { return "code=good" }, 0},
		{"another browser", nil, func(b *browser, state string) string {
			delete(b.cookies, "prism-ticket")
			return "code=good&state=" + state
		}, 0},
		{"a ticket of one's own", nil, func(b *browser, state string) string {
			b.cookies["prism-ticket"].Value = base64.RawURLEncoding.EncodeToString([]byte(`{"State":"` + state + `"}`))
			return "code=good&state=" + state
		}, 0},
		{"another code", nil, func(_ *browser, state string) string { return "code=bad&state=" + state }, 0},
		{"an error", nil, func(_ *browser, state string) string { return "error=access_denied&state=" + state }, 0},
		{"another nonce", map[string]any{"nonce": "other"}, nil, 1},
		{"for somebody else", map[string]any{"aud": "other"}, nil, 1},
		{"of another issuer", map[string]any{"iss": "https://other.example"}, nil, 1},
		{"expired", map[string]any{"exp": noon.Unix()}, nil, 1},
		{"not verified", map[string]any{"email_verified": false}, nil, 1},
		{"no name", map[string]any{"email": nil}, nil, 1},
		{"nobody that is known", map[string]any{"email": "mallory"}, nil, 1},
	} {
		d := newDoorway(t, "")
		d.change = c.change
		b, state := d.leave(t)
		query := "code=good&state=" + state
		if c.back != nil {
			query = c.back(b, state)
		}
		w := b.get("/signin/oidc/back?" + query)
		if w.Code != http.StatusUnauthorized && w.Code != http.StatusForbidden || b.cookies["prism"] != nil || d.codes != c.codes {
			t.Errorf("%s: %d, %d codes, %+v", c.what, w.Code, d.codes, b.cookies)
		}
	}
	d := newDoorway(t, "")
	b, state := d.leave(t)
	d.now = d.now.Add(11 * time.Minute)
	if w := b.get("/signin/oidc/back?code=good&state=" + state); w.Code != http.StatusUnauthorized {
		t.Errorf("late: %d", w.Code)
	}
	d.Close()
	if w := (&browser{newDoorwayAway(t), map[string]*http.Cookie{}}).get("/signin/oidc"); w.Code != http.StatusServiceUnavailable {
		t.Errorf("a provider that is away: %d", w.Code)
	}
}

// newDoorwayAway has a provider that does not answer.
func newDoorwayAway(t *testing.T) http.Handler {
	t.Helper()
	d := newDoorway(t, "")
	d.Close()
	return d.h
}

// Roles by the provider's groups: the one that sees most of those that are mapped.
func TestRolesByProvider(t *testing.T) {
	d := newDoorway(t, `,"roles":{"prism-admins":"admin","prism-leads":"lead"}`)
	for name, c := range map[string]struct {
		groups any
		status int // of what admins may ask
	}{
		"two": {[]string{"staff", "prism-leads", "prism-admins"}, http.StatusOK}, "one": {"prism-leads", http.StatusForbidden}, "none": {nil, http.StatusForbidden},
	} {
		d.change = map[string]any{"groups": c.groups}
		b, state := d.leave(t)
		if w := b.get("/signin/oidc/back?code=good&state=" + state); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", name, w.Code, w.Body)
		}
		w := b.get("/api/v1/sessions/5e55104b0b000002")
		if want := map[int]int{http.StatusOK: http.StatusOK, http.StatusForbidden: http.StatusNotFound}[c.status]; w.Code != want {
			t.Errorf("%s sees another's session: %d", name, w.Code)
		}
	}
}

func TestProviderConfig(t *testing.T) {
	for text, want := range map[string]string{
		`{"issuer":"http://id.example","client":"c","url":"https://p.example"}`:                             "issuer",
		`{"issuer":"https://id.example","client":"c","url":"ftp://p.example"}`:                              "url",
		`{"issuer":"https://id.example","url":"https://p.example"}`:                                         "client",
		`{"issuer":"https://id.example","client":"c","url":"https://p.example","roles":{"x":"god"}}`:        "roles",
		`{"issuer":"https://id.example","client":"c","url":"https://p.example","tenant":"../x"}`:            "tenant",
		`{"issuer":"https://id.example","client":"c","url":"https://p.example","secrets":"x"}`:              "unknown field",
		`{"issuer":"https://id.example","client":"c","url":"https://p.example","roles":{"x":"lead"}}`:       "",
		`{"issuer":"http://localhost:1/x","client":"c","url":"http://127.0.0.1:7747","person_claim":"sub"}`: "",
	} {
		if _, err := oidc.Parse([]byte(text)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
