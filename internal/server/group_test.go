package server_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// earlier is a session of the month before, which is over.
func earlier(s store.Session) store.Session {
	s.Started, s.Ended = s.Started.AddDate(0, -1, 0), s.Ended.AddDate(0, -1, 0)
	return s
}

// Figures of a group: of as many people as the tenant says for a lead, any for an admin,
// none for a member; a group that is too small is as one that is not there.
func TestGroups(t *testing.T) {
	w := newWorld(t)
	var list []store.Session
	groups := []tenant.Group{{Name: "large"}, {Name: "small"}}
	groups = append(groups, tenant.Group{Name: "butone"})
	for i := range 12 {
		person := fmt.Sprintf("person%02d", i)
		list = append(list, earlier(servertest.Counted(fmt.Sprintf("%016x", i), person, i < 3)))
		if i < 6 {
			groups[0].People = append(groups[0].People, person)
		} else if i == 6 {
			groups[1].People = append(groups[1].People, person)
		}
		if i > 0 {
			groups[2].People = append(groups[2].People, person)
		}
	}
	// This month's are told of when it is over: until then each is one person's.
	list = append(list, servertest.Counted("00000000000000ff", "person00", true), earlier(servertest.Counted("00000000000000fe", "", true)))
	acme := of(t, list...)
	acme.Groups = func(context.Context) ([]tenant.Group, error) { return groups, nil }
	var policy tenant.Policy
	acme.Policy = func(context.Context) (tenant.Policy, error) { return policy, nil }
	w.tenants["acmetenant"] = acme
	keys := map[tenant.Role]string{}
	for _, role := range tenant.Roles() {
		keys[role] = w.key(t, "acmetenant", "person00", role, tenant.Read)
	}
	for _, c := range []struct {
		role  tenant.Role
		group string
		least int
		want  int
		has   string
	}{
		{tenant.Lead, "large", 0, http.StatusOK, `"crushed":3,"counted":6`},
		{tenant.Lead, "butone", 6, http.StatusForbidden, "Too few people"}, // and everybody are one person apart
		{tenant.Lead, "large&repo=x", 0, http.StatusForbidden, "narrowed, and not by a group"},
		{tenant.Lead, "large&intent=feature", 0, http.StatusForbidden, ""},
		{tenant.Lead, "large&crushed=true", 0, http.StatusForbidden, ""},
		{tenant.Lead, "large&include_open=true", 0, http.StatusForbidden, "still open"},
		{tenant.Lead, "large&include_automated=true", 0, http.StatusForbidden, ""},
		{tenant.Lead, "large", 7, http.StatusForbidden, "Too few people"},
		{tenant.Lead, "large&since=today", 0, http.StatusForbidden, "No whole month"},
		{tenant.Lead, "small", 0, http.StatusForbidden, ""},
		{tenant.Lead, "nowhere", 0, http.StatusForbidden, ""},
		{tenant.Lead, "", 7, http.StatusOK, `"counted":12`},
		{tenant.Lead, "", 13, http.StatusForbidden, ""},
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
	// The page of the team: for leads and admins, without anybody's name; the others show a
	// lead what is their own.
	nobody := w.key(t, "acmetenant", "", tenant.Lead, tenant.Read) // who leads, and has no sessions
	keys["nobody"] = nobody
	for _, c := range []struct {
		role   tenant.Role
		path   string
		want   int
		has    string
		hasNot string
	}{
		{"nobody", "/sessions", http.StatusForbidden, `<a href="/team">To the figures of the team</a>`, `href="/sessions"`},
		{"nobody", "/team", http.StatusOK, "<strong>3 of 12</strong>", `href="/sessions"`},
		{tenant.Lead, "/settings", http.StatusOK, "<dd>lead</dd>", ""},
		{tenant.Lead, "/team", http.StatusOK, "<strong>3 of 12</strong>", "person0"},
		{tenant.Lead, "/team?group=large", http.StatusOK, "<strong>3 of 6</strong>", "butone"},
		{tenant.Lead, "/team?group=butone", http.StatusNotFound, "", ""},
		{tenant.Lead, "/team?group=nowhere", http.StatusNotFound, "", ""},
		{tenant.Lead, "/", http.StatusOK, "<strong>2 of 2</strong>", "By person"},
		{tenant.Lead, "/sessions", http.StatusOK, "2 sessions", ""},
		{tenant.Owner, "/team?month=2026-04", http.StatusOK, "<strong>3 of 12</strong>", "butone"},
		{tenant.Owner, "/", http.StatusOK, "By person", ""},
		{tenant.Owner, "/sessions?person=person03", http.StatusOK, "1 session", ""},
		{tenant.Member, "/team", http.StatusForbidden, "", "large"},
		{tenant.Member, "/sessions?person=person03", http.StatusOK, "2 sessions", ""},
	} {
		status, text := w.told(call{"GET", c.path, keys[c.role], "", ""})
		if status != c.want || !strings.Contains(text, c.has) || c.hasNot != "" && strings.Contains(text, c.hasNot) {
			t.Errorf("a %s at %s: %d %s", c.role, c.path, status, text)
		}
	}
	// A lead is one of the people, too: of sessions they see their own.
	if status, text := w.told(call{"GET", "/api/v1/sessions?group=large", keys[tenant.Lead], "", ""}); status != http.StatusOK || strings.Count(text, `"id":`) != 2 || !strings.Contains(text, `"0000000000000000"`) {
		t.Errorf("a lead's own sessions: %d %s", status, text)
	}
	if status, _ := w.told(call{"GET", "/api/v1/sessions/0000000000000000", keys[tenant.Lead], "", ""}); status != http.StatusOK {
		t.Errorf("a lead's own session: %d", status)
	}
	if status, text := w.told(call{"GET", "/api/v1/sessions/0000000000000003", keys[tenant.Lead], "", ""}); status != http.StatusNotFound {
		t.Errorf("another's session for a lead: %d %s", status, text)
	}
	// The report that a lead looks at is of their own sessions, as their other pages are.
	day := list[0].Ended.Format(time.DateOnly)
	if status, text := w.told(call{"GET", "/report.json?span=month&at=" + day, keys[tenant.Lead], "", ""}); status != http.StatusOK || !strings.Contains(text, `"counted": 1`) || strings.Contains(text, "0000000000000003") {
		t.Errorf("a lead's report: %d %s", status, text)
	}
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

// A lead without sessions of their own, of a tenant of few, is shown why there is nothing.
func TestNothingForALead(t *testing.T) {
	w := newWorld(t)
	w.tenants["acmetenant"] = of(t, servertest.Counted("0000000000000001", "person01", true))
	k := w.key(t, "acmetenant", "", tenant.Lead, tenant.Read)
	if status, text := w.told(call{"GET", "/", k, "", ""}); status != http.StatusSeeOther || strings.Contains(text, "person01") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := w.told(call{"GET", "/team", k, "", ""}); status != http.StatusOK || !strings.Contains(text, "There is nothing to tell yet") {
		t.Errorf("%d %s", status, text)
	}
}
