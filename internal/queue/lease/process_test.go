//go:build unix

package lease_test

import (
	"testing"

	"prism/internal/long"
	"prism/internal/queue/queuetest"
)

func TestChild(t *testing.T) {
	queuetest.Child(t, func(t testing.TB, place string) queuetest.Queue { return over(opened(t, place)) })
}

func TestKilled(t *testing.T) {
	dir := t.TempDir()
	queuetest.Killed(t, fixtureIn(dir), dir, long.Number(t, "PRISM_QUEUE_KILLS", 5, 12))
}

func TestRates(t *testing.T) {
	queuetest.Rates(t, long.Number(t, "PRISM_RATE_JOBS", 160, 400), func(t testing.TB) (queuetest.Fixture, string) {
		dir := t.TempDir()
		return fixtureIn(dir), dir
	})
}
