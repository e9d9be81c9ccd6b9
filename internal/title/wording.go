package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
	"prism/internal/observe"
)

// tidy makes one line of a text, without what is no word of it: control and
// format characters, bytes that are no UTF-8, runs of white space.
func tidy(s string) string {
	if tidied(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == utf8.RuneError && n <= 1:
			continue
		case unicode.IsSpace(r), unicode.IsControl(r):
			space = b.Len() > 0
			continue
		case r == utf8.RuneError, unicode.Is(unicode.Cf, r) && r != zwj && r != zwnj, r >= 0xFE00 && r <= 0xFE0F && b.Len() == 0:
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// tidied reports whether a text is plain ASCII with single spaces within.
func tidied(s string) bool {
	space := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F || s[i] == ' ' && space {
			return false
		}
		space = s[i] == ' '
	}
	return s == "" || !space
}

// Joiners are part of words (Persian) and of emoji.
const (
	zwnj = '\u200c'
	zwj  = '\u200d'
)

// PlainBytes is what plain reads of a sentence: a line that a program wrote may
// have megabytes, and no label shows more than a few hundred letters of it.
const PlainBytes = 4 * SentenceBytes

// Plain strips markup, marks of lists and ornaments from one sentence.
func Plain(s string) string {
	s = unlink(observe.ClipBytes(s, PlainBytes))
	if strings.ContainsAny(s, "*_`~") {
		s = uncode(s)
		for _, mark := range []string{"**", "__", "~~"} {
			s = strings.ReplaceAll(s, mark, "")
		}
	}
	s = tidy(s)
	for range 4 {
		was := len(s)
		if end := strings.Index(s, "】"); strings.HasPrefix(s, "【") && end < len(s)-len("】") {
			s = s[end+len("】"):] // a label in brackets
		}
		s = strings.TrimLeftFunc(s, ornament)
		if k := listMark(s); k > 0 {
			s = s[k:]
		}
		if len(s) == was {
			break
		}
	}
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return !strings.ContainsRune(`)]}】”`, r) && (ornament(r) || strings.ContainsRune("(（[{", r))
	})
	if strings.Count(s, `"`) == 1 && strings.HasSuffix(s, `"`) {
		s = strings.TrimRight(s, `"`)
	}
	return s
}

// uncode drops the marks of code. Several words of it stand in quotes: a command among the
// words of a sentence reads as words of it ("remove entire session trailer").
func uncode(s string) string {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 || strings.Contains(s, `"`) {
		return strings.ReplaceAll(s, "`", "")
	}
	var b strings.Builder
	for i, p := range parts {
		if i%2 == 1 && strings.Contains(strings.TrimSpace(p), " ") && (len(parts) > 3 || strings.Trim(parts[0]+parts[2], " .:") != "") {
			p = `"` + p + `"`
		}
		b.WriteString(p)
	}
	return b.String()
}

// ornament reports whether a character at the edge of a sentence says nothing.
func ornament(r rune) bool {
	switch r {
	case '#', '>', '*', '-', '–', '—', '•', '·', '|', ':', ',', ';', '_', '=', '~', '│', '├', '└', '─', '→', '，', '：', '、', '；', '“', '”', '】', '【', ')', ']', '}', '\\', '⨯', '✗', '✘', '×', '❯', '➜', '»', '▸':
		return true
	}
	return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r >= 0xFE00 && r <= 0xFE0F || r == 0x20E3 || r == zwj || r == utf8.RuneError
}

// listMark returns the length of "1. ", "2) ", "10、" or "B) " at the head of s.
func listMark(s string) int {
	if len(s) > 3 && observe.Letter(s[0]) && (s[1] == ')' || s[1] == '.') && s[2] == ' ' {
		return 3
	}
	i := 0
	for i < len(s) && i < 3 && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == 0 || i == len(s) {
		return 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == '、' || r == '）':
		return i + n
	case (r == '.' || r == ')') && i+1 < len(s) && s[i+1] == ' ':
		return i + 2
	case r == '.' && i+1 < len(s) && s[i+1] >= utf8.RuneSelf:
		return i + 1
	}
	return 0
}

// unlink replaces markdown links by their words.
func unlink(s string) string {
	for from := 0; ; {
		open := strings.IndexByte(s[from:], '[')
		if open < 0 {
			return s
		}
		open += from
		mid := strings.Index(s[open:], "](")
		if mid < 0 {
			return s
		}
		end := strings.IndexByte(s[open+mid:], ')')
		if end < 0 {
			return s
		}
		words := s[open+1 : open+mid]
		s = s[:open] + words + s[open+mid+end+1:]
		from = open + len(words)
	}
}

// shorten cuts s to n characters, the ellipsis among them: at the end of a
// clause where one ends late enough, else at a word. A word that does not fit
// is left out whole where words are parted by spaces, or where it is none (see
// whole), and no word that only leads on to the next ("of the") is left at the end.
func shorten(s string, n int) string {
	if n <= 0 {
		return ""
	}
	s = strings.ToValidUTF8(s, "")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	ends := make([]int, 0, n) // where each of the first n−1 characters ends
	for i, r := range s {
		if len(ends) == n-1 {
			break
		}
		ends = append(ends, i+utf8.RuneLen(r))
	}
	if len(ends) == 0 {
		return "…"
	}
	cut := grapheme(s, ends[len(ends)-1])
	word := false
	if next, _ := utf8.DecodeRuneInString(s[cut:]); next == ' ' || strings.ContainsRune(",;:", next) && strings.HasPrefix(s[cut+1:], " ") {
		word = true
	} else if i := strings.LastIndexByte(s[:cut], ' '); i > 0 {
		tail := s[i+1:]
		if end := strings.IndexByte(tail, ' '); end >= 0 {
			tail = tail[:end]
		}
		if ascii(tail) || i > cut*2/3 {
			cut, word = i, true
		}
	}
	if from := whole(s, cut); from < cut {
		cut, word = len(strings.TrimRight(s[:from], " ")), true
	}
	if cut == 0 {
		return "…"
	}
	if k := clauseEnd(s[:cut], ends[len(ends)*3/5]); k > 0 {
		cut = k
	} else if word {
		cut = dropLeading(s[:cut], ends[len(ends)/2], ends[len(ends)*2/3], ends[len(ends)*3/4])
	}
	s = unquoted(strings.TrimRight(s[:cut], " ,.;:-–—([{“「『《（、，：；/"))
	if opens := strings.Count(s, " '"); opens > closings(s) && opens == 1+closings(s) && !strings.Contains(s, `"`) && utf8.RuneCountInString(s) <= n-2 {
		return s + "…'"
	}
	if strings.Count(s, `"`)%2 == 1 { // its pair was cut off
		if utf8.RuneCountInString(s) <= n-2 {
			return s + `…"`
		}
		i := strings.LastIndexByte(s, '"')
		s = s[:i] + s[i+1:]
	}
	return s + "…"
}

// whole moves an end of s before the run of ASCII that it would cut, unless that is
// a plain word. What the gate knows by its form (a key, a token) it does not know by
// a part, so no part is shown, in scripts without spaces neither.
func whole(s string, end int) int {
	if strings.ContainsRune(",;:", rune(s[end])) && strings.HasPrefix(s[end+1:], " ") {
		return end
	}
	from, to := end, end
	for from > 0 && s[from-1] > ' ' && s[from-1] < utf8.RuneSelf {
		from--
	}
	for to < len(s) && s[to] > ' ' && s[to] < utf8.RuneSelf {
		to++
	}
	if from == end || to == end || !strings.ContainsFunc(s[from:to], func(r rune) bool { return !unicode.IsLower(r) }) {
		return end
	}
	return from
}

// clauseEnd returns where the last clause of s ends at or after from; 0 none.
func clauseEnd(s string, from int) int {
	best := 0
	for i := from; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		spaced := i+n < len(s) && s[i+n] == ' '
		switch r {
		case '，', '。', '；', '：', '、', '！', '？', '—', '–':
			best = i
		case ',', ';', ':', '.':
			if spaced {
				best = i
			}
		case '(', '[':
			if i > 0 && s[i-1] == ' ' && !strings.ContainsAny(s[i:], ")]") {
				return i
			}
		case '-':
			if spaced && i > 0 && s[i-1] == ' ' {
				best = i
			}
		}
		i += n
	}
	return best
}

// dropLeading moves the end of s before words that only lead on to the next, and before
// the first word of what is joined to a clause that is whole ("… and Add"), but not below
// floor; what is joined, not where it begins below joint or leaves less than least: without
// it the rest may say another thing ("ensure that source and target must …").
func dropLeading(s string, floor, least, joint int) int {
	whole := 0 // where it ended before the first word of what is joined
	for range 6 {
		i := strings.LastIndexByte(s, ' ')
		if i < floor {
			break
		}
		before := s[:i]
		hung := hangs(strings.ToLower(strings.TrimLeft(s[i+1:], "\"'([")))
		joins := i >= joint && !strings.ContainsAny(s[i:], ")]\"'") && joined(strings.ToLower(before[strings.LastIndexByte(before, ' ')+1:]))
		if !joins && !hung {
			break
		}
		if joins && !hung && whole == 0 {
			whole = len(s)
		}
		s = before
	}
	if len(s) < least && whole > 0 {
		return whole
	}
	return len(s)
}

// undangled is a sentence that ends on a colon without the clause that only leads on to
// what follows: "Word it better, can you write something in the line of:".
func undangled(s string) string {
	bare := strings.TrimRight(s, " :：")
	if !leadsOn(strings.ToLower(bare[strings.LastIndexByte(bare, ' ')+1:])) {
		return s
	}
	for _, mark := range []string{". ", "; ", ", ", " - ", " – ", " — "} {
		if i := strings.LastIndex(bare, mark); i >= len(bare)/3 && strings.Count(bare[:i], " ") >= 3 {
			return bare[:i]
		}
	}
	if i := strings.LastIndexByte(bare, ' '); i > 0 && strings.Count(bare[:i], " ") >= 3 && !leadsOn(strings.ToLower(bare[strings.LastIndexByte(bare[:i], ' ')+1:i])) {
		return bare[:i] // "make a list of tides for:"
	}
	return s
}

// joined reports whether a word joins one clause or thing to the next.
func joined(w string) bool {
	return w == "&" || w == "+" || listed().joins.Has(w)
}

// leadsOn reports whether a word never ends a phrase, in the languages whose
// words are parted by spaces.
func leadsOn(w string) bool {
	switch w {
	case "+", "&", "-", "->", "=":
		return true
	}
	return listed().leadsOn.Has(w)
}

// hangs reports whether a word leaves a cut sentence without what it speaks of: it never
// ends a phrase, or says nothing before what it takes ("to make", "instead").
func hangs(w string) bool { return leadsOn(w) || listed().hangs.Has(w) }

// grapheme moves an end of s back to where no character is torn from its marks.
func grapheme(s string, end int) int {
	for end > 0 && end < len(s) {
		next, _ := utf8.DecodeRuneInString(s[end:])
		prev, n := utf8.DecodeLastRuneInString(s[:end])
		joined := unicode.Is(unicode.M, next) || next == zwj || prev == zwj || next >= 0x1F3FB && next <= 0x1F3FF || next >= 0x1F1E6 && next <= 0x1F1FF && flags(s[:end])%2 == 1
		if !joined {
			break
		}
		end -= n
	}
	return end
}

// flags counts the regional indicators at the end of s: two make a flag.
func flags(s string) int {
	n := 0
	for {
		r, size := utf8.DecodeLastRuneInString(s)
		if r < 0x1F1E6 || r > 0x1F1FF {
			return n
		}
		n++
		s = s[:len(s)-size]
	}
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

// capital begins a sentence with a capital letter, but for what is written
// otherwise: paths, identifiers, commands with their flags, and tokens, which the
// gate would not know again.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	first, rest, _ := strings.Cut(s, " ")
	first = strings.TrimRight(first, ",:;!?'")
	if len(rest) > 1 && rest[0] == '-' && (rest[1] == '-' || observe.Letter(rest[1])) {
		return s
	}
	if typed(first, s) {
		return s
	}
	if strings.ContainsAny(first, "./_\\(=@0123456789") || strings.ContainsFunc(first[n:], unicode.IsUpper) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// worded reports whether a text holds a letter.
func worded(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
