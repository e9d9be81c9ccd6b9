package title

import (
	"net/url"
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

// named replaces addresses and long paths in a sentence by what a person would
// call them: the request's number, the last words of an address, the file's
// name. What is left out is left out whole: no part of a token that the gate
// would know by its beginning is ever shown alone.
func named(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if c := s[i]; c <= ' ' || c >= utf8.RuneSelf {
			b.WriteByte(c)
			i++
			continue
		}
		k := i
		for k < len(s) && s[k] > ' ' && s[k] < utf8.RuneSelf {
			k++
		}
		token := s[i:k]
		core := strings.TrimRight(strings.TrimLeft(token, "([\"'<"), ",.;:!?)]\"'>")
		at := strings.Index(token, core)
		next, _ := utf8.DecodeRuneInString(s[k:])
		b.WriteString(token[:at])
		name := nameOf(core, k < len(s) && unicode.IsLetter(next))
		if name != core && repeats(b.String(), name) {
			said := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(said[:strings.LastIndexByte(said, ' ')]) // "the lock at …/lock" is the lock
			name = ""
		}
		if head, rest, ok := strings.Cut(name, " "); ok && name != core && strings.HasSuffix(strings.ToLower(b.String()), strings.ToLower(head)+" ") {
			name = rest // "PR https://…/pull/12" says PR already
		}
		b.WriteString(name)
		b.WriteString(token[at+len(core):])
		i = k
	}
	return b.String()
}

// repeats reports whether what was said ends on the very name of the place that follows
// and on a word between them: "the lock at", "lock".
func repeats(said, name string) bool {
	words := strings.Fields(strings.ToLower(observe.ClipBytes(said[max(0, len(said)-maxRepeat):], maxRepeat)))
	n := len(words)
	return n > 1 && words[n-2] == strings.ToLower(name) && listed().at.Has(words[n-1])
}

// maxRepeat is how much of what was said is looked at for a name that comes again.
const maxRepeat = 80

// nameOf names one token; glued says that a word of another script follows it
// without a space.
func nameOf(token string, glued bool) string {
	switch {
	case strings.Contains(token, "://"):
		if name := addressName(token); name != "" {
			return name
		}
	case strings.ContainsAny(token, `/\`):
		return pathName(token, glued)
	}
	return token
}

// addressName names an address: forges by the kind of page, others by a last
// element in words, else by the host.
func addressName(token string) string {
	at := strings.Index(token, "://")
	rest := token[at+3:]
	lead := ""
	for i := at; i > 0 && (observe.Letter(token[i-1])); i-- {
		lead = token[:i-1]
	}
	rest, _, _ = strings.Cut(rest, "?")
	rest, _, _ = strings.Cut(rest, "#")
	parts := strings.Split(strings.TrimRight(rest, "/"), "/")
	host := strings.TrimPrefix(parts[0], "www.")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	for i := 1; i+1 < len(parts); i++ {
		next := parts[i+1]
		if len(next) > 12 && parts[i] != "commit" && parts[i] != "runs" {
			continue
		}
		switch parts[i] {
		case "pull", "pulls", "pull-requests", "pullrequest":
			return lead + "PR " + next
		case "merge_requests":
			return lead + "MR " + next
		case "issues":
			return lead + "issue " + next
		case "issue", "browse":
			return lead + next
		case "commit":
			return lead + "commit " + next[:min(len(next), 7)]
		case "runs":
			return lead + "CI run"
		}
	}
	if n := len(parts); n > 2 && len(parts[n-1]) < 7 && strings.Trim(parts[n-1], "0123456789") == "" && inWords(parts[n-2]) {
		return lead + parts[n-2] + " " + parts[n-1]
	}
	if last, err := url.PathUnescape(parts[len(parts)-1]); err == nil && len(parts) > 1 {
		if last = strings.TrimSuffix(last, ".git"); inWords(last) || !ascii(last) && utf8.ValidString(last) {
			return lead + last
		}
	}
	return lead + host
}

// inWords reports whether the last element of an address is made of words, not
// of the characters of a key.
func inWords(s string) bool {
	digits := 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		if len(part) > 18 {
			return false
		}
		upper := 0
		for i := range len(part) {
			switch c := part[i]; {
			case '0' <= c && c <= '9':
				digits++
			case 'A' <= c && c <= 'Z':
				if i > 0 {
					upper++
				}
			case 'a' <= c && c <= 'z':
			default:
				return false
			}
		}
		if upper > 0 && upper < len(part)-1 {
			return false
		}
	}
	return digits <= 4 && len(s) >= 3 && len(s) <= 60
}

// pathName names a path by its last element where it is long or absolute; what
// is no path ("and/or") stays.
func pathName(token string, glued bool) string {
	rooted := strings.HasPrefix(token, "/") || strings.HasPrefix(token, "~") || strings.HasPrefix(token, "@") || strings.HasPrefix(token, "./") || strings.HasPrefix(token, "../") || len(token) > 2 && token[1] == ':' && observe.Letter(token[0])
	parts := strings.FieldsFunc(token, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) == 0 {
		return token
	}
	last := parts[len(parts)-1]
	file := strings.LastIndexByte(last, '.') > 0
	switch {
	case len(parts) < 2:
		return token
	case glued && rooted && (strings.HasSuffix(token, `\`) || strings.HasSuffix(token, "/")):
		return "" // the name follows in another script
	case !rooted && (!file || len(token) <= 36):
		return token
	case rooted && len(parts) == 2 && len(token) <= 24 && !strings.Contains(token, ":"):
		return token
	case rooted && !file && len(parts) == 3 && len(token) <= 24 && (token[0] == '~' || token[0] == '.'):
		return token // "~/dotfiles/.bashrc": which of the two
	case len(last) > 64:
		return "…"
	}
	return last
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
