package tenant_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"prism/internal/tenant"
)

func TestKeys(t *testing.T) {
	seen := map[string]bool{}
	for range 200 {
		text, id, hash, err := tenant.NewSecret(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		gotID, gotHash, err := tenant.Parse(text)
		if err != nil || gotID != id || gotHash != hash || seen[text] {
			t.Fatalf("%s is read as %s, %v", text, gotID, err)
		}
		seen[text] = true
		if strings.Contains(hash, text) || !strings.HasPrefix(text, "prism_"+id+"_") {
			t.Fatal("another form")
		}
		// Any letter that is another one is told.
		for i := range text {
			b := []byte(text)
			if b[i]++; b[i] == '_' {
				b[i]++
			}
			if _, _, err := tenant.Parse(string(b)); err == nil {
				t.Fatalf("%s passes for %s", b, text)
			}
		}
	}
	for _, text := range []string{"", "prism_", "prism___", "hello", strings.Repeat("prism_", 100)} {
		if _, _, err := tenant.Parse(text); !errors.Is(err, tenant.ErrForm) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, _, err := tenant.NewSecret(bytes.NewReader([]byte("short"))); err == nil {
		t.Error("a key of too few random bytes")
	}
}

func TestMay(t *testing.T) {
	now := time.Unix(1000, 0)
	k := tenant.Key{Scopes: []tenant.Scope{tenant.Ingest}}
	for name, c := range map[string]struct {
		change func(*tenant.Key)
		want   bool
	}{
		"as it is":      {func(*tenant.Key) {}, true},
		"another scope": {func(k *tenant.Key) { k.Scopes = []tenant.Scope{tenant.Read} }, false},
		"revoked":       {func(k *tenant.Key) { k.Revoked = now }, false},
		"expired":       {func(k *tenant.Key) { k.Expires = now }, false},
		"not yet":       {func(k *tenant.Key) { k.Expires = now.Add(1) }, true},
	} {
		x := k
		c.change(&x)
		if got := x.May(tenant.Ingest, now); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, want := range map[string]bool{"acme": true, "a-1": true, "local": true, "": false, "Acme": false, "../x": false, "a b": false, "-a": false, strings.Repeat("a", 49): false, "a\n": false} {
		if got := tenant.CheckName(name) == nil; got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
