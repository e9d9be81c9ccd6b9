package memory_test

import (
	"testing"

	"prism/internal/store/memory"
	"prism/internal/store/storetest"
)

func TestSuite(t *testing.T) {
	storetest.Run(t, func(testing.TB) func(testing.TB) storetest.Store {
		s := memory.New()
		return func(testing.TB) storetest.Store { return s }
	})
}
