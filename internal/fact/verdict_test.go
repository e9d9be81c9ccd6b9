package fact

import (
	"testing"

	"prism/internal/redact"
)

// A quote that stands at a criterion, or within another one of its line, is not shown again.
func TestUnplaced(t *testing.T) {
	quote := func(line, text string) Evidence { return Evidence{UUID: line, Turn: 1, Quote: redact.Restore(text)} }
	at := quote("a", "Done. It says so now.")
	v := Verdict{
		Criteria: []Criterion{{Name: "finished", Met: true, Evidence: &at}, {Name: "not_undone", Met: true}},
		Evidence: []Evidence{
			at, quote("a", "It says so now."), quote("b", "It says so now."), quote("a", "Done. It says so now. And more."),
			quote("c", "part"), quote("c", "part of it"), quote("d", "twice"), quote("d", "twice"),
		},
	}
	var got []string
	for _, e := range v.Unplaced() {
		got = append(got, e.UUID+": "+e.Quote.String())
	}
	want := []string{"b: It says so now.", "a: Done. It says so now. And more.", "c: part of it", "d: twice"}
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}
