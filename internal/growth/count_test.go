package growth

import (
	"context"
	"iter"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/store/codec"
	"prism/internal/tracker"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// counts is the work of one run by kind, as it was seen at the ports.
type counts struct {
	lines, looks, judged, tracked, rows, bytes, questions, asked, hits, loaded, held atomic.Int64
	before                                                                           int64 // bytes held when it began
	weighs                                                                           bool  // bytes held are looked at: that takes a while
}

// hold notes how many bytes are held now.
func (c *counts) hold() {
	if !c.weighs {
		return
	}
	if now := live() - c.before; now > c.held.Load() {
		c.held.Store(now)
	}
}

// live is how many bytes are held, without what nobody holds any more.
func live() int64 {
	runtime.GC()
	runtime.GC() // what lies in pools goes with the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func (c *counts) table(m map[string]int64) map[string]int64 {
	for name, n := range map[string]*atomic.Int64{
		"lines decoded": &c.lines, "files looked into": &c.looks, "turns judged": &c.judged, "turns tracked": &c.tracked,
		"rows written": &c.rows, "bytes written": &c.bytes, "questions": &c.questions, "rows asked for": &c.asked, "neighbours told": &c.hits, "rows loaded": &c.loaded, "bytes held": &c.held,
	} {
		m[name] = n.Load()
	}
	return m
}

// dialect is Claude Code's, and counts what is read through it.
func (c *counts) dialect() transcript.Dialect {
	d := claude.Dialect()
	identify, decoder := d.Identify, d.New
	d.Identify = func(path string, head []byte, whole bool) (transcript.Identity, transcript.Standing) {
		c.looks.Add(1)
		return identify(path, head, whole)
	}
	d.New = func() transcript.Decoder { return &countedDecoder{decoder(), c} }
	return d
}

type countedDecoder struct {
	transcript.Decoder
	to *counts
}

func (d *countedDecoder) Decode(text []byte, line int, rec *transcript.Record) (int, error) {
	d.to.lines.Add(1)
	return d.Decoder.Decode(text, line, rec)
}

type countedJudge struct {
	by judge.Judge
	to *counts
}

func (j *countedJudge) Name() string    { return j.by.Name() }
func (j *countedJudge) Version() string { return j.by.Version() }

func (j *countedJudge) Judge(ctx context.Context, d *conversation.Draft) (judge.Opinion, error) {
	if j.to.judged.Add(int64(len(d.Turns))) == int64(len(d.Turns)) {
		j.to.hold() // the first: of one conversation nothing was let go
	}
	return j.by.Judge(ctx, d)
}

type countedTracker struct {
	pipeline.Tracker
	to *counts
}

func (t *countedTracker) Shifts(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, error) {
	t.to.tracked.Add(int64(len(turns)))
	return t.Tracker.Shifts(ctx, turns)
}

// countedStore counts what a store is given and asked.
type countedStore struct {
	pipeline.Store
	to *counts
	t  *testing.T
}

func (s *countedStore) Save(ctx context.Context, scope store.Scope, c store.Changes) error {
	s.to.hold()
	s.to.rows.Add(int64(len(c.Conversations) + len(c.Sessions) + len(c.Outside) + len(c.Verdicts) + len(c.Dropped)))
	for i := range c.Conversations {
		s.to.rows.Add(int64(len(c.Conversations[i].Marks)))
		s.size(&c.Conversations[i])
	}
	for i := range c.Sessions {
		s.size(&c.Sessions[i])
	}
	for i := range c.Verdicts {
		s.size(&c.Verdicts[i])
	}
	for i := range c.Outside {
		s.size(&c.Outside[i])
	}
	return s.Store.Save(ctx, scope, c)
}

// size adds what a value takes in the form that stores keep.
func (s *countedStore) size(v any) {
	doc, err := codec.Encode(v)
	if err != nil {
		s.t.Error(err)
	}
	s.to.bytes.Add(int64(len(doc)))
}

func (s *countedStore) Load(ctx context.Context, scope store.Scope, rows []string) ([]store.Conversation, error) {
	out, err := s.Store.Load(ctx, scope, rows)
	s.to.questions.Add(1)
	s.to.asked.Add(int64(len(rows)))
	s.to.loaded.Add(int64(len(out)))
	return out, err
}

func (s *countedStore) Known(ctx context.Context, rows []string) ([]store.Conversation, error) {
	s.to.questions.Add(1)
	s.to.asked.Add(int64(len(rows)))
	return s.Store.Known(ctx, rows)
}

func (s *countedStore) Near(ctx context.Context, scope store.Scope, queries []store.Query) ([]store.Hit, error) {
	out, err := s.Store.Near(ctx, scope, queries)
	s.to.questions.Add(1)
	s.to.asked.Add(int64(len(queries)))
	s.to.hits.Add(int64(len(out)))
	return out, err
}

func (s *countedStore) SessionsOf(ctx context.Context, scope store.Scope, rows []string) ([]store.Session, error) {
	out, err := s.Store.SessionsOf(ctx, scope, rows)
	s.to.questions.Add(1)
	s.to.asked.Add(int64(len(rows)))
	s.to.loaded.Add(int64(len(out)))
	return out, err
}

func (s *countedStore) SessionsIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error) {
	out, err := s.Store.SessionsIn(ctx, scope, repo, from, to)
	s.to.questions.Add(1)
	s.to.loaded.Add(int64(len(out)))
	return out, err
}

func (s *countedStore) Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	s.to.questions.Add(1)
	s.to.asked.Add(int64(len(keys)))
	return s.Store.Verdicts(ctx, keys)
}

func (s *countedStore) Unsaid(ctx context.Context, scope store.Scope) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		for x, err := range s.Store.Unsaid(ctx, scope) {
			if s.to.loaded.Add(1); !yield(x, err) {
				return
			}
		}
	}
}

// program is what one reads with: judge, tracker and the like, made once.
type program struct {
	judge   judge.Judge
	tracker *tracker.Tracker
	prices  pipeline.Prices
	gate    *redact.Redactor
}

func newProgram(t *testing.T) *program {
	t.Helper()
	j, err := offline.Default()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{judge: j}
	if p.tracker, err = tracker.Default(); err != nil {
		t.Fatal(err)
	}
	if p.prices, err = price.Bundled(); err != nil {
		t.Fatal(err)
	}
	if p.gate, err = redact.New(redact.Options{}); err != nil {
		t.Fatal(err)
	}
	j.Load()
	p.tracker.Load()
	return p
}

// run reads a folder into a store and returns what it took. later makes the judge
// one that is asked after everything was read, as a model is.
func (p *program) run(t *testing.T, dir string, db pipeline.Store, later bool) map[string]int64 {
	t.Helper()
	c := new(counts)
	o := pipeline.Options{
		Search:  source.Options{Paths: []string{dir}, Dialects: []transcript.Dialect{c.dialect()}},
		Store:   &countedStore{db, c, t},
		Cutting: pipeline.Cutting{Tracker: &countedTracker{p.tracker, c}},
		Judging: pipeline.Judging{Judge: &countedJudge{p.judge, c}},
		Prices:  p.prices, Redactor: p.gate, Now: time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC), Workers: 1,
		Warn: func(err error) { t.Error(err) },
	}
	if later {
		o.Judging.SideBySide = 1
	}
	if c.weighs = !later; c.weighs {
		c.before = live()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	u, err := pipeline.Update(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if skipped := len(u.Input.Skipped); skipped > 0 {
		t.Errorf("%s: skipped %v", strings.TrimPrefix(dir, t.TempDir()), u.Input.Skipped)
	}
	return c.table(map[string]int64{"bytes allocated": int64(after.TotalAlloc - before.TotalAlloc), "allocations": int64(after.Mallocs - before.Mallocs)})
}
