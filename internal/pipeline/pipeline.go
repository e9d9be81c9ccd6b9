// Package pipeline is the four steps and the run that ties them: read takes one
// conversation from its files to a digest and drafts, relink makes sessions of
// digests, judge gives each session its verdict, rework settles what later
// sessions undid. It owns the goroutines; each step is a function over values.
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

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/session"
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
	session.Tracker
	Version() string
}

// Asking is a tracker that asks elsewhere where the offline one is unsure.
type Asking interface {
	// Decide returns the shifts among turns, and whether they are settled (JudgeOK),
	// wait for an answer that comes later (JudgePending), or get none in this run
	// (JudgeError).
	Decide(ctx context.Context, turns []session.Turn) ([]session.Shift, fact.JudgeStatus, error)
	Version() string
}

// Cutting says where sessions begin and end.
type Cutting struct {
	Tracker Tracker // nil: no topic shift is seen
	// Asking decides in Tracker's place; nil: nobody does. A conversation for which
	// it has no answer, or that is opted out, is cut by Tracker, and is remembered
	// as cut by it. While the answer is to come, its sessions are pending.
	Asking     Asking
	PeopleOnly bool // Asking is not asked about machine runs
	AtCommit   bool // a commit of a session's files closes it
}

// Judging says who judges sessions, when, and what holds where that one says nothing.
type Judging struct {
	Judge judge.Judge
	// SideBySide is how many sessions are judged at a time, after all was read and
	// joined, by a judge that asks elsewhere. 0: each in passing, while its file is read.
	SideBySide int
	// PeopleOnly leaves machine runs unasked: they are not counted, and asking may
	// cost. A verdict that is stored is used.
	PeopleOnly bool
	// Again judges anew what ended in error: the cause may be gone. What a model
	// answered is kept elsewhere, so nothing is paid twice.
	Again bool
	// StandIn judges, marked, what Judge left pending or in error; nil: nobody does.
	StandIn judge.Judge
	// Titles names, by heuristics, the sessions to which Judge gives no title; nil:
	// they have none.
	Titles judge.Judge
}

// Options of one run.
type Options struct {
	Search   source.Options
	Store    Store // nil: nothing is remembered
	Cutting  Cutting
	Judging  Judging
	OptOut   redact.OptOut // sessions that nobody judges
	Prices   Prices
	Redactor *redact.Redactor
	Now      time.Time

	Workers  int                     // 0: one for each processor
	Progress func(done, total int64) // bytes; may be nil; called from several goroutines
	Warn     func(error)             // what went wrong and did no harm; may be nil
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
	gate := &gatekeeper{base: opts.OptOut, repos: source.NewRepositories(), warn: opts.warn, roots: make(map[string]redact.OptOut), shut: make(map[string]bool)}
	verdicts := &verdicts{by: opts.Judging, redactor: opts.Redactor, now: opts.Now}
	r := &run{
		opts: opts, found: found, gate: gate, kept: opts.Store,
		reader: reader{dialects: opts.Search.Dialects, cutting: opts.Cutting, gate: gate},
		judge:  judgeStep{by: opts.Judging, verdicts: verdicts, gate: gate, workers: opts.Workers},
	}
	if opts.Judging.SideBySide > 0 {
		r.judge.workers = opts.Judging.SideBySide
	} else {
		r.reader.passing = verdicts
	}
	return r.do(ctx)
}

// run is one run of the steps over what was found.
type run struct {
	opts   Options
	found  source.Finding
	gate   *gatekeeper
	kept   Store // nil: there is none, or it failed
	reader reader
	judge  judgeStep
	units  []*unit
	titles map[string]redact.Text
}

// unit is one conversation on its way through the run.
type unit struct {
	src    source.Unit
	print  uint64 // source.Unit.Fingerprint of what was read
	digest *session.Digest
	read   *reading // nil: it was not read in this run
	counts store.Counts
	gone   bool // its files are no longer there
}

func (r *run) do(ctx context.Context) (*fact.Reading, error) {
	key, print := r.viewKey(), r.fingerprint()
	if known := r.remembered(ctx, key, print); known != nil && !r.gate.ignoring(known) && !r.again(known) {
		return r.present(known), nil
	}
	stored := r.storedUnits(ctx)
	if err := r.scan(ctx, r.recall(stored)); err != nil {
		return nil, err
	}
	r.keepGone(stored)
	slices.SortFunc(r.units, compareUnits)

	of := make(map[*session.Digest]*unit, len(r.units))
	digests := make([]*session.Digest, 0, len(r.units))
	for _, u := range r.units {
		of[u.digest] = u
		digests = append(digests, u.digest)
	}
	// The clock comes in when a reading is presented: what is open now is not
	// open when it is loaded tomorrow.
	linked := session.Link(digests, time.Time{})

	j := r.judge
	j.reader, j.of, j.known = &r.reader, of, r.storedVerdicts
	said, judged, err := j.all(ctx, linked.Sessions)
	if err != nil {
		return nil, err
	}
	reading := &fact.Reading{Input: r.input()}
	for i := range linked.Sessions {
		reading.Sessions = append(reading.Sessions, factsOf(&linked.Sessions[i], said[i], of, r.opts.Prices.Cost))
	}
	reading.Outside = session.OutsideFacts(linked.Outside, r.opts.Prices.Cost)
	if err := r.rework(ctx, of, linked.Sessions, reading.Sessions); err != nil {
		return nil, err
	}
	view := &store.View{Key: key, Fingerprint: print, Saved: r.opts.Now, Reading: reading}
	if r.waiting(reading.Sessions) || r.unsettled() {
		view = nil // an answer may come without a file changing
	}
	r.remember(ctx, judged, view)
	return r.present(reading), nil
}

// waiting reports whether any session that could count still waits for a verdict.
func (r *run) waiting(sessions []fact.Session) bool {
	return slices.ContainsFunc(sessions, func(s fact.Session) bool {
		return s.Floor.Passed && !(r.opts.Judging.PeopleOnly && s.Automated) && (s.Verdict.Status == fact.JudgePending || s.Verdict.Fallback)
	})
}

// again reports whether a remembered reading has sessions to ask about again.
func (r *run) again(known *fact.Reading) bool {
	return r.opts.Judging.Again && slices.ContainsFunc(known.Sessions, func(s fact.Session) bool { return s.Verdict.Status == fact.JudgeError })
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
			if r.opts.Now.Sub(s.Ended) < session.OpenFor && !s.Ended.After(r.opts.Now) {
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

func (o *Options) warn(doing string, err error) {
	if err != nil && o.Warn != nil {
		o.Warn(fmt.Errorf("%s: %w", doing, err))
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
