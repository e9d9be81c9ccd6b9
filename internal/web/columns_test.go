package web_test

import (
	"encoding/csv"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/web"
	"prism/internal/web/page"
)

var headingText = regexp.MustCompile(`<th[^>]*>(?:<a[^>]*>)?([a-z]+)`)

// The columns that an address asks for are those of the list, of its links and of the table
// for programs; an address that asks for none has the usual ones, and the table all.
func TestColumns(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	headings := func(at string) (names []string) {
		t.Helper()
		code, body, _ := get(t, h, at)
		if code != http.StatusOK {
			t.Fatalf("%s: %d", at, code)
		}
		_, table, _ := strings.Cut(body, `<table class="list`)
		head, rows, _ := strings.Cut(table, "</thead>")
		for _, m := range headingText.FindAllStringSubmatch(head, -1) {
			names = append(names, m[1])
		}
		first, _, _ := strings.Cut(rows, "</tr>")
		if n := strings.Count(first, "<td"); n != strings.Count(head, "<th>")+strings.Count(head, "<th ") {
			t.Errorf("%s: %d cells below %d headings", at, n, strings.Count(head, "<th>")+strings.Count(head, "<th "))
		}
		return slices.DeleteFunc(names, func(s string) bool { return s == "span" })
	}
	first := func(at string) []string {
		t.Helper()
		_, body, _ := get(t, h, at)
		rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
		if err != nil || len(rows) != len(l.sessions)+1 {
			t.Fatal(err, len(rows))
		}
		return rows[0]
	}
	if got := headings("/sessions"); !slices.Equal(got, []string{"verdict", "title", "intent", "landed", "repository", "turns", "tokens", "cost", "ended"}) {
		t.Error(got)
	}
	// They stand in one order, however they are asked for, and once.
	const some = "col=started&col=basis&col=lines&col=basis"
	if got := headings("/sessions?" + some); !slices.Equal(got, []string{"verdict", "title", "basis", "lines", "started"}) {
		t.Error(got)
	}
	if got := first("/sessions.csv?" + some); !slices.Equal(got, []string{"id", "verdict", "why", "title", "basis", "lines_added", "lines_removed", "started"}) {
		t.Error(got)
	}
	// Programs read it by places, too: what was there first stays where it was.
	if got := first("/sessions.csv"); !slices.Equal(got, []string{
		"id", "ended", "verdict", "why", "probability", "intent", "repository", "branch", "turns", "tokens", "cost_usd", "title",
		"basis", "language", "model", "letter", "lines_added", "lines_removed", "seconds", "started",
	}) {
		t.Error(got)
	}
	_, body, _ := get(t, h, "/sessions?"+some+"&intent=bug_fix")
	for _, want := range []string{
		`href="/sessions.csv?col=started&amp;col=basis&amp;col=lines&amp;intent=bug_fix"`, // the same to take away
		`<input type="checkbox" name="col" value="basis" checked>`, `<input type="checkbox" name="col" value="cost">`,
		`<input type="hidden" name="intent" value="bug_fix">`, // choosing columns keeps what is listed
		`<input type="hidden" name="col" value="lines">`,      // and filtering the columns
		`<a href="/sessions?col=usual&amp;intent=bug_fix">the usual ones</a>`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if code, body, _ := get(t, h, "/sessions?col=weather"); code != http.StatusBadRequest || !strings.Contains(body, "there are intent, landed") {
		t.Errorf("%d", code)
	}
}

// somebody is a library of whom it is known who looks.
type somebody struct {
	*library
	person string
}

func (s somebody) Who() page.Who                     { return page.Who{Tenant: "acme", Person: s.person} }
func (somebody) Preview(text string) (string, error) { return text, nil }

// The columns that somebody chose are theirs the next time, and nobody else's; what was said
// of a session shows in the list.
func TestColumnsAreRemembered(t *testing.T) {
	l := demoLibrary(t)
	at := func(person, path, cookie string) (*httptest.ResponseRecorder, string) {
		t.Helper()
		d, err := web.New(web.Options{Open: func(*http.Request) (page.Library, error) { return somebody{library: l, person: person}, nil }, Window: window})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodGet, path, nil)
		if cookie != "" {
			r.Header.Set("Cookie", cookie)
		}
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		return w, w.Body.String()
	}
	const basis = `<th>basis</th>`
	if answer, body := at("ada", "/sessions?col=basis&col=model", ""); !strings.Contains(body, basis) || len(cookies(answer)) > 0 {
		t.Error("an address that was followed is kept")
	}
	answer, _ := at("ada", "/sessions?keep=yes&col=basis&col=model&counted=yes", "")
	if to := answer.Header().Get("Location"); to != "/sessions?col=basis&col=model&counted=yes" || len(cookies(answer)) != 1 {
		t.Fatalf("goes on to %s with %v", to, cookies(answer))
	}
	c := cookies(answer)[0]
	if !c.HttpOnly || c.Path != "/sessions" || c.SameSite != http.SameSiteLaxMode || strings.Contains(c.Value, "ada") {
		t.Errorf("%+v", c)
	}
	cookie := c.Name + "=" + c.Value
	if _, body := at("ada", "/sessions", cookie); !strings.Contains(body, basis) || !strings.Contains(body, `href="/sessions.csv?col=basis&amp;col=model"`) {
		t.Error("they are not remembered")
	}
	if _, body := at("ada", "/sessions?col=turns", cookie); strings.Contains(body, basis) {
		t.Error("an address says otherwise, and is not heard")
	}
	for _, other := range []string{cookie + "x", c.Name + "=" + strings.ReplaceAll(c.Value, "basis", "<script>"), c.Name + "=.basis"} {
		if _, body := at("ada", "/sessions", other); strings.Contains(body, "<script>") {
			t.Errorf("%s is taken up", other)
		}
	}
	if _, body := at("bob", "/sessions", cookie); strings.Contains(body, basis) {
		t.Error("another's columns are shown")
	}
	answer, body := at("ada", "/sessions?col=usual", cookie)
	if strings.Contains(body, basis) || len(cookies(answer)) != 1 || cookies(answer)[0].MaxAge >= 0 {
		t.Errorf("the usual ones: %v", cookies(answer))
	}
	s := l.sessions[0]
	l.labels[s.ID] = &store.Label{GoalComplete: !s.Verdict.GoalComplete}
	if _, body := at("ada", "/sessions", ""); strings.Count(body, "✗ you disagree") != 1 {
		t.Error("what was said of a session does not show")
	}
}

// Where sessions of namesakes stand beside each other, on whatever page, they are told apart.
func TestNamesakesInLists(t *testing.T) {
	l := demoLibrary(t)
	for i, s := range l.sessions {
		s.Repo = fact.Repo{Key: []string{"/home/ada/shop/web", "/home/ada/blog/web"}[i%2], Name: "web"}
	}
	h := handler(t, l)
	bare := regexp.MustCompile(`<td class="faint">web</td>|<span class="faint">web · `)
	for _, address := range []string{"/", "/sessions", "/speed", "/tokens", "/prompts"} {
		code, body, _ := get(t, h, address)
		if where := bare.FindStringIndex(body); code != http.StatusOK || where != nil {
			t.Errorf("%s: %d, and a session is of one of them: %v", address, code, where)
		}
	}
}
