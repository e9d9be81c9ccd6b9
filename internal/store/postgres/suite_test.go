package postgres_test

import (
	"fmt"
	"testing"

	"prism/internal/pgtest"
	"prism/internal/store/postgres"
	"prism/internal/store/storetest"
)

// tenants makes every store another tenant's in one database, so that what one tenant
// sees of another shows as well.
func tenants(t testing.TB) storetest.FreshLasting {
	address := pgtest.Database(t)
	made := 0
	return func(testing.TB) func(testing.TB) storetest.Lasting {
		made++
		tenant := fmt.Sprint("tenant-", made)
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
