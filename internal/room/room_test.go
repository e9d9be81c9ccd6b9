package room_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"prism/internal/room"
)

// greedy takes what it can get, a byte at a time.
func greedy(s *room.Share) (n int64) {
	for s.Take(1) == nil {
		n++
	}
	return n
}

func TestWhoIsAloneAndWhoComesAfter(t *testing.T) {
	const all = 9000
	var r room.Room
	first := r.For(all, "a", "1")
	if n := greedy(first); n != room.Alone(all) {
		t.Errorf("alone: %d, not %d", n, room.Alone(all))
	}
	if n := greedy(r.For(all, "a", "1")); n != 0 {
		t.Errorf("another request of the same key: %d", n)
	}
	other := r.For(all, "a", "2")
	if n := greedy(other); n < all/20 {
		t.Errorf("another key of the same tenant: %d", n)
	}
	for i := range 20 {
		greedy(r.For(all, "a", fmt.Sprint("more", i)))
	}
	if n := greedy(r.For(all, "b", "1")); n < all/7 {
		t.Errorf("another tenant beside 22 keys of one: %d", n)
	}
	first.Release()
	other.Release()
	if n := greedy(r.For(all, "c", "1")); n < all/5 {
		t.Errorf("once the first have gone: %d", n)
	}
}

// Beside some tenants that take all they can get and keep it, each with two keys, the next
// one still gets something.
func TestSomethingIsLeft(t *testing.T) {
	const all = 1 << 20
	var r room.Room
	for i := range 4 {
		for k := range 2 {
			greedy(r.For(all, fmt.Sprint(i), fmt.Sprint(k)))
		}
	}
	if n := greedy(r.For(all, "next", "k")); n < all/256 {
		t.Errorf("%d of %d", n, all)
	}
}

func TestNeverMoreThanThereIs(t *testing.T) {
	const all = 1000
	var r room.Room
	rng := rand.New(rand.NewPCG(1, 2))
	shares := make([]*room.Share, 30)
	held := make([]int64, len(shares))
	for i := range shares {
		shares[i] = r.For(all, fmt.Sprint(i%5), fmt.Sprint(i%10))
	}
	for range 20_000 {
		i, n := rng.IntN(len(shares)), rng.Int64N(300)
		switch rng.IntN(4) {
		case 0:
			shares[i].Release()
			held[i] = 0
		case 1:
			shares[i].Give(n)
			held[i] -= min(n, held[i])
		default:
			if err := shares[i].Take(n); err == nil {
				held[i] += n
			} else if !errors.Is(err, room.ErrFull) {
				t.Fatal(err)
			}
		}
		var sum int64
		for _, n := range held {
			sum += n
		}
		if got := r.Held(); got != sum || got > all {
			t.Fatalf("%d held, %d counted", got, sum)
		}
	}
}
