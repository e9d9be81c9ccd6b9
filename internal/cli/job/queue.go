package job

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/queue"
	"prism/internal/queue/lease"
	"prism/internal/store/postgres"
	"prism/internal/store/rows"
)

// tenantFolder is where, in the data folder of a server, the files of tenants are that
// are not the local one.
const tenantFolder = "tenants"

// WithJobs opens what waits to be done at a place for f: a database knows all its
// tenants; beside a file, those of the server's data folder are looked for, "" for none.
func (p *Program) WithJobs(ctx context.Context, place, data string, f func(queue.Board) error) (err error) {
	if InDatabase(place) {
		db, err := postgres.Connect(ctx, place)
		if err != nil {
			return err
		}
		defer db.Close()
		q, err := db.Queue(ctx)
		if err != nil {
			return err
		}
		return f(q)
	}
	files := map[string]string{}
	if HasStore(place) {
		files[localTenant] = place
	}
	if data != "" {
		found, err := filepath.Glob(filepath.Join(data, tenantFolder, "*.db"))
		if err != nil {
			return err
		}
		for _, file := range found {
			files[strings.TrimSuffix(filepath.Base(file), ".db")] = file
		}
	}
	var tenants []lease.Tenant
	var open []*rows.Store
	defer func() {
		for _, db := range open {
			err = errors.Join(err, db.Close())
		}
	}()
	for name, file := range files {
		db, err := p.Open(ctx, file)
		if err != nil {
			return err
		}
		open = append(open, db)
		tenants = append(tenants, lease.Tenant{Name: name, Jobs: db.Jobs()})
	}
	slices.SortFunc(tenants, func(a, b lease.Tenant) int { return strings.Compare(a.Name, b.Name) })
	return f(lease.New(func(context.Context) ([]lease.Tenant, error) { return tenants, nil }))
}
