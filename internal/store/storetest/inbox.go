package storetest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/content"
)

func event(person, conversation, line string) content.Append {
	return content.Append{Person: person, Path: content.EventsPath(conversation), Kind: content.Telemetry, Data: []byte(line), Modified: noon}
}

// eventsSeen: events that came together, of several people, are in their files for
// whoever asks first, however they ask.
func eventsSeen(t *testing.T, fresh FreshLasting) {
	for name, look := range map[string]func(t *testing.T, s Contents, since int64) (files int, err error){
		"all": func(t *testing.T, s Contents, _ int64) (n int, err error) {
			return len(all(t, s.Files(t.Context()))), nil
		},
		"by look": func(t *testing.T, s Contents, _ int64) (n int, err error) {
			_, err = s.AllFiles(t.Context(), func(content.File) error { n++; return nil })
			return n, err
		},
		"news": func(t *testing.T, s Contents, since int64) (int, error) {
			news, err := s.News(t.Context(), since)
			return len(news.Files) + 1, err
		},
		"of a person": func(t *testing.T, s Contents, _ int64) (int, error) {
			list, err := s.FilesOf(t.Context(), "ada", content.Telemetry, noon.Add(-time.Hour))
			return len(list) + 2, err
		},
		"by path": func(t *testing.T, s Contents, _ int64) (int, error) {
			f, found, err := s.FileAt(t.Context(), "bob", content.EventsPath("two"))
			if !found || f.Size != 3 || !f.Anyone {
				t.Errorf("%t, %+v", found, f)
			}
			return 3, err
		},
		"to drop": func(t *testing.T, s Contents, _ int64) (int, error) {
			n, err := s.DropFiles(t.Context(), "bob", func(*content.File) bool { return true })
			if left := held(t, s); len(left) != 2 {
				t.Errorf("left: %v", left)
			}
			return n + 2, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := opened(t, fresh(t))
			ingested(t, s, piece("f.jsonl", 1, 0, "{}\n"))
			since, err := s.AllFiles(t.Context(), func(content.File) error { return nil })
			must(t, err)
			nobodys := event("bob", "two", "{}\n")
			nobodys.Anyone = true
			diff(t, "status", []content.Status{content.Taken, content.Taken, content.Taken, content.Refused}, ingested(t, s,
				event("ada", "one", "{\"n\":1}\n"), nobodys, event("ada", "one", "{\"n\":2}\n"), event("", "one", "{}\n")))
			// Where events may wait nothing else is kept, whether they are in their file yet or not.
			diff(t, "a transcript in their place", []content.Status{content.Refused}, ingested(t, s, piece(content.EventsPath("three"), 1, 0, "{}\n")))
			if n, err := look(t, s, since); n != 3 || err != nil {
				t.Errorf("%d files, %v", n, err)
			}
			if got := held(t, s)["ada:"+content.EventsPath("one")]; got != "{\"n\":1}\n{\"n\":2}\n" {
				t.Errorf("events: %q", got)
			}
		})
	}
}

// manyEvents: more than one transaction puts to their files.
func manyEvents(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	line := strings.Repeat("x", 99_999) + "\n"
	want := make(map[string]int)
	for range 4 {
		var list []content.Append
		for i := range 30 {
			id := fmt.Sprint("c", i%7)
			list = append(list, event("ada", id, line))
			want["ada:"+content.EventsPath(id)] += len(line)
		}
		ingested(t, s, list...)
	}
	got := make(map[string]int)
	for name, data := range held(t, s) {
		got[name] = len(data)
	}
	diff(t, "bytes", want, got)
}

// eventsSideBySide: while several senders' events come, and several look, each event is
// in its file once, in its sender's order.
func eventsSideBySide(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	const senders, lines = 4, 40
	var sending, looking sync.WaitGroup
	for sender := range senders {
		sending.Go(func() {
			for n := range lines {
				if _, err := s.Ingest(t.Context(), []content.Append{event("ada", fmt.Sprint("c", n%3), fmt.Sprintf("%d %d\n", sender, n))}, noon); err != nil {
					t.Error(err)
				}
			}
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	for range 2 {
		looking.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.AllFiles(t.Context(), func(content.File) error { return nil }); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	sending.Wait()
	stop()
	looking.Wait()
	total := 0
	for name, data := range held(t, s) {
		last := make(map[string]int)
		for line := range bytes.Lines([]byte(data)) {
			var sender string
			var n int
			if _, err := fmt.Sscan(string(line), &sender, &n); err != nil {
				t.Fatal(err)
			}
			if was, seen := last[sender]; seen && n <= was {
				t.Errorf("%s: %d of sender %s after %d", name, n, sender, was)
			}
			last[sender] = n
			total++
		}
	}
	if total != senders*lines {
		t.Errorf("%d events, want %d", total, senders*lines)
	}
}

// eventsWhole: what waits loses nothing of what a sender may say of it.
func eventsWhole(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	rooted, anew := event("ada", "one", "{}\n"), event("ada", "two", "{}\n")
	rooted.Roots, anew.Generation = map[string]string{"/w/a": "/w"}, 3
	ingested(t, s, rooted, anew)
	roots, err := s.Roots(t.Context())
	must(t, err)
	diff(t, "roots", map[string]map[string]string{"ada": {"/w/a": "/w"}}, roots)
	f, _, err := s.FileAt(t.Context(), "ada", anew.Path)
	must(t, err)
	diff(t, "generation", int64(3), f.Generation)
}
