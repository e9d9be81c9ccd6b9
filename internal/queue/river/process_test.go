//go:build unix

package river_test

import (
	"testing"

	"prism/internal/pgtest"
	"prism/internal/queue/queuetest"
)

func TestChild(t *testing.T) {
	queuetest.Child(t, func(t testing.TB, place string) queuetest.Queue { return over(t, place) })
}

func TestKilled(t *testing.T) {
	address := pgtest.Database(t)
	queuetest.Killed(t, fixtureIn(address), address, 12)
}

func TestRates(t *testing.T) {
	queuetest.Rates(t, func(t testing.TB) (queuetest.Fixture, string) {
		address := pgtest.Database(t)
		return fixtureIn(address), address
	})
}
