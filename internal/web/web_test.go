package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/demo"
	"prism/internal/fact"
	"prism/internal/judge/offline"
	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
	"prism/internal/web"
	"prism/internal/web/page"
	"prism/internal/wire"
)

var now = time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)

// library is one over sessions in memory.
type library struct {
	sessions []*fact.Session
	turns    []wire.Turn
	steps    []wire.Step
	title    string
	label    *store.Label            // the last that was said
	labels   map[string]*store.Label // by session
	undone   []wire.UndoneFile
	history  []store.Judged
	gone     string // why there are no turns
	before   *fact.Session
	after    *fact.Session
}

func (l *library) kept(f store.Filter, words []string) (list []*fact.Session) {
	for _, s := range l.sessions {
		text := strings.ToLower(s.Verdict.Title.String())
		if f.Keeps(s) && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			list = append(list, s)
		}
	}
	return list
}

func (l *library) Summary(_ context.Context, o score.Options, f store.Filter, words []string) (score.Summary, error) {
	f.Since, f.Until = time.Time{}, time.Time{}
	var r fact.Reading
	for _, s := range l.kept(f, words) {
		r.Sessions = append(r.Sessions, *s)
	}
	return score.Compute(r, o), nil
}

func (l *library) First(ctx context.Context, f store.Filter, words []string, o store.Order, limit int) ([]*fact.Session, error) {
	list, _, err := l.Page(ctx, f, words, o, limit, 0)
	return list, err
}

func (l *library) Page(_ context.Context, f store.Filter, words []string, o store.Order, limit, offset int) ([]*fact.Session, int, error) {
	list := l.kept(f, words)
	slices.SortFunc(list, o.Compare)
	end := min(offset+limit, len(list))
	return list[min(offset, end):end], len(list), nil
}

func (l *library) One(_ context.Context, id string) (*fact.Session, error) {
	for _, s := range l.sessions {
		if id != "" && strings.HasPrefix(s.ID, id) {
			return s, nil
		}
	}
	return nil, page.ErrNone
}

func (l *library) Turns(context.Context, *fact.Session) ([]wire.Turn, string) { return l.turns, l.gone }
func (l *library) Steps(context.Context, *fact.Session, int) ([]wire.Step, int, string) {
	return l.steps, 0, ""
}
func (l *library) Undone(context.Context, *fact.Session, *fact.Session) ([]wire.UndoneFile, string) {
	return l.undone, ""
}
func (l *library) Others(context.Context, *fact.Session) []fact.Verdict  { return nil }
func (l *library) History(context.Context, *fact.Session) []store.Judged { return l.history }
func (l *library) Shown(_ context.Context, s *fact.Session, turns []wire.Turn) wire.Shown {
	return wire.FromShown(s, wire.FromSession(s, false, false), turns, "", 0, nil, nil)
}

// opener is a library whose viewer has an editor.
type opener struct{ *library }

func (opener) EditorLink(file string, line int) string {
	return fmt.Sprintf("vscode://file%s:%d", file, line)
}
func (opener) EditorFiles(context.Context, *fact.Session, int) []string {
	return []string{"/home/me/a.go", "/home/me/b.go"}
}

func (l *library) Undid(_ context.Context, s *fact.Session) (list []page.Undid, more int) {
	for _, other := range l.sessions {
		for _, by := range other.Rework.By {
			if by.Session == s.ID {
				list = append(list, page.Undid{Session: other, By: by})
			}
		}
	}
	return list, 0
}
func (l *library) Around(context.Context, *fact.Session) (before, after *fact.Session) {
	return l.before, l.after
}
func (l *library) Label(_ context.Context, s *fact.Session) *store.Label { return l.labels[s.ID] }
func (l *library) Judge(context.Context) wire.Judge {
	return wire.Judge{Name: "offline", Version: "v1"}
}
func (l *library) Now() time.Time { return now }

// editor is a library that may be changed.
type editor struct{ *library }

func (e editor) SetTitle(_ context.Context, _, title string, _ ...string) error {
	e.title = title
	return nil
}
func (e editor) SetLabel(ctx context.Context, session string, said *bool, note string, _ ...string) error {
	return e.ChangeLabel(ctx, session, func(*store.Label) (*store.Label, error) {
		if said == nil {
			return nil, nil
		}
		return &store.Label{GoalComplete: *said, Note: redact.Restore(note), At: now}, nil
	})
}
func (e editor) ChangeLabel(_ context.Context, session string, change func(*store.Label) (*store.Label, error)) error {
	is, err := change(e.labels[session])
	if err == nil {
		e.labels[session], e.label = is, is
	}
	return err
}

func demoLibrary(t *testing.T) *library {
	t.Helper()
	dir := t.TempDir()
	if _, err := demo.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	judge, err := offline.Default()
	if err != nil {
		t.Fatal(err)
	}
	prices, err := price.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := pipeline.Options{
		Search:  source.Options{Paths: []string{filepath.Join(dir, "projects")}, Dialects: []transcript.Dialect{claude.Dialect()}},
		Judging: pipeline.Judging{Judge: judge}, Prices: prices, Redactor: gate, Now: now, Store: memory.New(),
	}
	u, err := pipeline.Update(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	l := &library{labels: map[string]*store.Label{}}
	for s, err := range o.Store.Each(t.Context(), u.Scope, store.Filter{}, store.Order{}) {
		if err != nil {
			t.Fatal(err)
		}
		one := *s
		l.sessions = append(l.sessions, &one)
	}
	return l
}

func window(since, until string, now time.Time) (from, to time.Time, err error) {
	switch since {
	case "", "all":
	case "30d":
		from = now.AddDate(0, 0, -30)
	default:
		if from, err = time.Parse(time.DateOnly, since); err != nil {
			err = errors.New("no such time")
		}
	}
	if day, bad := time.Parse(time.DateOnly, until); bad == nil {
		to = day.AddDate(0, 0, 1) // the day is in it
	}
	return from, to, err
}

func handler(t *testing.T, l page.Library) http.Handler {
	t.Helper()
	h, err := web.New(web.Options{Open: func(*http.Request) (page.Library, error) { return l, nil }, Window: window})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(t *testing.T, h http.Handler, address string, head ...string) (int, string, http.Header) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(body), w.Header()
}

var links = regexp.MustCompile(`(?:href|src|action|hx-get)="([^"]*)"`)

// Every page is there, with the headers that keep it harmless, and every address on it
// leads somewhere.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	l := demoLibrary(t)
	l.turns = manyTurns(120)
	for _, s := range l.sessions {
		s.Turns = len(l.turns)
	}
	h := handler(t, editor{library: l})
	todo := []string{"/", "/sessions", "/speed", "/tokens", "/prompts", "/trivia", "/live", "/report", "/settings", "/about", "/_components", "/sessions/" + l.sessions[0].ID}
	seen, ways := map[string]bool{}, map[string]int{}
	for len(todo) > 0 && len(seen) < 400 {
		at := todo[0]
		todo = todo[1:]
		if path, _, _ := strings.Cut(at, "#"); seen[path] || strings.HasSuffix(path, "/title") || strings.HasSuffix(path, "/label") || strings.HasPrefix(path, "/sessions/label") || path == "/settings/preview" || path == "/settings/locale" {
			continue
		} else {
			at, seen[path] = path, true
		}
		path, _, _ := strings.Cut(at, "?")
		if ways[path]++; ways[path] > 15 && !long.All() {
			continue // the same page asked in one more way
		}
		code, body, head := get(t, h, at)
		if code != http.StatusOK {
			t.Errorf("%s: %d", at, code)
		}
		for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} {
			if head.Get(name) == "" {
				t.Errorf("%s: no %s", at, name)
			}
		}
		if strings.HasPrefix(head.Get("Content-Disposition"), "attachment") {
			continue // a file of its own, with a policy of its own
		}
		if strings.Contains(body, "<style") || strings.Contains(body, " style=") || strings.Contains(body, " onclick=") {
			t.Errorf("%s: something inline that the policy forbids", at)
		}
		if strings.HasPrefix(at, "/assets/") {
			continue
		}
		for _, m := range links.FindAllStringSubmatch(body, -1) {
			to := strings.ReplaceAll(m[1], "&amp;", "&")
			switch {
			case strings.HasPrefix(to, "/"):
				todo = append(todo, to)
			case strings.HasPrefix(to, "?"):
				path, _, _ := strings.Cut(at, "?")
				todo = append(todo, path+to)
			case !strings.HasPrefix(to, "#"):
				t.Errorf("%s leads to %q", at, to)
			}
		}
	}
	if len(seen) < 30 {
		t.Errorf("only %d pages", len(seen))
	}
}

func manyTurns(n int) (list []wire.Turn) {
	for i := range n {
		list = append(list, wire.Turn{Number: i + 1, Prompt: "prompt", Done: []string{"ran 1 command"}, Answer: "answer"})
	}
	return list
}

// The number on the first page is the command line's, and two clicks lead from it to a
// quoted line.
func TestFromTheNumberToTheLine(t *testing.T) {
	l := demoLibrary(t)
	l.turns = manyTurns(12)
	h := handler(t, l)
	sum, _ := l.Summary(t.Context(), score.Options{Now: now, Zone: time.UTC, AtNow: true}, store.Filter{}, nil)
	_, body, _ := get(t, h, "/")
	for _, want := range []string{fmtPoints(*sum.Score), "counted sessions", `href="/sessions?crushed=yes"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the first page lacks %q", want)
		}
	}
	_, body, _ = get(t, h, "/sessions?crushed=yes")
	rows := regexp.MustCompile(`href="(/sessions/[^"?]+)`).FindAllStringSubmatch(body, -1)
	if len(rows) != sum.Crushed {
		t.Fatalf("%d rows for %d crushed sessions", len(rows), sum.Crushed)
	}
	_, body, _ = get(t, h, rows[0][1])
	if !regexp.MustCompile(`<blockquote><a href="/sessions/[^"]+#line-\d+-[0-9a-f]+">[^<]+</a>`).MatchString(body) {
		t.Error("no quoted line with its turn")
	}
}

// The box of verdicts shows what a link asked for, and nothing is asked twice.
func TestVerdictThatALinkAskedForIsShown(t *testing.T) {
	h := handler(t, demoLibrary(t))
	for address, wants := range map[string][]string{
		"/sessions":                {`<select name="crushed">`, `not crushed`},
		"/sessions?crushed=no":     {`<option value="no" selected>`},
		"/sessions?verdict=missed": {`<select name="verdict">`, `<option value="missed" selected>`},
	} {
		_, body, _ := get(t, h, address)
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %q", address, want)
			}
		}
		_, body, _ = strings.Cut(body, `<form class="filters"`)
		body, _, _ = strings.Cut(body, "</form>")
		if strings.Contains(body, `type="hidden" name="verdict"`) || strings.Count(body, `<select name="crushed">`)+strings.Count(body, `<select name="verdict">`) != 1 {
			t.Errorf("%s asks for a verdict twice", address)
		}
	}
}

func fmtPoints(x float64) string {
	return strings.TrimSpace(regexp.MustCompile(`^-?\d+\.\d`).FindString(timeless(x)))
}

func timeless(x float64) string {
	whole := int64(x*10 + 0.5)
	return string('0'+rune(whole/100%10)) + string('0'+rune(whole/10%10)) + "." + string('0'+rune(whole%10))
}

// Nothing that a transcript says becomes markup or turns the page round.
func TestTextOfATranscriptIsText(t *testing.T) {
	l := demoLibrary(t)
	evil := "<script>alert(1)</script>\u202e\" onmouseover=\"x"
	s := l.sessions[0]
	s.Branch, s.Repo.Name, s.Verdict.Title = evil, evil, redact.Restore(evil)
	l.turns = []wire.Turn{{Number: 1, Prompt: evil, Done: []string{evil}, Answer: evil, Conversation: evil}}
	h := handler(t, editor{library: l})
	for _, at := range []string{"/", "/sessions", "/sessions/" + s.ID, "/sessions/" + s.ID + "/turns?from=1", "/tokens"} {
		_, body, _ := get(t, h, at)
		if strings.Contains(body, "<script>alert") || strings.Contains(body, "\u202e") || strings.Contains(body, `" onmouseover="`) {
			t.Errorf("%s: what a transcript says is markup", at)
		}
	}
	_, body, _ := get(t, h, "/sessions/"+s.ID)
	if title := regexp.MustCompile(`<title>[^<]*</title>`).FindString(body); strings.Contains(title, "alert") {
		t.Errorf("the window is called %s", title)
	}
}

// A long session comes in pieces; the one that an address names is there at once.
func TestLongSessionComesInPieces(t *testing.T) {
	l := demoLibrary(t)
	l.turns = manyTurns(2000)
	h := handler(t, l)
	id := l.sessions[0].ID
	_, body, _ := get(t, h, "/sessions/"+id+"?at=1500")
	if n := strings.Count(body, `<li class="turn`); n != 50 || !strings.Contains(body, `id="turn-1500"`) {
		t.Errorf("%d turns, that one: %t", n, strings.Contains(body, `id="turn-1500"`))
	}
	_, part, _ := get(t, h, "/sessions/"+id+"/turns?from=1551", "HX-Request", "true")
	if strings.Contains(part, "<html") || !strings.Contains(part, `id="turn-1551"`) || strings.Contains(part, `id="turn-1550"`) {
		t.Error("the next piece is none")
	}
}

// A script that replaces the list gets the list alone; it names the element as htmx does.
func TestListAlone(t *testing.T) {
	h := handler(t, demoLibrary(t))
	for _, at := range []string{"/sessions"} {
		_, part, _ := get(t, h, at, "HX-Request", "true", "HX-Target", "div#list")
		if strings.Contains(part, "<html") || strings.Contains(part, `id="list"`) {
			t.Errorf("%s: more than the list came: %.200s", at, part)
		}
	}
}

// What was done in a turn is told step by step, on a page of its own and as a part.
func TestStepsOfATurn(t *testing.T) {
	l := demoLibrary(t)
	exit := 1
	l.steps = []wire.Step{
		{Kind: "edit", Tool: "Edit", Target: "/x/tide.go", Outcome: "done", Added: 1, Removed: 1, Diff: []string{"-old <b>line</b>", "", "+new line"}, Cut: 3},
		{Kind: "command", Tool: "Bash", Target: "go test ./...", Outcome: "failed", Exit: &exit, Output: "FAIL"},
		{Kind: "command", Tool: "Bash", Target: "rm x", Outcome: "refused", Said: "no"},
	}
	h := handler(t, l)
	at := "/sessions/" + l.sessions[0].ID + "/turns/1"
	_, page, _ := get(t, h, at)
	_, part, _ := get(t, h, at, "HX-Request", "true", "HX-Target", "div")
	if !strings.Contains(page, "<html") || strings.Contains(part, "<html") {
		t.Error("a page is no page, or a part one")
	}
	for _, want := range []string{"1 −1", "old &lt;b&gt;line", "new line", "and 3 lines more", "failed, exit 1", "FAIL", "refused", "said:", "⋯"} {
		if !strings.Contains(part, want) {
			t.Errorf("the steps lack %q", want)
		}
	}
	for _, none := range []string{"/turns/0", "/turns/x", "/turns/999999"} {
		if code, _, _ := get(t, h, "/sessions/"+l.sessions[0].ID+none); code != 404 {
			t.Errorf("%s: %d", none, code)
		}
	}
}

func TestBadRequests(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, l)
	for at, want := range map[string]int{
		"/sessions?intent=nonsense": 400, "/?since=whenever": 400, "/sessions/nosuch": 404, "/nowhere": 404,
		"/assets/none.js": 404, "/sessions?offset=-1": 400, "/sessions?offset=two": 400, "/sessions?offset=9999": 200, "/sessions?repo=" + strings.Repeat("x", 300): 400,
	} {
		if code, body, _ := get(t, h, at); code != want || strings.Contains(body, "goroutine") {
			t.Errorf("%s: %d, want %d", at, code, want)
		}
	}
	for _, head := range [][]string{{}, {"Origin", "http://elsewhere.example"}} {
		r := httptest.NewRequest(http.MethodPost, "/sessions/"+l.sessions[0].ID+"/label", strings.NewReader("verdict=agree"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if len(head) > 0 {
			r.Header.Set(head[0], head[1])
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusForbidden {
			t.Errorf("changed by who may only look: %d", w.Code)
		}
	}
}

// What no page knows is not left out in silence; what pages do know is not named so.
func TestUnknownTermsAreNamed(t *testing.T) {
	h := handler(t, demoLibrary(t))
	_, body, _ := get(t, h, "/?tz=Mars&limit=-1&<b>=1")
	if !strings.Contains(body, "by &lt;b&gt;, limit, tz; it is left out") {
		t.Error("unknown names are left out in silence")
	}
	for name := range strings.FieldsSeq("since until sort offset at from after was by q") {
		value := map[string]string{"since": "2020-01-01", "until": "2030-01-01", "sort": "cost", "offset": "0", "by": "repo"}[name]
		if code, body, _ := get(t, h, "/?"+name+"="+value); code != http.StatusOK || strings.Contains(body, "it is left out") {
			t.Errorf("%s: %d, or taken for unknown", name, code)
		}
	}
}

func TestAgreeAndRename(t *testing.T) {
	l := demoLibrary(t)
	h := handler(t, editor{library: l})
	post := func(path, form string) int { return post(h, path, form).Code }
	s := l.sessions[0]
	if code := post("/sessions/"+s.ID+"/label", "verdict=disagree&note=no"+shown(t, h, s)); code != http.StatusSeeOther || l.label == nil || l.label.GoalComplete == s.Verdict.GoalComplete {
		t.Errorf("%d, label %v", code, l.label)
	}
	if code := post("/sessions/"+s.ID+"/title", "title=mine"); code != http.StatusSeeOther || l.title != "mine" {
		t.Errorf("%d, title %q", code, l.title)
	}
	if code := post("/sessions/"+s.ID+"/label", "verdict=perhaps"); code != http.StatusBadRequest {
		t.Errorf("perhaps: %d", code)
	}
}

func TestTableForPrograms(t *testing.T) {
	l := demoLibrary(t)
	l.sessions[0].Verdict.Title, l.sessions[0].Verdict.Long = redact.Restore("=cmd()"), redact.Text{}
	_, body, head := get(t, handler(t, l), "/sessions.csv")
	if !strings.HasPrefix(head.Get("Content-Type"), "text/csv") || strings.Count(body, "\n") != len(l.sessions)+1 || !strings.Contains(body, "'=cmd()") {
		t.Errorf("%s\n%s", head.Get("Content-Type"), body)
	}
}

// What was undone stands side by side, with a link to each turn; where no lines are there
// a sentence says so, and of sessions that did not undo anything there is no such page.
func TestUndoneSideBySide(t *testing.T) {
	l := demoLibrary(t)
	first, later := l.sessions[0], l.sessions[1]
	first.Rework = fact.Rework{Reworked: true, Owned: 8, Undone: 5, By: []fact.ReworkBy{{Session: later.ID, Lines: 5, Kind: "edit", Files: []string{"cart.go"}, Sample: redact.Restore("sum += p")}}}
	h := handler(t, l)
	at := "/sessions/" + first.ID + "/undone/" + later.ID
	if _, body, _ := get(t, h, "/sessions/"+first.ID); !strings.Contains(body, `href="`+at+`"`) {
		t.Error("the session does not lead there")
	}
	code, body, _ := get(t, h, at)
	if code != http.StatusOK || !strings.Contains(body, "None of the lines can be shown. One of the lines: sum &#43;= p") {
		t.Errorf("%d %s", code, body)
	}
	l.undone = []wire.UndoneFile{{File: "cart.go", Lines: 1, Wrote: []wire.Hunk{{Turn: 2, Lines: []wire.HunkLine{{Text: "+	for <b>", Undone: true}, {}, {Text: "+	}"}}}}, Took: []wire.Hunk{{Turn: 3, Lines: []wire.HunkLine{{Text: "-	for <b>", Undone: true}}}}}}
	_, body, _ = get(t, h, at)
	for _, want := range []string{"5 lines were undone by edit, of 8", "1 of them is marked below; the others cannot be shown.", `<tr class="added undone">`, `<tr class="removed undone">`, "for &lt;b&gt;", "/sessions/" + first.ID + "?at=2#turn-2", "/sessions/" + later.ID + "?at=3#turn-3"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q: %s", want, body)
		}
	}
	// Where a command did it, the earlier side stands alone; where the earlier side is not on
	// record, the later one does.
	for want, some := range map[string]wire.UndoneFile{
		"It was done by a command: on the later side": {File: "cart.go", Wrote: l.undone[0].Wrote},
		"How the earlier session wrote them is not":   {File: "cart.go", Took: l.undone[0].Took},
	} {
		l.undone = []wire.UndoneFile{some}
		if _, body, _ = get(t, h, at); !strings.Contains(body, want) || !strings.Contains(body, "undone") {
			t.Errorf("the page lacks %q", want)
		}
	}
	if code, _, _ := get(t, h, "/sessions/"+later.ID+"/undone/"+first.ID); code != http.StatusNotFound {
		t.Errorf("of what was not undone: %d", code)
	}
}

// pageOf is how many sessions a page holds.
const pageOf = 50

// The keys of the keyboard are no keys that open: in German they are two words.
func TestKeysOfTheKeyboardInGerman(t *testing.T) {
	_, body, _ := get(t, handler(t, demoLibrary(t)), "/", "Accept-Language", "de")
	if strings.Contains(body, "Schlüssel") || !strings.Contains(body, `<h2 id="help-title">Tasten</h2>`) {
		t.Error("the list of keys is not headed \"Tasten\"")
	}
}

// What a chart's legend says holds in light and in dark: there the bar behind is the darker one.
func TestLegendNamesNoLightness(t *testing.T) {
	_, body, _ := get(t, handler(t, demoLibrary(t)), "/speed")
	if strings.Contains(body, "the light one") || !strings.Contains(body, "the faint one behind it") {
		t.Error("the legend of /speed names a bar by its lightness")
	}
}
