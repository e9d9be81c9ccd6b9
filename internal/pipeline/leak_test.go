package pipeline_test

import (
	"testing"

	"go.uber.org/goleak"

	"prism/internal/long"
)

// Every worker has somebody who waits for it.
func TestMain(m *testing.M) {
	long.InMemory()
	goleak.VerifyTestMain(m)
}
