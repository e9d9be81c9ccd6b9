package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"prism/internal/long"
	"prism/internal/store/sqlite"
	"prism/internal/store/storetest"
)

func TestMain(m *testing.M) {
	long.InMemory()
	long.Waiting()
	long.Draws()
	os.Exit(m.Run())
}

func fresh(t testing.TB) func(testing.TB) storetest.Lasting {
	path := filepath.Join(t.TempDir(), "made", "by", "prism.db")
	return func(t testing.TB) storetest.Lasting {
		s, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func TestSuite(t *testing.T) { storetest.RunLasting(t, fresh) }

func BenchmarkStore(b *testing.B) { storetest.Bench(b, fresh) }
