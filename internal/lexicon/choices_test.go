package lexicon

import (
	"slices"
	"testing"
)

// TestChoices: an entry with choices stands for all that can be made of it.
func TestChoices(t *testing.T) {
	for text, want := range map[string][]string{
		"plain":             {"plain"},
		"(drop/scrap) it":   {"drop it", "scrap it"},
		"(no/) (change/go)": {"no change", "no go", "change", "go"},
		"made it (much/) worse | 太(好/棒)了": {"made it much worse", "made it worse", "太好了", "太棒了"},
		"(unclosed": {"(unclosed"},
	} {
		var got []string
		for e := range chosen("[a]\n" + text) {
			if e.phrase != "" {
				got = append(got, e.phrase)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
