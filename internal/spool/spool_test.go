package spool

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// spooled returns the lines of one kind, oldest first.
func spooled(t testing.TB, dir, kind string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "spool", "*."+kind+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			out = append(out, strings.TrimSuffix(line, "\n"))
		}
	}
	return out
}

// What was added is read once, in the order of time, in steps of any size, also over the
// end of a file, a torn line and files that went.
func TestReading(t *testing.T) {
	s := Folder{dir: filepath.Join(t.TempDir(), "spool"), total: 1 << 20, segment: 500}
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var want []string
	for i := range 60 {
		r := &Record{Event: "Stop", Session: fmt.Sprintf("%04x", i)}
		if i%7 == 0 {
			r.Event = "SessionEnd"
		}
		r.Stamp(start.Add(time.Duration(i) * time.Second))
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
		want = append(want, r.Session)
	}
	list, end, err := s.Read(Place{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range list {
		if r.Session != want[i] {
			t.Fatalf("event %d is %s, want %s", i, r.Session, want[i])
		}
	}
	if len(list) != len(want) || s.Left(end) != 0 || s.Left(Place{}) == 0 {
		t.Fatalf("%d events of %d, %d bytes left", len(list), len(want), s.Left(end))
	}
	seen := map[string]int{}
	at := Place{}
	for range 40 {
		part, next, err := s.Read(at, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range part {
			seen[r.Session]++
		}
		at = next
	}
	if len(seen) != len(want) || at != end {
		t.Errorf("%d events in steps, the place is %+v and not %+v", len(seen), at, end)
	}
	if err := s.Clean(end, time.Now()); err != nil {
		t.Fatal(err)
	}
	before, _ := filepath.Glob(filepath.Join(s.dir, "*"))
	if err := s.Clean(end, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if after, _ := filepath.Glob(filepath.Join(s.dir, "*")); len(after) != 2 || len(before) <= 2 {
		t.Errorf("%d files, then %v", len(before), after)
	}
	file := filepath.Join(s.dir, segment{number: end.Event}.name())
	if err := os.WriteFile(file, append(must(os.ReadFile(file)), `{"v":1,"at":"2026`...), 0o600); err != nil {
		t.Fatal(err)
	}
	r := &Record{Event: "Stop", Session: "ff"}
	r.Stamp(start)
	if err := s.Add(r); err != nil {
		t.Fatal(err)
	}
	if list, _, err := s.Read(end, 10); err != nil || len(list) != 1 || list[0].Session != "ff" {
		t.Errorf("%v, %v", list, err)
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// Of two that would send, one does.
func TestOneSender(t *testing.T) {
	s := At(filepath.Join(t.TempDir(), "spool"))
	if s.Alive(time.Now()) {
		t.Error("nobody sends, and somebody is alive")
	}
	if err := s.Claim(); err != nil || !s.Alive(time.Now()) || s.Alive(time.Now().Add(Silence)) {
		t.Errorf("claimed: %v", err)
	}
	for _, name := range []string{"one", "two"} {
		if err := s.Hold(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Held("one"); !errors.Is(err, ErrTaken) {
		t.Errorf("one: %v", err)
	}
	s.Release("one")
	if err := s.Held("two"); err != nil {
		t.Errorf("two: %v", err)
	}
	if s.Release("two"); s.Alive(time.Now()) {
		t.Error("released, and still alive")
	}
}

func TestSpoolStaysUnderItsBound(t *testing.T) {
	s := Folder{dir: filepath.Join(t.TempDir(), "spool"), total: 10_000, segment: 1000}
	line := func(kind string, i int) []byte { return fmt.Appendf(nil, "{\"kind\":%q,\"i\":%06d}\n", kind, i) }
	size := func() (total int64) {
		kept, err := s.segments()
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range kept {
			st, err := os.Stat(filepath.Join(s.dir, g.name()))
			if err != nil {
				t.Fatal(err)
			}
			total += st.Size()
		}
		return total
	}
	add := func(kind string, i int) {
		if err := s.add(line(kind, i), kind == "boundary"); err != nil {
			t.Fatal(err)
		}
		if n := size(); n > s.total+int64(2*len(line(kind, i))) {
			t.Fatalf("%d bytes of %d", n, s.total)
		}
	}
	for i := range 2000 {
		add("event", i)
		if i%20 == 0 {
			add("boundary", i)
		}
	}
	dir := filepath.Dir(s.dir)
	if got := spooled(t, dir, "boundary"); len(got) != 100 {
		t.Errorf("%d boundaries of 100 while there were events to drop", len(got))
	}
	got := spooled(t, dir, "event")
	if last := string(line("event", 1999)); len(got) == 0 || got[len(got)-1]+"\n" != last {
		t.Fatal("the newest event is gone")
	}
	for i, l := range got { // no hole: the oldest went
		if want := line("event", 2000-len(got)+i); l+"\n" != string(want) {
			t.Fatalf("line %d is %s, want %s", i, l, want)
		}
	}
	for i := range 2000 { // now the boundaries alone fill it
		add("boundary", 2000+i)
	}
	if got := spooled(t, dir, "boundary"); got[len(got)-1]+"\n" != string(line("boundary", 3999)) {
		t.Error("the newest boundary is gone")
	}
}

// Ten at once lose nothing and mix nothing.
func TestManyWriters(t *testing.T) {
	s := Folder{dir: filepath.Join(t.TempDir(), "spool"), total: 1 << 20, segment: 2000}
	const writers, each = 10, 100
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := s.add(fmt.Appendf(nil, "{\"w\":%d,\"i\":%d,\"pad\":%q}\n", w, i, strings.Repeat("x", w*7)), i%10 == 0); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	seen := map[[2]int]int{}
	for _, kind := range []string{"event", "boundary"} {
		for _, line := range spooled(t, filepath.Dir(s.dir), kind) {
			var v struct{ W, I int }
			if line == "" {
				continue
			}
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			seen[[2]int{v.W, v.I}]++
		}
	}
	for w := range writers {
		for i := range each {
			if n := seen[[2]int{w, i}]; n != 1 {
				t.Fatalf("line %d of writer %d stands %d times", i, w, n)
			}
		}
	}
}
