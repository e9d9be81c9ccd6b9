package ingest_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/redact"
	"prism/internal/server/access"
	"prism/internal/server/ingest"
)

// slowRoom is what pushes may hold together in these tests: one key half of it.
const slowRoom = 32 << 20

// slow is a server whose senders are who they say they are.
func slow(t *testing.T) *httptest.Server {
	t.Helper()
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := &ingest.Handler{Sink: keepNothing{}, Gate: gate, Room: slowRoom, Sender: func(r *http.Request) (access.Sender, error) {
		return access.Sender{Tenant: r.Header.Get("Tenant"), Key: r.Header.Get("Key"), Person: "p", Ingest: true}, nil
	}}
	mux := http.NewServeMux()
	in.Register(mux)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// keepNothing says of everything that it was kept.
type keepNothing struct{}

func (keepNothing) Ingest(_ context.Context, _ string, list []content.Append) ([]content.Receipt, error) {
	return make([]content.Receipt, len(list)), nil
}

// begin sends the beginning of a request and goes no further; it gives what was answered by
// then, 0: nothing was.
func begin(t *testing.T, s *httptest.Server, tenant, key, coding string, body []byte) func() int {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Error(err)
		return func() int { return 0 }
	}
	t.Cleanup(func() { _ = conn.Close() })
	head := fmt.Sprintf("POST /api/v1/content HTTP/1.1\r\nHost: x\r\nTenant: %s\r\nKey: %s\r\nContent-Type: %s\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n", tenant, key, frame.Type, coding, len(body)+100)
	_ = conn.SetWriteDeadline(time.Now().Add(20 * time.Second))
	_, _ = io.WriteString(conn, head)
	_, _ = conn.Write(body) // who is answered before may not take it all
	return func() int {
		_ = conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return 0
		}
		_ = r.Body.Close()
		return r.StatusCode
	}
}

// alive is what of the heap is in use, once the collector has been through.
func alive() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// beginning is the beginning of a piece of which the end is still to come.
func beginning(size int) []byte {
	return append(fmt.Appendf(nil, `{"path":"x.jsonl","kind":"transcript","to":%d,"data":%d}`+"\n", size, size), bytes.Repeat([]byte(" "), size-1)...)
}

func push(t *testing.T, s *httptest.Server, tenant, key string, size int) (int, time.Duration) {
	t.Helper()
	body := frames(t, content.Append{Path: "y.jsonl", To: int64(size), Data: append(bytes.Repeat([]byte(" "), size-1), '\n')})
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/v1/content", bytes.NewReader(body))
	r.Header.Set("Tenant", tenant)
	r.Header.Set("Key", key)
	r.Header.Set("Content-Type", frame.Type)
	began := time.Now()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode, time.Since(began)
}

// One key sends many large pieces, none of them to its end. What is held stays within the
// room; another key of its tenant gets in, and another tenant.
func TestSlowLargePushesKeepNobodyOut(t *testing.T) {
	s := slow(t)
	before := alive()
	piece := beginning(5 << 20)
	answers := make([]func() int, 40)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() { answers[i] = begin(t, s, "hostile", "k", "identity", piece) })
	}
	wg.Wait()
	waiting, refused := 0, 0
	for _, answer := range answers {
		switch code := answer(); code {
		case 0:
			waiting++
		case http.StatusServiceUnavailable:
			refused++
		default:
			t.Errorf("answered %d", code)
		}
	}
	// A quarter more, since room is made in steps, and what connections take.
	if held, most := alive()-before, int64(slowRoom+slowRoom/4+len(answers)*64<<10); held > most {
		t.Errorf("%d MB are held, more than %d", held>>20, most>>20)
	}
	if waiting < 2 || refused < 20 {
		t.Errorf("%d pieces are on their way and %d were refused: the test tries nothing", waiting, refused)
	}
	for _, who := range [][2]string{{"hostile", "other"}, {"other", "k"}} {
		if code, took := push(t, s, who[0], who[1], 1<<20); code != http.StatusOK || took > time.Second {
			t.Errorf("%v: %d after %v", who, code, took)
		}
	}
	if code, _ := push(t, s, "hostile", "k", 4<<20); code != http.StatusServiceUnavailable {
		t.Errorf("the same key: %d", code)
	}
}

// What unpacking holds is counted, too: a few bytes ask for a window of 8 MB each.
func TestWindowsAreCounted(t *testing.T) {
	s := slow(t)
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(8<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(beginning(64 << 10)); err != nil {
		t.Fatal(err)
	}
	if err := z.Flush(); err != nil {
		t.Fatal(err)
	}
	packed := bytes.Clone(b.Bytes())
	_ = z.Close()
	before := alive()
	var answers []func() int
	for range 30 {
		answers = append(answers, begin(t, s, "hostile", "k", "zstd", packed))
	}
	waiting := 0
	for _, answer := range answers {
		if answer() == 0 {
			waiting++
		}
	}
	if held := alive() - before; waiting == 0 || waiting > 1 || held > slowRoom+8<<20 {
		t.Errorf("%d windows of 8 MB in %d MB of room: %d MB are held", waiting, int64(slowRoom)>>20, held>>20)
	}
	if code, took := push(t, s, "other", "k", 1<<20); code != http.StatusOK || took > time.Second {
		t.Errorf("another tenant: %d after %v", code, took)
	}
}

// A request as large as may be, of pieces as large as may be, fits where nobody else sends.
func TestTheLargestPushFits(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := &ingest.Handler{Sink: keepNothing{}, Gate: gate, Sender: func(*http.Request) (access.Sender, error) {
		return access.Sender{Tenant: "t", Key: "k", Person: "p", Ingest: true}, nil
	}}
	mux := http.NewServeMux()
	in.Register(mux)
	large := append(bytes.Repeat([]byte(" "), content.MaxData-1), '\n')
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(8<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1 << 20, 6 << 20} { // the largest comes last, when most is held
		_, _ = z.Write(frames(t, content.Append{Path: "x.jsonl", To: int64(size), Data: large[content.MaxData-size:], Tail: large[:size]}))
	}
	_, _ = z.Write(frames(t, content.Append{Path: "x.jsonl", To: int64(len(large)), Data: large, Tail: large[:len(large)-1]}))
	_ = z.Close()
	r := httptest.NewRequest(http.MethodPost, "/api/v1/content", &b)
	r.Header.Set("Content-Type", frame.Type)
	r.Header.Set("Content-Encoding", "zstd")
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// What is packed may begin with frames that are to be skipped (RFC 8878, 3.1.2).
func TestSkippableFramesComeFirst(t *testing.T) {
	s := slow(t)
	var b bytes.Buffer
	for _, size := range []int{0, 100_000} {
		b.Write([]byte{0x5a, 0x2a, 0x4d, 0x18, byte(size), byte(size >> 8), byte(size >> 16), 0})
		b.Write(make([]byte, size))
	}
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(4<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = z.Write(frames(t, content.Append{Path: "y.jsonl", To: 2 << 20, Data: append(bytes.Repeat([]byte(" "), 2<<20-1), '\n')}))
	_ = z.Close()
	for name, c := range map[string]struct {
		body []byte
		want int
	}{
		"before what is sent": {b.Bytes(), http.StatusOK},
		"and nothing else":    {b.Bytes()[:8], http.StatusOK},
		"cut off":             {b.Bytes()[:100], http.StatusBadRequest},
	} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/v1/content", bytes.NewReader(c.body))
		r.Header.Set("Content-Type", frame.Type)
		r.Header.Set("Content-Encoding", "zstd")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		said, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != c.want || c.want == http.StatusOK && len(c.body) > 8 && !strings.Contains(string(said), "taken") {
			t.Errorf("%s: %d %s", name, answer.StatusCode, said)
		}
	}
}
