package postgres_test

import (
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	"prism/internal/long"
	"prism/internal/pgtest"
	"prism/internal/store/postgres"
	"prism/internal/store/storetest"
)

func TestMain(m *testing.M) {
	long.Waiting()
	long.Draws()
	os.Exit(m.Run())
}

// tenants makes every store another tenant's in one database, so that what one tenant
// sees of another shows as well. A store is opened over connections that all of them use,
// as a server does, and again over its own, as the command line does; with PRISM_LONG
// always over its own. What a new connection has to read of the database before its first
// answer takes longer than most of these tests.
func tenants(t testing.TB) storetest.FreshLasting {
	address := pgtest.Database(t)
	db, err := postgres.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	var made atomic.Int64
	return func(testing.TB) func(testing.TB) storetest.Lasting {
		tenant := fmt.Sprint("tenant-", made.Add(1))
		var before atomic.Bool
		return func(t testing.TB) storetest.Lasting {
			var s storetest.Lasting
			var err error
			if before.Swap(true) || long.All() {
				s, err = postgres.Open(t.Context(), address, tenant)
			} else {
				s, err = db.Tenant(t.Context(), tenant)
			}
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
}

func TestSuite(t *testing.T) { storetest.RunLasting(t, tenants(t)) }

func BenchmarkStore(b *testing.B) { storetest.Bench(b, tenants(b)) }
