package job

import (
	"cmp"
	"context"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/queue"
	"prism/internal/queue/lease"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store/postgres"
	"prism/internal/store/rows"
	"prism/internal/store/sqlite"
)

// Live is a job that goes on: the same transcripts read again and again as they grow.
type Live struct {
	Store *rows.Store
	Queue queue.Queue
	Gate  *redact.Redactor
	close func() error
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
	l := &Live{Gate: opts.Redactor, opts: opts, p: p}
	if InDatabase(j.Store) {
		err = l.database(ctx, j.Store)
	} else if err = l.open(ctx, j.Store); err == nil {
		l.Queue = lease.New(func(context.Context) ([]lease.Tenant, error) {
			return []lease.Tenant{{Name: localTenant, Jobs: l.Store.Jobs()}}, nil
		})
	}
	if err != nil {
		return nil, err
	}
	l.opts.Search.Kept = l.Store
	return l, nil
}

// open opens the store in a file: what senders sent is nowhere else, so what was
// acknowledged must survive a power cut.
func (l *Live) open(ctx context.Context, file string) error {
	db, err := sqlite.OpenDurable(ctx, file)
	if err != nil {
		return err
	}
	if db.Unprotected() != nil {
		l.p.Warn("%v; going on with the store, which has no checksums against a damaged disk", db.Unprotected())
	}
	l.Store, l.close = db.Store, db.Close
	return nil
}

// database opens the store, and the queue, in a database.
func (l *Live) database(ctx context.Context, address string) error {
	db, err := postgres.Connect(ctx, address)
	if err != nil {
		return err
	}
	l.close = func() error { db.Close(); return nil }
	if l.Store, err = db.Tenant(ctx, localTenant); err == nil {
		l.Queue, err = db.Queue(ctx)
	}
	if err != nil {
		db.Close()
	}
	return err
}

// Tenant is whose content it is.
func (l *Live) Tenant() string { return localTenant }

// Person is who runs the program.
func (l *Live) Person() string { return cmp.Or(l.p.user(), localTenant) }

// Close lets go of what is open.
func (l *Live) Close() error { return l.close() }

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
