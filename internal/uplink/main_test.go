package uplink_test

import (
	"os"
	"testing"

	"prism/internal/long"
)

func TestMain(m *testing.M) {
	long.InMemory()
	os.Exit(m.Run())
}
