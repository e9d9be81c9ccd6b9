package storetest

import (
	"context"
	"testing"
	"time"

	"prism/internal/tenant"
)

// Control is what an engine offers that keeps what stands above tenants.
type Control interface {
	AddTenant(context.Context, tenant.Tenant) error
	Tenants(context.Context) ([]tenant.Tenant, error)
	DropTenant(context.Context, string) error
	AddKey(context.Context, *tenant.Key) error
	Keys(context.Context) ([]tenant.Key, error)
}

// KeyRing is what an engine offers of single keys, and of the audit log.
type KeyRing interface {
	Key(ctx context.Context, id string) (tenant.Key, bool, error)
	RevokeKey(ctx context.Context, id string, at time.Time) (bool, error)
	Note(context.Context, tenant.Entry) error
	Notes(context.Context, int) ([]tenant.Entry, error)
}

// keysOfTenants: what is kept of tenants and keys comes back as it was.
func keysOfTenants(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "b", Created: noon}))
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "a", Created: noon}))
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "a", Created: noon.Add(time.Hour), FactsOnly: true}))
	made, err := s.Tenants(t.Context())
	must(t, err)
	diff(t, "tenants", []tenant.Tenant{{Name: "a", Created: noon, FactsOnly: true}, {Name: "b", Created: noon}}, made)
	one := tenant.Key{ID: "1", Hash: "h", Tenant: "a", Person: "ada", Role: tenant.Member, Scopes: []tenant.Scope{tenant.Ingest, tenant.Read}, Name: "n", Created: noon, Expires: noon.Add(time.Hour)}
	two := tenant.Key{ID: "2", Hash: "i", Tenant: "b", Role: tenant.Owner, Scopes: []tenant.Scope{tenant.Admin}, Created: noon}
	must(t, s.AddKey(t.Context(), &one))
	must(t, s.AddKey(t.Context(), &two))
	got, found, err := s.Key(t.Context(), "1")
	must(t, err)
	diff(t, "key", one, got)
	if _, none, err := s.Key(t.Context(), "3"); !found || none || err != nil {
		t.Errorf("found %t, another %t, %v", found, none, err)
	}
	for _, want := range []bool{true, false} { // it is revoked once
		done, err := s.RevokeKey(t.Context(), "1", noon.Add(time.Minute))
		must(t, err)
		diff(t, "revoked", want, done)
	}
	one.Revoked = noon.Add(time.Minute)
	keys, err := opened(t, open).Keys(t.Context())
	must(t, err)
	diff(t, "keys", []tenant.Key{one, two}, keys)
	must(t, s.DropTenant(t.Context(), "a"))
	keys, err = s.Keys(t.Context())
	must(t, err)
	diff(t, "keys of those that are left", []tenant.Key{two}, keys)
	for i := range 3 {
		must(t, s.Note(t.Context(), tenant.Entry{At: noon.Add(time.Duration(i)), Who: "me", Did: "x", What: string(rune('a' + i))}))
	}
	notes, err := s.Notes(t.Context(), 2)
	must(t, err)
	if len(notes) != 2 || notes[0].What != "c" || notes[1].What != "b" {
		t.Errorf("notes: %+v", notes)
	}
}
