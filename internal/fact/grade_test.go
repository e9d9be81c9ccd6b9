package fact

import "testing"

func TestLetter(t *testing.T) {
	for grade, want := range map[float64]string{-1: "F", 0: "F", 2.99: "F", 3: "D", 5: "C", 6: "C+", 6.25: "C+", 6.5: "B-", 7: "B", 7.9: "B", 8: "B+", 8.5: "A-", 9: "A", 9.5: "A+", 10: "A+", 11: "A+"} {
		if got := Letter(grade); got != want {
			t.Errorf("Letter(%v) = %s, want %s", grade, got, want)
		}
	}
	for _, b := range LetterBands() {
		v, ok := LetterValue(b.Letter)
		if !ok || NearestLetter(v) != b.Letter || Letter(v) != b.Letter {
			t.Errorf("%s has value %v, and back: nearest %s, band %s", b.Letter, v, NearestLetter(v), Letter(v))
		}
	}
	if _, ok := LetterValue("E"); ok {
		t.Error("E is no letter")
	}
	for mean, want := range map[float64]string{0: "F", 1.5: "D", 9.5: "A+", 9.4: "A", 7.4: "B", 8.25: "A-"} {
		if got := NearestLetter(mean); got != want {
			t.Errorf("NearestLetter(%v) = %s, want %s", mean, got, want)
		}
	}
}
