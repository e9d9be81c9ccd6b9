package server_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"prism/internal/store"
	"prism/internal/tenant"
)

// Figures of a group: of as many people as the tenant says for a lead, any for an admin,
// none for a member; a group that is too small is as one that is not there.
func TestGroups(t *testing.T) {
	w := newWorld(t)
	var list []store.Session
	groups := []tenant.Group{{Name: "large"}, {Name: "small"}}
	for i := range 7 {
		person := fmt.Sprintf("person%d", i)
		list = append(list, counted(fmt.Sprintf("%016x", i), person, i < 3))
		if i < 6 {
			groups[0].People = append(groups[0].People, person)
		} else {
			groups[1].People = append(groups[1].People, person)
		}
	}
	acme := of(t, list...)
	acme.Groups = func(context.Context) ([]tenant.Group, error) { return groups, nil }
	var policy tenant.Policy
	acme.Policy = func(context.Context) (tenant.Policy, error) { return policy, nil }
	w.tenants["acmetenant"] = acme
	keys := map[tenant.Role]string{}
	for _, role := range tenant.Roles() {
		keys[role] = w.key(t, "acmetenant", "person0", role, tenant.Read)
	}
	for _, c := range []struct {
		role  tenant.Role
		group string
		least int
		want  int
		has   string
	}{
		{tenant.Lead, "large", 0, http.StatusOK, `"crushed":3,"counted":6`},
		{tenant.Lead, "large", 7, http.StatusForbidden, ""},
		{tenant.Lead, "small", 0, http.StatusForbidden, ""},
		{tenant.Lead, "nowhere", 0, http.StatusForbidden, ""},
		{tenant.Lead, "", 7, http.StatusOK, `"counted":7`},
		{tenant.Owner, "small", 0, http.StatusOK, `"crushed":0,"counted":1`},
		{tenant.Owner, "nowhere", 0, http.StatusNotFound, ""},
		{tenant.Member, "large", 0, http.StatusNotFound, ""},
	} {
		policy.GroupMinimum = c.least
		status, text := w.told(call{"GET", "/api/v1/score?by=person&group=" + c.group, keys[c.role], "", ""})
		if status != c.want || !strings.Contains(text, c.has) {
			t.Errorf("a %s of %q, of %d and more: %d %s", c.role, c.group, c.least, status, text)
		}
		if c.role == tenant.Lead && strings.Contains(text, "person") {
			t.Errorf("a lead is told of people: %s", text)
		}
	}
	_, small := w.told(call{"GET", "/api/v1/score?group=small", keys[tenant.Lead], "", ""})
	if _, none := w.told(call{"GET", "/api/v1/score?group=nowhere", keys[tenant.Lead], "", ""}); small != none {
		t.Errorf("a lead is told which groups there are: %s, %s", small, none)
	}
	if status, text := w.told(call{"GET", "/api/v1/sessions?group=small", keys[tenant.Owner], "", ""}); status != http.StatusOK || strings.Count(text, `"id":`) != 1 {
		t.Errorf("sessions of a group: %d %s", status, text)
	}
	// A lead is one of the people, too: of sessions they see their own.
	if status, text := w.told(call{"GET", "/api/v1/sessions?group=large", keys[tenant.Lead], "", ""}); status != http.StatusOK || strings.Count(text, `"id":`) != 1 || !strings.Contains(text, `"0000000000000000"`) {
		t.Errorf("a lead's own sessions: %d %s", status, text)
	}
	if status, _ := w.told(call{"GET", "/api/v1/sessions/0000000000000000", keys[tenant.Lead], "", ""}); status != http.StatusOK {
		t.Errorf("a lead's own session: %d", status)
	}
	if status, text := w.told(call{"GET", "/api/v1/sessions/0000000000000003", keys[tenant.Lead], "", ""}); status != http.StatusNotFound {
		t.Errorf("another's session for a lead: %d %s", status, text)
	}
	// Nor does a report name any: it has figures, of as many people as any other answer.
	day := list[0].Ended.Format(time.DateOnly)
	if status, text := w.told(call{"GET", "/report.json?span=month&at=" + day, keys[tenant.Lead], "", ""}); status != http.StatusOK || !strings.Contains(text, `"counted": 7`) || strings.Contains(text, "00000000") || strings.Contains(text, "person") {
		t.Errorf("a lead's report: %d %s", status, text)
	}
	policy.GroupMinimum = 8
	if status, text := w.told(call{"GET", "/report.json?span=month&at=" + day, keys[tenant.Lead], "", ""}); status != http.StatusForbidden {
		t.Errorf("a lead's report of too few: %d %s", status, text)
	}
	policy.GroupMinimum = 0
	// Whose sessions do not count is a question about less than as many people as count.
	if status, text := w.told(call{"GET", "/api/v1/score?counted=false", keys[tenant.Lead], "", ""}); status != http.StatusForbidden {
		t.Errorf("a lead is told of what does not count: %d %s", status, text)
	}
	// How an id goes on tells of others' sessions, where a beginning of one's own is unique.
	if status, _ := w.told(call{"GET", "/api/v1/sessions/000000000000000", keys[tenant.Lead], "", ""}); status != http.StatusNotFound {
		t.Errorf("a beginning that several have, for a lead: %d", status)
	}
	w.tenants["acmetenant"] = of(t, list[:1]...)
	if status, _ := w.told(call{"GET", "/api/v1/sessions/000000000000000", keys[tenant.Lead], "", ""}); status != http.StatusNotFound {
		t.Errorf("a beginning that nobody else has, for a lead: %d", status)
	}
	w.tenants["acmetenant"] = acme
	// What people wrote is shown to admins where the tenant says so, and nowhere else.
	const turns = "/api/v1/sessions/0000000000000003/timeline"
	for _, shown := range []bool{false, true} {
		policy.PromptsVisible = shown
		if _, text := w.told(call{"GET", turns, keys[tenant.Owner], "", ""}); strings.Contains(text, "what was written") != shown {
			t.Errorf("an admin, prompts visible %v: %s", shown, text)
		}
	}
}
