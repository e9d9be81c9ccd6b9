package classic

import (
	"testing"

	"prism/internal/score"
)

// A day of which nothing counts is told without a figure, and of one session as of one.
func TestNarrativeWithoutScore(t *testing.T) {
	for n, want := range map[int]string{
		0: "",
		1: "1 session ended. It does not count, so there is no score.",
		2: "2 sessions ended. None of them counts, so there is no score.",
	} {
		sum := &score.Summary{}
		sum.Sessions = n
		if got := narrative(sum); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
