package uplink_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/long"
	"prism/internal/redact"
	"prism/internal/redact/lines"
	"prism/internal/source"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
	"prism/internal/uplink"
)

// keeper is a server that keeps what it is sent in memory, by the rule of content.
type keeper struct {
	mu     sync.Mutex
	have   map[string]*content.File
	data   map[string][]byte
	tail   map[string][]byte
	pieces int
	seen   bytes.Buffer // all that came in
	roots  map[string]string
	// fails says what goes wrong with a piece: "" nothing.
	fails func(path string) string
	auth  []string
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.auth = append(k.auth, r.Header.Get("Authorization"))
	if strings.HasSuffix(r.URL.Path, "/have") {
		var asked frame.Paths
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			http.Error(w, "{}", http.StatusBadRequest)
			return
		}
		var list []content.Receipt
		for _, p := range asked.Paths {
			list = append(list, k.receipt(p, content.Known))
		}
		_ = json.NewEncoder(w).Encode(frame.Answer(list))
		return
	}
	z, err := zstd.NewReader(r.Body)
	if err != nil {
		panic(err)
	}
	defer z.Close()
	var list []content.Receipt
	for frames := frame.NewReader(z, nil); ; {
		a, err := frames.Next()
		if err == io.EOF { //nolint:errorlint // what Next promises
			break
		}
		if err != nil {
			http.Error(w, "{}", http.StatusBadRequest)
			return
		}
		a.Person = "p"
		if err := a.Check(); err != nil {
			panic(err)
		}
		k.roots = a.Roots
		_, _ = k.seen.Write(a.Data)
		_, _ = k.seen.Write(a.Tail)
		fault := ""
		if k.fails != nil {
			fault = k.fails(a.Path)
		}
		switch fault {
		case "before": // the connection is cut and nothing is kept
			panic(http.ErrAbortHandler)
		case "busy":
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		case "refused":
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		list = append(list, k.take(&a))
		if fault == "after" { // it is kept, and nobody hears of it
			panic(http.ErrAbortHandler)
		}
	}
	_ = json.NewEncoder(w).Encode(frame.Answer(list))
}

func (k *keeper) take(a *content.Append) content.Receipt {
	have, known := k.have[a.Path]
	if !known {
		have = &content.File{}
	}
	status := content.Judge(have, known, a)
	if status == content.Taken {
		if !known || a.Generation > have.Generation {
			k.data[a.Path] = nil
		}
		k.have[a.Path] = &content.File{Generation: a.Generation, Source: a.To}
		k.data[a.Path] = append(k.data[a.Path], a.Data...)
		k.tail[a.Path] = a.Tail
		k.pieces++
	}
	return k.receipt(a.Path, status)
}

func (k *keeper) receipt(p string, s content.Status) content.Receipt {
	r := content.Receipt{Path: p, Status: s}
	if have := k.have[p]; have != nil {
		r.Generation, r.Have = have.Generation, have.Source
	}
	return r
}

// machine is one with transcripts, a server, and what is remembered between pushes.
type machine struct {
	t      *testing.T
	root   string // the agent's folder
	state  string
	server *keeper
	url    string
	gate   *redact.Redactor
	opted  func(conversation, person string, folders, files []string) bool
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	dir := t.TempDir()
	gate, err := redact.New(redact.Options{Words: []string{"robin"}})
	if err != nil {
		t.Fatal(err)
	}
	k := &keeper{have: map[string]*content.File{}, data: map[string][]byte{}, tail: map[string][]byte{}}
	server := httptest.NewUnstartedServer(k)
	server.Config.ErrorLog = nil
	server.Start()
	t.Cleanup(server.Close)
	return &machine{t: t, root: filepath.Join(dir, ".claude"), state: filepath.Join(dir, "kept", "state.json"), server: k, url: server.URL, gate: gate}
}

func (m *machine) sender() *uplink.Sender {
	m.t.Helper()
	c, err := uplink.NewClient(m.url, "prism_key", false)
	if err != nil {
		m.t.Fatal(err)
	}
	c.Patience, c.Pause = 30*time.Second, time.Millisecond
	return uplink.New(uplink.Options{
		Search: source.Options{Paths: []string{m.root}, Dialects: []transcript.Dialect{claude.Dialect()}},
		Client: c, Gate: m.gate, State: uplink.LoadState(m.state), Private: m.opted,
	})
}

func (m *machine) push() uplink.Report {
	m.t.Helper()
	r, err := m.sender().Round(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	return r
}

const name = "11111111-2222-4333-8444-55555555555"

// file is where a conversation's transcript lies here, and what a server calls it.
func (m *machine) file(n int) (here, there string) {
	there = path.Join("projects", "-work-x", name+string(rune('0'+n))+".jsonl")
	return filepath.Join(m.root, filepath.FromSlash(there)), there
}

func (m *machine) write(n int, text string, more bool) {
	m.t.Helper()
	here, _ := m.file(n)
	if err := os.MkdirAll(filepath.Dir(here), 0o700); err != nil {
		m.t.Fatal(err)
	}
	how := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if more {
		how = os.O_WRONLY | os.O_APPEND
	}
	f, err := os.OpenFile(here, how, 0o600)
	if err != nil {
		m.t.Fatal(err)
	}
	if _, err = f.WriteString(text); err == nil {
		err = f.Close()
	}
	if err != nil {
		m.t.Fatal(err)
	}
}

// same compares what the server keeps of a file with the file, redacted.
func (m *machine) same(n int) {
	m.t.Helper()
	here, there := m.file(n)
	raw, err := os.ReadFile(here)
	if err != nil {
		m.t.Fatal(err)
	}
	if tail := raw[bytes.LastIndexByte(raw, '\n')+1:]; !json.Valid(tail) { // half of a line stays here
		raw = raw[:len(raw)-len(tail)]
	}
	want := lines.New(m.gate.Session("s")).Append(nil, raw)
	m.server.mu.Lock()
	defer m.server.mu.Unlock()
	if got := append(bytes.Clone(m.server.data[there]), m.server.tail[there]...); !bytes.Equal(got, want) {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		m.t.Fatalf("file %d: %d bytes are kept, %d should be; they part at %d: …%.200q, not …%.200q", n, len(got), len(want), at, got[max(0, at-40):], want[max(0, at-40):])
	}
}

// line is one of a conversation; secret of 0 shows none.
func line(n, i, secret int) string {
	words := "water the orchard"
	if secret > 0 {
		words += fmt.Sprintf(" with ghp_16C7e42F292c6912E7710c838347Ae17%04d", secret)
	}
	return fmt.Sprintf(`{"type":"user","uuid":"aaaaaaaa-0000-4000-8000-%012d","parentUuid":null,"sessionId":"%s%d","timestamp":"2026-11-20T10:00:00Z","cwd":"/home/robin/x","version":"2.1.0","isSidechain":false,"userType":"external","message":{"role":"user","content":%q}}`+"\n", i, name, n, words)
}

// Whatever is cut and whenever files grow: what is kept equals them, redacted.
func TestCutConnections(t *testing.T) {
	t.Parallel()
	for seed := range uint64(long.Number(t, "PRISM_CUTS", 3, 6)) {
		m := newMachine(t)
		rnd := rand.New(rand.NewPCG(seed, 1))
		m.server.fails = func(string) string {
			return [...]string{"", "", "", "before", "after", "busy"}[rnd.IntN(6)]
		}
		const files = 5
		rest := map[int]string{}
		for n := range files {
			rest[n] = ""
			m.write(n, line(n, 0, 0), false)
		}
		for round := range 6 {
			for n := range files {
				if rnd.IntN(12) == 0 { // written anew
					m.write(n, line(n, 1000+round, 7), false)
					rest[n] = ""
				}
				text := rest[n]
				for i := range rnd.IntN(40) {
					text += line(n, round*100+i, rnd.IntN(4))
				}
				if round == 3 && n == 0 && (seed == 0 || seed == 1 && long.All()) {
					text += strings.Repeat(line(n, 77, 2), 7000) // some pieces
				}
				cut := len(text)
				if round < 5 && cut > 0 {
					cut = rnd.IntN(cut + 1)
				}
				m.write(n, text[:cut], true)
				rest[n] = text[cut:]
			}
			m.push()
			for n := range files {
				m.same(n)
			}
		}
		if r := m.push(); r.Sent != 0 || r.Left != 0 || r.Known == 0 {
			t.Errorf("seed %d: again %d bytes were sent, %d are left", seed, r.Sent, r.Left)
		}
		if strings.Contains(m.server.seen.String(), "ghp_") || strings.Contains(m.server.seen.String(), "robin") {
			t.Errorf("seed %d: a secret left", seed)
		}
	}
}

// Two machines of one person send the same files at the same time.
func TestSeveralSenders(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	for n := range 2 {
		m.write(n, strings.Repeat(line(n, 1, 0), 14000), false)
	}
	var group sync.WaitGroup
	for i := range 3 {
		other := *m
		other.state = filepath.Join(t.TempDir(), fmt.Sprint(i))
		s := other.sender()
		group.Go(func() {
			if _, err := s.Round(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	m.push()
	for n := range 2 {
		m.same(n)
	}
}

// A push that is killed goes on; what was acknowledged is not sent again.
func TestKilled(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	whole := strings.Repeat(line(0, 1, 0), 16000)
	m.write(0, whole, false)
	var kept []byte
	m.server.fails = func(string) string {
		switch m.server.pieces {
		case 1: // this is all that a process killed now leaves behind
			kept, _ = os.ReadFile(m.state)
			return ""
		case 2:
			return "refused"
		}
		return ""
	}
	m.push()
	if err := os.WriteFile(m.state, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	m.server.fails = nil
	if r := m.push(); r.Known == 0 || r.Sent+r.Known != int64(len(whole)) {
		t.Errorf("%d of %d bytes were sent again", r.Sent, len(whole))
	}
	m.same(0)
	// What is remembered is lost: all is sent anew, and comes to the same.
	if err := os.Remove(m.state); err != nil {
		t.Fatal(err)
	}
	m.push()
	m.same(0)
}

// A file that was written anew in its place is told by its beginning, its length, or by
// what stands before the place to go on from.
func TestWrittenAnew(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	long := strings.Repeat(line(0, 1, 0), 100)
	for name, text := range map[string]string{
		"shorter":         line(0, 1, 0),
		"another":         line(0, 2, 0) + long,
		"the same head":   strings.Repeat(line(0, 1, 0), 50) + strings.Repeat(line(0, 2, 0), 80),
		"nothing":         "",
		"half of a line":  long[:len(long)-20],
		"one line longer": long + line(0, 3, 0),
	} {
		m.write(0, long, false)
		m.push()
		m.same(0)
		if m.write(0, text, false); text == "" {
			continue // there is no transcript then
		}
		m.push()
		if m.same(0); t.Failed() {
			t.Fatal(name)
		}
	}
}

// Poison stays alone: a file that cannot be read, or that the server will not have.
func TestPoison(t *testing.T) {
	m := newMachine(t)
	for n := range 5 {
		m.write(n, line(n, 1, 0), false)
	}
	bad, _ := m.file(1)
	_, refused := m.file(3)
	if err := os.Chmod(bad, 0); err != nil {
		t.Fatal(err)
	}
	m.server.fails = func(path string) string {
		if path == refused {
			return "refused"
		}
		return ""
	}
	r := m.push()
	if len(r.Refused) != 1 || r.Refused[0] != refused {
		t.Errorf("refused %q", r.Refused)
	}
	for _, n := range []int{0, 2, 4} {
		m.same(n)
	}
	if os.Geteuid() != 0 && len(r.Unread) == 0 {
		t.Error("nobody was told of the file that cannot be read")
	}
}

// Long lines: a picture is emptied and the line sent; what stays too long keeps its
// place; and half of one waits.
func TestLongLines(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	picture := `{"type":"user","sessionId":"` + name + `0","data":"` + strings.Repeat("iVBORw0K", 1<<20) + `"}` + "\n"
	long := `{"type":"user","sessionId":"` + name + `0","text":"` + strings.Repeat("so it is. ", 1<<20)
	m.write(0, line(0, 1, 0)+picture+long, false)
	if r := m.push(); r.Dropped != 0 {
		t.Errorf("%d lines were dropped", r.Dropped)
	}
	_, there := m.file(0)
	if got := m.server.data[there]; bytes.Count(got, []byte("\n")) != 2 || !bytes.Contains(got, []byte(`"data":""`)) {
		t.Errorf("kept %.400q", got)
	}
	m.write(0, "ghp_16C7e42F292c6912E7710c838347Ae178B4a\"}\n"+line(0, 2, 0), true)
	if r := m.push(); r.Dropped != 1 {
		t.Errorf("%d lines were dropped", r.Dropped)
	}
	want := line(0, 1, 0) + `{"type":"user","sessionId":"` + name + `0","data":""}` + "\n\n" + line(0, 2, 0)
	if got := string(m.server.data[there]) + string(m.server.tail[there]); got != string(lines.New(m.gate.Session("s")).Append(nil, []byte(want))) {
		t.Errorf("kept %.1000q", got)
	}
}

// Nothing of what is opted out leaves, also of what was written since it was asked.
func TestOptedOut(t *testing.T) {
	m := newMachine(t)
	for n := range 3 {
		m.write(n, line(n, 1, 0), false)
	}
	asked := 0
	m.opted = func(_, _ string, folders, files []string) bool {
		if len(files) != 1 || filepath.Base(filepath.Dir(filepath.Dir(files[0]))) != "projects" {
			t.Errorf("it is not asked for its transcript: %v", files)
		}
		if asked++; asked == 3 {
			for n := range 3 {
				m.write(n, strings.ReplaceAll(line(n, 2, 0), "orchard", "hidden"), true)
			}
		}
		return asked == 1
	}
	if r := m.push(); r.Private != 1 {
		t.Errorf("%d are opted out", r.Private)
	}
	if m.server.pieces != 2 {
		t.Errorf("%d files came", m.server.pieces)
	}
	_, first := m.file(0)
	if got := m.server.seen.String(); len(m.server.data[first]) > 0 || strings.Contains(got, "hidden") {
		t.Errorf("came: %s", got)
	}
}

// The key goes to the server and nowhere else, and no message shows it.
func TestKey(t *testing.T) {
	m := newMachine(t)
	m.write(0, line(0, 1, 0), false)
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	for _, h := range []http.HandlerFunc{
		func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		},
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"receipts":[]}`)) },
	} {
		server := httptest.NewServer(h)
		c := *m
		c.url = server.URL
		r, err := c.sender().Round(t.Context())
		if err == nil || strings.Contains(err.Error(), "prism_key") {
			t.Errorf("failed with %v", err)
		}
		if r.Left == 0 {
			t.Error("nothing is left to be sent")
		}
		server.Close()
	}
	if asked > 0 {
		t.Error("a redirect was followed")
	}
	for address, good := range map[string]bool{
		"https://prism.example": true, "http://localhost:1": true, "http://[::1]:7747": true, "http://127.0.0.1:7747": true,
		"http://prism.example": false, "prism.example": false, "ftp://prism.example": false, "https://me:word@prism.example": false,
	} {
		if _, err := uplink.NewClient(address, "", false); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
	}
}
