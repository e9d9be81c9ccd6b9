package web_test

import (
	"encoding/csv"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
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
	if got := first("/sessions.csv?" + some); !slices.Equal(got, []string{"id", "verdict", "why", "basis", "lines_added", "lines_removed", "started", "title"}) {
		t.Error(got)
	}
	for _, want := range []string{"cost_usd", "model", "seconds", "branch", "probability"} {
		if !slices.Contains(first("/sessions.csv"), want) {
			t.Errorf("the whole table lacks %s", want)
		}
	}
	_, body, _ := get(t, h, "/sessions?"+some+"&intent=bug_fix")
	for _, want := range []string{
		`href="/sessions.csv?col=started&amp;col=basis&amp;col=lines&amp;intent=bug_fix"`, // the same to take away
		`<input type="checkbox" name="col" value="basis" checked>`, `<input type="checkbox" name="col" value="cost">`,
		`<input type="hidden" name="intent" value="bug_fix">`, // choosing columns keeps what is listed
		`<input type="hidden" name="col" value="lines">`,      // and filtering the columns
		`<a href="/sessions?intent=bug_fix">the usual ones</a>`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if code, body, _ := get(t, h, "/sessions?col=weather"); code != http.StatusBadRequest || !strings.Contains(body, "there are intent, landed") {
		t.Errorf("%d", code)
	}
}
