package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// Whoever undid lines is told whose where they may see them, and otherwise only that it
// was somebody's; and of what stands beside a session in its conversations likewise.
func TestKinThatOneSees(t *testing.T) {
	part := func(s store.Session, first, last int) store.Session {
		s.Parts = []fact.Part{{Conversation: "c", File: "c", First: first, Last: last}}
		return s
	}
	lost := func(s store.Session, lines int) store.Session {
		s.Rework = fact.Rework{By: []fact.ReworkBy{{Session: "later", Lines: lines, Kind: "edit", Files: []string{s.Person + ".go"}}}}
		return s
	}
	tn := of(t, part(lost(servertest.Counted("adas", "ada", true), 3), 1, 2), part(servertest.Counted("later", "bob", true), 3, 3), part(lost(servertest.Counted("bobs", "bob", true), 7), 4, 4))
	for _, c := range []struct {
		caller        access.Caller
		undid         []string
		before, after string
	}{
		{access.Caller{Role: tenant.Owner}, []string{"bobs bob.go", "adas ada.go"}, "adas", "bobs"},
		{access.Caller{Person: "bob", Role: tenant.Member, Key: "k"}, []string{"bobs bob.go", "? "}, "?", "bobs"},
	} {
		v, err := tn.View(t.Context(), c.caller)
		if err != nil {
			t.Fatal(err)
		}
		s, err := v.One(t.Context(), "later")
		if err != nil {
			t.Fatal(err)
		}
		name := func(s *fact.Session) string {
			if s == nil {
				return "?"
			}
			return s.ID
		}
		list, more := v.Undid(t.Context(), s)
		var got []string
		for _, u := range list {
			got = append(got, name(u.Session)+" "+strings.Join(u.By.Files, ","))
		}
		if more != 0 || len(list) != 2 || strings.Join(got, ";") != strings.Join(c.undid, ";") {
			t.Errorf("%s: %d, %v, want %v", c.caller.Role, more, got, c.undid)
		}
		before, after := v.Around(t.Context(), s)
		if name(before) != c.before || name(after) != c.after {
			t.Errorf("%s: between %s and %s", c.caller.Role, name(before), name(after))
		}
	}
}

// A session of which only facts were shared says so, and an id that was merged into
// another leads there, with a word.
func TestPagesOfFactsAndFormerIDs(t *testing.T) {
	keys := servertest.Ring{}
	s := servertest.Counted("aaaaaaaaaaaaaaa1", "ada", true)
	s.Aliases = []string{"bbbbbbbbbbbbbbb2"}
	s.Parts = []fact.Part{{Conversation: "c", File: content.KeptRoot + "ada/" + content.FactsPath("claude", "c"), First: 1, Last: 3}}
	s.Verdict.Evidence = []fact.Evidence{{Turn: 1, Quote: s.Verdict.Title}}
	h := handler(t, keys, map[string]*server.Tenant{"acme": of(t, s)})
	ask := func(at string) (int, string, string) {
		r := httptest.NewRequest(http.MethodGet, at, nil)
		r.Header.Set("X-API-Key", keys.Made(t, "ada", nil))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String(), w.Header().Get("Location")
	}
	if _, body, _ := ask("/sessions/" + s.ID); !strings.Contains(body, "Only facts were shared: no transcript is here.") || strings.Contains(body, "#line-") {
		t.Errorf("%s", body)
	}
	code, _, to := ask("/sessions/bbbbbbbbbbbbbbb2?sort=cost")
	if code != http.StatusSeeOther || to != "/sessions/"+s.ID+"?sort=cost&was=bbbbbbbbbbbbbbb2" {
		t.Fatalf("%d %s", code, to)
	}
	if _, body, _ := ask(to); !strings.Contains(body, "was merged into this one") {
		t.Error("it is not said")
	}
	if code, body, _ := ask("/sessions/" + s.ID + "/session.json"); code != http.StatusOK || !strings.Contains(body, `"schema": "prism.show/1"`) {
		t.Errorf("%d %s", code, body)
	}
}
