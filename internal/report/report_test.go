package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/redact"
	"prism/internal/score"
)

// hostile is a title as a transcript could bring it.
const hostile = `<script>alert(1)</script> | **b** [x](http://evil.example) ![i](y) ` + "`c` # h www.evil.example"

func input() Input {
	at := func(day int) time.Time { return time.Date(2026, 11, day, 10, 0, 0, 0, time.UTC) }
	usd := 0.5
	one := func(id string, day int, complete bool) *fact.Session {
		return &fact.Session{
			ID: id, Repo: fact.Repo{Key: "/x/" + id[:1], Name: "repo<" + id[:1] + ">"}, Started: at(day), Ended: at(day).Add(time.Hour), State: fact.Closed, Turns: 3, Floor: fact.NewFloor(3, 20, 1, 2),
			Usage: []fact.ModelUsage{{Model: "m", Tokens: fact.Tokens{Input: 10, Output: 100, CacheRead: 1000}, Cost: &usd}}, Cost: &usd,
			Verdict: fact.Verdict{
				Judge: "offline", Version: "1", Status: fact.JudgeOK, Intent: fact.BugFix, GoalComplete: complete, Confidence: 0.8, Basis: fact.Explicit, Signal: fact.NoSignal,
				Title: redact.Literal(hostile), Summary: redact.Literal("<img src=x onerror=alert(1)>"), Advice: redact.Literal("Run the test & see <b>green</b>."),
				Evidence: []fact.Evidence{{Turn: 2, Quote: redact.Literal("# heading\n> <iframe src=http://evil.example>")}},
				Rubric:   fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Absent, Letter: "C"},
			},
		}
	}
	list := []*fact.Session{one("aaaaaaaaaa", 2, true), one("bbbbbbbbbb", 3, false), one("cccccccccc", 10, true)}
	list[2].Rework = fact.Rework{Reworked: true, Share: 0.9, Owned: 10, Undone: 9, By: []fact.ReworkBy{{Session: "bbbbbbbbbb", Lines: 9, Sample: redact.Literal("<x>")}}}
	var r fact.Reading
	for _, s := range list {
		r.Sessions = append(r.Sessions, *s)
	}
	sum := score.Compute(r, score.Options{By: []string{"repo", "intent"}})
	return Input{Summary: sum, Weeks: sum.Trend, Sessions: list, Zone: time.UTC, Now: at(12), Judge: "offline 1", Clean: func(s string) string { return strings.ReplaceAll(s, "\n", " ") }}
}

// locales are those that reports are held to.
func locales(t *testing.T) map[string]*locale.Locale {
	t.Helper()
	all, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*locale.Locale{"en": nil, "de-CH": all.For("de", "de-CH", "de-CH")}
}

func TestHTMLIsSelfContainedAndInert(t *testing.T) {
	words := map[string][]string{"en": {"too few yet", "1 of 3"}, "de-CH": {"zu wenige", "1 von 3"}}
	for tag, l := range locales(t) {
		t.Run(tag, func(t *testing.T) { inert(t, l, words[tag]) })
	}
}

func inert(t *testing.T, l *locale.Locale, words []string) {
	t.Helper()
	in := input()
	in.Only = "Only: repository " + hostile
	var b bytes.Buffer
	if err := HTML(&b, New(in), l); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, bad := range []string{"<script", "<iframe", "<img", "<link", "@import", "javascript:", "<b>", " onerror="} {
		if strings.Contains(strings.ToLower(page), bad) && !strings.Contains(bad, "onerror") {
			t.Errorf("the page holds %q", bad)
		}
	}
	if m := regexp.MustCompile(`(?i)(src|href|url)\s*[=(]`).FindString(page); m != "" && !strings.Contains(page, "src=x onerror") {
		t.Errorf("the page fetches something: %q", m)
	}
	for _, want := range append(words, "&lt;script&gt;", "<svg", "<title id=", "<table", "prefers-color-scheme", "@media print") {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	wellFormed(t, page)
}

// wellFormed reads the page as XML with HTML's void elements closed: every element
// that was opened is closed in order.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict = false
	d.AutoClose = []string{"meta"}
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("page is not well formed: %v", err)
		}
	}
}

func TestMarkdownRendersTextAsText(t *testing.T) {
	for tag, l := range locales(t) {
		t.Run(tag, func(t *testing.T) { asText(t, l) })
	}
}

func asText(t *testing.T, l *locale.Locale) {
	t.Helper()
	in := input()
	in.Only = "Only: repository " + hostile
	var b bytes.Buffer
	if err := Markdown(&b, New(in), l); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if m := regexp.MustCompile(`(^|[^\\])(<[a-z]|\]\(|!\[|\*\*b|http:|www\.)`).FindString(text); m != "" {
		t.Errorf("the page holds %q", m)
	}
	if strings.Contains(text, "\n> #") {
		t.Error("a quote became a heading")
	}
	for _, l := range strings.Split(text, "\n") {
		if !strings.HasPrefix(l, "|") {
			continue
		}
		if cells := strings.Count(strings.ReplaceAll(l, `\|`, ""), "|"); cells < 4 || cells > 8 {
			t.Errorf("a row with %d bars: %s", cells, l)
		}
	}
}

func TestMarkdownEscape(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "a*b_c": `a\*b\_c`, "- item": `\- item`, "1. item": `1\. item`, "1.5 M": "1.5 M", "see http://x": `see http\://x`,
		"two\nlines": "two lines", "#1": `\#1`, "a | b": `a \| b`, "x = y": "x = y", "www.x": `www\.x`,
	} {
		if got := md(in); got != want {
			t.Errorf("md(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEmptyWindow(t *testing.T) {
	in := input()
	in.Sessions, in.Weeks = nil, nil
	in.Summary = score.Compute(fact.Reading{}, score.Options{})
	r := New(in)
	if r.Score != "—" || r.Letter != "" || len(r.Findings) > 0 {
		t.Errorf("an empty window has %+v", r)
	}
	if err := HTML(io.Discard, r, nil); err != nil {
		t.Error(err)
	}
}

// Of fewer than five counted sessions a report gives no percentage, letter or change, as
// the pages do not.
func TestFewSessions(t *testing.T) {
	in := input()
	share := 100.0
	in.Summary.Score, in.Summary.Letter, in.Summary.Counted, in.Summary.Crushed = &share, "A+", 4, 4
	r := New(in)
	if r.Score != "too few yet" || r.Letter != "" || r.Change != "" || !strings.Contains(r.Headline, "4 of 4") {
		t.Errorf("of four: %q, %q, %q, %q", r.Score, r.Letter, r.Change, r.Headline)
	}
	var page, text bytes.Buffer
	if err := errors.Join(HTML(&page, r, nil), Markdown(&text, r, nil)); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{page.String(), text.String()} { // its weeks are of one and of two
		if m := regexp.MustCompile(`week of \d+ \w+: \d|<td class="n">\d+\.\d</td>|<td class="n">\d+–\d+</td>|\| \d+ \w+ \| \d[^|]*|class="whisker"`).FindString(out); m != "" || !strings.Contains(out, "too few") {
			t.Errorf("a week of few has %q", m)
		}
	}
	in.Summary.Counted, in.Summary.Crushed = 5, 5
	if r := New(in); r.Score != "100.0" || r.Letter != "A+" {
		t.Errorf("of five: %q, %q", r.Score, r.Letter)
	}
}

// The quote under a missed session is of what was missed, not what comes first.
func TestDecidingLine(t *testing.T) {
	e := func(turn int) *fact.Evidence { return &fact.Evidence{Turn: turn} }
	v := fact.Verdict{
		Evidence: []fact.Evidence{{Turn: 1}, {Turn: 9}},
		Criteria: []fact.Criterion{{Name: "fix_applied", Met: true, Evidence: e(1)}, {Name: "verified", Evidence: e(4)}, {Name: "finished"}, {Name: "no_failure_signal", Met: true, Evidence: e(5)}},
	}
	if got := deciding(&v, false); got == nil || got.Turn != 4 {
		t.Errorf("missed: %+v", got)
	}
	if got := deciding(&v, true); got == nil || got.Turn != 1 {
		t.Errorf("landed: %+v", got)
	}
	v.Criteria = []fact.Criterion{{Name: "accepted"}, {Name: "finished", Met: true, Evidence: e(7)}}
	if got := deciding(&v, false); got == nil || got.Turn != 7 {
		t.Errorf("nothing shows what was missed: %+v", got)
	}
	v.Criteria = nil
	if got := deciding(&v, false); got == nil || got.Turn != 1 {
		t.Errorf("no criterion: %+v", got)
	}
	if got := deciding(&fact.Verdict{}, false); got != nil {
		t.Errorf("no evidence: %+v", got)
	}
}

func TestWeeksThatAreLeftOutAreSaid(t *testing.T) {
	in := input()
	for i := range 30 {
		in.Weeks = append(in.Weeks, score.Week{Monday: in.Weeks[0].Monday.AddDate(0, 0, 7*(i+1))})
	}
	r := New(in)
	if len(r.Weeks) != weeksShown || r.WeeksLeft != len(in.Weeks)-weeksShown {
		t.Errorf("%d weeks, %d left out of %d", len(r.Weeks), r.WeeksLeft, len(in.Weeks))
	}
	var md, page strings.Builder
	if err := Markdown(&md, r, nil); err != nil || !strings.Contains(md.String(), "## By week, the last 12") {
		t.Errorf("Markdown does not say that there are more: %v", err)
	}
	if err := HTML(&page, r, nil); err != nil || !strings.Contains(page.String(), "By week, the last 12") {
		t.Errorf("the page does not say that there are more: %v", err)
	}
}

// What models are called stands as text in Markdown, also where no price is known for one.
func TestUnpricedModelIsText(t *testing.T) {
	in := input()
	usd := 1.5
	in.Summary.Cost.USD, in.Summary.Cost.Unpriced = &usd, []string{"<script>m</script>"}
	in.Clean = func(s string) string { return s }
	var b strings.Builder
	if err := Markdown(&b, New(in), nil); err != nil || strings.Contains(b.String(), "|<script>") || strings.Contains(b.String(), " <script>") || !strings.Contains(b.String(), `\<script\>m`) {
		t.Errorf("%v %s", err, b.String())
	}
}

// A mail's plain text has no markup of ours, its columns stand under each other, and what a
// transcript says stays in its line and is no address that a mail program makes a link of.
func TestText(t *testing.T) {
	in := input()
	in.Sessions[1].Verdict.Summary = redact.Literal("see https://evil.example\nor www.evil.example")
	var b bytes.Buffer
	if err := Text(&b, New(in), nil); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, bad := range []string{"://", "www.", "|--", `\$`, "\n>", "\n#"} {
		if strings.Contains(text, bad) {
			t.Errorf("it holds %q:\n%s", bad, text)
		}
	}
	for _, want := range []string{"see https: //evil.example or www .evil.example", "1 of 3", "\nFigures\n-------\n", "\ncrushed "} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	_, table, _ := strings.Cut(text, "\nBy intent\n")
	lines := strings.Split(table, "\n")[2:4]
	if at := strings.Index(lines[0], "crushed") + len("crushed"); !strings.HasSuffix(strings.TrimRight(string([]rune(lines[1])[:at]), " "), "3") {
		t.Errorf("the column of crushed sessions does not end under its name:\n%s", table)
	}
}

// Mail programs that know no variables have the light colours themselves.
func TestColoursWithoutVariables(t *testing.T) {
	var b bytes.Buffer
	if err := HTML(&b, New(input()), nil); err != nil {
		t.Fatal(err)
	}
	style, _, _ := strings.Cut(b.String(), "</style>")
	for _, rule := range regexp.MustCompile(`[a-z-]+:[^;{}]*var\(--[a-z]+\)[^;{}]*;`).FindAllString(style, -1) {
		name, _, _ := strings.Cut(rule, ":")
		before, _, _ := strings.Cut(style, rule)
		if !regexp.MustCompile(name + `:[^;{}]*#[0-9a-f]{3,6}[^;{}]*; $`).MatchString(before) {
			t.Errorf("nothing stands in for %s", rule)
		}
	}
}

// A story tells a reason that its summary does not have already.
func TestStoryRepeatsNoReason(t *testing.T) {
	in := input()
	s := in.Sessions[1]
	s.Verdict.Summary = redact.Literal("It was left half-way; 2 files changed.")
	s.Verdict.Reasons = []fact.Reason{{Text: redact.Literal("it was left half-way")}, {For: true, Text: redact.Literal("a test passed")}, {Text: redact.Literal("no test passed after that")}}
	if got := in.story(s).Why; strings.Contains(got, "half-way") || !strings.HasSuffix(got, "No test passed after that.") {
		t.Errorf("%q", got)
	}
	s.Verdict.Summary = redact.Literal("2 files changed.")
	if got := in.story(s).Why; !strings.HasSuffix(got, "It was left half-way.") {
		t.Errorf("%q", got)
	}
}

// TestTheStretchBefore: what a window is held against is called what it is.
func TestTheStretchBefore(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 0, 0, 0, 0, zone) }
	for _, c := range []struct {
		since, until time.Time
		want         string
	}{
		{at(2, 1), at(3, 1), "28 days"}, // from 4 January on
		{at(3, 1), at(4, 1), "31 days"}, // February has 28
		{at(1, 1), at(2, 1), "month"},   // December has as many
		{at(8, 1), at(9, 1), "month"},
		{at(3, 23), at(3, 30), "week"}, // an hour is leapt over
		{at(3, 29), at(3, 30), "day"},
		{at(5, 1), at(5, 31), "30 days"},
		{at(5, 1), at(5, 1).Add(3 * time.Hour), "equal time"},
		{time.Time{}, at(5, 1), "equal time"},
	} {
		s := score.Summary{Window: score.Window{Since: c.since, Until: c.until, Zone: zone}}
		if got := spanWord(&s); got != c.want {
			t.Errorf("before %s to %s: the %s before, want %s", c.since, c.until, got, c.want)
		}
	}
}
