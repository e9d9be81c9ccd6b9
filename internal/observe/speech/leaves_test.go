package speech

import (
	"strings"
	"testing"

	"prism/internal/lexicon"
)

// What only the whole of an answer says is quoted by the sentence that says most of it, or not
// at all; blank lines are no sentences.
func TestLeavesByWordsOfMany(t *testing.T) {
	r, en := New(), lexicon.Speaking("en")
	const left = "The importer handles CSV and TSV." + "%" + "XLSX files are not supported yet; the function for them returns an empty list for the time being."
	for _, gap := range []string{" ", "\n\n", "\n" + strings.Repeat(" \n", 700)} {
		text := strings.Replace(left, "%", gap, 1)
		if from, to, ok := r.LeavesByWords(text, en, r.heardAnswer(text, en)); !ok || !strings.HasPrefix(text[from:to], "XLSX") {
			t.Errorf("%q: %v %q", gap[:1], ok, text[from:to])
		}
	}
	for _, text := range []string{
		"The first two sheets come out as they should now, in both languages. For the third one someone with access to the printer has to take over.",
		"I got as far as the login. From there on you are on your own with the vendor's portal, which wants a badge.",
	} {
		if from, to, ok := r.LeavesByWords(text, en, r.heardAnswer(text, en)); ok && from == 0 && to == len(text) {
			t.Errorf("all of it is quoted: %q", text)
		}
	}
}

func BenchmarkLeavesByWords(b *testing.B) {
	r, en := New(), lexicon.Speaking("en")
	text := "The importer handles CSV." + strings.Repeat("\n", 1000) + "XLSX files are not supported yet; the function for them returns an empty list for the time being."
	m := r.heardAnswer(text, en)
	for b.Loop() {
		r.LeavesByWords(text, en, m)
	}
}
