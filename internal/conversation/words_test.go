package conversation

import (
	"slices"
	"testing"
)

// TestWordsAreTheSame: a name of code and the words of a prompt are held against each other.
func TestWordsAreTheSame(t *testing.T) {
	of := func(s string) []uint64 { return slices.Collect(Words(s)) }
	for _, same := range [][2]string{
		{"parse headers", "parseHeader"}, {"parse headers", "parse_headers()"}, {"Parse the Header", "PARSE header"},
		{"größe ändern", "Größe(Ändern)"}, {"ab a of", ""}, {"修正登录", "修正登录"}, {"logging.Warn(err)", "logging warn"},
	} {
		if a, b := of(same[0]), of(same[1]); !slices.Equal(a, b) {
			t.Errorf("%q and %q: %v, %v", same[0], same[1], a, b)
		}
	}
	if n := len(of("修正登录")); n != 3 {
		t.Errorf("%d pairs of four signs", n)
	}
	if slices.Equal(of("header"), of("footer")) {
		t.Error("two words are one")
	}
	for range Words("one word, then another") {
		break // who has seen enough may stop
	}
}

func FuzzWords(f *testing.F) {
	f.Add("parseHeader(größe) 修正 \xff\xfe")
	f.Fuzz(func(t *testing.T, text string) {
		if a, b := slices.Collect(Words(text)), slices.Collect(Words([]byte(text))); !slices.Equal(a, b) || len(a) > len(text) {
			t.Errorf("%q: %d words of a string, %d of its bytes", text, len(a), len(b))
		}
	})
}
