package river_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"prism/internal/long"
	"prism/internal/pgtest"
	"prism/internal/queue"
	"prism/internal/queue/queuetest"
	"prism/internal/queue/river"
	"prism/internal/store/postgres"
)

func TestMain(m *testing.M) {
	long.Waiting()
	os.Exit(m.Run())
}

func connected(t testing.TB, address string) *postgres.Database {
	t.Helper()
	db, err := postgres.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func over(t testing.TB, address string) queuetest.Queue {
	t.Helper()
	q, err := connected(t, address).Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func fixtureIn(address string) queuetest.Fixture {
	return queuetest.Fixture{
		Open: func(t testing.TB) queuetest.Queue { return over(t, address) },
		Store: func(t testing.TB, tenant string) queuetest.Store {
			s, err := connected(t, address).Tenant(t.Context(), tenant)
			if err != nil {
				t.Fatal(err)
			}
			return s
		},
		Refuse: func(t testing.TB) {
			conn, err := pgx.Connect(t.Context(), address)
			if err == nil {
				_, err = conn.Exec(t.Context(), `ALTER TABLE prism.river_job ADD CHECK (false) NOT VALID`)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := conn.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
	}
}

// Whoever raises River's version sees that its schema needs a number of ours.
func TestNewestSchema(t *testing.T) {
	m, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := m.AllVersions()
	if newest := all[len(all)-1].Version; newest != river.Schema {
		t.Errorf("River's schema is %d, ours goes to %d: add a migration (an empty one in both folders), then raise river.Schema", newest, river.Schema)
	}
}

// Each of the suite has a database of its own, a copy of one with the schema: to make
// that takes longer than what most of them do in it.
func TestSuite(t *testing.T) {
	fresh := pgtest.Copies(t, func(address string) error {
		db, err := postgres.Connect(t.Context(), address)
		if err == nil {
			db.Close()
		}
		return err
	})
	queuetest.Run(t, func(t testing.TB) queuetest.Fixture { return fixtureIn(fresh(t)) })
}

// Who begins while the database is not to be used works once it is.
func TestBeginsAgain(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	q := over(t, address)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	run := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	run(`ALTER TABLE prism.river_queue RENAME TO away`)
	if err := q.Enqueue(t.Context(), "one", queue.New{Kind: queue.Update}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	trouble, did, ended := make(chan error, 100), make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- q.Work(ctx, queue.Options{Trouble: func(err error) {
			select {
			case trouble <- err:
			default:
			}
		}}, func(_ context.Context, j queue.Job) error {
			did <- j.Tenant
			return nil
		})
	}()
	<-trouble // it could not begin, and says so
	run(`ALTER TABLE prism.away RENAME TO river_queue`)
	if got := <-did; got != "one" {
		t.Errorf("did that of %q", got)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	// Told to stop before it could begin, it stops.
	run(`ALTER TABLE prism.river_queue RENAME TO away`)
	ctx, cancel = context.WithCancel(t.Context())
	go func() { ended <- q.Work(ctx, queue.Options{}, nil) }()
	time.Sleep(100 * time.Millisecond)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
