package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"prism/internal/tenant"
)

// What an admin does over the API, step by step, and what stands in the audit log of it.
func TestGovern(t *testing.T) {
	t.Parallel() // it waits
	w := newWorld(t)
	admin := w.key(t, "acmetenant", "carol", tenant.Owner, tenant.Admin)
	ids := map[string]string{}
	for _, c := range []struct {
		what, method, path, body string
		want                     int
		has                      string
	}{
		{"a key", "POST", "/keys", `{"person":"dora","scopes":["read"],"expires_at":"2027-01-01T00:00:00Z"}`, 201, `"key":"prism_`},
		{"a key that has ended", "POST", "/keys", `{"person":"dora","scopes":["read"],"expires_at":"2020-01-01T00:00:00Z"}`, 422, "Nothing is changed"},
		{"a member's that is nobody's", "POST", "/keys", `{"role":"member","scopes":["read"]}`, 422, "Nothing is changed"},
		{"another scope", "POST", "/keys", `{"scopes":["god"]}`, 422, ""},
		{"another tenant's", "POST", "/keys", `{"scopes":["read"],"tenant":"rival"}`, 422, ""},
		{"for a time that is none", "POST", "/keys/KEY/rotate?overlap=never", "", 422, "36h"},
		{"for too long", "POST", "/keys/KEY/rotate?overlap=91d", "", 422, "90d"},
		{"in its place", "POST", "/keys/KEY/rotate?overlap=2h", "", 201, `"person":"dora"`},
		{"all of them", "GET", "/keys", "", 200, `"expires_at":"2026-05-04T15:00:00Z"`},
		{"no more", "DELETE", "/keys/KEY", "", 204, ""},
		{"nor once more", "DELETE", "/keys/none", "", 404, "There is no key"},
		{"a person", "PUT", "/people/dora%20d", `{"role":"lead","groups":["tools","tools","web"]}`, 200, `{"name":"dora d","role":"lead","groups":["tools","web"],"created_at":"2026-05-04T13:00:00Z"}`},
		{"a person of no name", "PUT", "/people/a%2Fb", `{"role":"lead"}`, 422, "Nothing is changed"},
		{"another role", "PUT", "/people/dora", `{"role":"god"}`, 422, ""},
		{"people", "GET", "/people", "", 200, `"dora d"`},
		{"groups", "GET", "/groups", "", 200, `{"name":"tools","people":["dora d"]}`},
		{"an opt-out", "POST", "/opt-outs", `{"of":"repository","pattern":"secret-*"}`, 204, ""},
		{"one of nothing", "POST", "/opt-outs", `{"of":"repository"}`, 422, "Nothing is changed"},
		{"opt-outs", "GET", "/opt-outs", "", 200, `{"of":"repository","pattern":"secret-*"`},
		{"taken back", "DELETE", "/opt-outs?of=repository&pattern=secret-*", "", 204, ""},
		{"taken back again", "DELETE", "/opt-outs?of=repository&pattern=secret-*", "", 404, ""},
		{"a policy", "PUT", "/policy", `{"transcripts":true,"content_days":30,"facts_days":90,"provider":"anthropic","model":"","day_budget_usd":1.5,"month_budget_usd":20,"prompts_visible":false,"group_minimum":8,"opted_out":"delete"}`, 204, ""},
		{"as it is", "GET", "/policy", "", 200, `"day_budget_usd":1.5,"month_budget_usd":20,"prompts_visible":false,"group_minimum":8,"opted_out":"delete"`},
		{"one of too few", "PUT", "/policy", `{"transcripts":true,"content_days":0,"facts_days":0,"provider":"","model":"","day_budget_usd":0,"month_budget_usd":0,"prompts_visible":false,"group_minimum":2,"opted_out":"hide"}`, 422, "Nothing is changed"},
		{"a job", "POST", fmt.Sprintf("/jobs/%d/retry", adasJob), "", 204, ""},
		{"jobs", "GET", "/jobs", "", 200, `"dead":1,"jobs":[{"tenant":"acmetenant","id":41`},
		{"without it", "DELETE", fmt.Sprintf("/jobs/%d", adasJob), "", 204, ""},
		{"a person gone", "DELETE", "/people/dora%20d", "", 204, ""},
		{"gone already", "DELETE", "/people/dora%20d", "", 404, ""},
		{"what was done", "GET", "/audit", "", 200, `"did":"key.rotate"`},
	} {
		status, text := w.told(call{c.method, "/api/v1" + strings.ReplaceAll(c.path, "KEY", ids["KEY"]), admin, "application/json", c.body})
		if status != c.want || !strings.Contains(text, c.has) {
			t.Errorf("%s: %d %s", c.what, status, text)
		}
		if _, after, ok := strings.Cut(text, `"key":"prism_`); ok && ids["KEY"] == "" {
			ids["KEY"], _, _ = strings.Cut(after, "_")
		}
	}
	if want := []string{"acmetenant/dora d", "acmetenant/dora d"}; !slices.Equal(w.forgotten, want) {
		t.Errorf("forgotten: %v", w.forgotten)
	}
	var did []string
	for _, e := range w.control.notes[1:] {
		did = append(did, e.Did)
		if e.Who == "" || e.Tenant != "acmetenant" || e.At.IsZero() {
			t.Errorf("noted %+v", e)
		}
	}
	if want := []string{"key.create", "key.rotate", "key.revoke", "person.set", "optout.add", "optout.remove", "policy.set", "job.retry", "job.drop", "person.forget"}; !slices.Equal(did, want) {
		t.Errorf("noted %v, want %v", did, want)
	}
	if want := []string{"acmetenant", "acmetenant", "acmetenant", "acmetenant"}; !slices.Equal(w.settled, want) { // two opt-outs, a policy, a person gone
		t.Errorf("worked out again: %v", w.settled)
	}
	if k := w.control.Ring[ids["KEY"]]; k.Revoked.IsZero() || k.Tenant != "acmetenant" {
		t.Errorf("the key %+v", k)
	}
}

// Each gets what is kept of them, whatever their role, and nothing of anybody else's.
func TestExport(t *testing.T) {
	w := newWorld(t)
	for _, role := range tenant.Roles() {
		if status, text := w.told(call{"GET", "/api/v1/export", w.key(t, "acmetenant", "adaperson", role, tenant.Read), "", ""}); status != 200 || !strings.HasSuffix(text, "\n"+`{"of":"acmetenant/adaperson"}`) || !strings.Contains(text, "attachment") {
			t.Errorf("%s: %d %s", role, status, text)
		}
	}
	if status, text := w.told(call{"GET", "/api/v1/export", w.key(t, "acmetenant", "", tenant.Owner, tenant.Read), "", ""}); status != 403 || strings.Contains(text, `"of"`) {
		t.Errorf("nobody's: %d %s", status, text)
	}
}
