package server_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"prism/internal/queue"
	"prism/internal/tenant"
	"prism/internal/web"
)

const formKind = "application/x-www-form-urlencoded"

func form(pairs ...string) string {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v.Encode()
}

// Every part of the settings but one's own is for who administers, whatever it is asked by.
func TestSettingsAreForAdmins(t *testing.T) {
	w := newWorld(t)
	asked := 0
	for _, c := range []struct {
		role   tenant.Role
		scopes []tenant.Scope
	}{
		{tenant.Member, []tenant.Scope{tenant.Read, tenant.Ingest}},
		{tenant.Lead, []tenant.Scope{tenant.Read, tenant.Ingest}},
		{tenant.Owner, []tenant.Scope{tenant.Read}},
	} {
		key := w.key(t, "acmetenant", "adaperson", c.role, c.scopes...)
		before := len(w.control.notes)
		for _, route := range web.Routes() {
			method, path, _ := strings.Cut(route, " ")
			if !strings.HasPrefix(path, "/settings/") || path == "/settings/preview" || path == "/settings/locale" { // their own
				continue
			}
			asked++
			if status, text := w.told(call{method, path, key, formKind, form("id", "7", "name", "bobperson", "again", "bobperson", "of", "person", "pattern", "bobperson", "role", "admin", "scope", "admin")}); status != http.StatusForbidden || strings.Contains(text, "bobperson") {
				t.Errorf("a %s with %v, %s: %d %s", c.role, c.scopes, route, status, text)
			}
		}
		if len(w.control.notes) != before {
			t.Errorf("a %s changed something: %+v", c.role, w.control.notes[before:])
		}
		if status, text := w.told(call{"GET", "/settings", key, "", ""}); status != http.StatusOK || !strings.Contains(text, "adaperson") || strings.Contains(text, `href="/settings/keys"`) {
			t.Errorf("a %s and who they are: %d %s", c.role, status, text)
		}
	}
	if asked < 3*15 {
		t.Errorf("only %d were asked", asked)
	}
}

// An admin makes a key, shown once, that opens; gives another its place; and revokes it.
func TestKeysByThePages(t *testing.T) {
	w := newWorld(t)
	admin := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Read, tenant.Admin)
	secret := regexp.MustCompile(`data-copy="(prism_[^"]+)"`)
	status, text := w.told(call{"POST", "/settings/keys", admin, formKind, form("person", "carolperson", "name", "laptop <b>", "scope", "read", "days", "30")})
	m := secret.FindStringSubmatch(text)
	if status != http.StatusOK || m == nil || !strings.Contains(text, "laptop &lt;b&gt;") {
		t.Fatalf("%d %s", status, text)
	}
	made := m[1]
	if status, _ := w.told(call{"GET", "/sessions", made, "", ""}); status != http.StatusOK {
		t.Errorf("the key opens nothing: %d", status)
	}
	_, text = w.told(call{"GET", "/settings/keys", admin, "", ""})
	if strings.Contains(text, made) || secret.MatchString(text) {
		t.Error("a key is shown again")
	}
	ids := regexp.MustCompile(`name="id" value="([^"]+)"`).FindAllStringSubmatch(text, -1)
	id := ""
	for _, x := range ids {
		if strings.Contains(made, x[1]) {
			id = x[1]
		}
	}
	if id == "" {
		t.Fatalf("the key is not listed: %v", ids)
	}
	if status, text = w.told(call{"POST", "/settings/keys/rotate", admin, formKind, form("id", id, "overlap", "36h")}); status != http.StatusOK || secret.FindStringSubmatch(text) == nil {
		t.Errorf("rotate: %d %s", status, text)
	}
	if got, want := w.control.Ring[id].Expires, noon.Add(37*time.Hour); !got.Equal(want) {
		t.Errorf("it opens until %v, not %v", got, want)
	}
	if status, _ = w.told(call{"POST", "/settings/keys/revoke", admin, formKind, form("id", id)}); status != http.StatusSeeOther {
		t.Errorf("revoke: %d", status)
	}
	if w.control.Ring[id].Revoked.IsZero() {
		t.Error("a revoked key opens")
	}
	for name, c := range map[string]call{
		"nothing it may":      {"POST", "/settings/keys", admin, formKind, form("person", "x")},
		"a term of letters":   {"POST", "/settings/keys", admin, formKind, form("scope", "read", "days", "many")},
		"another's key":       {"POST", "/settings/keys/revoke", admin, formKind, form("id", "nothere")},
		"an overlap of words": {"POST", "/settings/keys/rotate", admin, formKind, form("id", id, "overlap", "a while")},
		"a name of lines":     {"POST", "/settings/keys", admin, formKind, form("scope", "read", "person", "a/b")},
	} {
		if status, text := w.told(c); status != http.StatusUnprocessableEntity || !strings.Contains(text, `role="alert"`) {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
}

// People, opt-outs, policy and jobs are changed by forms, and the log tells of each.
func TestChangesByThePages(t *testing.T) {
	w := newWorld(t)
	w.board["acmetenant7"] = queue.Job{ID: 7, Tenant: "acmetenant", Kind: queue.Update, State: queue.Dead, Reason: "it <b>fails</b>"}
	admin := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Read, tenant.Admin)
	post := func(path string, pairs ...string) (int, string) {
		return w.told(call{"POST", "/settings/" + path, admin, formKind, form(pairs...)})
	}
	for _, c := range []struct {
		path  string
		pairs []string
		did   string
		page  string
		has   string
	}{
		{"people", []string{"name", "daveperson", "role", "lead", "groups", "web, mobile"}, "person.set", "people", "daveperson"},
		{"opt-outs", []string{"of", "repository", "pattern", "~/secret/**"}, "optout.add", "opt-outs", "~/secret/**"},
		{"opt-outs/takeback", []string{"of", "repository", "pattern", "~/secret/**"}, "optout.remove", "opt-outs", "-~/secret/**"},
		{"policy", []string{"content_days", "30", "facts_days", "90", "group_minimum", "7", "day_budget", "1.5", "month_budget", "20", "prompts_visible", "yes"}, "policy.set", "policy", `value="1.5"`},
		{"jobs/retry", []string{"id", "7"}, "job.retry", "jobs", "it &lt;b&gt;fails"},
		{"jobs/drop", []string{"id", "7"}, "job.drop", "jobs", "-it &lt;b&gt;fails"},
	} {
		if status, text := post(c.path, c.pairs...); status != http.StatusSeeOther {
			t.Errorf("%s: %d %s", c.path, status, text)
		}
		if n := len(w.control.notes); n == 0 || w.control.notes[n-1].Did != c.did {
			t.Errorf("%s: the log says %+v", c.path, w.control.notes)
		}
		_, text := w.told(call{"GET", "/settings/" + c.page, admin, "", ""})
		if has, not := strings.CutPrefix(html.UnescapeString(c.has), "-"); strings.Contains(html.UnescapeString(text), has) == not {
			t.Errorf("%s: the page and %q: %s", c.path, c.has, text)
		}
		if _, text := w.told(call{"GET", "/settings/audit", admin, "", ""}); !strings.Contains(text, c.did) {
			t.Errorf("%s is not in the log's page", c.did)
		}
	}
	// The log keeps all that the policy says: who may see whom, too.
	for _, e := range w.control.notes {
		if e.Did == "policy.set" && e.What != "content-days=30 facts-days=90 transcripts=true prompts-visible=true group-minimum=7 opted-out=hide provider= model= day-budget=1.5 month-budget=20" {
			t.Errorf("the log says %q", e.What)
		}
	}
	if p := w.control.policy["acmetenant"]; p.ContentDays != 30 || p.GroupMinimum != 7 || p.DayBudget != 1_500_000 || !p.PromptsVisible || p.FactsOnly {
		t.Errorf("%+v", p)
	}
	for path, pairs := range map[string][]string{
		"people":    {"name", "daveperson", "role", "emperor"},
		"opt-outs":  {"of", "planet", "pattern", "x"},
		"policy":    {"content_days", "many"},
		"jobs/drop": {"id", "x"},
	} {
		before := len(w.control.notes)
		if status, text := post(path, pairs...); status != http.StatusUnprocessableEntity || len(w.control.notes) != before {
			t.Errorf("%s %v: %d %s", path, pairs, status, text)
		}
	}
	// Without days of their own, transcripts go with what came of them.
	post("policy", "facts_days", "91")
	if _, text := w.told(call{"GET", "/settings/policy", admin, "", ""}); !strings.Contains(text, `id="content_days" name="content_days" type="number" min="0" max="36500" value="" placeholder="91"`) {
		t.Errorf("transcripts are said to be kept for ever: %s", text)
	}
	// Half a day is not for ever.
	for _, name := range []string{"content_days", "facts_days", "group_minimum"} {
		if status, text := post("policy", name, "0.5"); status != http.StatusUnprocessableEntity || !strings.Contains(text, "whole number") {
			t.Errorf("%s of a half: %d %s", name, status, text)
		}
	}
	if status, text := post("policy", "content_days", "90", "facts_days", "30"); status != http.StatusUnprocessableEntity || !strings.Contains(text, `value="90"`) {
		t.Errorf("what was typed is lost: %d %s", status, text)
	}
}

// Nobody is removed by one click.
func TestForgetByThePages(t *testing.T) {
	t.Parallel() // it waits
	w := newWorld(t)
	admin := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Read, tenant.Admin)
	w.told(call{"POST", "/settings/people", admin, formKind, form("name", "bobperson", "role", "member")})
	before := len(w.control.notes)
	for _, again := range []string{"", "bob"} {
		status, text := w.told(call{"POST", "/settings/people/forget", admin, formKind, form("name", "bobperson", "again", again)})
		if !strings.Contains(text, "Remove all of bobperson?") || len(w.control.notes) != before || status == http.StatusSeeOther {
			t.Errorf("%q: %d %s", again, status, text)
		}
	}
	if status, text := w.told(call{"POST", "/settings/people/forget", admin, formKind, form("name", "bobperson", "again", "bobperson")}); status != http.StatusSeeOther || w.control.notes[len(w.control.notes)-1].Did != "person.forget" {
		t.Errorf("%d %s", status, text)
	}
}

// What is pasted is shown as the gate leaves it, as text, and kept nowhere.
func TestPreview(t *testing.T) {
	w := newWorld(t)
	key := w.key(t, "acmetenant", "adaperson", tenant.Member, tenant.Read)
	const secret = "ghp_016C7rT4kd9ZQx2mVb8Ls3Nf5Hy6Jw1Pa0Ue"
	status, text := w.told(call{"POST", "/settings/preview", key, formKind, form("text", "token "+secret+" <script>x</script> \u202e and [EMAIL_1]")})
	shown := regexp.MustCompile(`(?s)<pre class="gated"[^>]*>(.*?)</pre>`).FindStringSubmatch(text)
	if status != http.StatusOK || shown == nil || strings.Contains(shown[1], secret) || strings.Contains(text, "<script>x") || strings.Contains(shown[1], "\u202e") {
		t.Fatalf("%d %s", status, text)
	}
	if !strings.Contains(text, "Hidden:") || strings.Contains(text, "email (") {
		t.Errorf("what is hidden: %s", text)
	}
	if status, _ := w.told(call{"POST", "/settings/preview", key, formKind, "text=" + strings.Repeat("x", 200<<10)}); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a text without end: %d", status)
	}
}
