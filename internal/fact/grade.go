package fact

// LetterBand is one band of the letter grades: from From (inclusive) on 0–10.
type LetterBand struct {
	Letter string
	From   float64
}

// LetterBands returns the ten bands, worst first: half open, the last one closed
// (product reference 5.1). There is no D±, C- or F±.
func LetterBands() [10]LetterBand {
	return [10]LetterBand{{"F", 0}, {"D", 3}, {"C", 5}, {"C+", 6}, {"B-", 6.5}, {"B", 7}, {"B+", 8}, {"A-", 8.5}, {"A", 9}, {"A+", 9.5}}
}

// Letter returns the band that a grade on 0–10 falls into. Grades outside are
// held to the ends.
func Letter(grade float64) string {
	bands := LetterBands()
	for i := len(bands) - 1; i > 0; i-- {
		if grade >= bands[i].From {
			return bands[i].Letter
		}
	}
	return bands[0].Letter
}

// LetterValue maps a letter back to a number on 0–10, so that letters can be
// averaged: the lower edge of its band, and 10 for A+, so that F is 0 and A+ is
// the whole scale (product reference 5.3). ok is false for what is no letter.
func LetterValue(letter string) (value float64, ok bool) {
	for _, b := range LetterBands() {
		if b.Letter == letter {
			if letter == "A+" {
				return 10, true
			}
			return b.From, true
		}
	}
	return 0, false
}

// NearestLetter returns the letter whose value is closest to a mean of letter
// values on 0–10; of two equally close ones the better.
func NearestLetter(mean float64) string {
	best, gap := "F", -1.0
	for _, b := range LetterBands() {
		v, _ := LetterValue(b.Letter)
		d := mean - v
		if d < 0 {
			d = -d
		}
		if gap < 0 || d <= gap {
			best, gap = b.Letter, d
		}
	}
	return best
}
