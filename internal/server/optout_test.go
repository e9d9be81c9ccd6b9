package server_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/server"
)

// taking is a Sink that takes all.
type taking struct{ paths []string }

func (s *taking) Ingest(_ context.Context, _ string, list []content.Append) ([]content.Receipt, error) {
	out := make([]content.Receipt, len(list))
	for i, a := range list {
		s.paths = append(s.paths, a.Path)
		out[i] = content.Receipt{Person: a.Person, Path: a.Path, Have: a.To, Status: content.Taken}
	}
	return out, nil
}

// forgetful is a Memory that holds nothing.
type forgetful struct{}

func (forgetful) Remember(context.Context, []content.Private, time.Time) error { return nil }
func (forgetful) Unremember(context.Context, []content.Append) error           { return nil }
func (forgetful) Remembered(_ context.Context, list []content.Append, _ []string) ([]bool, error) {
	return make([]bool, len(list)), nil
}

func TestOptedOutIsNotTaken(t *testing.T) {
	out, err := redact.NewOptOut(nil, []string{"bob"}, []string{"secret-*"})
	if err != nil {
		t.Fatal(err)
	}
	piece := func(path, person, line string, roots map[string]string) content.Append {
		return content.Append{Path: path, Person: person, Data: []byte(line + "\n"), To: int64(len(line)) + 1, Roots: roots}
	}
	list := []content.Append{
		piece("bob", "bob", `{"cwd":"/w/open"}`, nil),
		piece("open", "ada", `{"cwd":"/w/open"}`, nil),
		piece("folder", "ada", `{"type":"user","cwd": "/w/secret-plan"}`, nil),
		piece("root", "ada", `{"cwd":"/w/secret-plan/src"}`, map[string]string{"/w/secret-plan/src": "/w/secret-plan"}),
		piece("root without a line", "ada", `{}`, map[string]string{"/w/secret-plan/src": "/w/secret-plan"}),
		piece("quoted", "ada", `{"text":"{\"cwd\":\"/w/secret-plan\"}"}`, nil),
		{Path: "tail", Person: "ada", Tail: []byte(`{"cwd":"/w/secret-plan","mess`)},
	}
	for name, c := range map[string]struct {
		out  redact.OptOut
		want []string
	}{
		"some":   {out, []string{"open", "quoted"}},
		"nobody": {redact.OptOut{}, []string{"bob", "open", "folder", "root", "root without a line", "quoted", "tail"}},
	} {
		sink := &taking{}
		got, err := server.Gated{Sink: sink, OptOut: func(context.Context, string) (redact.OptOut, error) { return c.out, nil }, Now: time.Now,
			Memory: func(context.Context, string) (server.Memory, error) { return forgetful{}, nil }}.Ingest(t.Context(), "t", list)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, sink.paths); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		for i, r := range got {
			taken := false
			for _, path := range sink.paths {
				taken = taken || path == list[i].Path
			}
			if r.Path != list[i].Path || (r.Status == content.Taken) != taken || !taken && r.Status != content.OptedOut {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}
