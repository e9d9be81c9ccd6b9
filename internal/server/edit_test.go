package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"prism/internal/server"
)

// Who changes what somebody else changed meanwhile is told, and changes nothing.
func TestIfMatch(t *testing.T) {
	keys := ring{}
	h := handler(t, keys, map[string]*server.Tenant{"acme": of(t, counted("aaaaaaaaaaaaaaa1", "ada", true))})
	ada := keys.made(t, "ada", nil)
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
