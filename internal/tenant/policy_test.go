package tenant_test

import (
	"strings"
	"testing"
	"time"

	"prism/internal/redact"
	"prism/internal/tenant"
)

func TestPolicyCheck(t *testing.T) {
	for name, c := range map[string]struct {
		p  tenant.Policy
		ok bool
	}{
		"nothing":                   {tenant.Policy{}, true},
		"all":                       {tenant.Policy{ContentDays: 30, FactsDays: 400, Provider: "openai", Model: "vendor/model", DayBudget: 5 * tenant.MicroDollars, GroupMinimum: 8}, true},
		"content only":              {tenant.Policy{ContentDays: 30}, true},
		"content longer than facts": {tenant.Policy{ContentDays: 30, FactsDays: 10}, false},
		"a small group":             {tenant.Policy{GroupMinimum: 4}, false},
		"days that are none":        {tenant.Policy{FactsDays: -1}, false},
		"a budget that is none":     {tenant.Policy{DayBudget: -1}, false},
		"a model of nobody":         {tenant.Policy{Model: "m"}, false},
		"a provider of two lines":   {tenant.Policy{Provider: "a\nb"}, false},
	} {
		if err := c.p.Check(); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCutoffs(t *testing.T) {
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return now.AddDate(0, 0, -n) }
	for _, c := range []struct {
		content, facts         int
		wantContent, wantFacts time.Time
	}{{0, 0, time.Time{}, time.Time{}}, {30, 0, day(30), time.Time{}}, {0, 90, day(90), day(90)}, {30, 90, day(30), day(90)}} {
		p := tenant.Policy{ContentDays: c.content, FactsDays: c.facts}
		if content, facts := p.Cutoffs(now); !content.Equal(c.wantContent) || !facts.Equal(c.wantFacts) {
			t.Errorf("%+v: %v, %v", c, content, facts)
		}
	}
}

func TestCheckLabel(t *testing.T) {
	for name, ok := range map[string]bool{"ada": true, "Ada Lovelace": true, "名前": true, "": false, "a/b": false, `a\b`: false, " a": false, "a\x1b": false, "a\u202eb": false, "\xff": false, strings.Repeat("x", tenant.MaxName+1): false} {
		if err := tenant.CheckLabel(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestOptOutCheck(t *testing.T) {
	for _, c := range []struct {
		o  tenant.OptOut
		ok bool
	}{
		{tenant.OptOut{Of: tenant.OfTenant}, true}, {tenant.OptOut{Of: tenant.OfPerson, Pattern: "ada"}, true}, {tenant.OptOut{Of: tenant.OfRepository, Pattern: "secret/*"}, true},
		{tenant.OptOut{Of: tenant.OfTenant, Pattern: "acme"}, false}, {tenant.OptOut{Of: tenant.OfPerson}, false}, {tenant.OptOut{Of: "team", Pattern: "x"}, false}, {tenant.OptOut{Of: tenant.OfPerson, Pattern: "[x"}, false}, {tenant.OptOut{Of: tenant.OfPerson, Pattern: "a\nb"}, false},
	} {
		if err := c.o.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}

func TestGate(t *testing.T) {
	bob, ada := redact.Subject{Person: "bob", Repository: "/w/open"}, redact.Subject{Person: "ada", Repository: "/w/secret-plan"}
	for _, c := range []struct {
		list     []tenant.OptOut
		bob, ada bool
	}{
		{nil, false, false},
		{[]tenant.OptOut{{Of: tenant.OfPerson, Pattern: "Bob"}}, true, false},
		{[]tenant.OptOut{{Of: tenant.OfRepository, Pattern: "secret-*"}}, false, true},
		{[]tenant.OptOut{{Of: tenant.OfTenant}}, true, true},
	} {
		gate, err := tenant.Gate(c.list)
		if err != nil {
			t.Fatal(err)
		}
		_, isBob := gate.Match(bob)
		_, isAda := gate.Match(ada)
		if isBob != c.bob || isAda != c.ada {
			t.Errorf("%+v: bob %t, ada %t", c.list, isBob, isAda)
		}
	}
}

func TestRotatedOpensTheSame(t *testing.T) {
	now := time.Unix(1, 0)
	old := tenant.Key{ID: "a", Hash: "h", Tenant: "t", Person: "p", Role: tenant.Lead, Scopes: []tenant.Scope{tenant.Read}, Revoked: now, Limits: tenant.Limits{Requests: 3}}
	next := old.Rotated("b", "i", now)
	if next.ID != "b" || next.Hash != "i" || next.Tenant != "t" || next.Person != "p" || next.Role != tenant.Lead || next.Requests != 3 || !next.Revoked.IsZero() || !next.Created.Equal(now) {
		t.Errorf("%+v", next)
	}
}
