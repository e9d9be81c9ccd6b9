package quote

import "testing"

// TestUnfenced: a block of code that a text ends on is no sentence of it.
func TestUnfenced(t *testing.T) {
	const f = "```"
	for text, want := range map[string]string{
		"I set the colour:\n\n" + f + "css\na { b: c }\n" + f + "\n": "I set the colour:",
		"Done.\n" + f + "\nx\n" + f + "\n\n" + f + "\ny\n" + f:       "Done.",
		f + "\nonly code\n" + f:                                      f + "\nonly code\n" + f,
		"The depth is right.":                                        "The depth is right.",
	} {
		if got := Unfenced(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCallsToThePerson: what an answer only calls out is no evidence of the work.
func TestCallsToThePerson(t *testing.T) {
	for text, want := range map[string]bool{
		"OK.": true, "👍": true, "Genau so!": true, "Which of them?": true, "All 4 points done:": true,
		"Both gauges agree.": false, "The depth is read in metres now, not in feet!": false, "水深はメートルで読むようにしました。": false, "All tests pass.": false,
	} {
		if got := Calls(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
