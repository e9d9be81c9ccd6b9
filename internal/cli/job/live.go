package job

import (
	"context"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store/rows"
)

// Live is a job that goes on: the same transcripts read again and again as they grow.
type Live struct {
	Store *rows.Store
	Gate  *redact.Redactor
	opts  pipeline.Options
	p     *Program
}

// Live opens what a job reads for as long as it goes on. Its store must open: what is
// served must be the same after a restart.
func (p *Program) Live(ctx context.Context, j *Job) (*Live, error) {
	opts, err := p.options(j)
	if err != nil {
		return nil, err
	}
	if j.Store == "" {
		return nil, Usagef("the server needs its store, and the setting no_store turns it off ('prism config' says where that comes from)")
	}
	db, err := p.Open(ctx, j.Store)
	if err != nil {
		return nil, err
	}
	opts.Search.Kept = db
	return &Live{Store: db, Gate: opts.Redactor, opts: opts, p: p}, nil
}

// Update brings the sessions up to date.
func (l *Live) Update(ctx context.Context, progress func(done, total int64)) (*library.Library, error) {
	opts := l.opts
	opts.Now, opts.Progress = l.p.Now(), progress
	lib, err := UpdateOn(ctx, l.Store, opts)
	if err != nil {
		return nil, err
	}
	return lib.Library, nil
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

// Window reads what people write for a stretch of time, as --since and --until do.
func Window(since, until string, now time.Time) (from, to time.Time, err error) {
	return parseWindow(since, until, now)
}
