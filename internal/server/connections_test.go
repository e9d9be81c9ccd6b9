package server_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/tenant"
)

// ringOf holds some keys.
type ringOf map[string]tenant.Key

func (r ringOf) Key(_ context.Context, id string) (tenant.Key, bool, error) {
	k, found := r[id]
	return k, found, nil
}

// One key keeps connections open without end: those beyond a quarter of all are closed
// once they are answered, so that other keys find room; and as many may stay again once it
// has closed others.
func TestIdleConnectionsOfOneKey(t *testing.T) {
	keys, texts := ringOf{}, []string{}
	for range 2 {
		text, id, hash, err := tenant.NewSecret(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		keys[id] = tenant.Key{ID: id, Hash: hash, Tenant: "a"}
		texts = append(texts, text)
	}
	guard := &access.Guard{Keys: keys, Now: time.Now}
	ctx, stop := context.WithCancel(t.Context())
	l, _, err := server.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- server.Serve(ctx, l, server.Config{Log: slog.New(slog.DiscardHandler), Handler: guard.Limited(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := guard.Caller(r); err != nil {
				access.Problem(w, err)
			}
		}))})
	}()
	stays := func(key string) (net.Conn, bool) {
		t.Helper()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: localhost\r\nX-API-Key: %s\r\n\r\n", key)
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(answer, err)
		}
		_ = answer.Body.Close()
		return c, !answer.Close
	}
	var open []net.Conn
	for range 300 {
		if c, stay := stays(texts[0]); stay {
			open = append(open, c)
		} else {
			_ = c.Close()
		}
	}
	if len(open) != 256 {
		t.Errorf("%d connections of one key stay open", len(open))
	}
	c, stay := stays(texts[1])
	if !stay {
		t.Error("another key's does not stay")
	}
	open = append(open, c)
	_ = open[0].Close()
	for again := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) { // until the server sees it
		c, stay := stays(texts[0])
		open = append(open, c)
		if stay {
			break
		}
		if time.Now().After(again) {
			t.Fatal("none stays in place of one that was closed")
		}
	}
	for _, c := range open {
		_ = c.Close()
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
