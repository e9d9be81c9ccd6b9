package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/web"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// living is a library in which something happens: once it was told, nothing more.
type living struct {
	*library
	told  web.Told
	asked []string
}

func (l *living) Happened(_ context.Context, after string, _ time.Duration) (web.Told, error) {
	l.asked = append(l.asked, after)
	if after == l.told.At {
		return web.Told{At: l.told.At}, nil
	}
	return l.told, nil
}

func (l *living) Wait(ctx context.Context, _ time.Duration) bool { return ctx.Err() != nil }

func happening(s *fact.Session, number int, at, prompt string) web.Happening {
	return web.Happening{Number: int64(number), Key: "k" + at, Session: s, Happened: wire.Happened{Turn: wire.Turn{Number: number, StartedAt: &at, Prompt: prompt}}}
}

// going is a library with one session that goes on, and three turns of it.
func going(t *testing.T) *living {
	t.Helper()
	l := &living{library: demoLibrary(t)}
	s := *l.sessions[0]
	s.State, s.Ended, s.Turns = fact.Open, now.Add(-time.Minute), 3
	l.sessions = append(l.sessions, &s)
	exit := 1
	grown := happening(&s, 3, "2027-01-01T11:59:00Z", "<script>alert(1)</script>\u202e")
	grown.Acts = []wire.Act{
		{Kind: "read", Tool: "Read", Target: "tide.go", Outcome: "done", Times: 3},
		{Kind: "command", Tool: "Bash", Target: "go test ./... <b>", Outcome: "failed", Check: "test", Exit: &exit, Times: 1},
		{Kind: "edit", Tool: "Edit", Target: "tide.go", Outcome: "done", Times: 1, Added: 2, Removed: 1},
	}
	grown.Calls = 9
	told := happening(&s, 2, "2027-01-01T11:58:00Z", "")
	told.Gone = "Only facts were shared: no transcript is here."
	l.told = web.Told{At: "x-3", List: []web.Happening{happening(&s, 1, "2027-01-01T11:57:00Z", "first of all"), grown, told}}
	return l
}

// While an agent is at work nobody is told how to have it come to its end.
func TestLiveAtWork(t *testing.T) {
	l := going(t)
	s := l.sessions[len(l.sessions)-1]
	s.Verdict.GoalComplete, s.Verdict.Signal, s.Verdict.Advice = false, fact.NoSignal, redact.Literal("Let the agent come to an end.")
	for name, lacks := range map[string]bool{judge.CriterionFinished: false, judge.CriterionVerified: true} {
		s.Verdict.Basis, s.Verdict.Criteria = fact.Explicit, []fact.Criterion{{Name: name}}
		_, page, _ := get(t, handler(t, l), "/live")
		if strings.Contains(page, "Let the agent") != lacks || strings.Contains(page, "in mid-work") == lacks || strings.Contains(page, "stopped") {
			t.Errorf("%s: says what it lacks: %v, want %v", name, !lacks, lacks)
		}
	}
}

// The page shows what happened, the newest on top, with what was done and what came of it;
// and how the session stands.
func TestLivePage(t *testing.T) {
	h := handler(t, going(t))
	status, page, _ := get(t, h, "/live")
	if status != http.StatusOK || strings.Contains(page, "<script>alert") || strings.Contains(page, "\u202e") {
		t.Fatalf("%d, or what a transcript says is markup", status)
	}
	at := -1
	for _, want := range []string{"11:59:00", "4 calls before", "Read ×3", "tests", "go test ./... &lt;b&gt;", "failed, exit 1", "2 −1", "11:58:00", "Only facts were shared", "3 turns so far", "11:57:00", "first of all"} {
		i := strings.Index(page, want)
		if i <= at {
			t.Errorf("%q is missing, or stands elsewhere", want)
		}
		at = max(at, i)
	}
	for _, want := range []string{"so far: ", `data-stream="/live/stream?after=x-3"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	_, other, _ := get(t, h, "/live?repo=nowhere")
	if strings.Contains(other, "first of all") {
		t.Error("what the page was narrowed from is shown")
	}
}

// streamed is what a stream tells until it ends.
func streamed(t *testing.T, l page.Library, at, last string, still func(*http.Request) error) string {
	t.Helper()
	d, err := web.New(web.Options{Open: func(*http.Request) (page.Library, error) { return l, nil }, Window: window, Still: still})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	rec := httptest.NewRecorder()
	d.ServeHTTP(rec, r)
	return rec.Body.String()
}

// A stream tells what came after the place where somebody was, and how sessions stand; it
// ends when whoever asked may read no more.
func TestLiveStream(t *testing.T) {
	ends := func(*http.Request) error { return page.ErrNone }
	l := going(t)
	got := streamed(t, l, "/live/stream?after=x-0", "", ends)
	if l.asked[0] != "x-0" || strings.Count(got, "event: turn\n") != 3 || !strings.Contains(got, "id: x-3\nevent: at\n") || strings.Count(got, "event: sessions\n") != 1 || strings.Contains(got, "event: reset") {
		t.Errorf("asked %q, told:\n%s", l.asked, got)
	}
	if strings.Contains(got, "<script>alert") {
		t.Error("what a transcript says is markup")
	}
	for line := range strings.Lines(got) {
		if name, _, ok := strings.Cut(line, ":"); line != "\n" && (!ok || name != "" && name != "id" && name != "event" && name != "data") {
			t.Fatalf("no line of a stream: %q", line)
		}
	}
	l = going(t)
	if got := streamed(t, l, "/live/stream?after=x-0", "x-3", ends); l.asked[0] != "x-3" || strings.Contains(got, "event: turn") {
		t.Errorf("who comes back: asked %q, told:\n%s", l.asked, got)
	}
	l = going(t)
	l.told.Lost = true
	if got := streamed(t, l, "/live/stream", "y-1", ends); !strings.HasPrefix(got[strings.Index(got, "id:"):], "id: x-3\nevent: reset\n") {
		t.Errorf("what was lost is not told:\n%s", got)
	}
	if got := streamed(t, demoLibrary(t), "/live/stream", "", ends); !strings.Contains(got, "Nothing happens here") {
		t.Errorf("samples: %.200s", got)
	}
}
