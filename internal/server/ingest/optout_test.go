package ingest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/server/ingest"
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
		got, err := ingest.Gated{Sink: sink, OptOut: func(context.Context, string) (redact.OptOut, error) { return c.out, nil }, Now: time.Now,
			Memory: func(context.Context, string) (ingest.Memory, error) { return forgetful{}, nil }}.Ingest(t.Context(), "t", list)
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

// remembering is a Memory that tells what it was told, and holds two conversations' events.
type remembering struct {
	private []content.Private
	again   []content.Append
	err     error
}

func (m *remembering) Remember(_ context.Context, list []content.Private, _ time.Time) error {
	m.private = append(m.private, list...)
	return m.err
}

func (m *remembering) Unremember(_ context.Context, taken []content.Append) error {
	m.again = append(m.again, taken...)
	return m.err
}

func (m *remembering) Remembered(_ context.Context, list []content.Append, _ []string) ([]bool, error) {
	is := make([]bool, len(list))
	for i, a := range list {
		is[i] = strings.Contains(a.Path, "held")
	}
	return is, m.err
}

// What is remembered of a piece that is refused, of whom, and what of it is taken later.
func TestPrivateIsRemembered(t *testing.T) {
	const uuid, other = "0b8a3f04-0000-4000-8000-000000000001", "0b8a3f04-0000-4000-8000-000000000002"
	out, err := redact.NewOptOut(nil, []string{"bob"}, []string{"secret-*", "*-plan", "else"})
	if err != nil {
		t.Fatal(err)
	}
	secret := []byte(`{"sessionId":"copied","cwd":"/w/secret-plan"}` + "\n" + `{"sessionId":"open","cwd":"/w/open"}` + "\n")
	both := []string{"secret-*", "*-plan"}
	ingest := func(m *remembering, list ...content.Append) ([]string, []content.Receipt, error) {
		sink := &taking{}
		got, err := ingest.Gated{Sink: sink, OptOut: func(context.Context, string) (redact.OptOut, error) { return out, nil }, Now: time.Now,
			Memory: func(context.Context, string) (ingest.Memory, error) { return m, nil }}.Ingest(t.Context(), "t", list)
		return sink.paths, got, err
	}
	for name, c := range map[string]struct {
		a    content.Append
		want []content.Private
	}{
		"a transcript": {content.Append{Person: "ada", Path: "p/" + uuid + ".jsonl", Generation: 3, From: 5, To: 9, Data: secret},
			[]content.Private{{Person: "ada", Conversations: []string{uuid, "copied"}, Path: "p/" + uuid + ".jsonl", Generation: 3, From: 5, Patterns: both}}},
		"by a key of nobody's": {content.Append{Person: "ada", Anyone: true, Path: "p/" + uuid + ".jsonl", Data: secret},
			[]content.Private{{Conversations: []string{uuid, "copied"}, Path: "p/" + uuid + ".jsonl", Patterns: both}}},
		"a subagent's": {content.Append{Person: "ada", Path: "p/" + uuid + "/subagents/agent-1.jsonl", Tail: []byte(`{"sessionId":"` + other + `","cwd":"/w/secret-plan"`)},
			[]content.Private{{Person: "ada", Conversations: []string{uuid, other}, Path: "p/" + uuid + "/subagents/agent-1.jsonl", Patterns: both}}},
		"facts": {content.Append{Person: "ada", Kind: content.Facts, Path: content.FactsPath("claude", uuid), Data: []byte(`{"cwd":"/w/secret-x"}` + "\n")},
			[]content.Private{{Person: "ada", Conversations: []string{uuid}, Path: content.FactsPath("claude", uuid), Patterns: both[:1]}}},
		"events that tell": {content.Append{Person: "ada", Kind: content.Telemetry, Path: content.EventsPath("s"), Data: []byte(`{"cwd":"/w/else"}` + "\n")},
			[]content.Private{{Person: "ada", Conversations: []string{"s"}, Path: content.EventsPath("s"), Patterns: []string{"else"}}}},
		"a root alone, and no name": {content.Append{Person: "ada", Path: "agent-1.jsonl", Data: []byte(`{"sessionId":"s"}` + "\n"), Roots: map[string]string{"/w": "/w/else"}},
			[]content.Private{{Person: "ada", Conversations: []string{"s"}, Path: "agent-1.jsonl", Patterns: []string{"else"}}}},
		"a person who is out": {content.Append{Person: "bob", Path: "p/" + uuid + ".jsonl", Data: secret}, nil},
		"another folder":      {content.Append{Person: "ada", Path: "p/" + uuid + ".jsonl", Data: []byte(`{"cwd":"/w/open"}` + "\n")}, nil},
	} {
		m := &remembering{}
		if _, _, err := ingest(m, c.a); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, m.private); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	events := content.Append{Person: "ada", Kind: content.Telemetry, Path: content.EventsPath("held"), Data: []byte("{}\n")}
	free := content.Append{Person: "ada", Kind: content.Telemetry, Path: content.EventsPath("free"), Data: []byte("{}\n")}
	file := content.Append{Person: "ada", Path: "held.jsonl", To: 3, Data: []byte("{}\n")}
	m := &remembering{}
	paths, got, err := ingest(m, events, free, file)
	if d := cmp.Diff([]string{free.Path, file.Path}, paths); d != "" || err != nil {
		t.Errorf("taken: %v %s", err, d)
	}
	var statuses []content.Status
	for _, r := range got {
		statuses = append(statuses, r.Status)
	}
	if d := cmp.Diff([]content.Status{content.OptedOut, content.Taken, content.Taken}, statuses); d != "" {
		t.Error(d)
	}
	if len(m.again) != 1 || m.again[0].Path != file.Path {
		t.Errorf("taken after all: %+v", m.again)
	}
	// Where it cannot be remembered it is not answered: it is sent again.
	for _, a := range []content.Append{events, {Person: "ada", Path: "p/" + uuid + ".jsonl", Data: secret}} {
		if _, _, err := ingest(&remembering{err: context.DeadlineExceeded}, a); err == nil {
			t.Errorf("%s: answered without a memory", a.Path)
		}
	}
}
