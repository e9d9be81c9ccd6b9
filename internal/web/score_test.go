package web_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Each reason and each habit leads to just the sessions behind it, and so does each
// step of the funnel.
func TestReasonsLeadToTheirSessions(t *testing.T) {
	h := handler(t, demoLibrary(t))
	_, body, _ := get(t, h, "/")
	found := func(to string) int {
		_, list, _ := get(t, h, html.UnescapeString(to))
		m := regexp.MustCompile(`(\d+) sessions?\b`).FindStringSubmatch(list[strings.Index(list, `class="found"`):])
		if m == nil {
			return 0
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	n := 0
	for _, pattern := range []string{
		`<th scope="row"><a href="(/sessions\?miss=[^"]+)">[^<]+</a></th><td class="num">(\d+)</td>`,
		`: <a href="(/sessions\?miss=[^"]+)">(\d+) of the `,
		`<a href="(/sessions[^"]*)"><span class="n">(\d+)</span>`,
		`<a class="lost" href="(/sessions[^"]+)">(\d+) `,
		`<th scope="row"><a href="(/sessions\?excluded=[^"]+)">[^<]+</a></th><td class="num">(\d+)</td>`,
	} {
		all := regexp.MustCompile(pattern).FindAllStringSubmatch(body, -1)
		if len(all) == 0 {
			t.Errorf("nothing is like %s", pattern)
		}
		for _, m := range all {
			n++
			if want, _ := strconv.Atoi(m[2]); found(m[1]) != want {
				t.Errorf("%s: %d sessions, want %d", m[1], found(m[1]), want)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d links", n)
	}
}

// What became of sessions changes no share: it chooses those that are listed.
func TestVerdictChangesNoShare(t *testing.T) {
	h := handler(t, demoLibrary(t))
	share := regexp.MustCompile(`<strong>\d+ of \d+</strong>`)
	_, all, _ := get(t, h, "/")
	for _, q := range []string{"verdict=missed", "verdict=reworked", "verdict=not_counted", "excluded=below_floor", "crushed=no", "miss=abandoned"} {
		_, body, _ := get(t, h, "/?"+q)
		if share.FindString(body) != share.FindString(all) || share.FindString(all) == "" {
			t.Errorf("%s: %s, want %s", q, share.FindString(body), share.FindString(all))
		}
		if !strings.Contains(body, "The latest of these") || !strings.Contains(body, `href="/sessions?`+q+`">These sessions as a list`) {
			t.Errorf("%s does not go on to the sessions", q)
		}
	}
	_, some, _ := get(t, h, "/?intent=feature")
	if share.FindString(some) == share.FindString(all) {
		t.Error("an intent changes nothing")
	}
	for _, q := range []string{"verdict=perhaps", "unit=hour", "verdict=" + strings.Repeat("x", 300)} {
		if code, _, _ := get(t, h, "/?"+q); code != http.StatusBadRequest {
			t.Errorf("%s: %d", q, code)
		}
	}
	for _, unit := range []string{"day", "week", "month"} {
		if _, body, _ := get(t, h, "/?unit="+unit); !strings.Contains(body, `aria-current="true">`+unit+`</a>`) || !strings.Contains(body, "By "+unit+", as a table") {
			t.Errorf("no trend by %s", unit)
		}
	}
}

// The palette is answered with sessions by their titles, as data.
func TestPaletteFindsSessions(t *testing.T) {
	h := handler(t, demoLibrary(t))
	code, body, head := get(t, h, "/find?q=tide")
	if code != http.StatusOK || head.Get("Content-Type") != "application/json" || head.Get("Cache-Control") != "no-store" || !strings.Contains(body, `"to":"/sessions/`) || !strings.Contains(strings.ToLower(body), "tide") {
		t.Errorf("%d %s", code, body)
	}
	if _, body, _ := get(t, h, "/find?q=nosuchword"); strings.TrimSpace(body) != "[]" {
		t.Errorf("nothing is %s", body)
	}
	if _, body, _ := get(t, h, "/find"); strings.Count(body, `"to"`) != 8 {
		t.Errorf("without words: %s", body)
	}
}

// A breakdown of many says where the rest is, and is whole there; what is one more than
// usual is shown at once, and so is each model without a price.
func TestBreakdownIsWholeWhereAsked(t *testing.T) {
	l := demoLibrary(t)
	for i, s := range l.sessions {
		s.Repo.Name, s.Repo.Key = fmt.Sprintf("repo-%02d", i), fmt.Sprintf("/repo-%02d", i)
		s.Branch = fmt.Sprintf("branch-%d", i%9)
		s.Model = fmt.Sprintf("model-%02d", i)
		for k := range s.Usage {
			s.Usage[k].Model, s.Usage[k].Cost = s.Model, nil
		}
	}
	h := handler(t, l)
	for _, page := range []string{"/", "/tokens"} {
		_, body, _ := get(t, h, page)
		m := regexp.MustCompile(`<a href="([^"#]+)#by-repo">and (\d+) more</a>`).FindStringSubmatch(body)
		if m == nil {
			t.Fatalf("%s does not say where the other repositories are", page)
		}
		rows := func(body string) int { return strings.Count(body, `repo=repo-`) }
		more, _ := strconv.Atoi(m[2])
		if _, all, _ := get(t, h, html.UnescapeString(m[1])); rows(all) != rows(body)+more || strings.Contains(all, `#by-repo">`) {
			t.Errorf("%s shows %d repositories and says that %d more are at %s, which shows %d", page, rows(body), more, m[1], rows(all))
		}
	}
	_, body, _ := get(t, h, "/")
	if n := len(regexp.MustCompile(`<a href="[^"]+branch=branch-\d">`).FindAllString(body, -1)); n != 9 {
		t.Errorf("of nine branches %d are shown", n)
	}
	_, body, _ = get(t, h, "/tokens")
	_, list, found := strings.Cut(body, "models without a price</summary>")
	list, _, _ = strings.Cut(list, "</details>")
	if n := strings.Count(list, "<li>"); !found || n < len(l.sessions) {
		t.Errorf("%d of %d models without a price are listed", n, len(l.sessions))
	}
}

// A breakdown by person stands where sessions of several count, not where of a second one
// there is but something that does not.
func TestByPersonIsOfSeveral(t *testing.T) {
	l := demoLibrary(t)
	of := func(trivial, rest string) string {
		for _, s := range l.sessions {
			if s.Person = rest; !s.Floor.Passed {
				s.Person = trivial
			}
		}
		_, body, _ := get(t, handler(t, l), "/")
		return body
	}
	if strings.Contains(of("local", "ada"), "By person") {
		t.Error("one person is broken down")
	}
	of("ada", "ada")
	for i, s := range l.sessions {
		s.Person = []string{"ada", "bob"}[i%2]
	}
	if _, body, _ := get(t, handler(t, l), "/"); !strings.Contains(body, "By person") {
		t.Error("two are not")
	}
}
