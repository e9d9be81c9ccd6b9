package web_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/redact"

	"prism/internal/wire"
)

// post sends a form.
func post(h http.Handler, at, form string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, at, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// undone is a library whose first session the second one undid.
func undone(t *testing.T) (l *library, first, later *fact.Session) {
	t.Helper()
	l = demoLibrary(t)
	for _, s := range l.sessions {
		if len(s.Verdict.Evidence) > 0 && first == nil {
			first = s
		} else if later == nil {
			later = s
		}
	}
	first.Rework = fact.Rework{Reworked: true, Owned: 8, Undone: 5, By: []fact.ReworkBy{{Session: later.ID, Lines: 5, Kind: "edit", Files: []string{"cart.go"}, Sample: redact.Restore("sum += p")}}}
	first.Verdict.Reasons = append(first.Verdict.Reasons, fact.Reason{Text: redact.Restore("It says so."), Turn: 2})
	l.turns = manyTurns(120)
	return l, first, later
}

// Whoever comes to a session from a list goes back to that very list, by whichever link
// and page of the session they went on.
func TestPagesOfASessionKeepTheList(t *testing.T) {
	l, first, later := undone(t)
	l.undone = []wire.UndoneFile{{File: "cart.go", Lines: 1, Wrote: []wire.Hunk{{Turn: 2}}, Took: []wire.Hunk{{Turn: 3}}}}
	h := handler(t, editor{l})
	const list = "counted=yes&offset=50&reverse=yes&sort=cost"
	_, body, _ := get(t, h, "/sessions?"+strings.Replace(list, "offset=50", "offset=1", 1))
	if !strings.Contains(body, `?counted=yes&amp;offset=1&amp;reverse=yes&amp;sort=cost">`) {
		t.Error("the list does not hand itself on")
	}
	for _, at := range []string{"/sessions/" + first.ID + "?at=60&", "/sessions/" + first.ID + "/turns?from=51&", "/sessions/" + first.ID + "/turns/2?", "/sessions/" + first.ID + "/undone/" + later.ID + "?"} {
		_, body, _ := get(t, h, at+list, "HX-Request", map[bool]string{true: "true", false: ""}[strings.Contains(at, "/turns?")])
		_, main, ok := strings.Cut(body, `<main`)
		if !ok {
			main = body
		}
		main, _, _ = strings.Cut(main, "</main>")
		kept := 0
		for _, m := range links.FindAllStringSubmatch(main, -1) {
			to := html.UnescapeString(m[1])
			if strings.HasPrefix(to, "#") || strings.HasPrefix(to, "/sessions/") && strings.HasSuffix(strings.Split(to, "?")[0], ".json") {
				continue
			}
			kept++
			for term := range strings.SplitSeq(list, "&") {
				if !strings.Contains(to, term) {
					t.Errorf("%s: %s loses %s", at, to, term)
				}
			}
		}
		if kept == 0 {
			t.Errorf("%s: no link: %s", at, main)
		}
	}
	for form, want := range map[string]string{"/label": "verdict=none", "/title": "title=mine"} {
		if to := post(h, "/sessions/"+first.ID+form+"?"+list, want).Header().Get("Location"); !strings.Contains(to, list) {
			t.Errorf("%s goes on to %s", form, to)
		}
	}
}

var anchors = regexp.MustCompile(`<blockquote><a href="[^"]*#([^"]+)">([^<]+)</a>`)
