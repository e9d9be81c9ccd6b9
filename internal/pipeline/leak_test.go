package pipeline_test

import (
	"testing"

	"go.uber.org/goleak"
)

// Every worker has somebody who waits for it.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
