package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge/llm"
	"prism/internal/judge/offline"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store/memory"
	"prism/internal/store/sqlite"
	"prism/internal/tracker"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// dialects is the table of agents whose transcripts are understood: adding one is
// a folder beside transcript/claude and a line here.
func dialects() []transcript.Dialect { return []transcript.Dialect{claude.Dialect()} }

// search is where a job's transcripts lie.
func (p *program) search(j *job) source.Options {
	return source.Options{Paths: j.paths, Dialects: dialects(), Getenv: p.env, Home: p.home(), User: p.user()}
}

// home is the person's home folder by the environment.
func (p *program) home() string {
	if h := p.env("HOME"); h != "" {
		return h
	}
	return p.env("USERPROFILE") // Windows
}

func (p *program) user() string {
	if u := p.env("USER"); u != "" {
		return u
	}
	return p.env("USERNAME") // Windows
}

// rolesNotNames are logins that say nothing of a person, and words that stand
// everywhere in what people write about their work.
var rolesNotNames = [...]string{"root", "user", "users", "home", "admin", "administrator", "test", "build", "node", "work", "code", "runner", "ubuntu", "debian", "vagrant", "docker", "default", "claude", "prism", "guest", "nobody", "localhost"}

// names are words that are hidden wherever they stand: who works here.
func (p *program) names() []string {
	var names []string
	for _, n := range []string{p.user(), filepath.Base(p.home())} {
		if len(n) >= 4 && !slices.Contains(rolesNotNames[:], strings.ToLower(n)) && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// reader is what reads and judges in one run of a job.
type reader struct {
	p    *program
	j    *job
	opts pipeline.Options
	db   *sqlite.Store // nil: there is none
	lost bool          // it failed, and a store in memory took its place
}

// way is how a reader reads what its job names.
type way func(ctx context.Context, r *reader) (*library, error)

// options are the choices that only this package makes.
func (p *program) options(j *job) (pipeline.Options, error) {
	opts := pipeline.Options{
		Search: p.search(j), Now: j.now,
		Cutting: pipeline.Cutting{AtCommit: j.cfg.On("commit_boundary")},
		Warn:    func(err error) { p.warn("%v", err) },
	}
	judge, err := offline.Default()
	if err != nil {
		return opts, err
	}
	opts.Judging.Judge, j.version = judge, judge.Version()
	if opts.OptOut, err = redact.NewOptOut(nil, nil, j.cfg.Items("opt_out")); err != nil {
		return opts, usagef("the setting opt_out: %v", err)
	}
	if opts.Cutting.Tracker, err = tracker.Default(); err != nil {
		return opts, err
	}
	if opts.Prices, err = p.prices(j); err != nil {
		return opts, err
	}
	if opts.Redactor, err = redact.New(redact.Options{Words: p.names()}); err != nil {
		return opts, err
	}
	return opts, nil
}

// prices are the bundled ones, and over them those of the person's own file.
func (p *program) prices(j *job) (*price.Table, error) {
	bundled, err := price.Bundled()
	file := j.cfg.Text("prices")
	if err != nil || file == "" {
		return bundled, err
	}
	f, err := os.Open(p.expand(file))
	if err != nil {
		return nil, hinted(fmt.Errorf("read the prices: %w", err), "The setting prices names this file; 'prism config' says where that comes from.")
	}
	defer func() { _ = f.Close() }() // only read
	own, err := price.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return bundled.With(own), nil
}

// readTranscripts reads what a job names, by the given way. The store stays open
// until the returned function is called.
func (p *program) readTranscripts(ctx context.Context, j *job, by way, progress func(done, total int64)) (*library, func(), error) {
	r := &reader{p: p, j: j}
	done := func() {}
	var err error
	if r.opts, err = p.options(j); err != nil {
		return nil, done, err
	}
	r.opts.Progress = progress
	if r.db = p.openStore(ctx, j); r.db != nil {
		done = func() {
			if err := r.db.Close(); err != nil {
				p.warn("%v", err)
			}
		}
	}
	l, err := by(ctx, r)
	return l, done, err
}

// update brings what is kept up to date. A store that fails is told of and left
// aside: the answer is the same without it.
func (r *reader) update(ctx context.Context, opts pipeline.Options) (*library, error) {
	if r.db != nil && !r.lost {
		l, err := updateOn(ctx, r.db, opts)
		if err == nil {
			if l.titles, err = r.db.Titles(ctx); err != nil {
				err = &pipeline.StoreError{Doing: "read the store", Err: err}
			}
		}
		failed, ok := pipeline.Failed(err)
		if !ok {
			if l != nil {
				l.anew = func(ctx context.Context, failed error) (*library, error) {
					r.lost = true
					r.p.warn("%v", failed)
					return updateOn(ctx, memory.New(), opts)
				}
			}
			return l, err
		}
		r.lost = true
		r.p.warn("%v", failed)
	}
	return updateOn(ctx, memory.New(), opts)
}

func updateOn(ctx context.Context, db engine, opts pipeline.Options) (*library, error) {
	opts.Store = db
	u, err := pipeline.Update(ctx, opts)
	if err != nil {
		return nil, err
	}
	return &library{db: db, scope: u.Scope, input: u.Input, now: opts.Now}, nil
}

// asKept is the way of commands that ask nobody: the offline judge judges; where a
// model is the judge, what it answered before counts.
func asKept(ctx context.Context, r *reader) (*library, error) {
	if !r.j.asksModel() {
		return r.update(ctx, r.opts)
	}
	return asking(func(ctx context.Context, a *inquiry) (*library, error) {
		l, _, err := a.judged(ctx, nil)
		if err == nil {
			err = a.remembered(ctx, l)
		}
		return l, err
	})(ctx, r)
}

// asking is the way of commands that may ask a model.
func asking(ask func(context.Context, *inquiry) (*library, error)) way {
	return func(ctx context.Context, r *reader) (*library, error) {
		a, err := newInquiry(r, r.update)
		if err != nil {
			return nil, err
		}
		return ask(ctx, a)
	}
}

// cutAs is the way of the offline judge over sessions that are cut as a model cut
// them, by what it answered.
func cutAs(proto *llm.Protocol) way {
	return func(ctx context.Context, r *reader) (l *library, err error) {
		opts := r.opts
		if opts.Cutting.Asking, err = tracking(llm.Judging(proto, llm.Options{Memory: answersOf(r.db)})); err != nil {
			return nil, err
		}
		return r.update(ctx, opts)
	}
}

// readTurns reads the turns of one session again.
func (p *program) readTurns(ctx context.Context, j *job, s *fact.Session) ([]conversation.Turn, error) {
	return pipeline.Turns(ctx, p.search(j), s)
}

// judge is the name and version of the judge whose verdicts the job uses.
func (j *job) judge() (name, version string) { return j.cfg.Text("judge"), j.version }
