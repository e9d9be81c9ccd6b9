package long_test

import (
	"slices"
	"testing"

	"prism/internal/long"
)

func TestHowMuch(t *testing.T) {
	for _, c := range []struct {
		all, own string
		some     []int
		number   int
	}{
		{"", "", []int{1, 2}, 3},
		{"1", "", []int{1, 2, 3}, 30},
		{"", "7", []int{1, 2}, 7},
		{"1", "7", []int{1, 2, 3}, 7},
	} {
		t.Setenv(long.Env, c.all)
		t.Setenv("PRISM_OF_A_TEST", c.own)
		if got := long.Some(2, 1, 2, 3); !slices.Equal(got, c.some) {
			t.Errorf("%+v: %v", c, got)
		}
		if got := long.Number(t, "PRISM_OF_A_TEST", 3, 30); got != c.number {
			t.Errorf("%+v: %d", c, got)
		}
	}
	t.Setenv(long.Env, "")
	if got := long.Some(5, 1, 2); len(got) != 2 {
		t.Errorf("more than there are: %v", got)
	}
}
