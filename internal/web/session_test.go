package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/store"

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
	h := handler(t, editor{library: l})
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

var hidden = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`)

// shown is what the form of a session's page sends of what it shows.
func shown(t *testing.T, h http.Handler, s *fact.Session) string {
	t.Helper()
	_, body, _ := get(t, h, "/sessions/"+s.ID)
	_, form, ok := strings.Cut(body, `<form class="label"`)
	if !ok {
		t.Fatal("no form")
	}
	form, _, _ = strings.Cut(form, "</form>")
	text := ""
	for _, m := range hidden.FindAllStringSubmatch(form, -1) {
		text += "&" + m[1] + "=" + m[2]
	}
	return text
}

// Who disagrees with a verdict that is no more is told so, and says nothing of the new one.
func TestStaleVerdictIsNotLabelled(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, editor{library: l})
	for _, say := range []string{"agree", "disagree"} {
		s := l.sessions[0]
		form := shown(t, h, s)
		s.Verdict.GoalComplete = !s.Verdict.GoalComplete // it is judged anew
		w := post(h, "/sessions/"+s.ID+"/label", "verdict="+say+"&note=what+I+typed"+form)
		body := w.Body.String()
		if w.Code != http.StatusConflict || l.label != nil {
			t.Errorf("%s: %d, label %v", say, w.Code, l.label)
		}
		for _, want := range []string{"judged anew", map[bool]string{true: "now says that it landed", false: "now says that it did not land"}[s.Verdict.GoalComplete], `value="what I typed"`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: the answer lacks %q", say, want)
			}
		}
		if w := post(h, "/sessions/"+s.ID+"/label", "verdict="+say+shown(t, h, s)); w.Code != http.StatusSeeOther || l.label == nil || l.label.GoalComplete != (s.Verdict.GoalComplete == (say == "agree")) {
			t.Errorf("%s of what is shown: %d %v", say, w.Code, l.label)
		}
		if w := post(h, "/sessions/"+s.ID+"/label", "verdict=none"); w.Code != http.StatusSeeOther || l.label != nil {
			t.Errorf("to take it back is of no verdict: %d", w.Code)
		}
		if w := post(h, "/sessions/"+s.ID+"/label", "verdict="+say); w.Code != http.StatusConflict || l.label != nil {
			t.Errorf("who does not say of what: %d", w.Code)
		}
	}
	s := l.sessions[0]
	s.Verdict.Status = fact.JudgePending
	if _, body, _ := get(t, h, "/sessions/"+s.ID); strings.Contains(body, `value="disagree"`) {
		t.Error("one may agree with nothing")
	}
	if w := post(h, "/sessions/"+s.ID+"/label", "verdict=agree&shown=missed"); w.Code != http.StatusConflict || l.label != nil {
		t.Errorf("of a session without a verdict: %d", w.Code)
	}
}

var choices = regexp.MustCompile(`type="checkbox" name="id" value="([^".]+)([^"]*)" form="bulk"`)

// chosen are the sessions that a list lets choose: what it sends, by id.
func chosen(body string) (ids []string, send map[string]string) {
	send = map[string]string{}
	for _, m := range choices.FindAllStringSubmatch(body, -1) {
		ids, send[m[1]] = append(ids, m[1]), m[1]+m[2]
	}
	return ids, send
}

// Of several sessions at once one says whether their verdicts are right; who may not
// change them has no such form. What was judged anew meanwhile is named and left, a note
// that was written stays, and one click restores what was there.
func TestLabelSeveral(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, editor{library: l})
	const list = "/sessions?counted=yes"
	_, body, _ := get(t, h, list)
	ids, send := chosen(body)
	if len(ids) < 4 || !strings.Contains(body, `action="/sessions/label?counted=yes"`) {
		t.Fatalf("%d to choose: %s", len(ids), body)
	}
	of := func(i int) *fact.Session { s, _ := l.One(t.Context(), ids[i]); return s }
	long := now.AddDate(0, -3, 0)
	before := &store.Label{GoalComplete: of(1).Verdict.GoalComplete, Note: redact.Restore("why I think so"), At: long}
	same := &store.Label{GoalComplete: !of(2).Verdict.GoalComplete, At: long}
	l.labels[ids[1]], l.labels[ids[2]] = before, same
	of(3).Verdict.GoalComplete = !of(3).Verdict.GoalComplete // it is judged anew
	w := post(h, "/sessions/label?counted=yes", "verdict=disagree&id="+send[ids[0]]+"&id=nothere&id="+send[ids[1]]+"&id="+send[ids[2]]+"&id="+send[ids[3]])
	to := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/sessions?counted=yes&said=3-1") {
		t.Fatalf("%d %q", w.Code, to)
	}
	for i := range 3 {
		if said := l.labels[ids[i]]; said == nil || said.GoalComplete == of(i).Verdict.GoalComplete {
			t.Errorf("to disagree is to say the same: %d", i)
		}
	}
	if l.labels[ids[1]].Note.String() != "why I think so" {
		t.Error("a note that was written is gone")
	}
	if l.labels[ids[3]] != nil {
		t.Error("something is said of a verdict that nobody saw")
	}
	for _, from := range []string{"cross-site", "same-site", "none", ""} { // somebody else may have written the address
		if _, body, _ = get(t, h, to, "Sec-Fetch-Site", from); strings.Contains(body, `name="undo"`) || strings.Contains(body, "Said of") == (from != "") {
			t.Errorf("led here from %q, it is told, or offered to be taken back", from)
		}
	}
	own := []string{"Sec-Fetch-Site", "same-origin"}
	for _, back := range [][]string{{"HX-Request", "true"}, {"HX-Request", "true", "HX-History-Restore-Request", "true"}} { // the script asks for where the person was
		if _, body, _ = get(t, h, to, append(back, own...)...); strings.Contains(body, `name="undo"`) || strings.Contains(body, "Said of") {
			t.Errorf("gone back to by %q, it is told, or offered to be taken back", back)
		}
	}
	_, body, _ = get(t, h, to, own...)
	if !strings.Contains(body, "Said of 3 sessions. 1 was left as it is") {
		t.Error("it is not told")
	}
	if _, notice, _ := strings.Cut(body, "Nothing was said of 1 session: judged anew"); !strings.Contains(strings.Split(notice, "</ul>")[0], `href="/sessions/`+ids[3]) {
		t.Error("which one was judged anew is not told")
	}
	for _, m := range links.FindAllStringSubmatch(body, -1) {
		if strings.Contains(m[1], "said=") || strings.Contains(m[1], "undo=") || strings.Contains(m[1], "stale=") {
			t.Errorf("it is told for ever: %s", m[1])
		}
	}
	var undo []string
	for _, m := range hidden.FindAllStringSubmatch(body, -1) {
		if m[1] == "undo" {
			undo = m
		}
	}
	if undo == nil {
		t.Fatal("it cannot be taken back")
	}
	for _, more := range []string{"", "again"} { // the second time there is nothing to take back
		w = post(h, "/sessions/label/undo?counted=yes", "undo="+undo[2])
		if w.Code != http.StatusSeeOther || l.labels[ids[0]] != nil || l.labels[ids[2]] != same {
			t.Errorf("taken back %s: %d, %v, %v", more, w.Code, l.labels[ids[0]], l.labels[ids[2]])
		}
		if was := l.labels[ids[1]]; was == nil || *was != *before {
			t.Errorf("taken back %s: %v, was %v", more, was, before)
		}
		_, body, _ = get(t, h, w.Header().Get("Location"), own...)
		if want := map[string]string{"": "Taken back of 2 sessions.<", "again": "Taken back of 0 sessions. Of 2 something else was said"}[more]; !strings.Contains(body, want) {
			t.Errorf("it is not told that it is taken back: want %q", want)
		}
	}
	// What a person has written of one since then stays.
	to = post(h, "/sessions/label", "verdict=agree&id="+send[ids[0]]).Header().Get("Location")
	_, body, _ = get(t, h, to, own...)
	later := *l.labels[ids[0]]
	later.Note = redact.Restore("written since")
	l.labels[ids[0]] = &later
	if post(h, "/sessions/label/undo", "undo="+hidden.FindStringSubmatch(body)[2]); l.labels[ids[0]] != &later {
		t.Error("what was written since is gone")
	}
	for form, want := range map[string]int{"verdict=agree": 422, "verdict=maybe&id=x": 400, "verdict=agree" + strings.Repeat("&id=x", pageOf+1): 422} {
		if w := post(h, "/sessions/label", form); w.Code != want {
			t.Errorf("%s: %d", form[:13], w.Code)
		}
	}
	for _, form := range []string{"undo=", "undo=x", "undo=x.zz.0", "undo=x.ll.-", "undo=" + strings.Repeat("x.nl.0~", pageOf) + "x.nl.0"} {
		if w := post(h, "/sessions/label/undo", form); w.Code != 400 {
			t.Errorf("%.20s: %d", form, w.Code)
		}
	}
	if w := post(handler(t, l), "/sessions/label", "verdict=agree&id="+send[ids[0]]); w.Code != http.StatusForbidden {
		t.Errorf("who may only look: %d", w.Code)
	}
	if w := post(handler(t, l), "/sessions/label/undo", "undo=x.nl.0"); w.Code != http.StatusForbidden {
		t.Errorf("who may only look takes back: %d", w.Code)
	}
}

// As many sessions as a page holds fit into what tells of them.
func TestLabelAPage(t *testing.T) {
	l := demoLibrary(t)
	form := "verdict=agree"
	for i := range pageOf {
		s := *l.sessions[0]
		s.ID = fmt.Sprintf("fffffffffff%05d", i)
		l.sessions = append(l.sessions, &s)
		form += "&id=" + s.ID + "." + map[bool]string{true: "landed", false: "missed"}[s.Verdict.GoalComplete == (i%2 == 0)]
	}
	h := handler(t, editor{library: l})
	w := post(h, "/sessions/label", form)
	code, body, _ := get(t, h, w.Header().Get("Location"), "Sec-Fetch-Site", "same-origin")
	if code != http.StatusOK || !strings.Contains(body, "Said of 25 sessions") || !strings.Contains(body, "Nothing was said of 25 sessions") || !strings.Contains(body, `name="undo"`) {
		t.Errorf("%d %.300s", code, body)
	}
}

// What judges said before is told with its time and what changed, and which one is in use;
// a version that says the same is one line.
func TestHistoryOfVerdicts(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	s := l.sessions[0]
	at := func(day int) time.Time { return time.Date(2026, 12, day, 10, 0, 0, 0, time.UTC) }
	s.Verdict = fact.Verdict{Judge: "offline", Version: "rules-3", At: at(5), Status: fact.JudgeOK, Intent: fact.BugFix, Basis: fact.Explicit, Signal: fact.NoSignal, Confidence: 0.91, GoalComplete: true,
		Criteria: []fact.Criterion{{Name: "verified", Met: true}}, Evidence: []fact.Evidence{{Turn: 1, Quote: redact.Restore("it <works> now")}}}
	one := func(session, version string, day int, change func(*fact.Verdict)) store.Judged {
		v := s.Verdict
		v.Version, v.At = version, at(day)
		v.Criteria = slices.Clone(v.Criteria)
		change(&v)
		return store.Judged{Session: session, Verdict: v}
	}
	missed := func(v *fact.Verdict) {
		v.GoalComplete, v.Confidence, v.Signal, v.Criteria[0].Met = false, 0.31, fact.UnresolvedError, false
	}
	as := func(*fact.Verdict) {}
	l.history = []store.Judged{
		one(s.ID, "rules-3", 5, as), one(s.ID, "rules-2", 4, as), one(s.ID, "rules-2", 3, as),
		one(s.ID, "rules-1", 2, missed), one("feedfeedfeedfeed", "rules-1", 1, missed),
	}
	_, body, _ := get(t, h, "/sessions/"+s.ID)
	_, card, ok := strings.Cut(body, "Verdicts over time")
	card, _, _ = strings.Cut(card, "</details>")
	if n := strings.Count(card, "<li>"); !ok || n != 4 || strings.Count(card, "in use") != 1 {
		t.Fatalf("%d verdicts: %s", n, card)
	}
	for _, want := range []string{"rules-3", "rules-1", "2 Dec 2026 10:00", "3 Dec 2026 10:00", "5 Dec 2026 10:00", "not landed → landed", "probability 31 % → 91 %", "failure signal unresolved error → none", "is met now",
		"Another version, and the same verdict", "Said again 1 time", "of the part <span class=\"id\">feedfeedfeedfeed</span>"} {
		if !strings.Contains(html.UnescapeString(card), want) {
			t.Errorf("the history lacks %q: %s", want, card)
		}
	}
	if strings.Index(card, "rules-3") > strings.Index(card, "rules-1") {
		t.Error("the latest is not the first")
	}
	l.history = l.history[:1]
	if _, body, _ := get(t, h, "/sessions/"+s.ID); strings.Contains(body, "Verdicts over time") {
		t.Error("one verdict is no history")
	}
}

var anchored = regexp.MustCompile(`<blockquote><a href="([^"#]*)#([^"]+)">`)

// A quote leads to the very line: where the prompt or the answer holds it, that is marked;
// else it stands under its turn. Each line has one place.
func TestQuotesLeadToTheirLine(t *testing.T) {
	l := demoLibrary(t)
	s := l.sessions[0]
	quote := func(turn int, text string) fact.Evidence {
		return fact.Evidence{Turn: turn, Quote: redact.Restore(text)}
	}
	inPrompt, inAnswer, inOutput := quote(60, "please <b>fix</b> it"), quote(60, "All   nine tests pass"), quote(60, "ok  9 tests")
	s.Verdict.Criteria = []fact.Criterion{{Name: "verified", Met: true, Evidence: &inOutput}, {Name: "fix_applied", Met: true, Evidence: &inPrompt}}
	s.Verdict.Evidence = []fact.Evidence{inPrompt, inAnswer, quote(61, "please <b>fix</b> it"), quote(60, "fix</b> it, or else")}
	l.turns = manyTurns(120)
	l.turns[59].Prompt, l.turns[59].Answer = "Now please <b>fix</b> it, or else.", "Done. All\n nine tests pass.\n"
	h := handler(t, l)
	_, body, _ := get(t, h, "/sessions/"+s.ID)
	links := anchored.FindAllStringSubmatch(body, -1)
	if len(links) != 5 {
		t.Fatalf("%d quotes: %s", len(links), body)
	}
	ids := map[string]bool{}
	for _, m := range links {
		_, page, _ := get(t, h, html.UnescapeString(m[1]))
		if n := strings.Count(page, `id="`+m[2]+`"`); n != 1 {
			t.Errorf("%s stands %d times on %s", m[2], n, m[1])
		}
		ids[m[2]] = true
	}
	if len(ids) != 5 {
		t.Errorf("%d places for five lines", len(ids))
	}
	_, page, _ := get(t, h, "/sessions/"+s.ID+"?at=60")
	for _, want := range []string{`the verdict rests on: </span>please &lt;b&gt;fix&lt;/b&gt; it</mark>, or else.`, "the verdict rests on: </span>All\n nine tests pass</mark>.", `the verdict rests on:</span> ok  9 tests`, `the verdict rests on:</span> fix&lt;/b&gt; it, or else`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	// Where there is no timeline there is no way to it.
	l.turns, l.gone = nil, "Only facts were shared: no transcript is here."
	_, body, _ = get(t, h, "/sessions/"+s.ID)
	if anchored.MatchString(body) || strings.Contains(body, "#turn-") || !strings.Contains(body, `<p class="notice">Only facts were shared`) || !strings.Contains(body, "please &lt;b&gt;fix") {
		t.Errorf("without turns: %s", body)
	}
	if strings.Contains(body, "What was shared is shown") || strings.Count(body, `id="turn-60"`) != 1 || strings.Count(body, `<blockquote class="cite"`) != len(ids) {
		t.Errorf("where the transcript is gone, the lines that are quoted do not stand at their turn, once each: %s", body)
	}
	// Facts have no lines of a transcript: none of theirs is named.
	file := content.File{Person: "ada", Path: content.FactsPath("claude", "c1")}
	s.Parts = []fact.Part{{Conversation: "c1", File: file.Place(), First: 1, Last: 60}}
	s.Verdict.Evidence[0].Line = 7
	_, body, _ = get(t, h, "/sessions/"+s.ID)
	if strings.Contains(body, ".facts") || !strings.Contains(body, "What was shared is shown") || !strings.Contains(body, "line 7 of a transcript that was not shared") {
		t.Errorf("of facts that were shared: %s", body)
	}
}

// The later session says what it undid, with the way to both sides; and what it follows.
func TestKinOfASession(t *testing.T) {
	l, first, later := undone(t)
	h := handler(t, l)
	_, body, _ := get(t, h, "/sessions/"+later.ID)
	_, card, _ := strings.Cut(body, `id="undid"`)
	card, _, _ = strings.Cut(card, "</section>")
	for _, want := range []string{"It undid 5 lines by edit of", `href="/sessions/` + first.ID + `"`, `href="/sessions/` + first.ID + "/undone/" + later.ID + `"`, "in cart.go"} {
		if !strings.Contains(card, want) {
			t.Errorf("it lacks %q: %s", want, card)
		}
	}
	if _, body, _ := get(t, h, "/sessions/"+first.ID); strings.Contains(body, "What it undid") {
		t.Error("who lost lines undid none")
	}
	l.before, l.after = first, l.sessions[len(l.sessions)-1]
	later.Aliases = []string{"feedfeedfeedfeed"}
	later.Parts = []fact.Part{{Conversation: "one", First: 4, Last: 6}, {Conversation: "two", First: 1, Last: 1}, {Conversation: "two", First: 3, Last: 3}, {Conversation: "three", First: 1, Last: 1}}
	l.turns[3].Handed = true
	_, body, _ = get(t, h, "/sessions/"+later.ID+"?was=feedfeedfeedfeed&sort=cost")
	for _, want := range []string{"before it in the conversation", "after it in the conversation", `href="/sessions/` + first.ID + `?sort=cost"`, ">turns 1 to 3</a>", ">turn 4</a>", "two</span><br><span class=\"faint\">continues it by a plan that was handed on<", "three</span><br><span class=\"faint\">merged after /clear, or resumed<", "at=4&amp;sort=cost#turn-4", "The session <span class=\"id\">feedfeedfeedfeed</span> was merged into this one"} {
		if !strings.Contains(body, want) {
			t.Errorf("it lacks %q", want)
		}
	}
	if _, body, _ := get(t, h, "/sessions/"+later.ID+"?was=anything"); strings.Contains(body, "was merged into this one") {
		t.Error("of what never was a part of it")
	}
}

// A session is taken away as the command line prints it.
func TestSessionAsJSON(t *testing.T) {
	l := demoLibrary(t)
	l.turns = manyTurns(3)
	s := l.sessions[0]
	code, body, head := get(t, handler(t, l), "/sessions/"+s.ID+"/session.json")
	var shown wire.Shown
	if err := json.Unmarshal([]byte(body), &shown); err != nil || code != http.StatusOK || shown.Schema != wire.ShowSchema || shown.ID != s.ID || len(shown.Detail) != 3 {
		t.Errorf("%d %v %+v", code, err, shown.Session)
	}
	if want := `attachment; filename="session-` + s.ID + `.json"`; head.Get("Content-Disposition") != want || head.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", head)
	}
	if code, _, _ := get(t, handler(t, l), "/sessions/nosuch/session.json"); code != http.StatusNotFound {
		t.Errorf("of none: %d", code)
	}
}

// Who set an editor up opens transcripts and files in it, and nobody else is shown a link
// to one.
func TestOpenInAnEditor(t *testing.T) {
	l := demoLibrary(t)
	l.turns = manyTurns(3)
	s := l.sessions[0]
	e := &s.Verdict.Evidence[0]
	e.Turn, e.Line = 1, 7
	l.steps = []wire.Step{{Kind: "edit", Tool: "Edit", Target: "/home/[USER_1]/a.go"}, {Kind: "command", Tool: "Bash", Target: "make"}}
	pages := map[string]string{"/sessions/" + s.ID: `href="vscode://file` + s.FileOf(1) + `:7">open</a>`, "/sessions/" + s.ID + "/turns/1": `href="vscode://file/home/me/a.go:1">open</a>`}
	for at, want := range pages {
		if _, body, _ := get(t, handler(t, opener{library: l}), at); !strings.Contains(body, want) || strings.Contains(body, "b.go") {
			t.Errorf("%s lacks %s: %s", at, want, body)
		}
		if _, body, _ := get(t, handler(t, l), at); strings.Contains(body, "vscode:") || strings.Contains(body, `class="open"`) {
			t.Errorf("%s leads to an editor", at)
		}
	}
}

// Of a turn stands "stopped by the person" where the person stopped it, and not where a
// rewind left it behind; what the verdict says nothing of is told apart from what is unmet,
// and where all is met and yet it did not land, what weighs more.
func TestTurnsAndConditionsSayWhatHappened(t *testing.T) {
	l := demoLibrary(t)
	s := l.sessions[0]
	s.Verdict.Status, s.Verdict.Intent, s.Verdict.GoalComplete, s.Verdict.Basis, s.Verdict.Confidence = fact.JudgeOK, fact.BugFix, false, fact.Explicit, 0.4
	s.State, s.Automated, s.Floor = fact.Closed, false, fact.Floor{Passed: true, Turns: 3, MutatingCalls: 1}
	s.Verdict.Criteria = []fact.Criterion{{Name: judge.CriterionFix, Met: true}, {Name: judge.CriterionFinished, Met: true}, {Name: judge.CriterionNoFailure, Met: true}}
	s.Verdict.Reasons = []fact.Reason{{For: true, Text: redact.Restore("The agent says that the work is done.")}, {Text: redact.Restore("The person agrees <b>.")}}
	l.turns = manyTurns(3)
	l.turns[0].Abandoned, l.turns[1].Stopped = true, true
	_, body, _ := get(t, handler(t, l), "/sessions/"+s.ID)
	_, one, _ := strings.Cut(body, `id="turn-1"`)
	one, two, _ := strings.Cut(one, `id="turn-2"`)
	two, three, _ := strings.Cut(two, `id="turn-3"`)
	const stopped = "stopped by the person"
	if strings.Contains(one, stopped) || !strings.Contains(two, stopped) || strings.Contains(three, stopped) {
		t.Errorf("%q stands at the wrong turn", stopped)
	}
	for _, want := range []string{"Not shown: whether it was verified (the record does not tell).", "and yet this weighs more:", "The person agrees &lt;b&gt;."} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
