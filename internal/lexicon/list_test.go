package lexicon

import "testing"

// A list is compared letter for letter: at the head of a text and at its end with a blank
// between, which scripts without blanks do without.
func TestLists(t *testing.T) {
	l := &List{all: []string{"take a look", "the", "对吧", "key"}, has: map[string]bool{"take a look": true, "the": true, "对吧": true, "key": true}}
	for text, want := range map[string]int{"the cat": 4, "thecat": 0, "the": 0, "take a look at": 12, "": 0, "The cat": 0} {
		if got := l.Leads(text); got != want {
			t.Errorf("%q is led by %d bytes, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{"cat the": 4, "breathe": 0, "the": 0, "是这样对吧": 6, "": 0} {
		if got := l.Ends(text); got != want {
			t.Errorf("%q ends on %d bytes, want %d", text, got, want)
		}
	}
	if !l.Has("the") || l.Has("the ") || !l.HasWord([]byte("key")) || !l.In("monkeys") || l.In("cat") || !l.Finishes("monkey") || l.Finishes("keys") {
		t.Error("a phrase is the whole of a text, a word, a part or an end")
	}
	var places [][2]int
	l.Between("see the cat and the key here", func(from, to int) bool { places = append(places, [2]int{from, to}); return true })
	if len(places) != 1 || places[0] != [2]int{3, 8} {
		t.Errorf("between blanks at %v", places)
	}
	if NewList("no such list").All() != nil || len(NewList("leads_on").All()) < 100 {
		t.Error("a list is all phrases of its section")
	}
}
