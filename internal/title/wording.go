package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
	"prism/internal/title/fit"
)

// undangled is a sentence that ends on a colon without the clause that only leads on to
// what follows: "Word it better, can you write something in the line of:".
func undangled(s string) string {
	bare := strings.TrimRight(s, " :：")
	if !fit.LeadsOn(strings.ToLower(bare[strings.LastIndexByte(bare, ' ')+1:])) {
		return s
	}
	for _, mark := range []string{". ", "; ", ", ", " - ", " – ", " — "} {
		if i := strings.LastIndex(bare, mark); i >= len(bare)/3 && strings.Count(bare[:i], " ") >= 3 {
			return bare[:i]
		}
	}
	if i := strings.LastIndexByte(bare, ' '); i > 0 && strings.Count(bare[:i], " ") >= 3 && !fit.LeadsOn(strings.ToLower(bare[strings.LastIndexByte(bare[:i], ' ')+1:i])) {
		return bare[:i] // "make a list of tides for:"
	}
	return s
}

// sentence ends s with a full stop, in its own script.
func sentence(s string) string {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, `"')”’」』）`))
	switch {
	case s == "", strings.ContainsRune(".!?…。！？", r):
		return s
	case lexicon.Alone(r) && !unicode.Is(unicode.Hangul, r) && !unicode.Is(unicode.Thai, r):
		return s + "。"
	}
	return s + "."
}
