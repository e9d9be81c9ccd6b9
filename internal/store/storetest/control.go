package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"prism/internal/tenant"
)

// Control is what an engine offers that keeps what stands above tenants.
type Control interface {
	AddTenant(context.Context, tenant.Tenant) error
	Tenants(context.Context) ([]tenant.Tenant, error)
	Account(ctx context.Context, name string) (tenant.Account, bool, error)
	DropTenant(context.Context, string) error
	AddOptOut(ctx context.Context, account string, o tenant.OptOut) error
	RemoveOptOut(ctx context.Context, account string, of tenant.Subject, pattern string) (bool, error)
}

// KeyRing is what an engine offers of keys, and of the audit log.
type KeyRing interface {
	AddKey(context.Context, *tenant.Key) error
	Key(ctx context.Context, id string) (tenant.Key, bool, error)
	Keys(ctx context.Context, account string) ([]tenant.Key, error)
	RevokeKey(ctx context.Context, id string, at time.Time) (bool, error)
	RotateKey(ctx context.Context, old string, next *tenant.Key, until time.Time) (bool, error)
	Note(context.Context, tenant.Entry) error
	Notes(ctx context.Context, account string, most int) ([]tenant.Entry, error)
}

// Persons is what an engine offers of the people of tenants.
type Persons interface {
	SetPerson(ctx context.Context, account string, p *tenant.Person) error
	Person(ctx context.Context, account, name string) (tenant.Person, bool, error)
	People(ctx context.Context, account string) ([]tenant.Person, error)
	Groups(ctx context.Context, account string) ([]tenant.Group, error)
	RemovePerson(ctx context.Context, account, name string) error
}

// keysOfTenants: what is kept of tenants and keys comes back as it was.
func keysOfTenants(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	policy := tenant.Policy{FactsOnly: true, ContentDays: 1, FactsDays: 2, Provider: "p", Model: "m", DayBudget: 3, MonthBudget: 4, PromptsVisible: true, GroupMinimum: 6, DeleteOptedOut: true}
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "b", Created: noon}))
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "a", Created: noon}))
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "a", Created: noon.Add(time.Hour), Policy: policy}))
	made, err := s.Tenants(t.Context())
	must(t, err)
	diff(t, "tenants", []tenant.Tenant{{Name: "a", Created: noon, Policy: policy}, {Name: "b", Created: noon}}, made)
	one := tenant.Key{ID: "1", Hash: "h", Tenant: "a", Person: "ada", Role: tenant.Member, Scopes: []tenant.Scope{tenant.Ingest, tenant.Read}, Name: "n", Created: noon, Expires: noon.Add(time.Hour), Limits: tenant.Limits{Requests: 7, Bytes: 8}}
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
	keys, err := opened(t, open).Keys(t.Context(), "")
	must(t, err)
	diff(t, "keys", []tenant.Key{one, two}, keys)
	keys, err = s.Keys(t.Context(), "b")
	must(t, err)
	diff(t, "keys of one", []tenant.Key{two}, keys)
	must(t, s.DropTenant(t.Context(), "a"))
	keys, err = s.Keys(t.Context(), "")
	must(t, err)
	diff(t, "keys of those that are left", []tenant.Key{two}, keys)
	for i := range 3 {
		must(t, s.Note(t.Context(), tenant.Entry{At: noon, Who: "me", Did: "x", Tenant: []string{"a", "b"}[i%2], Person: "ada", What: string(rune('a' + i))}))
	}
	notes, err := s.Notes(t.Context(), "", 2)
	must(t, err)
	if len(notes) != 2 || notes[0].What != "c" || notes[1].What != "b" {
		t.Errorf("notes: %+v", notes)
	}
	notes, err = s.Notes(t.Context(), "b", 2)
	must(t, err)
	diff(t, "notes of one", []tenant.Entry{{At: noon, Who: "me", Did: "x", Tenant: "b", Person: "ada", What: "b"}}, notes)
}

// accounts: a tenant is found by its name, with whom it leaves alone.
func accounts(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	must(t, s.AddTenant(t.Context(), tenant.Tenant{Name: "a", Created: noon, Policy: tenant.Policy{FactsDays: 9}}))
	outs := []tenant.OptOut{{Of: tenant.OfPerson, Pattern: "bob", Since: noon}, {Of: tenant.OfRepository, Pattern: "secret/*", Since: noon}, {Of: tenant.OfTenant, Since: noon}}
	for _, o := range outs {
		must(t, s.AddOptOut(t.Context(), "a", o))
		o.Since = noon.Add(time.Hour) // it stands since the first time
		must(t, s.AddOptOut(t.Context(), "a", o))
	}
	must(t, s.AddOptOut(t.Context(), "b", outs[0]))
	got, found, err := opened(t, open).Account(t.Context(), "a")
	must(t, err)
	diff(t, "found", true, found)
	diff(t, "account", tenant.Account{Tenant: tenant.Tenant{Name: "a", Created: noon, Policy: tenant.Policy{FactsDays: 9}}, OptOuts: outs}, got)
	got, found, err = s.Account(t.Context(), "b")
	must(t, err)
	diff(t, "one that was not made", false, found)
	diff(t, "its opt-outs", tenant.Account{Tenant: tenant.Tenant{Name: "b"}, OptOuts: outs[:1]}, got)
	for _, want := range []bool{true, false} {
		done, err := s.RemoveOptOut(t.Context(), "a", tenant.OfPerson, "bob")
		must(t, err)
		diff(t, "taken back", want, done)
	}
	must(t, s.DropTenant(t.Context(), "a"))
	got, found, err = s.Account(t.Context(), "a")
	must(t, err)
	if found || len(got.OptOuts) > 0 {
		t.Errorf("dropped: %t, %+v", found, got)
	}
}

// persons: people have a role, which their keys have too, and groups.
func persons(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	ada := tenant.Person{Name: "ada", Role: tenant.Member, Groups: []string{"core", "tools"}, Created: noon}
	bob := tenant.Person{Name: "bob", Role: tenant.Lead, Groups: []string{"core"}, Created: noon}
	key := tenant.Key{ID: "1", Tenant: "a", Person: "ada", Role: tenant.Member, Scopes: []tenant.Scope{tenant.Read}, Created: noon}
	must(t, s.AddKey(t.Context(), &key))
	must(t, s.SetPerson(t.Context(), "a", &bob))
	made, _, err := s.Person(t.Context(), "a", "ada") // by the key
	must(t, err)
	diff(t, "made", tenant.Person{Name: "ada", Role: tenant.Member, Created: noon}, made)
	must(t, s.SetPerson(t.Context(), "a", &ada))
	must(t, s.SetPerson(t.Context(), "b", &tenant.Person{Name: "ada", Role: tenant.Owner, Groups: []string{"else"}, Created: noon}))
	list, err := s.People(t.Context(), "a")
	must(t, err)
	diff(t, "people", []tenant.Person{ada, bob}, list)
	groups, err := s.Groups(t.Context(), "a")
	must(t, err)
	diff(t, "groups", []tenant.Group{{Name: "core", People: []string{"ada", "bob"}}, {Name: "tools", People: []string{"ada"}}}, groups)
	ada.Role, ada.Groups = tenant.Owner, []string{"tools"}
	must(t, s.SetPerson(t.Context(), "a", &ada))
	got, found, err := s.Person(t.Context(), "a", "ada")
	must(t, err)
	diff(t, "found", true, found)
	diff(t, "person", ada, got)
	k, _, err := s.Key(t.Context(), "1")
	must(t, err)
	diff(t, "role of the key", tenant.Owner, k.Role)
	theirs := tenant.Key{ID: "2", Tenant: "a", Person: "ada", Scopes: []tenant.Scope{tenant.Read}, Created: noon}
	must(t, s.AddKey(t.Context(), &theirs))
	diff(t, "role of another", tenant.Owner, theirs.Role)
	for _, role := range []tenant.Role{tenant.Member, tenant.Lead} {
		if err := s.AddKey(t.Context(), &tenant.Key{ID: "3", Tenant: "a", Person: "ada", Role: role, Scopes: []tenant.Scope{tenant.Read}, Created: noon}); !errors.Is(err, tenant.ErrRole) {
			t.Errorf("a key of another role, %s: %v", role, err)
		}
	}
	must(t, s.AddKey(t.Context(), &tenant.Key{ID: "4", Tenant: "a", Person: "ada", Role: tenant.Owner, Scopes: []tenant.Scope{tenant.Read}, Created: noon}))
	if _, found, err := s.Key(t.Context(), "3"); found || err != nil {
		t.Errorf("it is there: %t, %v", found, err)
	}
	kept, _, err := s.Person(t.Context(), "a", "ada")
	must(t, err)
	diff(t, "their role", tenant.Owner, kept.Role)
	must(t, s.Note(t.Context(), tenant.Entry{At: noon, Who: tenant.Vouched + "ada", Tenant: "a", Person: "ada"}))
	must(t, s.AddOptOut(t.Context(), "a", tenant.OptOut{Of: tenant.OfPerson, Pattern: "ada", Since: noon}))
	must(t, s.RemovePerson(t.Context(), "a", "ada"))
	if _, found, err := s.Person(t.Context(), "a", "ada"); found || err != nil {
		t.Errorf("removed: %t, %v", found, err)
	}
	keys, err := s.Keys(t.Context(), "")
	must(t, err)
	notes, err := s.Notes(t.Context(), "", 9)
	must(t, err)
	account, _, err := s.Account(t.Context(), "a")
	must(t, err)
	if len(keys) > 0 || len(notes) != 1 || notes[0].Person != "" || notes[0].Who != tenant.Vouched || len(account.OptOuts) > 0 {
		t.Errorf("left: %+v, %+v, %+v", keys, notes, account)
	}
	list, err = s.People(t.Context(), "b")
	must(t, err)
	diff(t, "who has that name elsewhere", 1, len(list))
}

// rotated: the key before ends at a time, and no later than it was to.
func rotated(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	for id, c := range map[string]struct {
		expires, revoked, want time.Time
		done                   bool
	}{
		"never":   {want: noon.Add(time.Hour), done: true},
		"later":   {expires: noon.Add(9 * time.Hour), want: noon.Add(time.Hour), done: true},
		"before":  {expires: noon.Add(time.Minute), want: noon.Add(time.Minute), done: true},
		"ended":   {expires: noon.Add(-time.Minute), want: noon.Add(-time.Minute)},
		"revoked": {revoked: noon},
	} {
		old := tenant.Key{ID: id, Tenant: "a", Role: tenant.Owner, Scopes: []tenant.Scope{tenant.Read}, Created: noon.Add(-time.Hour), Expires: c.expires, Revoked: c.revoked}
		must(t, s.AddKey(t.Context(), &old))
		next := old.Rotated(id+"-next", "h", noon)
		done, err := s.RotateKey(t.Context(), id, &next, noon.Add(time.Hour))
		must(t, err)
		diff(t, id, c.done, done)
		_, there, err := s.Key(t.Context(), id+"-next")
		must(t, err)
		diff(t, id+": its successor", c.done, there)
		got, _, err := s.Key(t.Context(), id)
		must(t, err)
		diff(t, id+": its end", c.want, got.Expires)
	}
}
