package uplink_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/source"
	"prism/internal/spool"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
	"prism/internal/uplink"
)

// office is a server that may be away: a keeper of transcripts that takes events, too.
type office struct {
	*keeper
	away   atomic.Bool
	events []event
	tries  atomic.Int64
}

// event is one as the server got it.
type event struct{ name, session, reason, at string }

func (o *office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.tries.Add(1)
	if o.away.Load() {
		panic(http.ErrAbortHandler)
	}
	if r.URL.Path != "/v1/logs" {
		o.keeper.ServeHTTP(w, r)
		return
	}
	var in struct {
		ResourceLogs []struct {
			ScopeLogs []struct {
				LogRecords []struct {
					TimeUnixNano, EventName string
					Attributes              []struct {
						Key   string
						Value struct{ StringValue string }
					}
				}
			}
		}
	}
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	if err != nil {
		panic(err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, rl := range in.ResourceLogs {
		for _, sl := range rl.ScopeLogs {
			for _, l := range sl.LogRecords {
				e := event{name: l.EventName, at: l.TimeUnixNano}
				for _, a := range l.Attributes {
					switch a.Key {
					case "session.id":
						e.session = a.Value.StringValue
					case "reason":
						e.reason = a.Value.StringValue
					}
				}
				o.events = append(o.events, e)
			}
		}
	}
	_, _ = io.WriteString(w, "{}")
}

// got is a copy of what came.
func (o *office) got() []event {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]event(nil), o.events...)
}

// follower is a machine whose hooks noted something, a server, and made-up time.
type follower struct {
	*machine
	office *office
	spool  spool.Folder
	dir    string
	clock  atomic.Int64 // nanoseconds
	mu     sync.Mutex
	warned []string
}

func newFollower(t *testing.T) *follower {
	m := newMachine(t)
	// A long way to the agent's folder makes long events: fewer fill a spool.
	m.root = filepath.Join(filepath.Dir(m.root), strings.Repeat("a", 200), strings.Repeat("b", 200), strings.Repeat("c", 200), strings.Repeat("d", 200), ".claude")
	f := &follower{machine: m, office: &office{keeper: m.server}, dir: filepath.Join(filepath.Dir(m.root), "spool")}
	server := httptest.NewUnstartedServer(f.office)
	server.Config.ErrorLog = nil
	server.Start()
	t.Cleanup(server.Close)
	m.url, f.spool = server.URL, spool.At(f.dir)
	f.clock.Store(time.Date(2026, 11, 9, 8, 0, 0, 0, time.UTC).UnixNano())
	return f
}

func (f *follower) now() time.Time { return time.Unix(0, f.clock.Load()).UTC() }

func (f *follower) pass(d time.Duration) { f.clock.Add(int64(d)) }

// note is what a hook would.
func (f *follower) note(event string, n int, reason string) {
	f.t.Helper()
	r := &spool.Record{Event: event, Session: fmt.Sprintf("%s%d", name, n), Reason: reason, Root: f.root}
	r.Stamp(f.now())
	if err := f.spool.Add(r); err != nil {
		f.t.Fatal(err)
	}
}

// follow runs a Follower until it ends by itself, or until stop says so.
func (f *follower) follow(stop func() bool) {
	f.t.Helper()
	c, err := uplink.NewClient(f.url, "prism_key", false)
	if err != nil {
		f.t.Fatal(err)
	}
	c.Patience, c.Pause = time.Millisecond, time.Millisecond
	s := uplink.New(uplink.Options{
		Search: source.Options{Dialects: []transcript.Dialect{claude.Dialect()}},
		Client: c, Gate: f.gate, State: uplink.LoadState(f.state), Private: f.opted,
	})
	w := uplink.Follower{
		Spool: f.spool, Sender: s, Client: c, File: f.state + ".spool.json", Roots: []string{f.root},
		Warn: func(err error) { f.mu.Lock(); f.warned = append(f.warned, err.Error()); f.mu.Unlock() },
		Now:  f.now, Look: time.Millisecond, Idle: time.Minute, Back: time.Millisecond,
		Other: func() bool {
			f.pass(10 * time.Second) // of each look
			return stop != nil && stop()
		},
	}
	if err := w.Run(f.t.Context()); err != nil && (stop == nil || err != uplink.ErrElsewhere) { //nolint:errorlint // as it is
		f.t.Fatal(err)
	}
}

func (f *follower) told(part string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Contains(strings.Join(f.warned, "\n"), part)
}

// What hooks told of arrives once, with the transcript of its session and of no other;
// the Follower ends when nothing comes, and the next goes on where it ended. What has no
// transcript yet waits for it.
func TestFollower(t *testing.T) {
	t.Parallel()
	f := newFollower(t)
	f.write(1, line(1, 0, 7), false)
	f.write(3, line(3, 0, 0), false) // nobody tells of it
	f.note("SessionStart", 1, "")
	f.note("Stop", 1, "")
	f.note("SessionStart", 2, "") // no prompt yet
	f.follow(nil)
	f.same(1)
	if _, there := f.file(3); f.server.have[there] != nil {
		t.Error("a session of which no hook told was sent")
	}
	if got := f.office.got(); len(got) != 2 || got[0].name != "claude_code.SessionStart" || got[1].name != "claude_code.Stop" || got[0].session != name+"1" {
		t.Fatalf("events %+v", got)
	}
	if f.spool.Alive(time.Now()) {
		t.Error("it ended, and still says that it is at work")
	}
	f.write(1, line(1, 1, 0), true)
	f.write(2, line(2, 0, 0), false)
	f.pass(time.Minute)
	f.note("UserPromptSubmit", 2, "")
	f.note("SessionEnd", 1, "clear")
	f.follow(nil)
	f.same(1)
	f.same(2)
	seen := map[event]int{}
	for _, e := range f.office.got() {
		seen[e]++
	}
	if len(seen) != 5 || len(f.office.got()) != 5 {
		t.Errorf("5 events were noted; these came: %+v", f.office.got())
	}
	if strings.Contains(f.server.seen.String(), "ghp_") {
		t.Error("a secret left")
	}
	if len(f.warned) > 0 {
		t.Errorf("warned: %v", f.warned)
	}
}

// A session that is opted out leaves nothing, no event either.
func TestFollowerLeavesAlone(t *testing.T) {
	t.Parallel()
	f := newFollower(t)
	f.opted = func(conversation, _ string, _, _ []string) bool { return conversation == name+"1" }
	f.write(1, line(1, 0, 0), false)
	f.write(2, line(2, 0, 0), false)
	for n := 1; n <= 2; n++ {
		f.note("SessionStart", n, "")
	}
	f.follow(nil)
	f.same(2)
	if _, there := f.file(1); f.server.have[there] != nil {
		t.Error("its transcript was sent")
	}
	if got := f.office.got(); len(got) != 1 || got[0].session != name+"2" {
		t.Errorf("events %+v", got)
	}
}

// A week without a server: it is tried again and again, the spool stays under its bound,
// what is oldest goes first and where sessions begin and end last. When the server is
// back, all that was kept arrives, once, with every transcript, and what was dropped is
// said.
func TestAwayForAWeek(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it fills a spool")
	}
	f := newFollower(t)
	// A fourth of the events fill a fourth of a spool; with PRISM_LONG it is a whole one.
	bound, perDay, apart := int64(8<<20), 1350, time.Minute
	if long.All() {
		bound, perDay, apart = 32<<20, 5400, 15*time.Second
	} else {
		f.spool = f.spool.Within(bound)
	}
	f.note("SessionStart", 0, "")
	f.write(0, line(0, 0, 0), false)
	f.follow(nil) // all is well before
	before := len(f.office.got())
	f.office.away.Store(true)

	const sessions = 8 // one a day and one over
	boundaries := before
	for n := 1; n < sessions; n++ {
		f.write(n, line(n, 0, 0), false)
		f.note("SessionStart", n, "")
		for range perDay {
			f.pass(apart)
			f.note("Stop", n, "")
		}
		f.note("SessionEnd", n, "clear")
		boundaries += 2
		f.write(n, line(n, 1, 0), true)
		tries := f.office.tries.Load()
		f.follow(func() bool { return f.office.tries.Load() >= tries+5 })
		if size := sizeOf(t, f.dir); size > bound {
			t.Fatalf("day %d: the spool takes %d bytes", n, size)
		}
	}
	how, ok := uplink.ReadFollowing(f.state + ".spool.json")
	if !ok || how.Failed == "" || how.Since.After(f.now().Add(-5*24*time.Hour)) {
		t.Errorf("it does not tell since when it fails: %+v", how)
	}
	if got := len(f.office.got()); got != before {
		t.Fatalf("%d events while nobody was there", got-before)
	}
	kept := map[string]int{}
	at := how.Place
	for {
		list, to, err := f.spool.Read(at, 5000)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			break
		}
		for _, r := range list {
			kept[r.Event]++
		}
		at = to
	}
	if total := (sessions - 1) * perDay; kept["Stop"] >= total || kept["Stop"] == 0 {
		t.Fatalf("%d of %d events are kept: nothing had to go, or all", kept["Stop"], total)
	}

	f.office.away.Store(false)
	f.follow(nil)
	for n := range sessions {
		f.same(n)
	}
	seen, came := map[event]int{}, map[string]int{}
	last := ""
	for _, e := range f.office.got() {
		seen[e]++
		came[e.name]++
		if e.name == "claude_code.Stop" {
			if e.at < last {
				t.Fatal("events are out of order")
			}
			last = e.at
		}
	}
	for e, n := range seen {
		if n != 1 {
			t.Fatalf("%+v came %d times", e, n)
		}
	}
	if came["claude_code.SessionStart"]+came["claude_code.SessionEnd"] != boundaries {
		t.Errorf("boundaries: %v of %d", came, boundaries)
	}
	if came["claude_code.Stop"] != kept["Stop"] {
		t.Errorf("%d events of the %d that were kept", came["claude_code.Stop"], kept["Stop"])
	}
	if last != fmt.Sprint(f.lastStop()) {
		t.Error("the newest event is not among them")
	}
	how, _ = uplink.ReadFollowing(f.state + ".spool.json")
	dropped := (sessions-1)*perDay - kept["Stop"]
	if each := int64(900); how.Place.Lost < int64(dropped)*each || how.LostAt.IsZero() || how.Failed != "" {
		t.Errorf("%d events were dropped, and it tells of %d bytes at %v (%s)", dropped, how.Place.Lost, how.LostAt, how.Failed)
	}
	if !f.told("made room") || !f.told("'prism push'") {
		t.Errorf("it did not say what was dropped: %q", f.warned)
	}
}

// lastStop is the time of the newest event in the spool that is no boundary.
func (f *follower) lastStop() int64 {
	list, _, err := f.spool.Read(spool.Place{}, 1<<30)
	if err != nil {
		f.t.Fatal(err)
	}
	var last int64
	for i := range list {
		if list[i].Event == "Stop" {
			last = list[i].Time().UnixNano()
		}
	}
	return last
}

func sizeOf(t *testing.T, dir string) (size int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if st, err := e.Info(); err == nil {
			size += st.Size()
		}
	}
	return size
}
