package storetest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/content"
)

// Contents is what an engine offers that keeps what senders have.
type Contents interface {
	Ingest(context.Context, []content.Append, time.Time) ([]content.Receipt, error)
	Files(context.Context) iter.Seq2[content.File, error]
	FileAt(ctx context.Context, person, path string) (content.File, bool, error)
	FilesOf(ctx context.Context, person string, kind content.Kind, since time.Time) ([]content.File, error)
	OpenFile(context.Context, *content.File) io.ReadCloser
	Have(ctx context.Context, person string, paths []string) ([]content.Receipt, error)
	Roots(ctx context.Context) (map[string]map[string]string, error)
	AllFiles(ctx context.Context, f func(content.File) error) (int64, error)
	News(ctx context.Context, since int64) (content.News, error)
	FilesAt(ctx context.Context, places []string) ([]content.File, error)
	DropFiles(ctx context.Context, person string, gone func(*content.File) bool) (int, error)
}

// held reads all files, by person and path.
func held(t testing.TB, s Contents) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for _, f := range all(t, s.Files(t.Context())) {
		in := s.OpenFile(t.Context(), &f)
		data, err := io.ReadAll(in)
		must(t, err)
		must(t, in.Close())
		if int64(len(data)) != f.Size {
			t.Errorf("%s: %d bytes, listed with %d", f.Path, len(data), f.Size)
		}
		out[f.Person+":"+f.Path] = string(data)
	}
	return out
}

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func piece(path string, generation, from int64, data string) content.Append {
	return content.Append{Person: "ada", Path: path, Generation: generation, From: from, To: from + int64(len(data)), Data: []byte(data), Modified: noon}
}

func ingested(t testing.TB, s Contents, list ...content.Append) []content.Status {
	t.Helper()
	receipts, err := s.Ingest(t.Context(), list, noon)
	must(t, err)
	out := make([]content.Status, len(receipts))
	for i, r := range receipts {
		out[i] = r.Status
	}
	return out
}

// ofPerson: a person's files are found by path, and the latest first by kind and time.
func ofPerson(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	told := func(person, path string, at time.Time) content.Append {
		return content.Append{Person: person, Path: path, Kind: content.Telemetry, Data: []byte("{}\n"), Modified: at}
	}
	ingested(t, s, told("ada", "telemetry/old.jsonl", noon.Add(-time.Hour)), told("ada", "telemetry/mid.jsonl", noon), told("ada", "telemetry/new.jsonl", noon.Add(time.Hour)),
		told("bob", "telemetry/his.jsonl", noon.Add(2*time.Hour)), piece("projects/x.jsonl", 1, 0, "{}\n"))
	for since, want := range map[time.Time]string{
		noon.Add(-2 * time.Hour):   "[telemetry/new.jsonl telemetry/mid.jsonl telemetry/old.jsonl]",
		noon:                       "[telemetry/new.jsonl telemetry/mid.jsonl]",
		noon.Add(90 * time.Minute): "[]",
	} {
		list, err := s.FilesOf(t.Context(), "ada", content.Telemetry, since)
		must(t, err)
		paths := []string{}
		for _, f := range list {
			paths = append(paths, f.Path)
		}
		if got := fmt.Sprint(paths); got != want {
			t.Errorf("since %s: %s, want %s", since, got, want)
		}
	}
	for path, want := range map[string]bool{"telemetry/mid.jsonl": true, "projects/x.jsonl": true, "telemetry/his.jsonl": false, "": false} {
		f, found, err := s.FileAt(t.Context(), "ada", path)
		must(t, err)
		if found != want || found && (f.Path != path || f.Person != "ada" || f.Size != 3) {
			t.Errorf("%s: %t, %+v", path, found, f)
		}
	}
}

// pieces: whatever is cut, repeated and out of order, comes to the whole.
func pieces(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	rng := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // the same each time
	want := make(map[string]string)
	for f := range 3 {
		var b strings.Builder
		for i := range 400 {
			fmt.Fprintf(&b, "{\"file\":%d,\"line\":%d,\"text\":%q}\n", f, i, strings.Repeat("word ", rng.IntN(40)))
		}
		want[fmt.Sprintf("ada:f%d.jsonl", f)] = b.String()
	}
	for range 5000 {
		var list []content.Append
		for range 1 + rng.IntN(6) {
			path := fmt.Sprintf("f%d.jsonl", rng.IntN(3))
			whole := want["ada:"+path]
			r, err := s.Have(t.Context(), "ada", []string{path})
			must(t, err)
			from := r[0].Have
			if rng.IntN(3) == 0 {
				from = int64(strings.Index(whole[rng.IntN(len(whole)):], "\n") + 1) // anywhere
			}
			rest := whole[from:]
			to := min(len(rest), 1+rng.IntN(3000))
			to = strings.LastIndex(rest[:to], "\n") + 1
			if to == 0 {
				continue
			}
			list = append(list, piece(path, 1, from, rest[:to]))
		}
		ingested(t, s, list...)
		done := true
		for _, f := range all(t, s.Files(t.Context())) {
			done = done && f.Source == int64(len(want[f.Person+":"+f.Path]))
		}
		if got := held(t, s); done && len(got) == 3 {
			diff(t, "files", want, got)
			return
		}
	}
	t.Error("never whole")
}

// generations: a file written anew takes the place of the one before it.
func generations(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	ingested(t, s, piece("f.jsonl", 1, 0, "{\"a\":1}\n"), piece("f.jsonl", 1, 8, "{\"a\":2}\n"))
	diff(t, "an older one", []content.Status{content.Stale}, ingested(t, s, piece("f.jsonl", 0, 0, "{}\n")))
	diff(t, "its middle", []content.Status{content.Gap}, ingested(t, s, piece("f.jsonl", 2, 3, "{}\n")))
	diff(t, "a newer one", []content.Status{content.Taken, content.Taken, content.Stale}, ingested(t, s,
		piece("f.jsonl", 2, 0, "{\"b\":1}\n"), piece("f.jsonl", 5, 0, "{\"c\":1}\n"), piece("f.jsonl", 2, 8, "{\"b\":2}\n")))
	diff(t, "files", map[string]string{"ada:f.jsonl": "{\"c\":1}\n"}, held(t, opened(t, open)))
}

// anothers: a conversation's own file is theirs who sent it first, and others are told.
func anothers(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	const path = "projects/-code/0b1c2d3e-0000-4000-8000-000000000001.jsonl"
	const plain = "projects/-code/agent-1.jsonl"
	first, second := piece(path, 1, 0, "{}\n"), piece(path, 1, 0, "{}\n")
	second.Person = "bob"
	telemetry := content.Append{Person: "cy", Path: path, Kind: content.Telemetry, Data: []byte("{}\n"), Modified: noon}
	asked := func(person string) (out []content.Status) {
		list, err := s.Have(t.Context(), person, []string{path, plain})
		must(t, err)
		return []content.Status{list[0].Status, list[1].Status}
	}
	ingested(t, s, telemetry)
	diff(t, "of which somebody's events are here", []content.Status{content.Known, content.Known}, asked("bob"))
	middle, late := piece(path, 1, 3, "{}\n"), piece(path, 1, 0, "{}\n")
	middle.Person, late.Person = "cleo", "cleo"
	middle.Roots = map[string]string{"/w/secret": "/w"}
	diff(t, "a middle", []content.Status{content.Gap}, ingested(t, s, middle))
	diff(t, "of which somebody sent what was not taken", []content.Status{content.Known, content.Known}, asked("bob"))
	other := piece(plain, 1, 0, "{}\n")
	other.Person = "bob"
	ingested(t, s, first, other)
	diff(t, "theirs who was first", []content.Status{content.Known, content.Known}, asked("ada"))
	diff(t, "another's", []content.Status{content.Another, content.Known}, asked("bob"))
	ingested(t, s, second)
	diff(t, "also where both are here", []content.Status{content.Another, content.Known}, asked("bob"))
	diff(t, "theirs still", []content.Status{content.Known, content.Known}, asked("ada"))
	told, err := s.Roots(t.Context())
	must(t, err)
	diff(t, "folders of what was not taken", map[string]map[string]string{}, told)
	diff(t, "sent again", []content.Status{content.Taken}, ingested(t, s, late))
	diff(t, "nor theirs of whom nothing was taken at first", []content.Status{content.Another, content.Known}, asked("cleo"))
	diff(t, "theirs whose was taken first", []content.Status{content.Known, content.Known}, asked("ada"))
}

// tails: a last line without its end is there until its end comes.
func tails(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	a := piece("f.jsonl", 1, 0, "{\"a\":1}\n")
	a.Tail = []byte(`{"b`)
	ingested(t, s, a)
	diff(t, "with its tail", map[string]string{"ada:f.jsonl": "{\"a\":1}\n{\"b"}, held(t, s))
	more := content.Append{Person: "ada", Path: "f.jsonl", Generation: 1, From: 8, To: 8, Tail: []byte(`{"b":`), Modified: noon}
	diff(t, "more of it, twice", []content.Status{content.Taken, content.Known}, ingested(t, s, more, more))
	ingested(t, s, piece("f.jsonl", 1, 8, "{\"b\":2}\n"))
	diff(t, "with its end", map[string]string{"ada:f.jsonl": "{\"a\":1}\n{\"b\":2}\n"}, held(t, s))
}

// events: they are appended as they come, those of one transaction as one part.
func events(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	var list []content.Append
	want := ""
	for i := range 200 {
		line := fmt.Sprintf("{\"n\":%d}\n", i)
		want += line
		list = append(list, content.Append{Person: "ada", Path: "telemetry/x.jsonl", Kind: content.Telemetry, Data: []byte(line)})
	}
	ingested(t, s, list[:150]...)
	ingested(t, s, list[150:]...)
	diff(t, "events", map[string]string{"ada:telemetry/x.jsonl": want}, held(t, s))
	other := piece("telemetry/x.jsonl", 9, 0, "{}\n")
	diff(t, "a transcript in their place", []content.Status{content.Refused}, ingested(t, s, other))
}

// refusedContent: what has no form is refused alone.
func refusedContent(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	diff(t, "status", []content.Status{content.Taken, content.Refused, content.Refused}, ingested(t, s,
		piece("good.jsonl", 1, 0, "{}\n"), piece("../bad.jsonl", 1, 0, "{}\n"), piece("bad.jsonl", 1, 0, "no end")))
	diff(t, "files", map[string]string{"ada:good.jsonl": "{}\n"}, held(t, s))
}

// sendersSideBySide: several connections that send the same files, each in its own
// order, come to these files.
func sendersSideBySide(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	want := make(map[string]string)
	for f := range 4 {
		want[fmt.Sprintf("ada:f%d.jsonl", f)] = strings.Repeat(fmt.Sprintf("{\"file\":%d}\n", f), 60)
	}
	var group sync.WaitGroup
	for sender := range 4 {
		group.Go(func() {
			for k := range 4 {
				path := fmt.Sprintf("f%d.jsonl", (k+sender)%4)
				whole := want["ada:"+path]
				for at := int64(0); at < int64(len(whole)); {
					to := min(at+11*int64(1+sender), int64(len(whole)))
					r, err := s.Ingest(context.WithoutCancel(t.Context()), []content.Append{piece(path, 1, at, whole[at:to])}, noon)
					if err != nil {
						t.Error(err)
						return
					}
					at = r[0].Have
				}
			}
		})
	}
	group.Wait()
	diff(t, "files", want, held(t, s))
}

// roots: of several that a person tells of one folder the same stands, whoever came last;
// and each tells of their own.
func roots(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	for i, root := range []string{"/w/b", "/w/a", "/w/c"} {
		a := piece(fmt.Sprintf("f%d.jsonl", i), 1, 0, "{}\n")
		a.Roots = map[string]string{"/w/b/src": root}
		ingested(t, s, a)
	}
	b := piece("f.jsonl", 1, 0, "{}\n")
	b.Person, b.Roots = "bob", map[string]string{"/w/b/src": "/w"}
	ingested(t, s, b)
	got, err := s.Roots(t.Context())
	must(t, err)
	diff(t, "roots", map[string]map[string]string{"ada": {"/w/b/src": "/w/a"}, "bob": {"/w/b/src": "/w"}}, got)
}

// dropped: what goes is gone, and may come again.
func dropped(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	other := piece("f.jsonl", 1, 0, "{\"of\":\"bob\"}\n")
	other.Person = "bob"
	ingested(t, s, piece("f.jsonl", 1, 0, "{\"of\":\"ada\"}\n"), other)
	n, err := s.DropFiles(t.Context(), "ada", func(*content.File) bool { return true })
	must(t, err)
	diff(t, "dropped", 1, n)
	diff(t, "files", map[string]string{"bob:f.jsonl": "{\"of\":\"bob\"}\n"}, held(t, s))
	diff(t, "again", []content.Status{content.Taken}, ingested(t, s, piece("f.jsonl", 1, 0, "{\"of\":\"ada\"}\n")))
	_, err = s.ForgetAll(t.Context())
	must(t, err)
	diff(t, "after all was forgotten", map[string]string{}, held(t, s))
}

// replacedWhileRead: half of one file and half of another is no file.
func replacedWhileRead(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same each time
	at := int64(0)
	for range 3 { // more than is asked for at a time, however it is packed
		noise := make([]byte, 1<<20)
		for i := range noise {
			noise[i] = byte(' ' + rng.IntN(90))
		}
		noise[len(noise)-1] = '\n'
		ingested(t, s, piece("f.jsonl", 1, at, string(noise)))
		at += int64(len(noise))
	}
	f := all(t, s.Files(t.Context()))[0]
	in := s.OpenFile(t.Context(), &f)
	first := make([]byte, 10)
	_, err := io.ReadFull(in, first)
	must(t, err)
	ingested(t, s, piece("f.jsonl", 2, 0, "{}\n"))
	rest, err := io.ReadAll(in)
	if err == nil {
		t.Errorf("%d bytes of two files", len(rest))
	}
	if bytes.Contains(rest, []byte("{}")) {
		t.Error("some of the other one was handed out")
	}
	must(t, in.Close())
}

// news: what came or grew since an earlier look is told, each file once, and of anything
// else that happened that it did.
func news(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	at, files := int64(0), 0
	look := func() {
		t.Helper()
		files = 0
		n, err := s.AllFiles(t.Context(), func(content.File) error { files++; return nil })
		must(t, err)
		at = n
	}
	told := func(want string) {
		t.Helper()
		n, err := s.News(t.Context(), at)
		must(t, err)
		var got []string
		for _, f := range n.Files {
			name := f.Person + ":" + f.Path
			if n.New[f.Number] {
				name = "new " + name
			}
			got = append(got, name)
		}
		slices.Sort(got)
		if text := strings.Join(got, ", "); n.Whole && want != "all" || !n.Whole && text != want {
			t.Errorf("since %d: %q, all: %t; want %q", at, text, n.Whole, want)
		}
		if n.At < at {
			t.Errorf("the look at %d comes after that at %d", n.At, at)
		}
		at = n.At
	}
	told("all") // there was no look before
	ingested(t, s, piece("a.jsonl", 1, 0, "{}\n"), piece("b.jsonl", 1, 0, "{}\n"))
	look()
	if files != 2 {
		t.Errorf("%d files are there", files)
	}
	told("")
	ingested(t, s, piece("a.jsonl", 1, 3, "{}\n"), piece("c.jsonl", 1, 0, "{}\n"))
	ingested(t, s, piece("c.jsonl", 1, 3, "{}\n"))
	told("ada:a.jsonl, new ada:c.jsonl")
	told("")
	ingested(t, s, piece("a.jsonl", 1, 3, "{}\n"), piece("b.jsonl", 1, 9, "{}\n"), piece("", 1, 0, "{}\n")) // nothing that is taken
	told("")
	again := piece("d.jsonl", 1, 0, "{}\n")
	again.Roots = map[string]string{"/home/ada/shop": "/home/ada"}
	ingested(t, s, again)
	told("all")
	again.From, again.To = 3, 6
	ingested(t, s, again) // the same root
	told("ada:d.jsonl")
	again.Roots = map[string]string{"/home/ada/bank": "/home/ada"}
	ingested(t, s, again) // a root, and nothing that is taken
	told("all")
	ingested(t, s, piece("b.jsonl", 2, 0, "{}\n"))
	told("all")
	facts := content.Append{Person: "ada", Path: content.FactsPath("a", "c"), Kind: content.Facts, Generation: 1, To: 3, Data: []byte("{}\n"), Modified: noon}
	ingested(t, s, facts)
	told("new ada:" + facts.Path)
	facts.Generation = 2 // their name says which conversation they are of: it is the same
	ingested(t, s, facts)
	told("ada:" + facts.Path)
	_, err := s.DropFiles(t.Context(), "ada", func(f *content.File) bool { return f.Path == "c.jsonl" })
	must(t, err)
	told("all")
	_, err = s.DropFiles(t.Context(), "ada", func(f *content.File) bool { return f.Path == "c.jsonl" })
	must(t, err)
	told("")
	list, err := s.FilesAt(t.Context(), []string{content.KeptRoot + "ada/a.jsonl", content.KeptRoot + "ada/c.jsonl", "/elsewhere"})
	must(t, err)
	if len(list) != 1 || list[0].Path != "a.jsonl" || list[0].Size != 6 {
		t.Errorf("at two places, one of them empty: %+v", list)
	}
	if n, err := s.News(t.Context(), at+1000); err != nil || !n.Whole { // it was put back to how it once was
		t.Errorf("%+v, %v", n, err)
	}
}
