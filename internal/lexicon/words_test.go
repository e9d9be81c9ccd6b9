package lexicon

import (
	"strings"
	"testing"
)

// Texts are read by their words: accents, case and apostrophes apart; of scripts
// without blanks every sign is a word.
func TestWordsOfTexts(t *testing.T) {
	words := func(text string, limit int) string {
		var s Text
		var out []string
		s.Scan(text, limit)
		for i, tok := range s.Tokens {
			out = append(out, string(s.Word(i))+"@"+text[tok.Start:tok.End])
		}
		return strings.Join(out, " ")
	}
	for text, want := range map[string]string{
		"Don't STOP":   "dont@Don't stop@STOP",
		"don’t":        "dont@don’t",
		"'quoted'":     "quoted@quoted'",
		"naïve Größe":  "naive@naïve grosse@Größe",
		"ÇA Ñandú œuf": "ca@ÇA nandu@Ñandú oeuf@œuf",
		"Łódź Şifre İ": "lodz@Łódź sifre@Şifre i@İ",
		"Ёлка її":      "елка@Ёлка ии@її",
		"mật khẩu ơ ư": "mat@mật khau@khẩu o@ơ u@ư",
		"修复bug":        "修@修 复@复 bug@bug",
		"고쳐":           "고@고 쳐@쳐",
		"a_b-c.d":      "a@a b@b c@c d@d",
		"v2 x86":       "v2@v2 x86@x86",
		"":             "",
		"…!?":          "",
	} {
		if got := words(text, 99); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
