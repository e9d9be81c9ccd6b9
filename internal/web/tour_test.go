package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"prism/internal/web"
	"prism/internal/web/page"
)

// reading is what a tour is given: a library that nothing can be said of.
type reading struct{ page.Library }

// Who has no session is told what to do where they are, and may take a tour: every page of it
// says that it is one, nothing is said of its sessions, and one's own are back at once.
func TestTour(t *testing.T) {
	own, samples := &library{}, demoLibrary(t)
	site := func(lib page.Library) http.Handler {
		d, err := web.New(web.Options{Open: func(*http.Request) (page.Library, error) { return lib, nil }, Window: window,
			Tour: func(*http.Request) (page.Library, error) { return reading{Library: samples}, nil }})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	ask := func(lib page.Library, method, path, cookie string) (*httptest.ResponseRecorder, string) {
		t.Helper()
		r := httptest.NewRequest(method, path, strings.NewReader("verdict=agree&shown=landed"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if cookie != "" {
			r.Header.Set("Cookie", cookie)
		}
		w := httptest.NewRecorder()
		site(lib).ServeHTTP(w, r)
		return w, w.Body.String()
	}
	if _, body := ask(own, "GET", "/", ""); !strings.Contains(body, "~/.claude") || !strings.Contains(body, `action="/tour"`) || strings.Contains(body, "Leave the tour") {
		t.Errorf("the first page of a machine: %s", body)
	}
	_, body := ask(signed{library: own, person: "ada", admin: false}, "GET", "/", "")
	for _, no := range []string{"~/.claude", "Nothing of it leaves this machine"} {
		if strings.Contains(body, no) {
			t.Errorf("who is on a server is told %q", no)
		}
	}
	if !strings.Contains(body, "prism setup --server") || !strings.Contains(body, "No session of yours has come to this server yet, ada.") {
		t.Errorf("the first page of a member: %s", body)
	}
	if _, body := ask(signed{library: own, person: "ada", admin: true}, "GET", "/", ""); !strings.Contains(body, "/settings/keys") {
		t.Errorf("the first page of an admin: %s", body)
	}
	answer, _ := ask(own, "POST", "/tour", "")
	if len(cookies(answer)) != 1 || answer.Code != http.StatusSeeOther {
		t.Fatalf("%d %v", answer.Code, cookies(answer))
	}
	on := cookies(answer)[0].Name + "=" + cookies(answer)[0].Value
	id := samples.sessions[0].ID
	for _, path := range []string{"/", "/sessions", "/sessions/" + id, "/tokens", "/speed", "/prompts", "/trivia", "/live", "/report", "/about"} {
		answer, body := ask(own, "GET", path, on)
		if answer.Code != http.StatusOK || !strings.Contains(body, "A tour of made-up samples.") || !strings.Contains(body, "Leave the tour") {
			t.Errorf("%s: %d, and it is not called a tour", path, answer.Code)
		}
		if strings.Contains(body, "✓ agree") {
			t.Errorf("%s: something can be said of samples", path)
		}
	}
	if answer, _ := ask(own, "POST", "/sessions/"+id+"/label", on); answer.Code != http.StatusForbidden {
		t.Errorf("a label of a sample: %d", answer.Code)
	}
	if _, body := ask(own, "GET", "/settings", on); strings.Contains(body, "made-up") {
		t.Error("the settings are one's own")
	}
	answer, _ = ask(own, "POST", "/tour/leave", on)
	if c := cookies(answer); len(c) != 1 || c[0].MaxAge >= 0 {
		t.Errorf("leaving: %v", c)
	}
}

// signed is a library of somebody on a server.
type signed struct {
	*library
	person string
	admin  bool
}

func (s signed) Who() page.Who {
	return page.Who{Tenant: "acme", Person: s.person, Admin: s.admin, Signed: true}
}
func (signed) Preview(text string) (string, error) { return text, nil }

// cookies are those that an answer sets.
func cookies(w *httptest.ResponseRecorder) []*http.Cookie {
	r := http.Response{Header: w.Header()}
	return r.Cookies()
}

// What fails on a tour can be left, too.
func TestTourErrorCanBeLeft(t *testing.T) {
	fails := func(*http.Request) (page.Library, error) {
		return nil, &page.Error{Status: 503, Text: "no samples now"}
	}
	own := func(*http.Request) (page.Library, error) { return demoLibrary(t), nil }
	for what, o := range map[string]web.Options{"the samples": {Open: own, Tour: fails, Window: window}, "one's own": {Open: fails, Tour: own, Window: window}} {
		d, err := web.New(o)
		if err != nil {
			t.Fatal(err)
		}
		status, page, _ := get(t, d, "/", "Cookie", "prism-tour=on")
		if status != 503 || !strings.Contains(page, "no samples now") || !strings.Contains(page, `action="/tour/leave"`) {
			t.Errorf("%s fail: %d\n%s", what, status, page)
		}
		if _, page, _ = get(t, d, "/no-such-page", "Cookie", "prism-tour=on"); !strings.Contains(page, `action="/tour/leave"`) {
			t.Errorf("%s: a page that is not there cannot be left", what)
		}
	}
}
