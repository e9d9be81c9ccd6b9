package memory_test

import (
	"testing"

	"prism/internal/long"
	"prism/internal/store/memory"
	"prism/internal/store/storetest"
)

func TestSuite(t *testing.T) {
	long.Draws()
	storetest.Run(t, func(testing.TB) func(testing.TB) storetest.Store {
		s := memory.New()
		return func(testing.TB) storetest.Store { return s }
	})
}
