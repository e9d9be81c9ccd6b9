package source

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// eventsOf keeps a file of events of each conversation it names, and counts what is opened.
type eventsOf struct {
	Kept
	lines  map[string]string // by conversation
	opened int
}

func (e *eventsOf) AllFiles(_ context.Context, f func(content.File) error) (int64, error) {
	for id, text := range e.lines {
		if err := f(content.File{Person: "ada", Path: content.EventsPath(id), Kind: content.Telemetry, Size: int64(len(text)), Number: int64(len(id))}); err != nil {
			return 0, err
		}
	}
	return 1, nil
}

func (e *eventsOf) OpenFile(_ context.Context, f *content.File) io.ReadCloser {
	e.opened++
	return io.NopCloser(strings.NewReader(e.lines[content.OfEvents(f.Path)]))
}

// A file of events is named by its conversation, and is not read to tell which that is:
// to tell the first of its lines all of them are read. One whose name no dialect believes
// is opened, as any other.
func TestEventsAreKnownByTheirName(t *testing.T) {
	const id = "0b8a3f04-0000-4000-8000-000000000001"
	line := func(session string) string {
		return `{"name":"user_prompt","time":"2026-03-01T12:00:00Z","attributes":{"session.id":"` + session + `","prompt":"Fix it.","prompt.id":"p"}}` + "\n"
	}
	for name, c := range map[string]struct {
		lines  map[string]string
		units  int
		opened bool
	}{
		"a conversation's":    {map[string]string{id: line(id)}, 1, false},
		"of nothing told":     {map[string]string{id: ""}, 1, false},
		"of another name":     {map[string]string{"s": line("s")}, -1, true},
		"that tells no lines": {map[string]string{"s": ""}, -1, true},
	} {
		t.Run(name, func(t *testing.T) {
			kept := &eventsOf{lines: c.lines}
			l, err := List(t.Context(), Options{Kept: kept, KeptOnly: true, Dialects: []transcript.Dialect{claude.Dialect()}})
			if err != nil {
				t.Fatal(err)
			}
			found, err := l.Find(t.Context(), nil, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if (kept.opened > 0) != c.opened {
				t.Errorf("%d files are opened", kept.opened)
			}
			if c.units >= 0 && (len(found.Units) != c.units || found.Units[0].Conversation != id || found.Units[0].Person != "ada") {
				t.Errorf("found %+v", found.Units)
			}
		})
	}
}

// What a name tells of a file of events is what looking into it tells, whatever is in it.
func TestNameTellsWhatEventsTell(t *testing.T) {
	const id = "0b8a3f04-0000-4000-8000-000000000001"
	d := claude.Dialect()
	file := "/" + content.EventsPath(id)
	byName, standing := d.Identify(file, nil, false)
	if standing != transcript.Ours || byName.Conversation != id {
		t.Fatal(byName, standing)
	}
	for _, head := range []string{
		"", "{}\n",
		`{"type":"user","sessionId":"` + id + `","timestamp":"2026-03-01T12:00:00Z"}` + "\n",
		`{"type":"assistant","isSidechain":true,"agentId":"a1","sessionId":"` + id + `","timestamp":"2026-03-01T12:00:00Z"}` + "\n",
	} {
		got, standing := d.Identify(file, []byte(head), true)
		if got.Start = byName.Start; standing != transcript.Ours || got != byName {
			t.Errorf("%q is %+v, %v", head, got, standing)
		}
	}
}

// What is paced is a file's content, and the lines that are made of its events, too.
func TestPaced(t *testing.T) {
	const id = "0b8a3f04-0000-4000-8000-000000000001"
	paced := 0
	in := tellings(Paced(&eventsOf{lines: map[string]string{id: "{}\n"}}, func(_ context.Context, r io.Reader) io.Reader {
		paced++
		return r
	}), []transcript.Dialect{claude.Dialect()})
	for kind, want := range map[content.Kind]int{content.Telemetry: 2, content.Transcript: 1} {
		paced = 0
		f, err := open(t.Context(), in, &content.File{Path: content.EventsPath(id), Kind: kind}, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(f); err != nil || paced != want {
			t.Errorf("kind %v is paced %d times, %v", kind, paced, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
