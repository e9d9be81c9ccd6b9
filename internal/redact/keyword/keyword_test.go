package keyword

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"prism/internal/redact/chars"
)

// The automaton says where a keyword ends, tells all that end in one place, and
// refuses what it cannot hold.
func TestKeywords(t *testing.T) {
	if _, err := NewAutomaton([]string{"a", ""}); err == nil {
		t.Error("an empty keyword is taken")
	}
	a, err := NewAutomaton([]string{"he", "she", "his", "hers"})
	if err != nil {
		t.Fatal(err)
	}
	var kept [Chains][]Hit
	for _, lead := range []string{"", strings.Repeat(".", 700)} {
		var got []string
		a.Scan(lead+"USHERS", &kept, func(h Hit) { got = append(got, fmt.Sprint(h.Keyword, "@", h.End-len(lead))) })
		if s := strings.Join(got, " "); s != "1@4 0@4 3@6" {
			t.Errorf("behind %d bytes: %s", len(lead), s)
		}
	}
	for text, want := range map[string]bool{"ushers": true, "uSHErs": true, "h e": false, "": false, "xhi": false, "xhis": true} {
		if a.Contains(text) != want {
			t.Errorf("contains %q: %v", text, !want)
		}
	}
	for _, n := range []int{10, 600} {
		if seen := a.Scan(strings.Repeat("a", n-2)+"%\\", &kept, func(Hit) {}); seen != chars.Lower|chars.HexLetter|chars.Percent|chars.Backslash {
			t.Errorf("of %d bytes it saw %b", n, seen)
		}
	}
}

// The automaton finds what a plain search finds.
func TestAutomaton(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("abAB-é")), 1, 4, -1)
		words := rapid.SliceOfNDistinct(rapid.Map(letters, FoldASCII), 1, 6, rapid.ID).Draw(t, "words")
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abAB-éè")), 0, 1400, -1).Draw(t, "text")
		a, err := NewAutomaton(words)
		if err != nil {
			t.Fatal(err)
		}
		got := map[Hit]bool{}
		last := 0
		var kept [Chains][]Hit
		a.Scan(text, &kept, func(h Hit) {
			if h.End < last {
				t.Fatalf("hits are out of order")
			}
			last = h.End
			// Letters outside ASCII are found by approximation.
			if w := words[h.Keyword]; FoldASCII(text[h.End-len(w):h.End]) == w {
				got[h] = true
			}
		})
		want := map[Hit]bool{}
		for k, w := range words {
			for i := 0; i+len(w) <= len(text); i++ {
				if FoldASCII(text[i:i+len(w)]) == w {
					want[Hit{uint16(k), i + len(w)}] = true
				}
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
