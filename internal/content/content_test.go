package content_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"prism/internal/content"
)

// Pieces in any order and repetition, each sent again from where the receipt says,
// come to the sender's file.
func TestPiecesInAnyOrderComeToTheFile(t *testing.T) {
	whole := []byte(strings.Repeat("{\"a\":1}\n", 200))
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var cuts []int64
		for at := int64(0); at < int64(len(whole)); at += 8 * (1 + rng.Int64N(40)) {
			cuts = append(cuts, at)
		}
		cuts = append(cuts, int64(len(whole)))
		var have content.File
		var kept []byte
		known := false
		for tries := 0; have.Source < int64(len(whole)); tries++ {
			if tries > 100000 {
				t.Fatal("never done")
			}
			i := rng.IntN(len(cuts) - 1)
			a := content.Append{Person: "p", Path: "f.jsonl", Generation: 1, From: cuts[i], To: cuts[i+1], Data: whole[cuts[i]:cuts[i+1]]}
			if err := a.Check(); err != nil {
				t.Fatal(err)
			}
			switch content.Judge(&have, known, &a) {
			case content.Taken:
				kept, known = append(kept, a.Data...), true
				have.Generation, have.Source = 1, a.To
			case content.Known:
				if a.To > have.Source {
					t.Fatal("known, but not here")
				}
			case content.Gap:
				if known && a.From == have.Source {
					t.Fatal("no gap")
				}
			default:
				t.Fatal("refused")
			}
		}
		if !bytes.Equal(kept, whole) {
			t.Fatal("another file")
		}
	}
}

func TestJudge(t *testing.T) {
	have := content.File{Generation: 3, Source: 100}
	for _, c := range []struct {
		name  string
		known bool
		a     content.Append
		want  content.Status
	}{
		{"the first piece", false, content.Append{Generation: 7, To: 10}, content.Taken},
		{"a later piece first", false, content.Append{Generation: 7, From: 5, To: 10}, content.Gap},
		{"the next", true, content.Append{Generation: 3, From: 100, To: 120}, content.Taken},
		{"a tail", true, content.Append{Generation: 3, From: 100, To: 100, Tail: []byte("{")}, content.Taken},
		{"nothing", true, content.Append{Generation: 3, From: 100, To: 100}, content.Known},
		{"again", true, content.Append{Generation: 3, From: 20, To: 100}, content.Known},
		{"across the end", true, content.Append{Generation: 3, From: 90, To: 110}, content.Gap},
		{"written anew", true, content.Append{Generation: 4, To: 10}, content.Taken},
		{"the middle of one written anew", true, content.Append{Generation: 4, From: 10, To: 20}, content.Gap},
		{"an old one", true, content.Append{Generation: 2, From: 100, To: 120}, content.Stale},
		{"events", true, content.Append{Kind: content.Telemetry}, content.Taken},
	} {
		if got := content.Judge(&have, c.known, &c.a); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	good := func() content.Append {
		return content.Append{Person: "ada", Path: "projects/-work/x.jsonl", Generation: 1, To: 3, Data: []byte("{}\n")}
	}
	for name, spoil := range map[string]func(*content.Append){
		"no person":            func(a *content.Append) { a.Person = "" },
		"a person of control":  func(a *content.Append) { a.Person = "a\x1bb" },
		"a person in a folder": func(a *content.Append) { a.Person = "a/b" },
		"no path":              func(a *content.Append) { a.Path = "" },
		"upwards":              func(a *content.Append) { a.Path = "projects/../../x" },
		"from the root":        func(a *content.Append) { a.Path = "/etc/x" },
		"of Windows":           func(a *content.Append) { a.Path = `c:\x` },
		"a long path":          func(a *content.Append) { a.Path = strings.Repeat("x", content.MaxPath+1) },
		"within a line":        func(a *content.Append) { a.Data = []byte("{}") },
		"a line as a tail":     func(a *content.Append) { a.Tail = []byte("{}\n") },
		"backwards":            func(a *content.Append) { a.From = 9 },
		"from nowhere":         func(a *content.Append) { a.From = 3 },
		"events at a place":    func(a *content.Append) { a.Kind = content.Telemetry },
		"another kind":         func(a *content.Append) { a.Kind = 9 },
	} {
		a := good()
		if spoil(&a); a.Check() == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if a := good(); a.Check() != nil {
		t.Error(a.Check())
	}
}

// TestNamesOfFacts: a conversation is told from the path of its facts, whatever it is
// called, and from no other path.
func TestNamesOfFacts(t *testing.T) {
	for _, name := range []string{"0b8a3f04-0000-4000-8000-000000000001", "a/b", `c\d`, "e:f", "50%", "%2F", "."} {
		path := content.FactsPath("claude", name)
		a := content.Append{Person: "ada", Path: path, Kind: content.Facts, To: 1, Data: []byte("x\n")}
		if err := a.Check(); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if agent, got, ok := content.OfFacts(path); !ok || agent != "claude" || got != name {
			t.Errorf("%q is read as %q of %q, %t", name, got, agent, ok)
		}
	}
	for _, path := range []string{"facts/claude/a", "facts/a.facts", "projects/claude/a.facts", "facts/claude/%41.facts", "facts/claude/%zz.facts", "facts/claude/a/b.facts"} {
		if agent, name, ok := content.OfFacts(path); ok {
			t.Errorf("%s is read as %q of %q", path, name, agent)
		}
	}
	for why, a := range map[string]content.Append{
		"a piece":      {From: 1, To: 2, Data: []byte("x\n")},
		"a tail":       {To: 2, Data: []byte("x\n"), Tail: []byte("y")},
		"nothing":      {To: 2},
		"another name": {Path: "projects/x.jsonl", To: 2, Data: []byte("x\n")},
	} {
		if a.Person, a.Kind = "ada", content.Facts; a.Path == "" {
			a.Path = content.FactsPath("claude", "c")
		}
		if a.Check() == nil {
			t.Errorf("%s is taken", why)
		}
	}
}

func TestNamed(t *testing.T) {
	const id, other = "0b8a3f04-0000-4000-8000-00000000000a", "0B8A3F04-0000-4000-8000-00000000000B"
	for path, want := range map[string][]string{
		"projects/p/" + id + ".jsonl":                     {id},
		"projects/p/" + id + "/subagents/agent-1.jsonl":   {id},
		"projects/" + other + "/" + id + ".jsonl":         {other, id},
		content.EventsPath("a.b-c_1"):                     {"a.b-c_1"},
		content.EventsPath("../x"):                        nil,
		content.FactsPath("claude", id):                   {id},
		content.FactsPath("claude", "not one of events/"): nil,
		"projects/p/agent-1.jsonl":                        nil,
		"projects/p/" + id + "x.jsonl":                    nil,
		"projects/p/0b8a3f0g" + id[8:] + ".jsonl":         nil,
	} {
		if got := content.Named(path); !slices.Equal(got, want) {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestSessions(t *testing.T) {
	lines := []byte(`{"sessionId":"a","cwd":"/x"}
{"sessionId": "b","cwd":"/y"}
{"cwd":"/x","sessionId":"c","text":"\"sessionId\":\"quoted\",\"cwd\":\"/x\""}
{"sessionId":"a","cwd":"/x"}
{"sessionId":"no/name","cwd":"/x"}
{"text":"{\"sessionId\":\"quoted\"}","cwd":"/x"}
{"cwd":"/x","sessionId":"half`)
	in := func(dir string) bool { return dir == "/x" }
	if got := content.Sessions(lines, in); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("in one folder: %v", got)
	}
	if got := content.Sessions(lines, nil); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("all: %v", got)
	}
	var many []byte
	for i := range 500 {
		many = fmt.Appendf(many, "{\"sessionId\":\"s%d\",\"cwd\":\"/x\"}\n", i)
	}
	if got := content.Sessions(many, in); len(got) != content.MaxPrivate {
		t.Errorf("%d of many", len(got))
	}
}
