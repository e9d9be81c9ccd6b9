package job

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store/rows"
)

// Live is a tenant whose sessions are made again and again as its content grows.
type Live struct {
	Store *rows.Store
	Gate  *redact.Redactor
	opts  pipeline.Options
	p     *Program

	mu   sync.Mutex
	seen pipeline.Kept // its Scope is "" until it was looked for
}

// Live makes the sessions of a tenant from a job's settings: of the tenant of this
// machine the folders are read, too, of others only what was sent.
func (p *Program) Live(j *Job, name string, db *rows.Store) (*Live, error) {
	opts, err := p.options(j)
	if err != nil {
		return nil, err
	}
	opts.Search.Kept, opts.Search.KeptOnly = db, name != localTenant
	if name != localTenant {
		opts.Search.Paths = nil
	}
	return &Live{Store: db, Gate: opts.Redactor, opts: opts, p: p}, nil
}

// Person is who runs the program.
func (p *Program) Person() string { return cmp.Or(p.user(), localTenant) }

// Update brings the sessions up to date.
func (l *Live) Update(ctx context.Context, progress func(done, total int64)) (*library.Library, error) {
	opts := l.opts
	opts.Now, opts.Progress = l.p.Now(), progress
	lib, err := UpdateOn(ctx, l.Store, opts)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen.Scope != lib.Scope { // a folder came, or went
		l.seen = pipeline.Kept{}
	}
	return lib.Library, nil
}

// Look gives the sessions as the store holds them, whoever made them.
func (l *Live) Look(ctx context.Context) (*library.Library, pipeline.Kept, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	if l.seen.Scope == "" {
		opts := l.opts
		opts.Store = l.Store
		l.seen, err = pipeline.Look(ctx, opts)
	} else {
		err = l.seen.Again(ctx, l.Store)
	}
	if err != nil {
		return nil, pipeline.Kept{}, err
	}
	return &library.Library{Store: l.Store, Scope: l.seen.Scope, Input: l.seen.Input, Now: l.p.Now()}, l.seen, nil
}

// Read reads the turns of a session again.
func (l *Live) Read(ctx context.Context, s *fact.Session) ([]conversation.Turn, error) {
	return pipeline.Turns(ctx, l.opts.Search, s)
}

// Folders are those in which transcripts may come and grow.
func (l *Live) Folders(ctx context.Context) ([]string, error) {
	search := l.opts.Search
	search.Kept = nil // no folder
	list, err := source.List(ctx, search)
	if err != nil {
		return nil, err
	}
	return list.Folders(), nil
}

// WindowError says that a text names no stretch of time.
type WindowError struct{ Text string }

// Error implements error.
func (e *WindowError) Error() string { return e.Text }

// Window reads what people write for a stretch of time, as --since and --until do.
func Window(since, until string, now time.Time) (from, to time.Time, err error) {
	if from, to, err = parseWindow(since, until, now); err != nil {
		err = &WindowError{strings.TrimPrefix(strings.TrimPrefix(err.Error(), "--since: "), "--until: ")}
	}
	return from, to, err
}
