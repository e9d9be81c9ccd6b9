// Package neutral makes the text of a transcript unfit to be taken for structure.
//
// Promises: nothing in it that is not seen, no tag, chat marker or line label that could
// pass for one of a record or of a chat template; what it says stays readable; a text that
// is neutral stays as it is. Refusals: it redacts nothing, and the structure of a record
// does not rest on it: that is put on lines that only the program begins, between tags with
// a key that a text cannot know.
package neutral

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Labels begin the lines of a record, as prompts/system.md explains them; a number stands
// before and a stroke after.
var Labels = [...]string{"person", "agent", "plan", "edit", "run", "out", "mark", "did", "facts", "end", "cut"}

// Text is a text without what could be taken for structure. It comes before redaction,
// so that a secret with invisible characters in it is found.
func Text(s string) string {
	return disarm(Visible(s))
}

// Visible drops terminal escapes and characters that are not seen or that turn
// the direction of writing, and makes every line end "\n".
func Visible(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] == 0x1b {
			i += escapeLength(s[i:])
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029:
			b.WriteByte('\n')
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case Unseen(r):
		case unicode.IsControl(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// plain reports whether s has only ASCII that is seen, and line ends.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// escapeLength is the length of the terminal escape that s begins with.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[': // CSI: parameters, then one final byte
		i := 2
		for i < len(s) && i < 64 && (s[i] >= '0' && s[i] <= '9' || s[i] == ';' || s[i] == '?') {
			i++
		}
		// Without parameters the next letter is as likely the first of a word, and a
		// secret that lost its first letter is not known as one: only what programs
		// write so is taken as the end of the escape.
		if i < len(s) && (i > 2 && s[i] >= 0x40 && s[i] <= 0x7e || s[i] == 'm' || s[i] == 'K' || s[i] == 'J' || s[i] == 'H') {
			return i + 1
		}
		return i
	case ']': // OSC: to BEL or ST
		for i := 2; i < len(s) && i < 4096; i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1b || s[i] == '\n' {
				return i
			}
		}
		return 2
	}
	return 1
}

// Unseen reports characters that leave no mark, or change how others are shown:
// format characters (zero width, direction, tags), variation selectors, fillers.
func Unseen(r rune) bool {
	if r < 0x80 {
		return false
	}
	switch {
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Co, r),
		r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0, r == 0x2800,
		r >= 0xE0000 && r <= 0xE0FFF, r >= 0xFFF0 && r <= 0xFFFC:
		return true
	}
	return false
}

// disarm breaks what looks like a tag, a chat marker, a role or a line label.
func disarm(s string) string {
	var b strings.Builder
	kept := 0
	replace := func(from, to int, with string) {
		b.WriteString(s[kept:from])
		b.WriteString(with)
		kept = to
	}
	lineStart := true
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf && c != '<' && c != '[' && c != '|' && c != '\n' && !(lineStart && letterByte(c)) {
			lineStart = lineStart && (c == ' ' || c == '\t' || c == '#' || c == '*' || c == '>' || c == '-')
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n':
			lineStart = true
			i += n
			continue
		case opens(r) && tagLike(s[i+n:]):
			replace(i, i+n, "‹")
		case r == '[' && instLike(s[i+n:]):
			replace(i, i+n, "(")
		case (r == '|' || r == '｜') && (i+n < len(s) && s[i+n] == '>' || labelBefore(s[:i])):
			replace(i, i+n, "¦")
		case lineStart:
			if colon, width := roleColon(s[i:]); width > 0 {
				replace(i+colon, i+colon+width, "∶")
				n = colon + width
			}
		}
		lineStart = lineStart && unicode.IsSpace(r)
		i += n
	}
	if kept == 0 {
		return s
	}
	b.WriteString(s[kept:])
	return b.String()
}

func letterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// opens reports signs that pass for the beginning of a tag.
func opens(r rune) bool {
	switch r {
	case '<', '＜', '﹤', '〈', '⟨', '˂', 'ᐸ', '❮', '❰', '≺', '⧼', '‹', '«', '《':
		return true
	}
	return false
}

// reserved are the names of tags that could pass for structure, ours or a chat
// template's: what a name begins with, after folding.
var reserved = []string{
	"prompts", "course", "transcript", "system", "user", "assistant", "human", "developer", "instruction",
	"im_", "startof", "start_of", "endof", "end_of", "eot", "bos", "eos", "sys", "turn", "tool_result", "function_result",
}

// tagLike reports whether what follows an opening sign reads like such a tag.
func tagLike(s string) bool {
	const ahead, most = 24, 256
	var name []rune
	skipping := true
	for i := 0; i < len(s) && len(name) < ahead; {
		r, width := utf8.DecodeRuneInString(s[i:])
		i += width
		if skipping {
			switch {
			case r == '|' || r == '｜' || i > most: // nobody writes so much before a name
				return true
			case unicode.IsSpace(r) || r == '/' || r == '\\' || r == '!' || r == '?' || r == '⁄' || r == '∕' || r == '／' || opens(r):
				continue
			}
			skipping = false
		}
		f := skeleton(r)
		if f == 0 {
			break
		}
		name = append(name, f)
	}
	for _, w := range reserved {
		if begins(name, w) {
			return true
		}
	}
	return len(name) == 1 && begins(name, "s") // <s>, </s>
}

// begins compares with wildcards: a letter of another script may stand for any.
func begins(name []rune, word string) bool {
	if len(name) < len(word) {
		return false
	}
	known := false
	for i := range len(word) {
		if name[i] != '?' && name[i] != rune(word[i]) {
			return false
		}
		known = known || name[i] >= 'a' && name[i] <= 'z'
	}
	return known
}

// skeleton folds a letter to the ASCII one that it looks like; '?' is a letter of
// another script, 0 no letter at all.
func skeleton(r rune) rune {
	switch {
	case r < 0x80:
	case r >= 0xFF01 && r <= 0xFF5E: // full width
		r -= 0xFEE0
	case r >= 0x1D400 && r <= 0x1D6A3: // mathematical letters: 26 capitals, 26 small, by style
		r = 'a' + (r-0x1D400)%26
	case alike(r) != 0:
		r = alike(r)
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return '?'
	}
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r >= 'a' && r <= 'z', r == '_':
		return r
	case r == '-', r == ' ':
		return '_'
	case r >= '0' && r <= '9':
		return r
	}
	return 0
}

// alike returns the ASCII letter that a Cyrillic or Greek one passes for, or 0.
func alike(r rune) rune {
	const from, to = "аеорсухіјѕтмнкԁһӏгԝʏᴇοερτυνικχɡɑ", "aeopcyxijstmnkdhlrwyeoeptuvikxga"
	i := 0
	for _, f := range from {
		if f == unicode.ToLower(r) {
			return rune(to[i])
		}
		i++
	}
	return 0
}

func instLike(s string) bool {
	s = strings.TrimPrefix(strings.TrimLeft(s[:min(len(s), 16)], " "), "/")
	return len(s) >= 4 && strings.EqualFold(s[:4], "inst")
}

// labelBefore reports whether text ends like the label of one of our lines:
// white space or nothing, then the label's word.
func labelBefore(s string) bool {
	s = strings.TrimRight(s[max(0, len(s)-24):], " \t")
	for _, w := range Labels {
		if len(s) < len(w) || !strings.EqualFold(s[len(s)-len(w):], w) {
			continue
		}
		before := strings.TrimRight(s[:len(s)-len(w)], " \t\n")
		if before == "" || before[len(before)-1] >= '0' && before[len(before)-1] <= '9' {
			return true
		}
	}
	return false
}

// roleColon finds the colon after a role's name with which a line begins.
func roleColon(s string) (at, width int) {
	word := 0
	for word < len(s) && word < 12 && letterByte(s[word]) {
		word++
	}
	switch strings.ToLower(s[:word]) {
	case "human", "assistant", "system", "user", "developer", "tool":
	default:
		return 0, 0
	}
	at = word
	for at < len(s) && (s[at] == ' ' || s[at] == '*') {
		at++
	}
	if at < len(s) && s[at] == ':' {
		return at, 1
	}
	if strings.HasPrefix(s[at:], "：") {
		return at, len("：")
	}
	return 0, 0
}

// Heal drops what stands next to a cut that was made before: half of a secret
// looks like none.
func Heal(s string) string {
	const cut = "\n…\n"
	i := strings.Index(s, cut)
	if i < 0 {
		return s
	}
	const most = 600
	from, to := i, i+len(cut)
	for from > 0 && i-from < most && tokenByte(s[from-1]) {
		from--
	}
	for to < len(s) && to-i < most && tokenByte(s[to]) {
		to++
	}
	if i-from < 6 {
		from = i
	}
	if to-i-len(cut) < 6 {
		to = i + len(cut)
	}
	return s[:from] + cut + Heal(s[to:])
}

func tokenByte(c byte) bool {
	return letterByte(c) || c >= '0' && c <= '9' || strings.IndexByte("+/=_-.~%:@&", c) >= 0
}
