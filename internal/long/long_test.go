package long_test

import (
	"flag"
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

// What is only for all says by default what stands for it, and runs where all is to be done.
func TestOnly(t *testing.T) {
	for all, want := range map[string]bool{"": false, "1": true} {
		t.Setenv(long.Env, all)
		ran := false
		t.Run("all="+all, func(t *testing.T) {
			long.Only(t, "another")
			ran = true
		})
		if ran != want {
			t.Errorf("with %q it ran: %t", all, ran)
		}
	}
}

// What somebody asked for on the command line stays, and so does rapid's own number where
// all is to be done.
func TestDraws(t *testing.T) {
	for _, c := range []struct{ all, asked, want string }{{"", "100", "12"}, {"1", "100", "100"}, {"", "500", "500"}} {
		t.Setenv(long.Env, c.all)
		f := flag.Lookup("rapid.checks")
		if f == nil {
			f = drawn()
		}
		if err := f.Value.Set(c.asked); err != nil {
			t.Fatal(err)
		}
		if long.Draws(); f.Value.String() != c.want {
			t.Errorf("%+v: %s", c, f.Value)
		}
	}
}

// drawn is a flag as package rapid has it.
func drawn() *flag.Flag {
	flag.Int("rapid.checks", 100, "as rapid has it")
	return flag.Lookup("rapid.checks")
}
