package otlp

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/redact"
)

func serve(t *testing.T, r *Receiver) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	r.Register(mux)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// dribble yields a byte at a time and never ends.
type dribble struct{ wait time.Duration }

func (d dribble) Read(p []byte) (int, error) {
	time.Sleep(d.wait)
	p[0] = ' '
	return 1, nil
}

func TestSlowSendersAreCutOff(t *testing.T) {
	r := newReceiver(t, &shelf{}, Options{Slow: 200 * time.Millisecond})
	s := serve(t, r)
	begin := time.Now()
	req, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/v1/logs", dribble{20 * time.Millisecond})
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-API-Key", "good")
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err == nil {
		resp.Body.Close()
		if resp.StatusCode != http.StatusRequestTimeout {
			t.Errorf("answered %d", resp.StatusCode)
		}
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("read for %v", took)
	}
	if held := r.memory.Held(); held != 0 {
		t.Errorf("%d bytes of memory are still claimed", held)
	}
}

// A sender may promise more than it sends, and hang up.
func TestSendersThatLieAboutLength(t *testing.T) {
	sink := &shelf{}
	s := serve(t, newReceiver(t, sink, Options{}))
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "POST /v1/logs HTTP/1.1\r\nHost: x\r\nX-API-Key: good\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"+request(text("session.id", "s")))
	conn.(*net.TCPConn).CloseWrite()
	answer, _ := io.ReadAll(conn)
	conn.Close()
	if !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") || len(sink.kept) != 0 {
		t.Errorf("%s, kept %v", answer, sink.kept)
	}
}

func TestBodiesComeInPiecesToo(t *testing.T) {
	sink := &shelf{}
	s := serve(t, newReceiver(t, sink, Options{}))
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	big := request(text("session.id", "s") + "," + text("prompt", strings.Repeat("some words ", 20_000)))
	req, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/v1/logs", io.MultiReader(strings.NewReader(big[:1000]), strings.NewReader(big[1000:])))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer x")
	req.Header.Set("X-API-Key", "good")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 || len(sink.kept["acme ada telemetry/s.jsonl"]) < 200_000 {
		t.Errorf("%d, %d bytes", resp.StatusCode, len(sink.kept["acme ada telemetry/s.jsonl"]))
	}
}

// What all requests take together is bounded: who finds no room is told to come again.
func TestMemoryIsBounded(t *testing.T) {
	const body = receiving // the least that there is for one key
	r := newReceiver(t, &shelf{}, Options{MaxBody: body, Patience: time.Millisecond})
	s := serve(t, r)
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	send := func(body io.Reader, size int64) int {
		req, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/v1/logs", body)
		req.ContentLength = size
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-API-Key", "good")
		resp, err := client.Do(req)
		if err != nil {
			t.Error(err)
			return 0
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	pr, pw := io.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() {
		if got := send(pr, body); got != 400 { // it is no JSON
			t.Errorf("the first: %d", got)
		}
	})
	pw.Write(make([]byte, 100))
	deadline := time.Now().Add(5 * time.Second)
	for r.memory.Held() == 0 {
		if time.Now().After(deadline) {
			t.Fatal("the first claims nothing")
		}
		time.Sleep(time.Millisecond)
	}
	small := request(text("session.id", "s"))
	if got := send(strings.NewReader(small), int64(len(small))); got != 503 {
		t.Errorf("the second: %d", got)
	}
	pw.Write(make([]byte, body-100))
	pw.Close()
	wg.Wait()
	if got := send(strings.NewReader(small), int64(len(small))); got != 200 {
		t.Errorf("the third: %d", got)
	}
}

// One key sends many large requests, none of them to its end. Another key of its tenant
// gets in, and another tenant; the key itself has taken what it may.
func TestSlowLargeRequestsKeepNobodyOut(t *testing.T) {
	const body = 64 << 10
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := New(func(r *http.Request) (Caller, error) {
		return Caller{Tenant: r.Header.Get("Tenant"), Key: r.Header.Get("X-API-Key"), Person: "ada", Ingest: true}, nil
	}, &shelf{}, gate, Options{MaxBody: body, Memory: 2 * share(receiving), Patience: time.Millisecond})
	s := serve(t, r)
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	send := func(tenant, key string, body io.Reader, size int64) int {
		req, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/v1/logs", body)
		req.ContentLength = size
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Tenant", tenant)
		req.Header.Set("X-API-Key", key)
		resp, err := client.Do(req)
		if err != nil {
			return 0 // cut off in the end
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	var slow sync.WaitGroup
	var ends []*io.PipeWriter
	refused := make(chan int, 20)
	for range cap(refused) {
		pr, pw := io.Pipe()
		ends = append(ends, pw)
		slow.Go(func() {
			if code := send("hostile", "k", pr, body); code == 503 {
				refused <- code
			}
		})
	}
	for range cap(refused) - 4 { // half of eight are under way
		<-refused
	}
	if held := r.memory.Held(); held != 4*share(body) {
		t.Errorf("%d bodies' share is held", held/share(body))
	}
	small := request(text("session.id", "s"))
	for _, who := range [][2]string{{"hostile", "other"}, {"other", "k"}} {
		if code := send(who[0], who[1], strings.NewReader(small), int64(len(small))); code != 200 {
			t.Errorf("%v: %d", who, code)
		}
	}
	if code := send("hostile", "k", strings.NewReader(small), int64(len(small))); code != 503 {
		t.Errorf("the same key: %d", code)
	}
	for _, end := range ends {
		end.CloseWithError(io.ErrUnexpectedEOF)
	}
	slow.Wait()
}
