package secret

import (
	"strconv"
	"strings"
	"testing"
)

// Long texts go through the automaton in parts: nothing may be lost where they
// meet.
func TestLongTexts(t *testing.T) {
	r := newFinder(t)
	for _, size := range []int{500, 512, 513, 600, 2047, 2048, 5000} {
		for shift := range 24 {
			filler := strings.Repeat("lorem ipsum dolor ", size/18+1)[:size]
			var b strings.Builder
			for i := 0; i+100 < size; i += 97 {
				b.WriteString(filler[i : i+60+shift])
				b.WriteString(" a" + strconv.Itoa(i) + "@mail.test ")
			}
			if got := hide(t, r, b.String()); strings.Contains(got, "@") {
				t.Fatalf("size %d, shift %d: %q", size, shift, got)
			}
		}
	}
}

// What is looked through for the rows of a dump is bounded, also where no line ends: a
// text of nothing but dumps' heads took the square of its length.
func TestRowsAreLookedForInBounds(t *testing.T) {
	f, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newScan(f)
	text := strings.Repeat("copy t (password) from stdin ", 1000)
	s.plain(text)
	if s.rowed < len(text) || s.rowed > (rowsMost+1)*len(text) {
		t.Errorf("%d of %d bytes were counted", s.rowed, len(text))
	}
}
