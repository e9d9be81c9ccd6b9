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
	sqlite "prism/internal/store/sqlite1"
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

// engine is what reads and judges for one run: the choices that only this room makes.
func (p *program) engine(j *job) (pipeline.Options, error) {
	opts := pipeline.Options{
		Search: p.search(j), Now: j.now,
		CommitBoundary: j.cfg.On("commit_boundary"),
		Warn:           func(err error) { p.warn("%v", err) },
	}
	judge, err := offline.Default()
	if err != nil {
		return opts, err
	}
	opts.Judge, j.version = judge, judge.Version()
	if opts.OptOut, err = redact.NewOptOut(nil, nil, j.cfg.Items("opt_out")); err != nil {
		return opts, usagef("the setting opt_out: %v", err)
	}
	if opts.Tracker, err = tracker.Default(); err != nil {
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

// readTranscripts runs the pipeline for a job. A judge that is a model answers
// with what was kept; asking it is for those who said so (prism judge, or score
// with a judge named): see ask.
func (p *program) readTranscripts(ctx context.Context, j *job, progress func(done, total int64)) (r *fact.Reading, err error) {
	opts, err := p.engine(j)
	if err != nil {
		return nil, err
	}
	opts.Progress = progress
	err = p.withStore(ctx, j, func(db *sqlite.Store) error {
		if !j.asksModel() {
			if db != nil {
				opts.Store = db
			}
			if j.cuts != nil {
				opts.Asking, err = tracking(llm.Judging(j.cuts, llm.Options{Memory: memory(db)}))
				if err != nil {
					return err
				}
			}
			r, err = j.pipeline(ctx, opts)
			return err
		}
		a, err := p.newAsking(j, opts, db)
		if err != nil {
			return err
		}
		j.version = a.proto.Version()
		if a.j.tracksByModel() {
			j.cuts = a.proto
		}
		if j.ask == nil {
			if r, _, err = a.judged(ctx, nil); err == nil {
				a.remembered(r)
			}
			return err
		}
		r, err = j.ask(ctx, a)
		return err
	})
	return r, err
}

// pipeline runs the pipeline the way the job wants it run.
func (j *job) pipeline(ctx context.Context, opts pipeline.Options) (*fact.Reading, error) {
	if j.run != nil {
		return j.run(ctx, opts)
	}
	return pipeline.Run(ctx, opts)
}

// readTurns reads the turns of one session again.
func (p *program) readTurns(ctx context.Context, j *job, s *fact.Session) ([]conversation.Turn, error) {
	opts, err := p.engine(j)
	if err != nil {
		return nil, err
	}
	return pipeline.Turns(ctx, opts, s)
}

// judge is the name and version of the judge whose verdicts the job uses.
func (j *job) judge() (name, version string) { return j.cfg.Text("judge"), j.version }
