package lease_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"prism/internal/long"
	"prism/internal/queue/lease"
	"prism/internal/queue/queuetest"
	"prism/internal/store/sqlite"
)

func TestMain(m *testing.M) {
	long.Waiting()
	long.InMemory()
	os.Exit(m.Run())
}

// opened are the tenants' stores of a folder, as one more process has them.
func opened(t testing.TB, dir string) map[string]*sqlite.Store {
	t.Helper()
	stores := make(map[string]*sqlite.Store)
	for _, name := range queuetest.Tenants() {
		s, err := sqlite.Open(t.Context(), filepath.Join(dir, name+".db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		stores[name] = s
	}
	return stores
}

func over(stores map[string]*sqlite.Store) queuetest.Queue {
	return lease.New(func(context.Context) (list []lease.Tenant, err error) {
		for _, name := range queuetest.Tenants() {
			s := stores[name]
			list = append(list, lease.Tenant{Name: name, Jobs: s.Jobs()})
		}
		return list, nil
	})
}

func fixture(t testing.TB) queuetest.Fixture { return fixtureIn(t.TempDir()) }

func fixtureIn(dir string) queuetest.Fixture {
	return queuetest.Fixture{
		Open:  func(t testing.TB) queuetest.Queue { return over(opened(t, dir)) },
		Store: func(t testing.TB, tenant string) queuetest.Store { return opened(t, dir)[tenant] },
		Refuse: func(t testing.TB) {
			for _, name := range queuetest.Tenants() {
				db, err := sql.Open("sqlite", filepath.Join(dir, name+".db"))
				if err == nil {
					_, err = db.ExecContext(t.Context(), `CREATE TRIGGER refuse BEFORE INSERT ON jobs BEGIN SELECT raise(ABORT, 'refused'); END`)
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
			}
		},
	}
}

func TestSuite(t *testing.T) { queuetest.Run(t, fixture) }
