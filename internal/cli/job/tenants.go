package job

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/content"
	"prism/internal/queue"
	"prism/internal/queue/lease"
	"prism/internal/queue/river"
	"prism/internal/redact"
	"prism/internal/store/postgres"
	"prism/internal/store/rows"
	"prism/internal/store/sqlite"
	"prism/internal/tenant"
	"prism/internal/writer"
)

// Stores are the stores of a server's tenants: in one database, or each in a file. The
// one of the tenant local holds what stands above tenants, too.
type Stores struct {
	Control *rows.Store
	Queue   queue.Queue

	board    queue.Board
	p        *Program
	db       *postgres.Database // nil: files
	data     string             // folder of the files
	mu       sync.Mutex
	accounts sync.Mutex // over known
	open     map[string]*rows.Store
	files    map[string]*sqlite.Store // of tenants that have one each
	infos    map[string]os.FileInfo   // of those files, as they were opened
	known    map[string]knownAccount
	close    []func() error
}

// knownAccount is an account as it was when it was last looked up.
type knownAccount struct {
	tenant.Account
	at    time.Time
	asked bool // somebody looks it up again
}

// accountTime is how long an account is not looked up again: a policy holds, and an
// opt-out, within a second.
const accountTime = 500 * time.Millisecond

// Account is what holds for a tenant, as it was less than a second ago. This machine's
// own need not have been made.
func (s *Stores) Account(ctx context.Context, name string) (tenant.Account, error) {
	now := s.p.Now()
	s.accounts.Lock()
	known, ok := s.known[name]
	age := now.Sub(known.at)
	// One looks it up again, not all who send at that moment.
	fresh := ok && (age < accountTime || known.asked && age < accountTime*3/2)
	if ok && !fresh {
		known.asked = true
		s.known[name] = known
	}
	s.accounts.Unlock()
	if fresh {
		return known.Account, nil
	}
	a, made, err := s.Control.Account(ctx, name)
	if err == nil && !made && name != localTenant {
		err = ErrNoTenant
	}
	if err != nil {
		return a, err
	}
	s.accounts.Lock()
	s.known[name] = knownAccount{Account: a, at: now} // as many as there are tenants
	s.accounts.Unlock()
	return a, nil
}

// ErrNoTenant says that there is no tenant of that name.
var ErrNoTenant = errors.New("there is no such tenant")

// OpenStores opens what a server keeps: place is the store's, data the folder where
// other tenants' files lie.
func (p *Program) OpenStores(ctx context.Context, place, data string) (*Stores, error) {
	s := &Stores{p: p, data: data, open: map[string]*rows.Store{}, known: map[string]knownAccount{}, files: map[string]*sqlite.Store{}, infos: map[string]os.FileInfo{}}
	var err error
	if InDatabase(place) {
		if s.db, err = postgres.Connect(ctx, place); err != nil {
			return nil, err
		}
		s.close = append(s.close, func() error { s.db.Close(); return nil })
		if s.Control, err = s.db.Tenant(ctx, localTenant); err == nil {
			var q *river.Queue
			q, err = s.db.Queue(ctx)
			s.Queue, s.board = q, q
		}
	} else {
		s.Control, err = s.file(ctx, localTenant, place)
		q := lease.New(s.jobs)
		s.Queue, s.board = q, q
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.open[localTenant] = s.Control
	return s, nil
}

// file opens the store in a file: what senders sent is nowhere else, so what was
// acknowledged must survive a power cut.
func (s *Stores) file(ctx context.Context, name, file string) (*rows.Store, error) {
	db, err := sqlite.OpenDurable(ctx, file)
	if err != nil {
		return nil, err
	}
	if db.Unprotected() != nil {
		s.p.Warn("%v; going on with the store, which has no checksums against a damaged disk", db.Unprotected())
	}
	s.close = append(s.close, db.Close)
	s.files[name] = db
	if s.infos[name], err = os.Stat(file); err != nil {
		return nil, err
	}
	return db.Store, nil
}

// stands reports whether the file of a tenant's open store is the one that there is: the
// tenant may have been dropped, and made again, by another process, and what is written to
// a file that was removed is kept for nobody. The store of that file stays open until the
// end: closed earlier, it would remove the log of the one that has its name now.
func (s *Stores) stands(name string) bool {
	if s.db != nil || name == localTenant {
		return true
	}
	is, err := os.Stat(fileOf(s.data, name))
	return err == nil && os.SameFile(is, s.infos[name])
}

// Shared reports whether other machines may work on the same stores.
func (s *Stores) Shared() bool { return s.db != nil }

// Ingest is the store of a tenant for content that comes in; the jobs that it causes
// are begun at once where this process does jobs.
func (s *Stores) Ingest(ctx context.Context, name string) (writer.Store, error) {
	db, err := s.Of(ctx, name)
	if q, ok := s.Queue.(*lease.Queue); ok && err == nil {
		return &waking{db, func() { q.Wake(name) }}, nil
	}
	return db, err
}

// waking is a store that tells of what was written to it.
type waking struct {
	*rows.Store
	wake func()
}

// Ingest implements writer.Store.
func (w *waking) Ingest(ctx context.Context, list []content.Append, now time.Time) ([]content.Receipt, error) {
	got, err := w.Store.Ingest(ctx, list, now)
	if err == nil {
		w.wake()
	}
	return got, err
}

// Board is what a person sees of the queue.
func (s *Stores) Board() queue.Board { return s.board }

// Of is the store of a tenant that was made, or of this machine's own.
func (s *Stores) Of(ctx context.Context, name string) (*rows.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if db := s.open[name]; db != nil && s.stands(name) {
		return db, nil
	}
	if err := tenant.CheckName(name); err != nil {
		return nil, ErrNoTenant
	}
	_, made, err := s.Control.Account(ctx, name)
	if err != nil {
		return nil, err
	}
	if !made {
		return nil, ErrNoTenant
	}
	var db *rows.Store
	if s.db != nil {
		db, err = s.db.Tenant(ctx, name)
	} else {
		db, err = s.file(ctx, name, fileOf(s.data, name))
	}
	if err != nil {
		return nil, err
	}
	s.open[name] = db
	return db, nil
}

func fileOf(data, name string) string { return filepath.Join(data, tenantFolder, name+storeEnd) }

// Names are the tenants there are, local first.
func (s *Stores) Names(ctx context.Context) ([]string, error) {
	made, err := s.Control.Tenants(ctx)
	names := []string{localTenant}
	for _, t := range made {
		if t.Name != localTenant {
			names = append(names, t.Name)
		}
	}
	return names, err
}

// jobs are the tables of jobs of all tenants.
func (s *Stores) jobs(ctx context.Context) ([]lease.Tenant, error) {
	names, err := s.Names(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]lease.Tenant, 0, len(names))
	for _, name := range names {
		db, err := s.Of(ctx, name)
		if err != nil {
			return nil, err
		}
		out = append(out, lease.Tenant{Name: name, Jobs: db.Jobs()})
	}
	slices.SortFunc(out, func(a, b lease.Tenant) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Drop removes a tenant with all its content; its file, where it has one.
func (s *Stores) Drop(ctx context.Context, name string) error {
	db, err := s.Of(ctx, name)
	if err != nil {
		return err
	}
	if _, err := db.ForgetAll(ctx); err != nil {
		return err
	}
	if err := s.Control.DropTenant(ctx, name); err != nil || s.db != nil {
		return err
	}
	s.mu.Lock()
	delete(s.open, name)
	delete(s.files, name)
	s.mu.Unlock()
	if err := db.Close(); err != nil {
		return err
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(fileOf(s.data, name) + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// RemovePerson removes what is kept above tenants of a person, and returns once their keys
// open nothing more in any process and what came by them is kept: what is removed of it
// then does not come back.
func (s *Stores) RemovePerson(ctx context.Context, account, name string) error {
	if err := s.Control.RemovePerson(ctx, account, name); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(tenant.Ended):
		return nil
	}
}

// Close lets go of all stores.
func (s *Stores) Close() (err error) {
	for _, c := range slices.Backward(s.close) {
		err = errors.Join(err, c())
	}
	return err
}

// DataFolder is where other tenants' files lie: what was asked for, else beside the
// store.
func (p *Program) DataFolder(place, asked string) string {
	switch {
	case asked != "":
		if abs, err := filepath.Abs(p.Expand(asked)); err == nil {
			return abs
		}
		return asked
	case InDatabase(place):
		return p.Folders().Data
	}
	return filepath.Dir(place)
}

// Gate is what other machines' content passes: without this machine's own names, which
// are words in it like others.
func (p *Program) Gate() (*redact.Redactor, error) { return redact.New(redact.Options{}) }

// OwnGate is what is shown of this machine's own sessions passes: its names are hidden in it.
func (p *Program) OwnGate() (*redact.Redactor, error) {
	return redact.New(redact.Options{Words: p.Names()})
}
