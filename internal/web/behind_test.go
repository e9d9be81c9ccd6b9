package web_test

import (
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/store"
)

// foundAt is how many sessions a list has.
func foundAt(t *testing.T, h http.Handler, at string) int {
	t.Helper()
	code, body, _ := get(t, h, at)
	if code != http.StatusOK {
		t.Fatalf("%s: %d", at, code)
	}
	m := regexp.MustCompile(`class="found">(?:\d+ to \d+ of )?([\d,]+) sessions?`).FindStringSubmatch(body)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every figure in large leads on, and so does each line that counts sessions: to a list of
// as many as it tells.
func TestFiguresLeadToTheirSessions(t *testing.T) {
	l := practice(t).library
	h := handler(t, l)
	report := "/report" + spanOf(l, "month")
	large := regexp.MustCompile(`(?s)<p class="(?:big|value)">(.*?)</p>`)
	for _, at := range []string{"/", "/speed", "/tokens", "/prompts", report} {
		_, body, _ := get(t, h, at)
		found := large.FindAllStringSubmatch(body, -1)
		if len(found) == 0 {
			t.Errorf("%s: no figure", at)
		}
		for _, m := range found {
			link := regexp.MustCompile(`<a href="([^"]+)"`).FindStringSubmatch(m[1])
			if link == nil {
				t.Errorf("%s: %s leads nowhere", at, m[1])
				continue
			}
			if code, _, _ := get(t, h, html.UnescapeString(link[1])); code != http.StatusOK {
				t.Errorf("%s: %s: %d", at, link[1], code)
			}
		}
	}

	lines := 0
	told := func(at, what string, line *regexp.Regexp, of func(m []string) int) {
		_, body, _ := get(t, h, at)
		for _, m := range line.FindAllStringSubmatch(body, -1) {
			lines++
			if got, want := foundAt(t, h, html.UnescapeString(m[1])), of(m); got != want {
				t.Errorf("%s, %s: %d are told, %s has %d", at, what, want, m[1], got)
			}
		}
	}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	first := func(m []string) int { return number(m[2]) }
	second := func(m []string) int { return number(m[3]) }
	told("/prompts", "those that met a check", regexp.MustCompile(`<a href="([^"]*met=[^"]*)">(\d+) of \d+</a>`), first)
	told("/prompts", "those that did not", regexp.MustCompile(`(?s)<tr><th scope="row"><a href="([^"]*lacked=[^"]*)">.*?(\d+) of (\d+)`), func(m []string) int { return number(m[3]) - number(m[2]) })
	told("/prompts", "a week", regexp.MustCompile(`<th scope="row" class="nowrap"><a href="([^"]*)">[^<]*</a></th><td class="num">(\d+)`), first)
	told("/?unit=week", "a week", regexp.MustCompile(`<th scope="row"><a href="([^"]*since=[^"]*)">[^<]*</a></th><td class="num">[^<]*</td><td class="num">[^<]*</td><td class="num">(\d+) of (\d+)`), second)
	told("/speed?unit=week", "a week", regexp.MustCompile(`<th scope="row"><a href="([^"]*since=[^"]*)">[^<]*</a></th><td class="num">(\d+)</td><td class="num">(\d+)`), second)
	told(report, "what became of them", regexp.MustCompile(`<th scope="row"><a href="([^"]*verdict=[^"]*)">[^<]*</a></th><td class="num">(\d+)`), first)
	told(report, "those that met a check", regexp.MustCompile(`<a href="([^"]*met=[^"]*)">(\d+) of \d+</a>`), first)
	told(report, "a model", regexp.MustCompile(`<th scope="row"><a href="([^"]*model=[^"]*)">.*?(\d+) of (\d+)</td>`), second)
	told(report, "an intent", regexp.MustCompile(`<th scope="row"><a href="([^"]*intent=[^"]*)">.*?(\d+) of (\d+)</td>`), second)
	if lines < 30 {
		t.Errorf("%d lines are no proof", lines)
	}
}

// A pillar is lacked where one of its checks is, and met where one is.
func TestPracticesAreAsked(t *testing.T) {
	s := &fact.Session{Verdict: fact.Verdict{Rubric: fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Absent, PlanFirst: fact.NotApplicable}}}
	for _, x := range []struct {
		f    store.Filter
		want bool
	}{
		{store.Filter{Met: "goal_explicit"}, true}, {store.Filter{Lacked: "goal_explicit"}, false},
		{store.Filter{Met: "clarity"}, true}, {store.Filter{Lacked: "clarity"}, true},
		{store.Filter{Met: "plan_first"}, false}, {store.Filter{Lacked: "plan_first"}, false},
		{store.Filter{Met: "goal_explicit", Lacked: "scope_bounded"}, true}, {store.Filter{Met: "no_such"}, false},
	} {
		if got := x.f.Keeps(s); got != x.want {
			t.Errorf("%q and not %q: %v", x.f.Met, x.f.Lacked, got)
		}
	}
}
