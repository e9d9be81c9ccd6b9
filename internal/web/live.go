package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web/page"
	"prism/internal/web/session"
	"prism/internal/wire"
)

// Live is a Library that tells turns as they happen.
type Live interface {
	// Happened tells the turns that came or grew after a place in the stream ("" all that
	// are remembered), the latest last, looking for what is new for so long at most.
	Happened(ctx context.Context, after string, most time.Duration) (Told, error)
	// Wait returns when something may have come, after a time at most, and reports whether
	// it may have.
	Wait(ctx context.Context, most time.Duration) bool
}

// Told is what happened.
type Told struct {
	List []Happening
	At   string // the place in the stream behind it
	Lost bool   // some of what came after the place that was asked for is not known any more: List is all that is
	More bool   // there was no time to look at all
}

// Happening is a turn of a session, as far as it has come.
type Happening struct {
	Number  int64
	Key     string // of the turn: letters, digits and hyphens
	Session *fact.Session
	Gone    string // why nothing of what was written is told; "" it is
	wire.Happened
}

// Bounds of the page and of its stream.
const (
	liveTurns = 40                    // that the page shows; live.js has the same
	liveLook  = 60 * time.Millisecond // of a page, for what is new
	liveWait  = 500 * time.Millisecond
	liveAnew  = 10 // waits after which sessions are looked at though nothing came
	liveBeat  = 20 // waits after which something is said though there is nothing: well before a server gives up a stream on which nothing is written (beat, 20 s)
)

// liveFill fills the page of what is going on.
type liveFill struct {
	Found  int
	Rows   []liveRow
	Latest *page.Row // the last there was, where nothing goes on
	Ago    string
	Turns  []happened
	Stream string // where more comes from; "" nowhere
	Leads  bool   // the viewer leads: they see what is theirs
}

type liveRow struct {
	page.Row
	Age, Lacks, Person string
}

// happened is a turn of the stream as it is shown.
type happened struct {
	Key, Title, To   string
	Repo, Person     string
	Number           int
	Clock            string
	At               int64 // in milliseconds: newer ones stand above
	Prompt, Answer   string
	Done             []string
	Acts             []act
	Earlier          int // calls before those
	Gone, Gap, Facts string
	Stopped          bool
}

// act is what was done with the signs that it is shown by.
type act struct {
	Sign, Class, What, Target, Result string
}

// livePage shows what is going on: turns as they happen, and sessions that nothing closed
// yet, as they stand.
func livePage(r *page.Request) (page.Answer, error) {
	p := &liveFill{}
	if err := p.sessions(r); err != nil {
		return page.Answer{}, err
	}
	if k, ok := r.Lib.(page.Known); ok {
		p.Leads = k.Who().Role == tenant.Lead
	}
	if l, ok := r.Lib.(Live); ok {
		told, err := l.Happened(r.Context(), "", liveLook)
		if err != nil {
			return page.Answer{}, err
		}
		slices.SortStableFunc(told.List, func(a, b Happening) int {
			return cmp.Or(cmp.Compare(startOf(&b), startOf(&a)), cmp.Compare(b.Turn.Number, a.Turn.Number))
		})
		for i := range told.List {
			if x := &told.List[i]; streams(r, x) && len(p.Turns) < liveTurns {
				p.Turns = append(p.Turns, happenedOf(r, x))
			}
		}
		p.Stream = r.Query.To("/live/stream", "after", told.At)
	}
	return page.Answer{Page: "live", Fill: p, Title: r.Say("Live")}, nil
}

// streams reports whether a turn is of what the page was narrowed to.
func streams(r *page.Request, x *Happening) bool {
	f := r.Query.Filter()
	f.IncludeOpen = true
	title := strings.ToLower(page.TitleOf(r.Locale, x.Session))
	return f.Keeps(x.Session) && !slices.ContainsFunc(r.Query.Words(), func(w string) bool { return !strings.Contains(title, w) })
}

// sessions fills in what is going on.
func (p *liveFill) sessions(r *page.Request) error {
	f := r.Query.Filter()
	f.State, f.IncludeOpen = fact.Open, true
	if from := r.Lib.Now().Add(-fact.OpenFor); f.Since.Before(from) {
		f.Since = from // none that ended before is open, and these are found at once
	}
	list, found, err := r.Lib.Page(r.Context(), f, r.Query.Words(), store.Order{}, page.PageRows, 0)
	if err != nil {
		return err
	}
	p.Found = found
	r.Beside(list)
	for _, s := range list {
		x := liveRow{Row: page.RowOf(r, s), Age: ago(r.Locale, r.Now().Sub(s.Ended)), Lacks: page.Clean(s.Verdict.Advice.String()), Person: other(r, s.Person)}
		x.Standing = page.Standing{Word: r.Say("so far: not landed"), Sign: "◌", Class: "wait", Why: r.Known(phrase.Lacks(s))}
		if phrase.Underway(s) {
			x.Lacks = ""
		}
		if s.Verdict.GoalComplete {
			x.Standing, x.Lacks = page.Standing{Word: r.Say("so far: landed"), Sign: "◉", Class: "wait", Why: ""}, ""
		}
		p.Rows = append(p.Rows, x)
	}
	if len(list) > 0 {
		return nil
	}
	last, err := r.Lib.First(r.Context(), r.Query.Filter(), r.Query.Words(), store.Order{}, 1)
	if err == nil && len(last) > 0 {
		x := page.RowOf(r, last[0])
		p.Latest, p.Ago = &x, ago(r.Locale, r.Now().Sub(last[0].Ended))
	}
	return err
}

// wholeDays is from when on a past is told in whole days.
const wholeDays = 7 * 24 * time.Hour

// ago is how long something is past, in words that do not change each second.
func ago(l *locale.Locale, d time.Duration) string {
	if d < time.Minute {
		return l.Say("just now")
	}
	if d >= wholeDays {
		return l.Say("{n} day ago|{n} days ago", int(d.Hours())/24)
	}
	return l.Say("{time} ago", l.Lasted(d.Truncate(time.Minute)))
}

// other is the name of whose something is, where several people's are shown and it is not
// that of who looks.
func other(r *page.Request, person string) string {
	if k, ok := r.Lib.(page.Known); ok && k.Who().Signed && k.Who().Person != person {
		return page.Clean(person)
	}
	return ""
}

func startOf(x *Happening) int64 {
	at := x.Session.Ended
	if x.Turn.StartedAt != nil {
		if t, err := time.Parse(time.RFC3339Nano, *x.Turn.StartedAt); err == nil {
			at = t
		}
	}
	return at.UnixMilli()
}

func happenedOf(r *page.Request, x *Happening) happened {
	s, t := x.Session, &x.Turn
	pages := session.Pages{Query: r.Query, ID: s.ID}
	h := happened{Key: x.Key, Title: page.TitleOf(r.Locale, s), To: pages.Turn(t.Number), Repo: page.Clean(s.Repo.Name), Person: other(r, s.Person), Number: t.Number, At: startOf(x),
		Prompt: strings.TrimSpace(page.Clean(t.Prompt)), Answer: strings.TrimSpace(page.Clean(t.Answer)), Stopped: t.Stopped, Gone: x.Gone}
	h.Clock = r.ClockSeconds(time.UnixMilli(h.At).In(r.Now().Location()))
	if h.Gone != "" {
		h.To = pages.Page("")
		h.Facts = r.Say("{n} turn so far|{n} turns so far", s.Turns)
		if s.Floor.Added+s.Floor.Removed > 0 {
			h.Facts += ", " + r.Say("{changed} lines", page.Lines(r.Locale, s.Floor.Added, s.Floor.Removed))
		}
		if n := s.Floor.MutatingCalls; n > 0 {
			h.Facts += ", " + r.Say("{n} change carried out|{n} changes carried out", n)
		}
		return h
	}
	if h.Prompt == "" && slices.Contains(s.Gaps, fact.GapTranscript) {
		h.Gap = r.Say("What was asked is not told: its telemetry carries no prompts.")
	}
	for _, d := range t.Done {
		h.Done = append(h.Done, page.Clean(d))
	}
	shown := 0
	for i := range x.Acts {
		h.Acts = append(h.Acts, actOf(r.Locale, &x.Acts[i]))
		shown += x.Acts[i].Times
	}
	h.Earlier = max(0, x.Calls-shown)
	return h
}

func actOf(l *locale.Locale, a *wire.Act) act {
	out := act{What: page.Clean(a.Tool), Target: page.Clean(a.Target)}
	if a.Times > 1 {
		out.What = fmt.Sprintf("%s ×%d", out.What, a.Times)
	}
	if name := map[string]string{"test": locale.Mark("tests"), "build": locale.Mark("build"), "types": locale.Mark("type check"), "lint": locale.Mark("lint")}[a.Check]; name != "" {
		out.What = l.Known(name)
	}
	out.Sign, out.Class, out.Result = page.Outcome(l, a.Kind, a.Outcome, a.Exit)
	switch {
	case a.Outcome == "done" && a.Check != "":
		out.Result = l.Say("passed")
	case a.Outcome == "unknown":
		out.Sign, out.Result = "…", l.Say("under way")
	}
	out.Result = page.Wrote(l, out.Result, a.Added, a.Removed, a.Subagent)
	return out
}

// liveStream tells what happens as server-sent events, each with the place in the stream
// behind it: whoever comes back with it gets what was missed. An event carries what the
// page would show.
func (s *site) liveStream(r *page.Request) (page.Answer, error) {
	if _, ok := r.Lib.(Live); !ok {
		return page.Answer{}, &page.Error{Status: http.StatusNotFound, Text: locale.Mark("Nothing happens here.")}
	}
	return page.Answer{Body: func(w http.ResponseWriter) error {
		t := &streamer{site: s, r: r, w: w, out: http.NewResponseController(w), at: cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after"))}
		t.run()
		return nil
	}}, nil
}

// streamer is one stream.
type streamer struct {
	site  *site
	r     *page.Request
	w     http.ResponseWriter
	out   *http.ResponseController
	at    string
	shown []byte // sessions, as they were told last
	mute  int    // waits since something was said
}

// errEnded says that nobody listens any more.
var errEnded = errors.New("the stream ended")

// run tells until nobody listens, or may.
func (s *streamer) run() {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	ctx, lib := s.r.Context(), s.r.Lib
	if s.write(": hello\n\n") != nil || s.tell(lib) != nil {
		return
	}
	for waits := 1; ; waits++ {
		news := lib.(Live).Wait(ctx, liveWait) //nolint:forcetypeassert // looked at before
		select {
		case <-s.site.opts.Stopping:
			return
		case <-ctx.Done():
			return
		default:
		}
		// A stream ends with what opened it: a key, or what its person may see.
		if !news && waits < liveAnew {
			if still := s.site.opts.Still; still != nil && still(s.r.Request) != nil {
				return
			}
			if s.mute++; s.mute >= liveBeat && s.write(": still here\n\n") != nil {
				return
			}
			continue
		}
		fresh, err := s.site.opts.Open(s.r.Request)
		if _, is := fresh.(Live); err != nil || !is {
			return
		}
		lib, waits = fresh, 0
		if s.tell(lib) != nil {
			return
		}
	}
}

// tell sends what is new.
func (s *streamer) tell(lib page.Library) error {
	r := *s.r
	live, ok := lib.(Live)
	if !ok {
		return errEnded
	}
	r.Lib = lib
	var err error
	if r.Query, err = page.ParseQuery(r.URL.Query(), terms(), r.Now(), s.site.opts.Window); err != nil { // as of now
		return err
	}
	for more := true; more; {
		x, err := live.Happened(r.Context(), s.at, time.Second)
		if err != nil {
			return err
		}
		if x.Lost {
			if err := s.event("reset", x.At, nil); err != nil {
				return err
			}
		}
		for i := range x.List {
			if !streams(&r, &x.List[i]) {
				continue
			}
			html, err := s.site.part("live", "turn", in(r, happenedOf(&r, &x.List[i])))
			if err == nil {
				err = s.event("turn", "", html)
			}
			if err != nil {
				return err
			}
		}
		if x.At != s.at {
			s.at = x.At
			if err := s.event("at", x.At, nil); err != nil {
				return err
			}
		}
		more = x.More && len(x.List) > 0 // else the next look has it
	}
	p := &liveFill{}
	if err := p.sessions(&r); err != nil {
		return err
	}
	html, err := s.site.part("live", "going", in(r, p))
	if err != nil || bytes.Equal(html, s.shown) {
		return err
	}
	s.shown = html
	return s.event("sessions", "", html)
}

// event sends one event; id "" leaves the place in the stream as it is.
func (s *streamer) event(kind, id string, html []byte) error {
	var b strings.Builder
	if id != "" {
		b.WriteString("id: " + id + "\n")
	}
	b.WriteString("event: " + kind + "\n")
	// A lone carriage return ends a line of a stream, too.
	for line := range bytes.Lines(append(bytes.ReplaceAll(html, []byte("\r"), nil), '\n')) {
		b.WriteString("data: ")
		b.Write(bytes.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return s.write(b.String())
}

func (s *streamer) write(text string) error {
	s.mute = 0
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.out.Flush()
}

// part is a part of a page by itself.
func (s *site) part(page, name string, fill any) ([]byte, error) {
	var b bytes.Buffer
	err := s.pages[page].ExecuteTemplate(&b, name, fill)
	return b.Bytes(), err
}
