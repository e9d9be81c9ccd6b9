package given

import (
	"math"
	"strings"

	"prism/internal/redact/chars"
)

// Templated reports a value that is filled in elsewhere: ${X}, {{x}}, <x>,
// $X, %s, or is blotted out already.
func Templated(value string) bool {
	if value == "" {
		return false
	}
	switch value[0] {
	case '$', '{', '<':
		return true
	case '[':
		end := strings.IndexByte(value, ']')
		return end < 0 || end == len(value)-1
	case '%':
		return len(value) == 2 || strings.HasSuffix(value, "%") || chars.Count(value, chars.Digit) == 0 && strings.IndexByte("sdvqwxTpf", value[1]) >= 0
	}
	return strings.Trim(value, "*") == "" || strings.Trim(value, "xX") == "" || strings.Trim(value, ".") == "" || strings.HasPrefix(value, "…")
}

// TokenLike reports whether value cannot be a word or a name in code: it mixes
// letters and digits, or both cases without being written as words are.
func TokenLike(value string) bool {
	var ups, lows, digits, others, changes int
	for i := range len(value) {
		switch c := value[i]; {
		case chars.Is(c, chars.Upper):
			ups++
			if chars.IsAt(value, i-1, chars.Lower) {
				changes++
			}
		case chars.Is(c, chars.Lower):
			lows++
		case chars.Is(c, chars.Digit):
			digits++
		default:
			others++
		}
	}
	switch {
	case digits > 0 && ups+lows > 0:
		return true
	case ups+lows == 0:
		return digits >= 16
	case others == 0:
		return ups > 1 && lows > 1 && len(value) >= 16 && changes*4 > len(value)/2 || len(value) >= 24
	}
	return len(value) >= 32 && strings.ContainsAny(value, "+/=")
}

// Entropy is Shannon's, in bits per character.
func Entropy(s string) float64 {
	var counts [256]int
	n := 0
	for i := range len(s) {
		counts[s[i]]++
		n++
	}
	h := 0.0
	for _, c := range counts {
		if c > 0 {
			f := float64(c) / float64(n)
			h -= f * math.Log2(f)
		}
	}
	return h
}

// dotted reports a chain of names, as in user2.password or cfg.db.pass1.
func dotted(value string) bool {
	if strings.Count(value, ".") == 0 || !chars.All(value, chars.Word|chars.Dot|chars.Bracket|chars.Quote) {
		return false
	}
	for _, part := range strings.Split(value, ".") {
		if part == "" || !chars.Is(part[0], chars.Alpha|chars.Underscore) || len(part) >= 12 && chars.Count(part, chars.Digit) > 1 && !Wordy(part) {
			return false
		}
	}
	return true
}

// pathLike reports a path or an address.
func pathLike(value string) bool {
	return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "./") || strings.HasPrefix(value, "../") || strings.HasPrefix(value, "~/") ||
		strings.Contains(value, "://") || strings.HasPrefix(value, "@/") || strings.HasPrefix(value, "#/")
}

// number reports a number in hexadecimal, as headers of C have them.
func number(folded string) bool {
	return len(folded) < 12 && strings.HasPrefix(folded, "0x") && chars.All(folded[2:], chars.Hexa)
}

// entryRule reports a rule for what a form takes: "required|string|min:8".
func entryRule(folded string) bool {
	if strings.IndexByte(folded, '|') < 0 {
		return false
	}
	for _, w := range []string{"required", "nullable", "string", "sometimes", "integer"} {
		if strings.Contains(folded, w+"|") || strings.Contains(folded, "|"+w) {
			return true
		}
	}
	return false
}

// DateTime reports a point in time as programs write it.
func DateTime(value string) bool {
	return len(value) >= 10 && chars.All(value[:4], chars.Digit) && value[4] == '-' && chars.All(value[5:7], chars.Digit) && value[7] == '-' && chars.All(value[8:10], chars.Digit)
}

// UUID reports the form 8-4-4-4-12.
func UUID(value string) bool {
	return len(value) == 36 && value[8] == '-' && value[13] == '-' && value[18] == '-' && value[23] == '-' && chars.All(value, chars.Hexa|chars.Dash)
}

// Wordy reports a value made of words, with a number or two between dashes,
// underscores, dots and capitals: "my-cache-v2", "sessionTokenFromStep3". Words
// have three letters and more and a vowel; random letters break up into less.
func Wordy(value string) bool {
	letters, good, start := 0, 0, 0
	ends := func(end int) {
		if w := value[start:end]; len(w) >= 3 && len(w) <= 14 {
			if strings.ContainsAny(w, "aeiouyAEIOUY") {
				good += len(w)
			}
		}
	}
	for i := range len(value) {
		switch {
		case !chars.Is(value[i], chars.Alpha):
			ends(i)
			start = i + 1
			continue
		case i > start && chars.Is(value[i], chars.Upper) && chars.Is(value[i-1], chars.Lower):
			ends(i)
			start = i
		}
		letters++
	}
	ends(len(value))
	return good*10 >= letters*8 && chars.Count(value, chars.Digit)*3 <= len(value) && chars.All(value, chars.Word|chars.Dash|chars.Dot|chars.Slash|chars.Colon) && Entropy(value) < 4.2
}
