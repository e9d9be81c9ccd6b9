package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// handler is a site of some tenants.
func handler(t *testing.T, keys servertest.Ring, tenants map[string]*server.Tenant) http.Handler {
	t.Helper()
	site := &server.Site{
		Access: &access.Guard{Keys: keys, Now: func() time.Time { return noon.Add(time.Hour) }}, Log: quiet,
		Window: func(string, string, time.Time) (from, to time.Time, err error) { return from, to, nil },
		Tenant: func(_ context.Context, name string) (*server.Tenant, error) {
			if tn := tenants[name]; tn != nil {
				return tn, nil
			}
			return nil, &access.Error{Status: http.StatusForbidden, Text: "The tenant of this key is gone."}
		},
	}
	h, err := site.Handler(nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// answers asks a site with a key.
func answers(t *testing.T, keys servertest.Ring, tenants map[string]*server.Tenant) func(method, path, key, body string) *httptest.ResponseRecorder {
	t.Helper()
	h := handler(t, keys, tenants)
	return func(method, path, key, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		if key != "" {
			r.Header.Set("X-API-Key", key)
		}
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
}

// keysOf are the keys of an object, or of the first of a list, in order.
func keysOf(t *testing.T, body []byte) string {
	t.Helper()
	var list []map[string]any
	one := map[string]any{}
	if err := json.Unmarshal(body, &list); err == nil && len(list) > 0 {
		one = list[0]
	} else if err := json.Unmarshal(body, &one); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	var keys []string
	for k := range one {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

// The endpoints of the original with their exact keys, for ada, who has two sessions of
// five.
func TestClassic(t *testing.T) {
	keys := servertest.Ring{}
	list := []store.Session{servertest.Counted("aaaaaaaaaaaaaaa1", "ada", true), servertest.Counted("aaaaaaaaaaaaaaa2", "ada", false), servertest.Counted("b1", "bob", true)}
	live := servertest.Counted("aaaaaaaaaaaaaaa3", "ada", true)
	live.State, live.Ended, live.Verdict.Rubric.Letter = fact.Provisional, noon.Add(50*time.Minute), "B"
	list[0].Conversations = []string{"c"}
	list[0].Verdict.Rubric = fact.Rubric{GoalExplicit: fact.Present, PlanFirst: fact.Absent, Letter: "C"}
	ask := answers(t, keys, map[string]*server.Tenant{"acme": of(t, append(list, live)...)})
	ada := keys.Made(t, "ada", nil)
	for _, c := range []struct{ path, keys, has string }{
		{"score", "crush_weight crushed_count letter_grade personal_tier prism_score sparkline total_count window", `"window":"weekly","prism_score":50,"letter_grade":"C","personal_tier":"scaling","crushed_count":1,"total_count":2,"crush_weight":0,"sparkline":[null,null,null,50]`},
		{"score?window=daily", "crush_weight crushed_count letter_grade personal_tier prism_score sparkline total_count window", `"window":"daily"`},
		{"speed?window=monthly", "cspw delta_cspw sparkline ttc_median_seconds window", `"cspw":1,"delta_cspw":1,"ttc_median_seconds":60,"sparkline":[0,0,0,1]`},
		{"tokens", "band cpcs_usd crush_weight crushed_token_share tet token_mix tpt window", ""},
		{"skill", "apg band checks delta_apg letter_grade pillars window worst_pillar", `"worst_pillar":"workflow"`},
		{"speed/sessions", "claude_session_id confidence context_sufficient crushed ended_at goal_complete goal_explicit intent_class judge_status letter_grade plan_first references_concrete rework root_cause_oriented scope_bounded started_at sub_session_id summary title total_tokens ttc_seconds turns verification_requested", `"crushed":true`},
		{"insight/sessions", "context_sufficient ended_at goal_explicit judge_status letter_grade plan_first references_concrete root_cause_oriented scope_bounded sub_session_id verification_requested", `"goal_explicit":true,"scope_bounded":null`},
		{"sessions/aaaaaaaaaaaaaaa1/prompts", "prompt_grade prompt_id prompt_text sub_session_id submitted_at turn", `"prompt_text":"what was written"`},
		{"realtime/sub-sessions?claude_session_id=c&limit=5", "ended_at goal_complete intent_class is_preview letter_grade prompt_grade rework started_at sub_session_id substance_floor_passed", `"is_preview":false,"substance_floor_passed":true,"letter_grade":"C","prompt_grade":"C","intent_class":"feature"`},
		{"realtime/sub-sessions?limit=1", "goal_complete intent_class is_preview letter_grade started_at sub_session_id substance_floor_passed", `"is_preview":true,"substance_floor_passed":true,"letter_grade":"B"`},
		{"today-summary?date=2026-05-04", "narrative", "3 sessions ended. 1 of 2 counted sessions landed the goal and kept it: PRISM Score 50.0, letter C."},
		{"today-summary?date=2026-05-03", "narrative", `"narrative":""`},
		{"report/weekly", "findings from headline score skill speed to tokens trivia window", `"from":"2026-05-04T00:00:00Z","to":"2026-05-11T00:00:00Z"`},
		{"report/daily", "findings from headline score skill speed to tokens trivia window", ""},
		{"report/monthly", "findings from headline score skill speed to tokens trivia window", ""},
	} {
		w := ask(http.MethodGet, "/v1/score_v3/"+c.path, ada, "")
		if w.Code != http.StatusOK || keysOf(t, w.Body.Bytes()) != c.keys || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s: %d\n%s\n%s", c.path, w.Code, keysOf(t, w.Body.Bytes()), w.Body)
		}
		if text := w.Body.String(); strings.Contains(text, "b1") || strings.Contains(text, "bob") || strings.Contains(text, "what was written") != strings.HasSuffix(c.path, "prompts") {
			t.Errorf("%s tells too much: %s", c.path, text)
		}
	}
}

// What the endpoints of the original refuse, in the shape that is published.
func TestClassicRefuses(t *testing.T) {
	keys := servertest.Ring{}
	var list []store.Session
	for i := range 5 {
		list = append(list, servertest.Counted(fmt.Sprintf("%016x", i), fmt.Sprintf("person%d", i), true))
	}
	ask := answers(t, keys, map[string]*server.Tenant{"acme": of(t, list...)})
	role := func(person string, r tenant.Role) string {
		return keys.Made(t, person, func(k *tenant.Key) { k.Role = r })
	}
	member, lead, owner := role("person1", tenant.Member), role("person2", tenant.Lead), role("person3", tenant.Owner)
	wrong := strings.Replace(member, "_", "-", 1)
	stranger := servertest.Ring{}.Made(t, "x", nil)
	ended := keys.Made(t, "ended", func(k *tenant.Key) { k.Expires = noon })
	sender := keys.Made(t, "person1", func(k *tenant.Key) { k.Scopes = []tenant.Scope{tenant.Ingest} })
	const bob = "0000000000000004"
	for _, c := range []struct {
		what, method, path, key string
		code                    int
		message                 string
	}{
		{"no key", "GET", "score", "", 401, "Missing API key"},
		{"no key, nowhere", "GET", "nothing", "", 401, "Missing API key"},
		{"a mistyped key", "GET", "score", wrong, 401, "Invalid API key format"},
		{"an unknown key", "GET", "score", stranger, 401, "Invalid API key"},
		{"an expired key", "GET", "score", ended, 401, "API key not active or expired"},
		{"a sender's", "GET", "score", sender, 403, "This key may not read."},
		{"nobody's", "GET", "score", role("", tenant.Owner), 403, "This key belongs to nobody, who has no sessions of their own."},
		{"another window", "GET", "score?window=yearly", member, 400, "window must be daily, weekly or monthly"},
		{"no date", "GET", "today-summary?date=today", member, 400, "date must be YYYY-MM-DD"},
		{"no number", "GET", "realtime/sub-sessions?limit=0", member, 400, "limit must be a number from 1 on"},
		{"nowhere", "GET", "nothing", member, 404, "Not found"},
		{"no session", "GET", "sessions/ffffffffffffffff/prompts", member, 404, "Not found"},
		{"another's prompts, as a member", "GET", "sessions/" + bob + "/prompts", member, 404, "Not found"},
		{"as a lead", "GET", "sessions/" + bob + "/prompts", lead, 404, "Not found"},
		{"as an admin", "GET", "sessions/" + bob + "/prompts", owner, 404, "Not found"},
		{"a beginning", "GET", "sessions/0000/prompts", member, 404, "Not found"},
		{"written to", "POST", "score", member, 404, "Not found"},
	} {
		w := ask(c.method, "/v1/score_v3/"+c.path, c.key, "")
		want := fmt.Sprintf("{\"code\":%d,\"message\":%q}\n", c.code, c.message)
		if w.Code != c.code || w.Body.String() != want {
			t.Errorf("%s: %d %s, want %s", c.what, w.Code, w.Body, want)
		}
	}
	for who, key := range map[string]string{"member": member, "lead": lead, "admin": owner} {
		for _, path := range []string{"score", "speed/sessions", "insight/sessions", "realtime/sub-sessions", "realtime/sub-sessions?claude_session_id=c"} {
			w := ask(http.MethodGet, "/v1/score_v3/"+path, key, "")
			if n := strings.Count(w.Body.String(), "sub_session_id"); w.Code != 200 || n > 1 || strings.Contains(w.Body.String(), bob) {
				t.Errorf("%s, %s: %d rows, %s", who, path, n, w.Body)
			}
		}
	}
}
