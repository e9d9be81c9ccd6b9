package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/long"
	"prism/internal/pgtest"
)

// engine is a database that a server stands on.
type engine struct {
	name string
	db   func(t *testing.T) string // an empty one
}

// engines are SQLite and, where all is to be done, PostgreSQL; what PostgreSQL alone does
// is tried by the tests that name it.
func engines() []engine {
	return long.Some(1,
		engine{"SQLite", func(t *testing.T) string { return t.TempDir() + "/prism.db" }},
		engine{"PostgreSQL", func(t *testing.T) string { return pgtest.Database(t) }},
	)
}

// aside has the test of one engine run beside that of another. By default there is one: it
// would wait for its turn anew, behind all scripts, and then all others for it.
func aside(t *testing.T) {
	if long.All() {
		t.Parallel()
	}
}

// TestKilledServer kills a server at random moments while transcripts and telemetry come
// in: what it acknowledged is there, nothing is there twice, no session is judged twice,
// and the sessions are those of a server that nobody disturbed. One kill by
// default, three on each engine with PRISM_LONG; PRISM_SERVER_KILLS says how many else.
func TestKilledServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	t.Parallel() // jobs of a killed server wait for their lease to end
	kills := long.Number(t, "PRISM_SERVER_KILLS", 1, 3)
	want := undisturbed(t)
	for _, engine := range engines() {
		t.Run(engine.name, func(t *testing.T) {
			aside(t)
			s := newServed(t, engine.db(t))
			s.start()
			random := rand.New(rand.NewPCG(uint64(number(t, "PRISM_SEED", 1)), 11))
			done := make(chan struct{})
			var senders sync.WaitGroup
			for n := range 4 {
				senders.Go(func() { newLoad(t, uint64(n)).send(s.url, done) })
			}
			for range kills {
				time.Sleep(50*time.Millisecond + time.Duration(random.Int64N(int64(700*time.Millisecond))))
				s.kill()
				s.start()
			}
			close(done)
			senders.Wait()
			same(t, want, s.settled())
			s.judgedOnce()
			s.kill()
			s.start() // and it is all on the disk
			same(t, want, s.settled())
		})
	}
}

// calmly are the sessions of undisturbed, once they are known.
var calmly struct {
	sync.Mutex
	sessions map[string]string
}

// undisturbed are the sessions of a load by a server to which nothing happens.
func undisturbed(t *testing.T) map[string]string {
	t.Helper()
	calmly.Lock()
	defer calmly.Unlock()
	if calmly.sessions != nil {
		return calmly.sessions
	}
	calm := newServed(t, t.TempDir()+"/prism.db")
	calm.start()
	newLoad(t, 1).send(calm.url, nil)
	want := calm.settled()
	calm.kill()
	if len(want) < 20 {
		t.Fatalf("only %d sessions", len(want))
	}
	calmly.sessions = want
	return want
}

// same holds two servers to the same sessions.
func same(t *testing.T, want, got map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d sessions, undisturbed %d", len(got), len(want))
	}
	for id, text := range want {
		if got[id] != text {
			t.Errorf("session %s is\n%s\nundisturbed\n%s", id, got[id], text)
			return
		}
	}
}

// served is a server in a process of its own.
type served struct {
	t       *testing.T
	db      string
	roles   string   // "": all
	flags   []string // more of them
	more    []string // of the environment
	home    string
	address string
	url     string
	process *exec.Cmd
	said    bytes.Buffer
}

func newServed(t *testing.T, db string) *served {
	t.Helper()
	var c net.ListenConfig
	l, err := c.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &served{t: t, db: db, home: t.TempDir(), address: l.Addr().String()}
	s.url = "http://" + s.address
	t.Cleanup(func() {
		if s.process != nil {
			s.kill()
		}
	})
	return s
}

// env is that of the server, and of commands on its store.
func (s *served) env() []string {
	return append(append(os.Environ(), s.more...), "HOME="+s.home, "PRISM_HOME="+s.home, "CLAUDE_CONFIG_DIR="+s.home+"/claude", "PRISM_TZ=UTC")
}

// start starts it and waits until it answers.
func (s *served) start() {
	s.t.Helper()
	s.process = exec.CommandContext(context.WithoutCancel(s.t.Context()), "prism", append([]string{"serve", "--listen", s.address, "--otlp-grpc", "", "--db", s.db, "--roles", cmp.Or(s.roles, "ingest,worker,web")}, s.flags...)...)
	s.process.Env = s.env()
	s.process.Stderr = &s.said
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if status, _, err := fetch(s.url + "/healthz"); err == nil && status == http.StatusOK {
			return
		}
		if time.Now().After(end) {
			s.kill()
			s.t.Fatalf("the server does not come up: %s", &s.said)
		}
	}
}

// kill ends it as a power cut would, as far as a process can.
func (s *served) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait() // "signal: killed"
}

// stop ends it as its owner does, and waits for that.
func (s *served) stop() {
	s.t.Helper()
	if err := s.process.Process.Signal(os.Interrupt); err != nil {
		s.t.Error(err)
	}
	_ = s.process.Wait() // how it ended is no matter here
}

func fetch(url string) (status int, body []byte, err error) {
	res, err := http.Get(url)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	body, err = io.ReadAll(res.Body)
	return res.StatusCode, body, err
}

// settled are all sessions, by id, once there is nothing left to do.
func (s *served) settled() map[string]string {
	s.t.Helper()
	for end := time.Now().Add(4 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		_, body, err := fetch(s.url + "/api/v1/status")
		if err == nil && bytes.Contains(body, []byte(`"settled":true`)) {
			break
		}
		if time.Now().After(end) {
			s.t.Fatalf("it does not settle: %s %v\n%.3000s", body, err, &s.said)
		}
	}
	out := map[string]string{}
	for next := ""; ; {
		status, body, err := fetch(s.url + "/api/v1/sessions?limit=500&cursor=" + next)
		var page struct {
			Sessions []json.RawMessage
			Next     string
		}
		if err != nil || status != http.StatusOK || json.Unmarshal(body, &page) != nil {
			s.t.Fatalf("sessions: %d %v %.500s", status, err, body)
		}
		for _, text := range page.Sessions {
			var session struct{ ID string }
			if err := json.Unmarshal(text, &session); err != nil {
				s.t.Fatal(err)
			}
			if out[session.ID] != "" {
				s.t.Errorf("session %s is listed twice", session.ID)
			}
			out[session.ID] = string(text)
		}
		if next = page.Next; next == "" {
			return out
		}
	}
}

// judgedOnce holds it to one verdict a session of a judge and a version.
func (s *served) judgedOnce() {
	s.t.Helper()
	for id := range s.settled() {
		status, body, err := fetch(s.url + "/api/v1/sessions/" + id + "/verdicts")
		var list []struct {
			Judge struct{ Name, Version string }
		}
		if err != nil || status != http.StatusOK || json.Unmarshal(body, &list) != nil {
			s.t.Fatalf("verdicts of %s: %d %v %.300s", id, status, err, body)
		}
		seen := map[[2]string]bool{}
		for _, v := range list {
			if k := [2]string{v.Judge.Name, v.Judge.Version}; seen[k] {
				s.t.Errorf("session %s is judged twice by %v", id, k)
			} else {
				seen[k] = true
			}
		}
	}
}

// load is what a sender sends: transcripts piece by piece, and telemetry of sessions
// without one.
type load struct {
	t      *testing.T
	files  []*sent
	random *rand.Rand
	events [][]byte // requests of OTLP

	acknowledged, refused int
	// after is told how much was acknowledged, before anything more is sent; nil: nobody is.
	after func(acknowledged int)
}

// halves are two senders of one load, each of what the other does not send.
func (l *load) halves() [2]*load {
	a, b := *l, *l
	b.random = rand.New(rand.NewPCG(l.random.Uint64(), 6))
	a.files, b.files = l.files[:len(l.files)/2], l.files[len(l.files)/2:]
	a.events, b.events = l.events[:len(l.events)/2], l.events[len(l.events)/2:]
	return [2]*load{&a, &b}
}

// sent is a file as its sender knows it.
type sent struct {
	path string
	data []byte
	have int64     // acknowledged
	at   time.Time // when it was last written; zero: long ago
}

func newLoad(t *testing.T, seed uint64) *load {
	t.Helper()
	l := &load{t: t, random: rand.New(rand.NewPCG(seed, 5))}
	for i, text := range sampleTranscripts(t) {
		l.files = append(l.files, &sent{path: fmt.Sprintf("projects/x/%s.jsonl", sessionOf(text, i)), data: text})
	}
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	for session := range 6 {
		for turn := range 4 {
			l.events = append(l.events, otlpTurn(fmt.Sprintf("7d0c1a52-0a77-4b6e-9f1e-%012d", session), turn, at.Add(time.Duration(session)*24*time.Hour+time.Duration(turn)*time.Minute)))
		}
	}
	return l
}

func sessionOf(text []byte, i int) string {
	_, rest, ok := bytes.Cut(text, []byte(`"sessionId":"`))
	if !ok || len(rest) < 36 {
		return fmt.Sprint("file", i)
	}
	return string(rest[:36])
}

// otlpTurn is a prompt with what was done for it, as the client's logs.
func otlpTurn(session string, turn int, at time.Time) []byte {
	var records []any
	tell := func(name string, attrs ...string) {
		at = at.Add(5 * time.Second)
		n := 10*turn + len(records)
		list := []any{}
		for pair := range slices.Chunk(append(attrs, "event.name", name, "session.id", session, "prompt.id", fmt.Sprint("p", turn), "event.sequence", fmt.Sprint(n), "event.timestamp", at.Format(time.RFC3339Nano)), 2) {
			list = append(list, map[string]any{"key": pair[0], "value": map[string]any{"stringValue": pair[1]}})
		}
		records = append(records, map[string]any{"timeUnixNano": fmt.Sprint(at.UnixNano()), "body": map[string]any{"stringValue": "claude_code." + name}, "attributes": list})
	}
	tell("user_prompt", "prompt", fmt.Sprintf("add a test for order %d to orders.go", turn), "prompt_length", "30")
	tell("api_request", "model", "claude-opus-5-5", "request_id", fmt.Sprintf("req-%s-%d", session, turn), "query_source", "repl_main_thread", "input_tokens", "101", "output_tokens", "50", "cache_read_tokens", "7000", "cache_creation_tokens", "30")
	tell("tool_result", "tool_name", "Edit", "tool_use_id", fmt.Sprintf("toolu-%s-%d", session, turn), "success", "true")
	tell("api_request", "model", "claude-opus-5-5", "request_id", fmt.Sprintf("end-%s-%d", session, turn), "query_source", "repl_main_thread", "input_tokens", "3", "output_tokens", "9")
	body, err := json.Marshal(map[string]any{"resourceLogs": []any{map[string]any{
		"resource":  map[string]any{"attributes": []any{map[string]any{"key": "service.name", "value": map[string]any{"stringValue": "claude-code"}}}},
		"scopeLogs": []any{map[string]any{"scope": map[string]any{"name": "com.anthropic.claude_code.events"}, "logRecords": records}},
	}}})
	if err != nil {
		panic(err)
	}
	return body
}

// send sends all of it, in an order of its own, until done is closed (nil: once): what
// was not acknowledged again, and what was, too, now and then.
func (l *load) send(url string, done <-chan struct{}) {
	for round := 0; ; round++ {
		left := slices.Clone(l.files)
		events := slices.Clone(l.events)
		l.random.Shuffle(len(events), func(i, k int) { events[i], events[k] = events[k], events[i] })
		for _, f := range left {
			if round > 0 && l.random.IntN(2) == 0 {
				f.have = 0 // as one does who forgot what was acknowledged
			}
		}
		for len(left)+len(events) > 0 {
			if n := l.random.IntN(len(left) + len(events)); n < len(left) {
				if f := left[n]; l.piece(url, f) {
					left = slices.Delete(left, n, n+1)
				}
			} else {
				l.post(url+"/v1/logs", "application/json", events[n-len(left)], nil)
				events = slices.Delete(events, n-len(left), n-len(left)+1)
			}
		}
		if done == nil {
			return
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

// piece sends some lines of a file, and reports whether all of it is acknowledged.
func (l *load) piece(url string, f *sent) bool {
	most := int64(32 << 10)
	if long.All() {
		most = 8 << 10
	}
	end := min(f.have+1+l.random.Int64N(most), int64(len(f.data)))
	if i := bytes.IndexByte(f.data[end:], '\n'); i >= 0 {
		end += int64(i) + 1
	} else {
		end = int64(len(f.data))
	}
	end = min(end, int64(len(f.data)))
	a := content.Append{Path: f.path, Generation: 1, From: f.have, To: end, Data: f.data[f.have:end], Modified: time.Unix(1_700_000_000, 0).UTC()}
	if !f.at.IsZero() {
		a.Modified = f.at
	}
	var body bytes.Buffer
	if err := frame.Write(&body, &a); err != nil {
		l.t.Error(err)
		return true
	}
	var got frame.Receipts
	l.post(url+"/api/v1/content", frame.Type, body.Bytes(), &got)
	if len(got.Receipts) != 1 {
		l.t.Errorf("%d receipts", len(got.Receipts))
		return true
	}
	f.have = got.Receipts[0].Have
	return f.have >= int64(len(f.data))
}

// post sends something until it is acknowledged.
func (l *load) post(url, kind string, body []byte, into any) {
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		req, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			l.t.Error(err)
			return
		}
		req.Header.Set("Content-Type", kind)
		res, err := http.DefaultClient.Do(req)
		if errors.Is(err, context.Canceled) {
			return
		}
		if err != nil {
			continue // killed
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		switch {
		case err != nil:
			continue
		case res.StatusCode == http.StatusServiceUnavailable || res.StatusCode == http.StatusInsufficientStorage:
			if n, err := strconv.Atoi(res.Header.Get("Retry-After")); err != nil || n < 1 || n > 60 {
				l.t.Errorf("%d without a word when to come again: %v", res.StatusCode, res.Header)
				return
			}
			l.refused++
			continue
		case res.StatusCode != http.StatusOK:
			l.t.Errorf("%s: %d %.300s", strings.TrimPrefix(url, "http://"), res.StatusCode, text)
			return
		}
		if into != nil {
			if err := json.Unmarshal(text, into); err != nil {
				l.t.Errorf("%.200s: %v", text, err)
			}
		}
		if l.acknowledged++; l.after != nil {
			l.after(l.acknowledged)
		}
		return
	}
	l.t.Errorf("%s was not acknowledged in a minute", url)
}
