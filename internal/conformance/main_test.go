package conformance

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"prism/internal/long"
)

// TestMain leaves all out where tests are to be short: that is for the race detector, and
// what these ask is done by one goroutine.
func TestMain(m *testing.M) {
	if flag.Parse(); testing.Short() {
		fmt.Println("conformance: left out, as -short asks")
		os.Exit(0)
	}
	long.InMemory()
	os.Exit(m.Run())
}
