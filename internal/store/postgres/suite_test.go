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
// sees of another shows as well.
func tenants(t testing.TB) storetest.FreshLasting {
	address := pgtest.Database(t)
	var made atomic.Int64
	return func(testing.TB) func(testing.TB) storetest.Lasting {
		tenant := fmt.Sprint("tenant-", made.Add(1))
		return func(t testing.TB) storetest.Lasting {
			s, err := postgres.Open(t.Context(), address, tenant)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
}

func TestSuite(t *testing.T) { storetest.RunLasting(t, tenants(t)) }

func BenchmarkStore(b *testing.B) { storetest.Bench(b, tenants(b)) }
