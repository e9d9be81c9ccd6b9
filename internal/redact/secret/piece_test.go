package secret

import "testing"

// TestLastPiece: what is left of a key's last line goes with it, and a person's word stays.
func TestLastPiece(t *testing.T) {
	for line, want := range map[string]int{
		"gyNSFl5e add it to the importer": 8, "aBcd use this": 4, "ab3d use this": 4, "+x= use this": 3,
		"Please add it": 0, "add it": 0, "PLEASE add it": 0, " gyNSFl5e add it": 0, "gyNSFl5e": 0, "": 0,
	} {
		if got := lastPiece(line); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
}
