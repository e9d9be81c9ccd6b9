package ingest_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/content/frame"
	"prism/internal/redact"
	"prism/internal/server/access"
	"prism/internal/server/ingest"
)

// sink keeps what it is given in memory.
type sink struct {
	got []content.Append
	err error
}

func (s *sink) Ingest(_ context.Context, _ string, list []content.Append) ([]content.Receipt, error) {
	s.got = append(s.got, list...)
	return make([]content.Receipt, len(list)), s.err
}

func frames(t *testing.T, list ...content.Append) []byte {
	t.Helper()
	var b bytes.Buffer
	for i := range list {
		if err := frame.Write(&b, &list[i]); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestWhatIsPushed(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	secret := "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	line := `{"type":"user","text":"use ` + secret + `"}` + "\n"
	good := frames(t, content.Append{Person: "mallory", Path: "projects/x/y.jsonl", Generation: 1, To: int64(len(line)), Data: []byte(line), Tail: []byte(`{"half of ` + secret)})
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write(good); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		body   []byte
		kind   string
		coding string
		sender access.Sender
		fails  error
		want   int
	}{
		"as it should be":   {body: good, want: 200},
		"packed":            {body: zipped.Bytes(), coding: "gzip", want: 200},
		"nothing":           {want: 200},
		"another kind":      {body: good, kind: "application/json", want: 415},
		"packed otherwise":  {body: good, coding: "br", want: 415},
		"not packed at all": {body: good, coding: "gzip", want: 400},
		"no frame":          {body: []byte("hello\n"), want: 400},
		"half of one":       {body: good[:len(good)-5], want: 400},
		"may not send":      {body: good, sender: access.Sender{Tenant: "t", Person: "p"}, want: 403},
		"nobody's key":      {body: good, sender: access.Sender{Tenant: "t", Ingest: true}, want: 422},
		"no transcripts":    {body: good, sender: access.Sender{Tenant: "t", Person: "p", Ingest: true, FactsOnly: true}, want: 403},
		"the store fails":   {body: good, fails: errors.New("away"), want: 503},
	} {
		t.Run(name, func(t *testing.T) {
			if c.sender.Tenant == "" {
				c.sender = access.Sender{Tenant: "t", Person: "p", Ingest: true}
			}
			if c.kind == "" {
				c.kind = frame.Type
			}
			s := &sink{err: c.fails}
			in := &ingest.Handler{Sink: s, Gate: gate, Sender: func(*http.Request) (access.Sender, error) { return c.sender, nil }}
			mux := http.NewServeMux()
			in.Register(mux)
			r := httptest.NewRequest(http.MethodPost, "/api/v1/content", bytes.NewReader(c.body))
			r.Header.Set("Content-Type", c.kind)
			r.Header.Set("Content-Encoding", c.coding)
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Fatalf("%d: %s", w.Code, w.Body)
			}
			if c.want == 503 && w.Header().Get("Retry-After") == "" {
				t.Error("not told when to come again")
			}
			if c.want != 200 && c.want != 503 && len(s.got) > 0 {
				t.Error("some of it was kept")
			}
			for _, a := range s.got {
				if a.Person != "p" {
					t.Errorf("it is %s's", a.Person)
				}
				if strings.Contains(string(a.Data)+string(a.Tail), secret) {
					t.Errorf("a secret is kept: %s%s", a.Data, a.Tail)
				}
			}
		})
	}
}

// What a few bytes unpack to is bounded.
func TestBomb(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	piece := frames(t, content.Append{Path: "x.jsonl", To: 4 << 20, Data: append(bytes.Repeat([]byte(" "), 4<<20-1), '\n')})
	for range 40 {
		if _, err := z.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := &sink{}
	in := &ingest.Handler{Sink: s, Gate: gate, Sender: func(*http.Request) (access.Sender, error) {
		return access.Sender{Tenant: "t", Person: "p", Ingest: true}, nil
	}}
	mux := http.NewServeMux()
	in.Register(mux)
	r := httptest.NewRequest(http.MethodPost, "/api/v1/content", &b)
	r.Header.Set("Content-Type", frame.Type)
	r.Header.Set("Content-Encoding", "gzip")
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge || len(s.got) > 0 {
		t.Errorf("%d, %d pieces kept", w.Code, len(s.got))
	}
}

// holding is a sink that keeps who sends many pieces waiting.
type holding struct {
	many      int
	began, on chan struct{}
}

func (s *holding) Ingest(_ context.Context, _ string, list []content.Append) ([]content.Receipt, error) {
	if len(list) >= s.many {
		s.began <- struct{}{}
		<-s.on
	}
	return make([]content.Receipt, len(list)), nil
}

// What requests of a key hold together is bounded: who comes while others hold too much comes again,
// and small ones go on.
func TestRoomForWhatIsPushed(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &holding{many: 25, began: make(chan struct{}), on: make(chan struct{})}
	in := &ingest.Handler{Sink: s, Gate: gate, Room: 72 << 20, Sender: func(*http.Request) (access.Sender, error) {
		return access.Sender{Tenant: "t", Person: "p", Ingest: true}, nil
	}}
	mux := http.NewServeMux()
	in.Register(mux)
	piece := frames(t, content.Append{Path: "x.jsonl", To: 1 << 20, Data: append(bytes.Repeat([]byte(" "), 1<<20-1), '\n')})
	push := func(pieces int) *httptest.ResponseRecorder {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for range pieces {
			_, _ = z.Write(piece)
		}
		_ = z.Close()
		r := httptest.NewRequest(http.MethodPost, "/api/v1/content", &b)
		r.Header.Set("Content-Type", frame.Type)
		r.Header.Set("Content-Encoding", "gzip")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w
	}
	first := make(chan int)
	go func() { first <- push(28).Code }()
	<-s.began
	if w := push(20); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("20 beside 28 of 36: %d", w.Code)
	}
	if w := push(2); w.Code != http.StatusOK {
		t.Errorf("2 beside 28 of 36: %d", w.Code)
	}
	close(s.on)
	if code := <-first; code != http.StatusOK {
		t.Errorf("the first: %d", code)
	}
	if w := push(20); w.Code != http.StatusOK {
		t.Errorf("20 alone: %d", w.Code)
	}
}

// A push yields before it is gated and again after so many bytes, not before each of its
// pieces: many small ones would wait for each of them.
func TestPushYieldsByBytes(t *testing.T) {
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(`{"type":"user","message":{"role":"user","content":"` + strings.Repeat("words ", 20) + `"}}` + "\n")
	for name, c := range map[string]struct{ pieces, lines, least, most int }{"many small": {300, 1, 1, 1}, "some large": {4, 1500, 2, 4}} {
		yielded := 0
		in := &ingest.Handler{Sink: &sink{}, Gate: gate, Now: func() time.Time { return came }, Yield: func(context.Context) { yielded++ },
			Sender: func(*http.Request) (access.Sender, error) {
				return access.Sender{Tenant: "t", Person: "p", Ingest: true}, nil
			}}
		mux := http.NewServeMux()
		in.Register(mux)
		var list []content.Append
		for i := range c.pieces {
			data := bytes.Repeat(line, c.lines)
			list = append(list, content.Append{Path: fmt.Sprintf("projects/-home-ada/%d.jsonl", i), Kind: content.Transcript, Generation: 1, To: int64(len(data)), Data: data})
		}
		r := httptest.NewRequest(http.MethodPost, "/api/v1/content", bytes.NewReader(frames(t, list...)))
		r.Header.Set("Content-Type", frame.Type)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code != http.StatusOK || yielded < c.least || yielded > c.most {
			t.Errorf("%s: %d, yielded %d times: %s", name, w.Code, yielded, w.Body)
		}
	}
}
