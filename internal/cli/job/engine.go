package job

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"prism/internal/conversation"
	"prism/internal/disk"
	"prism/internal/fact"
	"prism/internal/judge/offline"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store/memory"
	"prism/internal/store/rows"
	"prism/internal/tracker"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
	"prism/internal/trap"
)

// dialects is the table of agents whose transcripts are understood: adding one is
// a folder beside transcript/claude and a line here.
func (p *Program) dialects() []transcript.Dialect {
	list := []transcript.Dialect{claude.Dialect()}
	for i := range list {
		if p.Decoder != nil {
			list[i].New = p.Decoder(list[i].New)
		}
	}
	return list
}

// Search is where a job's transcripts lie.
func (p *Program) Search(j *Job) source.Options {
	return source.Options{Paths: j.Paths, Dialects: p.dialects(), Getenv: p.Env, Home: p.home(), User: p.user()}
}

// home is the person's home folder by the environment.
func (p *Program) home() string {
	if h := p.Env("HOME"); h != "" {
		return h
	}
	return p.Env("USERPROFILE") // Windows
}

func (p *Program) user() string {
	if u := p.Env("USER"); u != "" {
		return u
	}
	return p.Env("USERNAME") // Windows
}

// rolesNotNames are logins that say nothing of a person, and words that stand
// everywhere in what people write about their work.
var rolesNotNames = [...]string{"root", "user", "users", "home", "admin", "administrator", "test", "build", "node", "work", "code", "runner", "ubuntu", "debian", "vagrant", "docker", "default", "claude", "prism", "guest", "nobody", "localhost"}

// Names are words that are hidden wherever they stand: who works here.
func (p *Program) Names() []string {
	var names []string
	for _, n := range []string{p.user(), filepath.Base(p.home())} {
		if len(n) >= 4 && !slices.Contains(rolesNotNames[:], strings.ToLower(n)) && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// Reader is what reads and judges in one run of a job.
type Reader struct {
	Program *Program
	Job     *Job
	Opts    pipeline.Options
	Store   *rows.Store // nil: there is none
	lost    bool        // it failed, and a store in memory took its place
}

// Way is how a reader reads what its job names.
type Way func(ctx context.Context, r *Reader) (*Library, error)

// options are the choices that only this package makes.
func (p *Program) options(j *Job) (pipeline.Options, error) {
	opts, err := p.choices(j)
	if err == nil {
		err = makersOf(p.Names()).into(&opts, j)
	}
	return opts, err
}

// choices are the options without those who judge, cut and hide (makers).
func (p *Program) choices(j *Job) (pipeline.Options, error) {
	opts := pipeline.Options{
		Search: p.Search(j), Now: j.Now,
		Cutting: pipeline.Cutting{AtCommit: j.Cfg.On("commit_boundary")},
		Warn:    func(err error) { p.Warn("%v", err) },
	}
	var err error
	if opts.OptOut, err = redact.NewOptOut(nil, nil, j.Cfg.Items("opt_out")); err != nil {
		return opts, Usagef("the setting opt_out: %v", err)
	}
	opts.Prices, err = p.prices(j)
	return opts, err
}

// makers are those whose words take a while to read.
type makers struct {
	judge    *offline.Judge
	tracker  *tracker.Tracker
	redactor *redact.Redactor
	err      error
}

// makersOf makes them; words are hidden wherever they stand.
func makersOf(words []string) (m makers) {
	if m.redactor, m.err = redact.New(redact.Options{Words: words}); m.err == nil {
		m.judge, m.err = offline.Default()
	}
	if m.err == nil {
		m.tracker, m.err = tracker.Default()
	}
	return m
}

// meanwhile makes them while something else is done, such as opening the store; wait
// waits until all is done. Where nothing is stored, everything will be read: then their
// words are read at once, too, and not when the first transcript was.
func meanwhile(words []string, stored bool) (made <-chan makers, wait func()) {
	out := make(chan makers, 1)
	var group sync.WaitGroup
	group.Go(func() {
		m := makersOf(words)
		out <- m
		if m.err == nil && !stored {
			for _, load := range []func(){m.tracker.Load, m.judge.Load} {
				_ = trap.Call(func() error { load(); return nil }) // the first answer fails over it, too
			}
		}
	})
	return out, group.Wait
}

// into puts them into the options of a job.
func (m makers) into(opts *pipeline.Options, j *Job) error {
	if m.err != nil {
		return m.err
	}
	opts.Judging.Judge, opts.Cutting.Tracker, opts.Redactor = m.judge, m.tracker, m.redactor
	j.Version = m.judge.Version()
	return nil
}

// prices are the bundled ones, and over them those of the person's own file. One that
// is not there, or makes no sense, stops only what spends money by it.
func (p *Program) prices(j *Job) (*price.Table, error) {
	bundled, err := price.Bundled()
	file := j.Cfg.Text("prices")
	if err != nil || file == "" {
		return bundled, err
	}
	own, err := p.ReadPrices(file)
	switch {
	case err == nil:
		return bundled.With(own), nil
	case j.AsksModel():
		return nil, Hinted(err, "The setting prices names this file; 'prism config' says where that comes from, 'prism config unset prices' takes it back.")
	}
	p.Warn("%v; the bundled prices are used ('prism config' says where the setting prices comes from)", err)
	return bundled, nil
}

// ReadPrices reads a file of prices.
func (p *Program) ReadPrices(file string) (*price.Table, error) {
	f, err := disk.Open(p.Expand(file))
	if disk.Missing(err) {
		return nil, fmt.Errorf("there is no file of prices %s", p.Short(file))
	}
	if err != nil {
		return nil, fmt.Errorf("the prices cannot be read: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	own, err := price.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s is no file of prices: %w", p.Short(file), err)
	}
	return own, nil
}

// ReadTranscripts reads what a job names, by the given way. The store stays open
// until the returned function is called.
func (p *Program) ReadTranscripts(ctx context.Context, j *Job, by Way, progress func(done, total int64)) (*Library, func(), error) {
	r := &Reader{Program: p, Job: j}
	done := func() {}
	made, wait := meanwhile(p.Names(), HasStore(j.Store))
	defer wait()
	var err error
	if r.Opts, err = p.choices(j); err != nil {
		return nil, done, err
	}
	r.Opts.Progress = progress
	if r.Store, err = p.openStore(ctx, j); err != nil {
		return nil, done, err
	}
	if r.Store != nil {
		if len(j.Paths) == 0 && j.Demo == "" {
			r.Opts.Search.Kept = r.Store // what a server took for this machine belongs to its own folders
		}
		done = func() {
			if err := r.Store.Close(); err != nil {
				p.Warn("%v", err)
			}
		}
	}
	if err = (<-made).into(&r.Opts, j); err != nil {
		return nil, done, err
	}
	l, err := by(ctx, r)
	return l, done, err
}

// Update brings what is kept up to date. A store that fails is told of and left
// aside: the answer is the same without it.
func (r *Reader) Update(ctx context.Context, opts pipeline.Options) (*Library, error) {
	if r.Store != nil && !r.lost {
		l, err := UpdateOn(ctx, r.Store, opts)
		if err == nil {
			if l.Titles, err = r.Store.Titles(ctx); err != nil {
				err = &pipeline.StoreError{Doing: "read the store", Err: err}
			}
		}
		failed, ok := pipeline.Failed(err)
		if !ok {
			if l != nil {
				l.Anew = func(ctx context.Context, failed error) (*library.Library, error) {
					r.lost = true
					r.Program.Warn("%v", failed)
					opts.Search.Kept = nil
					anew, err := UpdateOn(ctx, memory.New(), opts)
					if err != nil {
						return nil, err
					}
					return anew.Library, nil
				}
			}
			return l, err
		}
		r.lost = true
		r.Program.Warn("%v", failed)
	}
	opts.Search.Kept = nil
	return UpdateOn(ctx, memory.New(), opts)
}

// UpdateOn runs the steps on a store and gives the library that it then holds.
func UpdateOn(ctx context.Context, db engine, opts pipeline.Options) (*Library, error) {
	opts.Store = db
	u, err := pipeline.Update(ctx, opts)
	if err != nil {
		return nil, err
	}
	return &Library{&library.Library{Store: db, Scope: u.Scope, Input: u.Input, Now: opts.Now}, u.More}, nil
}

// ReadTurns reads the turns of one session again.
func (p *Program) ReadTurns(ctx context.Context, j *Job, s *fact.Session) (turns []conversation.Turn, err error) {
	search := p.Search(j)
	if !slices.ContainsFunc(s.Parts, func(x fact.Part) bool { return source.IsKept(x.File) }) || !HasStore(j.Store) {
		return pipeline.Turns(ctx, search, s)
	}
	err = p.WithStore(ctx, j, func(db *rows.Store) error {
		if db == nil {
			return pipeline.ErrGone
		}
		search.Kept = db
		turns, err = pipeline.Turns(ctx, search, s)
		return err
	})
	return turns, err
}

// Judge is the name and version of the judge whose verdicts the job uses.
func (j *Job) Judge() (name, version string) { return j.Cfg.Text("judge"), j.Version }
