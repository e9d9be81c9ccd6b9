package access_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
)

func shown(name, value string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	if name != "" {
		r.Header.Set(name, value)
	}
	return r
}

func TestWhoAsks(t *testing.T) {
	keys := servertest.Ring{}
	now := time.Unix(1_000_000, 0)
	a := &access.Guard{Keys: keys, Now: func() time.Time { return now }}
	ada := keys.Made(t, "ada", nil)
	old := keys.Made(t, "old", func(k *tenant.Key) { k.Expires = now })
	gone := keys.Made(t, "gone", func(k *tenant.Key) { k.Revoked = now })
	forged := keys.Made(t, "forged", func(k *tenant.Key) { k.Hash = "another" })
	for name, c := range map[string]struct {
		r    *http.Request
		want int // 0: known
	}{
		"a bearer":        {shown("Authorization", "Bearer "+ada), 0},
		"an API key":      {shown("X-API-Key", ada), 0},
		"nothing":         {shown("", ""), 401},
		"no key":          {shown("X-API-Key", "hello"), 401},
		"expired":         {shown("X-API-Key", old), 401},
		"revoked":         {shown("X-API-Key", gone), 401},
		"another's hash":  {shown("X-API-Key", forged), 401},
		"a cookie of old": {shown("Cookie", "prism=made-up"), 401},
	} {
		got, err := a.Caller(c.r)
		if servertest.Status(err) != c.want || c.want == 0 && (err != nil || got.Person != "ada" || got.Tenant != "acme") {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	a.Here = &access.Caller{Tenant: "local", Role: tenant.Owner}
	if got, err := a.Caller(shown("", "")); err != nil || got.Tenant != "local" {
		t.Errorf("on the loopback: %+v, %v", got, err)
	}
	if _, err := a.Caller(shown("X-API-Key", "hello")); servertest.Status(err) != 401 {
		t.Error("a wrong key is as good as none") // it is meant for somebody
	}
}

// A key that is revoked opens nothing within a second, nor does what was signed in by it.
func TestRevoked(t *testing.T) {
	keys := servertest.Ring{}
	now := time.Unix(1_000_000, 0)
	a := &access.Guard{Keys: keys, Now: func() time.Time { return now }}
	text := keys.Made(t, "ada", nil)
	cookie, err := a.SignIn(t.Context(), text, true)
	if err != nil || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode {
		t.Fatalf("%+v, %v", cookie, err)
	}
	browser := shown("", "")
	browser.AddCookie(cookie)
	if got, err := a.Caller(browser); err != nil || got.Person != "ada" {
		t.Fatalf("signed in: %+v, %v", got, err)
	}
	id, _, _ := tenant.Parse(text)
	k := keys[id]
	k.Revoked = now
	keys[id] = k
	now = now.Add(time.Second)
	for name, r := range map[string]*http.Request{"the key": shown("X-API-Key", text), "the browser": browser} {
		if _, err := a.Caller(r); servertest.Status(err) != 401 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := a.SignIn(t.Context(), text, true); servertest.Status(err) != 401 {
		t.Errorf("signs in: %v", err)
	}
	other := keys.Made(t, "bob", nil)
	if cookie, err = a.SignIn(t.Context(), other, false); err != nil {
		t.Fatal(err)
	}
	browser = shown("", "")
	browser.AddCookie(cookie)
	a.SignOut(browser, true)
	if _, err := a.Caller(browser); servertest.Status(err) != 401 {
		t.Errorf("signed out: %v", err)
	}
	if cookie, err = a.SignIn(t.Context(), other, false); err != nil {
		t.Fatal(err)
	}
	browser = shown("", "")
	browser.AddCookie(cookie)
	now = now.Add(13 * time.Hour)
	if _, err := a.Caller(browser); servertest.Status(err) != 401 {
		t.Errorf("after half a day: %v", err)
	}
}

// One sign-in more than are remembered takes the place of the oldest, and of no other.
func TestSignInsAreBounded(t *testing.T) {
	keys := servertest.Ring{}
	now := time.Unix(1_000_000, 0)
	a := &access.Guard{Keys: keys, Now: func() time.Time { return now }}
	text := keys.Made(t, "ada", nil)
	const most = 10_000
	var cookies []*http.Cookie
	signIn := func() {
		t.Helper()
		c, err := a.SignIn(t.Context(), text, true)
		if err != nil {
			t.Fatal(err)
		}
		cookies = append(cookies, c)
	}
	in := func(n int) bool {
		browser := shown("", "")
		browser.AddCookie(cookies[n])
		_, err := a.Caller(browser)
		return err == nil
	}
	for range most { // all at one moment
		signIn()
	}
	if !in(0) || !in(most-1) {
		t.Fatal("somebody is out before there are too many")
	}
	for more := range 3 {
		signIn()
		if in(more) {
			t.Errorf("%d too many, and the oldest is in", more+1)
		}
		for _, n := range []int{more + 1, more + 2, most / 2, most - 1, most + more} {
			if !in(n) {
				t.Errorf("%d too many, and number %d is out", more+1, n)
			}
		}
	}
}
