package server_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/server"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/wire"
)

// Who changes what somebody else changed meanwhile is told, and changes nothing.
func TestIfMatch(t *testing.T) {
	keys := servertest.Ring{}
	h := handler(t, keys, map[string]*server.Tenant{"acme": of(t, servertest.Counted("aaaaaaaaaaaaaaa1", "ada", true))})
	ada := keys.Made(t, "ada", nil)
	send := func(method, path, match, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/api/v1/sessions/aaaaaaaaaaaaaaa1"+path, strings.NewReader(body))
		r.Header.Set("X-API-Key", ada)
		r.Header.Set("Content-Type", "application/json")
		if match != "" {
			r.Header.Set("If-Match", match)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	first := send(http.MethodGet, "", "", "").Header().Get("ETag")
	for _, c := range []struct {
		what, method, path, match, body string
		want                            int
	}{
		{"as it was", "PUT", "/title", first, `{"title":"one"}`, 204},
		{"as it is no more", "PUT", "/title", first, `{"title":"two"}`, 412},
		{"nor for a label", "PUT", "/label", first, `{"goal_complete":false}`, 412},
		{"one of two", "PUT", "/title", `"other", W/` + "NOW", `{"title":"three"}`, 204},
		{"whatever", "PUT", "/label", "*", `{"goal_complete":false,"note":"no"}`, 204},
		{"unasked", "DELETE", "/title", "", "", 204},
		{"taken back", "DELETE", "/label", "NOW", "", 204},
		{"as at first", "DELETE", "/label", first, "", 204},
	} {
		now := send(http.MethodGet, "", "", "").Header().Get("ETag")
		if w := send(c.method, c.path, strings.ReplaceAll(c.match, "NOW", now), c.body); w.Code != c.want {
			t.Errorf("%s: %d %s", c.what, w.Code, w.Body)
		}
	}
}

// All verdicts of a session are told, also those of parts that were merged into it; of
// another's session none.
func TestVerdictHistory(t *testing.T) {
	keys := servertest.Ring{}
	s := servertest.Counted("aaaaaaaaaaaaaaa1", "ada", true)
	s.Aliases = []string{"aaaaaaaaaaaaaaa2"}
	tn := of(t, s)
	said := func(session, version string) store.Judged {
		return store.Judged{Session: session, Verdict: fact.Verdict{Judge: "offline", Version: version, At: noon, Status: fact.JudgeOK, GoalComplete: version == "2"}}
	}
	tn.Verdicts = kept{told: []store.Judged{said(s.ID, "2"), said("aaaaaaaaaaaaaaa2", "1"), said("another", "1")}}
	h := handler(t, keys, map[string]*server.Tenant{"acme": tn})
	ask := func(person string) (int, []wire.PastVerdict) {
		r := httptest.NewRequest(http.MethodGet, "/api/v1/sessions/"+s.ID+"/verdicts/history", nil)
		r.Header.Set("X-API-Key", keys.Made(t, person, nil))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var list []wire.PastVerdict
		_ = json.Unmarshal(w.Body.Bytes(), &list)
		return w.Code, list
	}
	code, list := ask("ada")
	if code != http.StatusOK || len(list) != 2 || list[0].Judge.Version != "2" || !*list[0].GoalComplete || list[1].Session != "aaaaaaaaaaaaaaa2" || *list[1].GoalComplete {
		t.Errorf("%d %+v", code, list)
	}
	if code, list := ask("bob"); code != http.StatusNotFound || len(list) > 0 {
		t.Errorf("another's: %d %+v", code, list)
	}
}
