package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/frame"
)

// TestHostileClients lets clients do to a server what no client should: it answers the
// others meanwhile, says what is wrong where somebody listens, and does not grow.
func TestHostileClients(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	t.Parallel()
	s := newServed(t, filepath.Join(t.TempDir(), "prism.db"))
	s.start()
	defer s.kill()
	newLoad(t, 1).send(s.url, nil)
	want := s.settled()

	zeros := func(n int) io.Reader { return io.LimitReader(zero{}, int64(n)) }
	packed := func(n int) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := io.Copy(w, zeros(n)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	long := strings.Repeat("x", 300<<10)
	var poison bytes.Buffer
	if err := frame.Write(&poison, &content.Append{Path: "../../etc/passwd", Generation: 1, To: 3, Data: []byte("{}\n")}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, method, path string
		body               []byte
		head               map[string]string
		want               []int
	}{
		{"no JSON", "POST", "/v1/logs", []byte("{{{"), map[string]string{"Content-Type": "application/json"}, []int{400}},
		{"no protobuf", "POST", "/v1/logs", []byte("\xff\xff\xff\xff"), map[string]string{"Content-Type": "application/x-protobuf"}, []int{400}},
		{"no gzip", "POST", "/v1/logs", []byte("{}"), map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"}, []int{400}},
		{"another coding", "POST", "/v1/logs", []byte("{}"), map[string]string{"Content-Type": "application/json", "Content-Encoding": "br"}, []int{400, 415}},
		{"another type", "POST", "/v1/logs", []byte("{}"), map[string]string{"Content-Type": "text/plain"}, []int{415}},
		{"a gzip bomb of telemetry", "POST", "/v1/logs", packed(256 << 20), map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"}, []int{400, 413}},
		{"a gzip bomb of content", "POST", "/api/v1/content", packed(256 << 20), map[string]string{"Content-Type": frame.Type, "Content-Encoding": "gzip"}, []int{400, 413}},
		{"no frame", "POST", "/api/v1/content", []byte("hello\nworld"), map[string]string{"Content-Type": frame.Type}, []int{400}},
		{"a length that is a lie", "POST", "/api/v1/content", []byte(`{"path":"projects/x/a.jsonl","kind":"transcript","generation":1,"from":0,"to":9000000000,"data":9000000000,"tail":0}` + "\n"), map[string]string{"Content-Type": frame.Type}, []int{400, 413}},
		{"a length below nothing", "POST", "/api/v1/content", []byte(`{"path":"projects/x/a.jsonl","kind":"transcript","generation":1,"from":0,"to":-5,"data":-5,"tail":0}` + "\n\n"), map[string]string{"Content-Type": frame.Type}, []int{400}},
		{"brackets without end", "POST", "/v1/logs", bytes.Repeat([]byte("["), 4<<20), map[string]string{"Content-Type": "application/json"}, []int{400, 413}},
		{"a head without end", "GET", "/api/v1/score", nil, map[string]string{"X-Long": strings.Repeat(long, 8)}, []int{431, 0}},
		{"an address without end", "GET", "/api/v1/sessions?q=" + long, nil, nil, []int{400, 414, 422, 431}},
		{"another Host", "GET", "/", nil, map[string]string{"Host": "evil.example"}, []int{403, 421}},
		{"another Host of the API", "GET", "/api/v1/sessions", nil, map[string]string{"Host": "evil.example:7747"}, []int{403, 421}},
		{"another Host of telemetry", "POST", "/v1/logs", []byte("{}"), map[string]string{"Host": "evil.example", "Content-Type": "application/json"}, []int{403, 421}},
		{"another origin", "POST", "/api/v1/content", poison.Bytes(), map[string]string{"Content-Type": frame.Type, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, []int{403}},
		{"a path of its own", "GET", "/../../etc/passwd", nil, nil, []int{400, 404, 301, 307}},
		{"a method of its own", "BREW", "/api/v1/score", nil, nil, []int{404, 405, 501}},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, s.url+c.path, bytes.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range c.head {
			if req.Header.Set(k, v); k == "Host" {
				req.Host = v
			}
		}
		status := 0
		res, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(req)
		if err == nil {
			status = res.StatusCode
			_ = res.Body.Close()
		}
		found := false
		for _, w := range c.want {
			found = found || w == status
		}
		if !found {
			t.Errorf("%s: %d (%v), want %v", c.name, status, err, c.want)
		}
	}

	// A path that leads out is refused, each for itself, and nothing is written there.
	l := &load{t: t}
	var got frame.Receipts
	l.post(s.url+"/api/v1/content", frame.Type, poison.Bytes(), &got)
	if len(got.Receipts) != 1 || got.Receipts[0].Status != "refused" {
		t.Errorf("a path that leads out: %+v", got)
	}

	// A thousand connections that say nothing, a few that say it slowly, and some that
	// go in the middle.
	var idle []net.Conn
	defer func() {
		for _, c := range idle {
			_ = c.Close()
		}
	}()
	dial := func() net.Conn {
		c, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(t.Context(), "tcp", s.address)
		if err != nil {
			t.Fatalf("after %d connections: %v", len(idle), err)
		}
		idle = append(idle, c)
		return c
	}
	for range 1000 {
		dial()
	}
	for i := range 50 {
		c := dial()
		fmt.Fprintf(c, "POST /api/v1/content HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nContent-Length: 1000000\r\n\r\n{", s.address, frame.Type)
		if i%2 == 0 {
			_ = c.Close()
		}
	}
	for range 20 { // two lengths, or a length and pieces
		c := dial()
		fmt.Fprintf(c, "POST /v1/logs HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 30\r\n\r\n{}GET /api/v1/score HTTP/1.1\r\nHost: evil\r\n\r\n", s.address)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/healthz", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("others are not answered: %v", err)
	}
	_ = res.Body.Close()
	same(t, want, s.settled())
	if mb := peak(t, s.process.Process.Pid); mb > 300 {
		t.Errorf("the server came to need %d MB", mb)
	}
}

// zero is nothing but zeros.
type zero struct{}

func (zero) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// peak is the most memory that a process ever held, in MB; 0 where the system does not say.
func peak(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d MB at the most", n>>10)
	return n >> 10
}
