package pipeline_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/content"
	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/source"
	"prism/internal/store/rows"
)

// listed counts how often all that is kept was looked at.
type listed struct {
	source.Kept
	n int
}

func (l *listed) AllFiles(ctx context.Context, f func(content.File) error) (int64, error) {
	l.n++
	return l.Kept.AllFiles(ctx, f)
}

// twin is two stores that are sent the same: sessions of one are made by looking at what
// came, of the other by looking at all.
type twin struct {
	t           *testing.T
	some, whole *rows.Store
	looked      *listed
	slice       int64 // of the updates of the first (pipeline.Options.Slice)
}

// onEngines runs a test on each engine, by default on SQLite alone: that both answer alike
// is said by their own suite, and by what is kept and shared. open gives a store that is
// empty.
func onEngines(t *testing.T, test func(t *testing.T, open func() *rows.Store)) {
	for name, open := range engines() {
		if name != "sqlite" && !long.All() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			test(t, func() *rows.Store {
				s := open(t)
				t.Cleanup(func() { _ = s.Close() })
				return s
			})
		})
	}
}

func newTwin(t *testing.T, open func() *rows.Store) *twin {
	x := &twin{t: t, some: open(), whole: open()}
	x.looked = &listed{Kept: x.some}
	return x
}

func (x *twin) ingest(list ...content.Append) {
	x.t.Helper()
	ingest(x.t, x.some, list...)
	ingest(x.t, x.whole, list...)
}

// same updates both and compares; it gives how often all was looked at for the one.
func (x *twin) same(when string) int {
	x.t.Helper()
	before := x.looked.n
	for n := 0; x.update(); n++ {
		if n > 1000 {
			x.t.Fatalf("%s: no end of updates", when)
		}
	}
	got := run(x.t, x.options())
	o := keptIn(x.t, x.whole)
	o.Whole = true
	want := run(x.t, o)
	sameAnswer(x.t, when, want, got)
	if d := cmp.Diff(want.Input, got.Input, cmpopts.EquateEmpty()); d != "" {
		x.t.Errorf("%s: what was read differs (-want +got):\n%s", when, d)
	}
	return x.looked.n - before
}

// options are those by which the first is updated.
func (x *twin) options() pipeline.Options {
	o := keptIn(x.t, x.some)
	o.Search.Kept, o.Slice = x.looked, x.slice
	return o
}

// update is one update of the first, and tells whether some of it is left.
func (x *twin) update() (more bool) {
	x.t.Helper()
	u, err := pipeline.Update(x.t.Context(), x.options())
	if err != nil {
		x.t.Fatal(err)
	}
	return u.More
}

// An update looks at what came or grew, and at nothing else.
func TestAnUpdateLooksAtWhatCame(t *testing.T) {
	onEngines(t, func(t *testing.T, open func() *rows.Store) {
		x := newTwin(t, open)
		var list []content.Append
		var text []byte
		for i, path := range transcripts(t, samples(t)) {
			data := read(t, path)
			data = data[:bytes.LastIndexByte(data, '\n')+1]
			if i == 0 {
				text = data
			}
			list = append(list, content.Append{Person: "ada", Path: fmt.Sprintf("projects/p/%d.jsonl", i), Generation: 1, To: int64(len(data)), Data: data, Modified: now})
		}
		half := int64(bytes.IndexByte(text[len(text)/2:], '\n') + len(text)/2 + 1)
		first := content.Append{Person: "ada", Path: list[0].Path, Generation: 1, To: half, Data: text[:half], Modified: now}
		x.ingest(append([]content.Append{first}, list[1:]...)...)
		if n := x.same("at first"); n != 1 {
			t.Errorf("looked at all %d times at first", n)
		}
		if n := x.same("once more"); n != 0 {
			t.Errorf("looked at all %d times though nothing came", n)
		}
		x.ingest(content.Append{Person: "ada", Path: list[0].Path, Generation: 1, From: half, To: int64(len(text)), Data: text[half:], Modified: now.Add(time.Second)})
		if n := x.same("one grew"); n != 0 {
			t.Errorf("looked at all %d times though one grew", n)
		}
		telemetry := content.Append{Person: "ada", Path: "telemetry/x.jsonl", Kind: content.Telemetry, Data: []byte("{}\n"), Modified: now}
		x.ingest(telemetry)
		if n := x.same("events that tell nothing"); n != 0 {
			t.Errorf("looked at all %d times though events came", n)
		}
		// What may bear on others has all looked at.
		x.ingest(content.Append{Person: "ada", Path: list[1].Path, Generation: 2, To: 3, Data: []byte("{}\n"), Modified: now})
		if n := x.same("one was written anew"); n != 1 {
			t.Errorf("looked at all %d times though one was written anew", n)
		}
		for _, db := range []*rows.Store{x.some, x.whole} {
			if _, err := db.DropFiles(t.Context(), "ada", func(f *content.File) bool { return f.Path == list[2].Path }); err != nil {
				t.Fatal(err)
			}
		}
		if n := x.same("one is gone"); n != 1 {
			t.Errorf("looked at all %d times though one is gone", n)
		}
		more := list[2]
		more.Path, more.Roots = "projects/p/more.jsonl", map[string]string{"/home/ada/shop": "/home/ada"}
		x.ingest(more)
		if n := x.same("a root was told"); n != 1 {
			t.Errorf("looked at all %d times though a root was told", n)
		}
		if n := x.same("in the end"); n != 0 {
			t.Errorf("looked at all %d times in the end", n)
		}
	})
}

// missed is a store that says of nothing that it came.
type missed struct {
	source.Kept
	at int64
}

func (m *missed) AllFiles(ctx context.Context, f func(content.File) error) (int64, error) {
	at, err := m.Kept.AllFiles(ctx, f)
	if m.at == 0 {
		m.at = at
	}
	return m.at, err
}

func (m *missed) News(context.Context, int64) (content.News, error) {
	return content.News{At: m.at}, nil
}

// An update that is to look at all does so whatever the store says of what came: it is
// there for what was missed.
func TestAWholeUpdateFindsWhatWasMissed(t *testing.T) {
	onEngines(t, func(t *testing.T, open func() *rows.Store) {
		db := open()
		o := keptIn(t, db)
		o.Search.Kept = &missed{Kept: db}
		paths := transcripts(t, samples(t))
		send := func(i int) {
			data := read(t, paths[i])
			data = data[:bytes.LastIndexByte(data, '\n')+1]
			ingest(t, db, content.Append{Person: "ada", Path: fmt.Sprintf("projects/p/%d.jsonl", i), Generation: 1, To: int64(len(data)), Data: data, Modified: now})
		}
		send(0)
		before := run(t, o).Input.Conversations
		send(1)
		o.Whole = true
		if got := run(t, o).Input.Conversations; got != before+1 {
			t.Errorf("%d conversations, %d before one more came", got, before)
		}
	})
}

// Whatever comes, in whatever order, of whomever: the answer is that of an update which
// looks at all.
func TestLookingAtWhatCameGivesTheSameAnswer(t *testing.T) { sameByWhatCame(t, 0) }

// So is that of updates which read a slice of it each, while more comes.
func TestSlicesGiveTheSameAnswer(t *testing.T) { sameByWhatCame(t, 1) }

func sameByWhatCame(t *testing.T, slice int64) {
	t.Helper()
	paths := transcripts(t, samples(t))
	onEngines(t, func(t *testing.T, open func() *rows.Store) {
		rng := rand.New(rand.NewPCG(11, 5))
		x := newTwin(t, open)
		x.slice = slice
		left := 0
		type sent struct {
			person, path     string
			data             []byte
			generation, have int64
		}
		var files []*sent
		for i, path := range paths {
			data := read(t, path)
			files = append(files, &sent{person: "ada", path: fmt.Sprintf("projects/p/%d.jsonl", i), data: data[:bytes.LastIndexByte(data, '\n')+1], generation: 1})
		}
		whole, steps := 0, 40
		if testing.Short() {
			steps = 15
		}
		for step := range steps {
			var list []content.Append
			for range 1 + rng.IntN(3) {
				f := files[rng.IntN(len(files))]
				switch k := rng.IntN(20); {
				case k == 0: // another person sends the same
					g := *f
					g.person, g.have, g.path = "bob", 0, f.path+"x.jsonl"
					files = append(files, &g)
					f = &g
				case k == 1: // written anew
					f.generation, f.have = f.generation+1, 0
				case k == 2 && f.have > 0: // gone, and sent again
					for _, db := range []*rows.Store{x.some, x.whole} {
						if _, err := db.DropFiles(t.Context(), f.person, func(k *content.File) bool { return k.Path == f.path }); err != nil {
							t.Fatal(err)
						}
					}
					f.have = 0
				}
				if f.have == int64(len(f.data)) {
					continue
				}
				a := content.Append{Person: f.person, Path: f.path, Generation: f.generation, From: f.have, Modified: now.Add(time.Duration(step) * time.Second)}
				to := min(int64(len(f.data)), f.have+1+rng.Int64N(int64(len(f.data))))
				to = int64(bytes.IndexByte(f.data[to-1:], '\n')) + to
				a.To, a.Data = to, f.data[f.have:to]
				if rest := f.data[to:]; len(rest) > 0 && rng.IntN(2) == 0 {
					a.Tail = rest[:bytes.IndexByte(rest, '\n')/2]
				}
				if rng.IntN(4) == 0 {
					a.Roots = map[string]string{fmt.Sprint("/home/ada/", rng.IntN(3)): "/home/ada"}
				}
				f.have = to
				list = append(list, a)
			}
			if len(list) > 0 {
				x.ingest(list...)
			}
			if slice > 0 && rng.IntN(3) > 0 { // more comes before it is read
				if x.update() {
					left++
				}
				continue
			}
			whole += x.same(fmt.Sprint("step ", step))
			if t.Failed() {
				t.FailNow()
			}
		}
		whole += x.same("in the end")
		if slice > 0 && left < steps/5 {
			t.Errorf("%d updates left some to the next", left)
		}
		if whole > steps/2 {
			t.Errorf("looked at all in %d of %d steps", whole, steps)
		}
	})
}
