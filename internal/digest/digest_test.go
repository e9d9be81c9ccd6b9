package digest

import (
	"fmt"
	"strings"
	"testing"

	"prism/internal/transcript/transcripttest"
)

// The numbers of a turn are exact, also of the calls that its conversation no
// longer holds.
func TestNumbersOfAVeryLongTurn(t *testing.T) {
	s := &transcripttest.Script{Session: "c"}
	s.Prompt("go on")
	const n = 5000
	for i := range n {
		id := fmt.Sprintf("c%d", i)
		switch {
		case i%50 == 7:
			s.Edit(id, fmt.Sprintf("/src/app/f%d.go", i), []string{fmt.Sprintf("line number %d", i)}, nil)
		case i%10 == 3:
			s.Call(id, "Bash", "rm old").Done(id, strings.Repeat("x", 5000))
		default:
			s.Call(id, "Bash", "go test ./...").Done(id, strings.Repeat("y", 5000))
		}
		s.Say("next")
	}
	c := build("c", s)
	d := New(c, nil)
	turn := &d.Turns[0]
	if turn.Calls != n || turn.Mutating != n/50+n/10 || turn.Added != n/50 || len(turn.Edits) != n/50 {
		t.Errorf("calls %d, mutating %d, added %d, edits %d", turn.Calls, turn.Mutating, turn.Added, len(turn.Edits))
	}
}
