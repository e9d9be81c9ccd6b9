package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func listOf(phrases ...string) *List {
	l := &List{has: map[string]bool{}}
	for _, p := range phrases {
		l.add(p)
	}
	return l
}

// A list is compared letter for letter: at the head of a text and at its end with a blank
// between, which scripts without blanks do without.
func TestLists(t *testing.T) {
	l := listOf("take a look", "the", "对吧", "key")
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

// A list that is long enough for its phrases to be ruled out before they are looked for
// finds what a search for each of them does, in texts that lack all, hold some, or hold all
// letters of one in another order.
func TestLongLists(t *testing.T) {
	l := listOf("a", "as soon as", "not", "ab", "soon", "für den", "は", "on no", "ton", "no on", "in order to", "x y")
	for _, text := range []string{"", "a", "b", "ab", " ab ", "as soon as it is not so", "noon on no ton", " x y ", "x  y", "das für den Fall", "これはだめ", "this is in order to  see not soon ", "notnot", " not"} {
		in, between := false, []string{}
		for _, p := range l.All() {
			in = in || strings.Contains(text, p)
			if i := strings.Index(text, " "+p+" "); i >= 0 {
				between = append(between, fmt.Sprint(p, i, i+len(p)+2))
			}
		}
		if l.In(text) != in {
			t.Errorf("%q: holds one of the phrases is %t", text, !in)
		}
		got, n := []string{}, 0
		l.Between(text, func(from, to int) bool {
			got, n = append(got, fmt.Sprint(text[from+1:to-1], from, to)), n+1
			return false
		})
		if !slices.Equal(got, between) {
			t.Errorf("%q: between blanks %v, want %v", text, got, between)
		}
	}
}

func BenchmarkBetween(b *testing.B) {
	l, n := NewList("adjunct"), 0
	for b.Loop() {
		l.Between("the export of all clocks takes too long when more than a thousand rows are in the table, please look why", func(int, int) bool { n++; return false })
	}
	b.ReportAllocs()
}

// Phrases between blanks are found in the order of the list, each where it stands first,
// whatever their first words have in common; what stands at either end of a text does not.
func TestBetween(t *testing.T) {
	l := listOf("to be seen", "to be", "can you", "be", "对吧", "one  two")
	for _, c := range []struct {
		text string
		want [][2]int
	}{
		{"it is to be seen, to be sure can you", [][2]int{{5, 12}, {8, 12}}},
		{"it is to bed to be sure", [][2]int{{12, 19}, {15, 19}}},
		{"it is to be seen here", [][2]int{{5, 17}, {5, 12}, {8, 12}}},
		{"can you be can you be so", [][2]int{{10, 19}, {7, 11}}},
		{"tube maybe to bees", nil},
		{"是 对吧 的", [][2]int{{3, 11}}},
		{"x one  two x", [][2]int{{1, 11}}},
		{"", nil},
		{" be ", [][2]int{{0, 4}}},
		{"be be", nil},
	} {
		var got [][2]int
		l.Between(c.text, func(from, to int) bool { got = append(got, [2]int{from, to}); return false })
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}
