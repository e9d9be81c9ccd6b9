//go:build unix

package river_test

import (
	"testing"

	"prism/internal/long"
	"prism/internal/pgtest"
	"prism/internal/queue/queuetest"
)

func TestChild(t *testing.T) {
	queuetest.Child(t, func(t testing.TB, place string) queuetest.Queue { return over(t, place) })
}

func TestKilled(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	queuetest.Killed(t, fixtureIn(address), address, long.Number(t, "PRISM_QUEUE_KILLS", 5, 12))
}

func TestRates(t *testing.T) {
	queuetest.Rates(t, long.Number(t, "PRISM_RATE_JOBS", 160, 400), func(t testing.TB) (queuetest.Fixture, string) {
		address := pgtest.Database(t)
		return fixtureIn(address), address
	})
}
