// Package pipeline runs the steps in order: find files, read what changed, cut,
// judge, join, settle rework, and remember. It owns the goroutines; every step it
// calls is a plain function of values.
//
// Promises: the answer is the same whatever the order of files, whether the store
// was cold, warm or absent; one conversation's prose is in memory per worker, and
// what remains of it afterwards is a digest without prose; a store that fails
// costs time, never an answer.
package pipeline

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/link"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store"
)

// Store is what the pipeline asks of a store. Package store/sqlite answers it.
type Store interface {
	LoadView(ctx context.Context, key, fingerprint string) (*fact.Reading, bool, error)
	Units(ctx context.Context, roots ...string) iter.Seq2[store.Unit, error]
	Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error)
	Titles(ctx context.Context) (map[string]redact.Text, error)
	Save(ctx context.Context, c store.Changes) error
}

// Prices says what one request cost in USD; ok is false when the price is unknown.
type Prices interface {
	Cost(model string, at time.Time, t fact.Tokens) (usd float64, ok bool)
	Version() string
}

// Tracker is a topic-shift tracker whose version is part of what a digest was made by.
type Tracker interface {
	conversation.Tracker
	Version() string
}

// Asking is a tracker that asks elsewhere where Options.Tracker is unsure.
type Asking interface {
	// Decide returns the shifts among turns, and whether they are settled (JudgeOK),
	// wait for an answer that comes later (JudgePending), or get none in this run
	// (JudgeError).
	Decide(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, fact.JudgeStatus, error)
	Version() string
}

// Options of one run.
type Options struct {
	Search  source.Options
	Store   Store // nil: nothing is remembered
	Judge   judge.Judge
	Tracker Tracker
	// Asking decides in Tracker's place; nil: nobody does. A conversation for which
	// it has no answer, or that is opted out, is cut by Tracker, and is remembered
	// as cut by it. While the answer is to come, its sessions are pending.
	Asking   Asking
	Prices   Prices
	Redactor *redact.Redactor
	Now      time.Time

	// Aside says that the judge asks elsewhere: sessions are judged after all was
	// read and joined, so many side by side. 0: in passing, while a file is read.
	Aside int
	// Fallback stands in, marked, where Judge left a session pending or in error;
	// nil: nobody does.
	Fallback judge.Judge
	// Titles names, by heuristics, the sessions to which Judge gives no title; nil:
	// they have none.
	Titles judge.Judge
	OptOut redact.OptOut // sessions that nobody judges
	// SkipMachines leaves machine runs unasked: they are not counted, and asking may
	// cost. A verdict that is stored is used.
	SkipMachines bool
	// Retry asks again about sessions that ended in error: the cause may be gone.
	// What a model answered is kept elsewhere, so nothing is paid twice.
	Retry bool

	CommitBoundary bool
	Workers        int                     // 0: one for each processor
	Progress       func(done, total int64) // bytes; may be nil; called from several goroutines
	Warn           func(error)             // what went wrong and did no harm; may be nil
}

// Run reads everything opts name and returns what was established. The error is
// the context's or the judge's; files that cannot be read are counted in the
// Reading, and a store that fails is warned of and left aside.
func Run(ctx context.Context, opts Options) (*fact.Reading, error) {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	found, err := source.Discover(ctx, opts.Search)
	if err != nil {
		return nil, err
	}
	r := &run{Options: opts, found: found, repos: source.NewRepositories()}
	r.gate = &gatekeeper{base: opts.OptOut, warn: r.warn, roots: make(map[string]redact.OptOut), shut: make(map[string]bool)}
	return r.do(ctx)
}

// run is one run of the pipeline.
type run struct {
	Options
	found  source.Finding
	repos  *source.Repositories
	gate   *gatekeeper
	units  []*unit
	titles map[string]redact.Text
}

// unit is one conversation on its way through the run.
type unit struct {
	src    source.Unit
	print  uint64 // source.Unit.Fingerprint of what was read
	digest *digest.Digest
	blob   []byte // the digest in binary form, until all are read
	counts store.Counts
	fresh  bool           // read in this run
	gone   bool           // its files are no longer there
	drafts []fact.Verdict // by draft, when fresh and judged in passing
	cutBy  string         // the reader version by which it was cut, when fresh
	waits  bool           // where it is cut waits for an answer
}

func (r *run) do(ctx context.Context) (*fact.Reading, error) {
	key, print := r.viewKey(), r.fingerprint()
	if reading := r.remembered(ctx, key, print); reading != nil && !r.ignoring(reading) && !r.retrying(reading) {
		return r.present(reading), nil
	}
	stored := r.storedUnits(ctx)
	stale := r.recall(stored)
	if err := r.scan(ctx, stale); err != nil {
		return nil, err
	}
	r.keepGone(stored)
	slices.SortFunc(r.units, compareUnits)

	byDigest := make(map[*digest.Digest]*unit, len(r.units))
	digests := make([]*digest.Digest, 0, len(r.units))
	for _, u := range r.units {
		byDigest[u.digest] = u
		digests = append(digests, u.digest)
	}
	// The clock comes in when a reading is presented: what is open now is not
	// open when it is loaded tomorrow.
	linked := link.Link(digests, time.Time{})

	j := joiner{run: r, of: byDigest}
	if err := j.judge(ctx, linked.Sessions); err != nil {
		return nil, err
	}
	reading := &fact.Reading{Input: r.input()}
	for i := range linked.Sessions {
		reading.Sessions = append(reading.Sessions, j.session(&linked.Sessions[i], i))
	}
	reading.Outside = link.OutsideFacts(linked.Outside, r.Prices.Cost)
	if err := j.rework(ctx, linked.Sessions, reading.Sessions); err != nil {
		return nil, err
	}
	view := &store.View{Key: key, Fingerprint: print, Saved: r.Now, Reading: reading}
	if r.waiting(reading.Sessions) || r.unsettled() {
		view = nil // an answer may come without a file changing
	}
	r.remember(ctx, j.judged, view)
	return r.present(reading), nil
}

// waiting reports whether any session that could count still waits for a verdict.
func (r *run) waiting(sessions []fact.Session) bool {
	return slices.ContainsFunc(sessions, func(s fact.Session) bool {
		return s.Floor.Passed && !(r.SkipMachines && s.Automated) && (s.Verdict.Status == fact.JudgePending || s.Verdict.Fallback)
	})
}

// retrying reports whether a remembered reading has sessions to ask about again.
func (r *run) retrying(reading *fact.Reading) bool {
	return r.Retry && slices.ContainsFunc(reading.Sessions, func(s fact.Session) bool { return s.Verdict.Status == fact.JudgeError })
}

// present applies what holds at this moment: titles that a person typed, and
// which sessions are still open.
func (r *run) present(reading *fact.Reading) *fact.Reading {
	for i := range reading.Sessions {
		s := &reading.Sessions[i]
		if title, ok := r.title(s); ok {
			s.Verdict.Title, s.Verdict.TitleStage = title, fact.TitlePerson
		}
		if s.State != fact.Closed {
			s.State = fact.Provisional
			if r.Now.Sub(s.Ended) < link.OpenFor && !s.Ended.After(r.Now) {
				s.State = fact.Open
			}
		}
	}
	return reading
}

// title finds the person's title by the session's id or that of one of its parts.
func (r *run) title(s *fact.Session) (redact.Text, bool) {
	if t, ok := r.titles[s.ID]; ok {
		return t, true
	}
	for _, id := range s.Aliases {
		if t, ok := r.titles[id]; ok {
			return t, true
		}
	}
	return redact.Text{}, false
}

func (r *run) warn(doing string, err error) {
	if err != nil && r.Warn != nil {
		r.Warn(fmt.Errorf("%s: %w", doing, err))
	}
}

// input adds up what was read for every unit, in this run or an earlier one.
func (r *run) input() fact.Input {
	led := r.found.Ledger
	in := fact.Input{Skipped: map[string]int{}, UnknownTypes: map[string]int{}}
	fold(&in, countsOf(&led))
	in.Files += led.Files
	for _, u := range r.units {
		in.Files += len(u.src.Files)
		in.Conversations++
		fold(&in, u.counts)
	}
	return in
}

// maxTroubles bounds the troubles that a Reading tells one by one.
const maxTroubles = 100

func fold(in *fact.Input, c store.Counts) {
	in.Lines += c.Lines
	in.Bytes += c.Bytes
	for why, n := range c.Skipped {
		in.Skipped[why] += n
	}
	for name, n := range c.UnknownTypes {
		in.UnknownTypes[name] += n
	}
	for _, t := range c.Troubles {
		if len(in.Troubles) < maxTroubles {
			in.Troubles = append(in.Troubles, t)
		}
	}
}
