package web_test

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/wire"
)

// spanOf is the query of the stretch in which a library's last session ended.
func spanOf(l *library, span string) string {
	last := slices.MaxFunc(l.sessions, func(a, b *fact.Session) int { return a.Ended.Compare(b.Ended) })
	return "?span=" + span + "&at=" + last.Ended.Format(time.DateOnly)
}

// A report's page, its files and the score say the same of the same time.
func TestReport(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	for _, span := range []string{"day", "week", "month"} {
		query := spanOf(l, span)
		_, text, head := get(t, h, "/report.json"+query)
		var form wire.Report
		if err := json.Unmarshal([]byte(text), &form); err != nil {
			t.Fatal(err)
		}
		if got := head.Get("Content-Disposition"); !strings.Contains(got, "attachment; filename=\"prism-"+span+"-") {
			t.Errorf("%s: %q", span, got)
		}
		inside := 0
		for _, s := range form.Sessions {
			if s.Counted {
				inside++
			}
		}
		if form.Score.Counted == 0 || form.Score.Counted != inside {
			t.Errorf("%s: %d counted, listed are %d of %d", span, form.Score.Counted, inside, len(form.Sessions))
		}
		_, page, _ := get(t, h, "/report"+query)
		_, markdown, _ := get(t, h, "/report.md"+query)
		_, html, _ := get(t, h, "/report.html"+query)
		headline := regexp.MustCompile(`\d+ of \d+ counted sessions? landed the goal and kept it\.`).FindString(page)
		if headline == "" || !strings.Contains(markdown, headline) || !strings.Contains(html, headline) {
			t.Errorf("%s: %q is not everywhere", span, headline)
		}
		if strings.Contains(html, "on this machine") || !strings.Contains(html, "Made by a Prism server") {
			t.Errorf("%s: where it was made is not told", span)
		}
	}
}

// What was asked for wrongly is said; what is over has a next one.
func TestReportOfWhen(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	for at, want := range map[string]int{
		"/report": 200, "/report?at=yesterday": 400, "/report?span=decade": 400, "/report.pdf": 404,
		"/report?at=9999-01-01": 200, "/report?at=0001-01-01&span=day": 200, "/report?q=words": 303, "/report?since=30d": 303,
	} {
		if code, body, _ := get(t, h, at); code != want {
			t.Errorf("%s: %d, %s", at, code, body[:min(len(body), 200)])
		}
	}
	_, body, _ := get(t, h, "/report"+spanOf(l, "month"))
	if !strings.Contains(body, `rel="next"`) {
		t.Error("a month that is over has no next one")
	}
	_, body, _ = get(t, h, "/report?span=week&at="+now.Format(time.DateOnly))
	if strings.Contains(body, `rel="next"`) {
		t.Error("the week that runs has a next one")
	}
	if !strings.Contains(body, ">The latest week in which one did</a>") {
		t.Errorf("an empty week does not lead to the latest that is none: %s", body)
	}
	if i := strings.Index(body, "No session ended in this time"); i >= 0 {
		_, to, _ := strings.Cut(body[i:], `href="`)
		to, _, _ = strings.Cut(to, `"`)
		if _, there, _ := get(t, h, html.UnescapeString(to)); strings.Contains(there, "No session ended") {
			t.Errorf("%s leads to an empty week, too", to)
		}
	}
	if !strings.Contains(body, "No session ended in this time") {
		t.Errorf("an empty week does not say that it is: %s", body)
	}
}

// A report that nobody named a time for opens on the latest stretch in which something ended,
// and says which one is empty; one of a named time is of that.
func TestReportOpensOnTheLatest(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	for span, empty := range map[string]string{"day": "Thursday, 31 December 2026: no session ended.", "week": "Week 52 of 2026, 21 Dec – 27 Dec 2026: no session ended.", "month": "December 2026: no session ended."} {
		_, want, _ := get(t, h, "/report"+spanOf(l, span))
		_, body, _ := get(t, h, "/report?span="+span)
		title := regexp.MustCompile(`<h1>[^<]+</h1>`)
		if got := title.FindString(body); got != title.FindString(want) || !strings.Contains(body, empty) || strings.Contains(body, "No session ended in this time") {
			t.Errorf("%s: opens on %s, want %s and %q", span, got, title.FindString(want), empty)
		}
		if strings.Contains(want, "no session ended") {
			t.Errorf("%s: a report of a named time says that another is empty", span)
		}
	}
	for _, s := range l.sessions {
		s.Ended = now.AddDate(0, 0, -7)
	}
	if _, body, _ := get(t, h, "/report"); strings.Contains(body, "no session ended") || !strings.Contains(body, "<h1>Week 52 of 2026") {
		t.Error("the last whole week is not shown though something ended in it")
	}
}

// figures is a library whose viewer sees figures of many, and nobody's sessions.
type figures struct{ *library }

func (figures) Figures() bool { return true }

func (f figures) Page(context.Context, store.Filter, []string, store.Order, int, int) ([]*fact.Session, int, error) {
	panic("a report of figures asks for sessions")
}

// A report of figures names no session.
func TestReportOfFigures(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, figures{library: l})
	for _, at := range []string{"/report", "/report.html", "/report.md", "/report.json"} {
		code, body, _ := get(t, h, at+spanOf(l, "month"))
		if code != http.StatusOK {
			t.Fatalf("%s: %d", at, code)
		}
		for _, s := range l.sessions {
			if title := s.Verdict.Title.String(); strings.Contains(body, s.ID[:8]) || title != "" && strings.Contains(body, title) {
				t.Errorf("%s tells of %s", at, s.ID)
			}
		}
	}
}

// A title that is markup stays text in every form.
func TestHostileReport(t *testing.T) {
	l := demoLibrary(t)
	for _, s := range l.sessions {
		s.Verdict.Title, s.Verdict.Long = redact.Restore("<script>alert(1)</script> \u202e <b>x</b>"), redact.Text{}
	}
	h := handler(t, l)
	for _, at := range []string{"/report", "/report.html", "/report.md"} {
		_, body, _ := get(t, h, at+spanOf(l, "month"))
		if strings.Contains(body, "<script>alert") || strings.Contains(body, "\u202e") {
			t.Errorf("%s: %s", at, body)
		}
	}
}

// A report to take away speaks the language of its page, in all of what is ours; its JSON
// is the same for everybody.
func TestReportFilesSpeakTheLanguageOfTheirPage(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	english := regexp.MustCompile(`(?i)\b(?:the|crushed|of \d|sessions?|turns?|probable|tokens of|week of|next time|report,|cost|cache read|share)\b`)
	ours := regexp.MustCompile(`(?s)<style>.*?</style>|<h3>.*?</h3>|<blockquote>.*?</blockquote>|<span lang="en">.*?</span>|(?m)^###.*$|^> .*$|<[^>]*>|prism-[a-z]+`)
	for _, form := range []string{"html", "md"} {
		at := "/report." + form + spanOf(l, "month") + "&repo=" + l.sessions[0].Repo.Name
		_, text, _ := get(t, h, at, "Accept-Language", "de-CH")
		for _, want := range []string{"PRISM-Bericht", "gezählte", "Nach Woche", "Geschafft je Woche", "geschafft", "Fehlerbehebung", "Nur: "} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", form, want)
			}
		}
		if form == "html" && !strings.Contains(text, `<html lang="de" dir="ltr">`) {
			t.Error("the page does not say that it is German")
		}
		for line := range strings.Lines(ours.ReplaceAllString(text, "\n")) {
			if m := english.FindString(line); m != "" && !isProse(l, line) {
				t.Errorf("%s says %q in English: %s", form, m, line)
			}
		}
	}
	_, in, _ := get(t, h, "/report.json"+spanOf(l, "month"), "Accept-Language", "de-CH")
	if _, out, _ := get(t, h, "/report.json"+spanOf(l, "month")); in != out {
		t.Error("the JSON is another in another language")
	}
}

// isProse reports whether a line is of a session's own words.
func isProse(l *library, line string) bool {
	line = html.UnescapeString(strings.TrimSpace(strings.ReplaceAll(line, `\`, "")))
	return slices.ContainsFunc(l.sessions, func(s *fact.Session) bool {
		return strings.Contains(s.Verdict.Summary.String(), line) || strings.Contains(s.Verdict.FullTitle().String(), line)
	})
}
