package postgres_test

import (
	"fmt"
	"testing"

	"prism/internal/pgtest"
	"prism/internal/store/postgres"
	"prism/internal/store/storetest"
)

// TestSuite: every store is another tenant's in one database, so that what one tenant
// sees of another shows as well.
func TestSuite(t *testing.T) {
	address := pgtest.Database(t)
	tenants := 0
	storetest.RunLasting(t, func(testing.TB) func(testing.TB) storetest.Lasting {
		tenants++
		tenant := fmt.Sprint("tenant-", tenants)
		return func(t testing.TB) storetest.Lasting {
			s, err := postgres.Open(t.Context(), address, tenant)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}
