package cli

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// freeport sets PORT to one on which nobody listens.
func freeport(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: freeport")
	}
	var c net.ListenConfig
	l, err := c.Listen(context.Background(), "tcp", "127.0.0.1:0")
	ts.Check(err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	ts.Check(l.Close())
	ts.Setenv("PORT", port)
}

// ask writes what a server answers on PORT: ask METHOD PATH [NAME=VALUE headers…] [BODY].
// It waits until somebody listens there, and until the transcripts are read.
func ask(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: [!] ask method path [header=value...] [{json}]")
	}
	deadline := time.Now().Add(30 * time.Second)
	for {
		status, text, err := asking(ts, args)
		if err != nil || status == http.StatusServiceUnavailable {
			if time.Now().After(deadline) {
				ts.Fatalf("%s %s: %d, %v", args[0], args[1], status, err)
			}
			time.Sleep(20 * time.Millisecond)
			continue
		}
		_, err = io.WriteString(ts.Stdout(), text+"\n")
		ts.Check(err)
		if ok := status < http.StatusBadRequest; ok == neg {
			ts.Fatalf("%s %s: %d\n%s", args[0], args[1], status, text)
		}
		return
	}
}

func asking(ts *testscript.TestScript, args []string) (status int, text string, err error) {
	var body io.Reader
	var head []string
	for _, a := range args[2:] {
		if strings.HasPrefix(a, "{") {
			body = strings.NewReader(a)
		} else {
			head = append(head, a)
		}
	}
	r, err := http.NewRequestWithContext(context.Background(), args[0], "http://127.0.0.1:"+ts.Getenv("PORT")+args[1], body)
	ts.Check(err)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, h := range head {
		name, value, _ := strings.Cut(h, "=")
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(data), err
}

// envfile sets a variable to the first line of a file: envfile NAME FILE.
func envfile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: envfile name file")
	}
	line, _, _ := strings.Cut(ts.ReadFile(args[1]), "\n")
	ts.Setenv(args[0], line)
}

// pickkey sets a variable to the id of a person's key: pickkey NAME PERSON FILE.
func pickkey(ts *testscript.TestScript, neg bool, args []string) {
	var keys []struct{ ID, Person string }
	if neg || len(args) != 3 || json.Unmarshal([]byte(ts.ReadFile(args[2])), &keys) != nil {
		ts.Fatalf("usage: pickkey name person file")
	}
	for _, k := range keys {
		if k.Person == args[1] {
			ts.Setenv(args[0], k.ID)
			return
		}
	}
	ts.Fatalf("%s has no key", args[1])
}

// settles waits until a server's answer holds a text: settles PATH TEXT [NAME=VALUE headers…].
func settles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: settles path text [header=value...]")
	}
	text := ""
	for range 1500 {
		var err error
		if _, text, err = asking(ts, append([]string{http.MethodGet, args[0]}, args[2:]...)); err == nil && strings.Contains(text, args[1]) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("%s never holds %s:\n%s", args[0], args[1], text)
}
