package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// OfText returns the natural language of a text, ISO 639-1, or "" when nothing
// tells: no words, or only names, paths, code.
func OfText(s string) string {
	var v Votes
	v.Add(s)
	return v.Language()
}

// Votes gathers the prompts of a session and tells the language that most of
// them are written in. One prompt has one vote at most, however much was pasted
// into it, and a prompt of one telling word has less than a whole vote. The
// zero value is ready.
type Votes struct{ by [codes]float64 }

// Limits on one text: what a person wrote themself stands at its head or its
// end; a paste stands between, and counts less.
const (
	wholeLines = 8 // up to so many lines are one piece
	headLines  = 3
	tailLines  = 2
	maxLines   = 80
	maxLine    = 600 // bytes looked at in one line
	headShare  = 0.6
	tailShare  = 0.25
	pasteShare = 0.15
	halfVote   = 2.0 // evidence (about: telling words) that makes half a vote
	enough     = 0.12

	strayWord     = 0.7  // evidence up to which a language may be an accident
	pastedEnglish = 0.25 // what English counts beside another language in a long prompt
)

// evidence of the languages, in telling words.
type evidence struct {
	by      [codes]float64
	plain   float64 // of English words that people of every language borrow
	russian float64 // of the letters that Russian has and Bulgarian has not
}

// Add gives the vote of one prompt. Code fences, inline code, paths, addresses
// and names in code spelling are left out.
func (v *Votes) Add(prompt string) {
	lines, head := proseLines(prompt)
	if len(lines) <= wholeLines {
		v.vote(read(lines), 1)
		return
	}
	end := max(head, len(lines)-tailLines)
	first, paste, last := read(lines[:head]), read(lines[head:end]), read(lines[end:])
	if first.foreign() || last.foreign() {
		// What is pasted is mostly English, whoever pastes it.
		for _, e := range []*evidence{&first, &paste, &last} {
			e.by[en] *= pastedEnglish
		}
	}
	v.vote(first, headShare)
	v.vote(paste, pasteShare)
	v.vote(last, tailShare)
}

// read gathers the evidence of lines that belong together.
func read(lines []string) evidence {
	var e evidence
	for _, l := range lines {
		weigh(l, &e)
	}
	settle(&e)
	return e
}

// foreign reports whether another language than English is told by more than a
// stray word.
func (e *evidence) foreign() bool {
	for _, x := range e.by[en+1:] {
		if x >= strayWord {
			return true
		}
	}
	return false
}

// vote adds the vote of one piece, at most share.
func (v *Votes) vote(e evidence, share float64) {
	total := 0.0
	for _, x := range e.by {
		total += x
	}
	if total == 0 {
		return
	}
	vote := share / (total + halfVote)
	for c, x := range e.by {
		v.by[c] += vote * x
	}
}

// Language returns the language with the most votes, or "" when there is too
// little to tell by.
func (v *Votes) Language() string {
	best := 0
	for c := range codes {
		if v.by[c] > v.by[best] {
			best = c
		}
	}
	if v.by[best] < enough {
		return ""
	}
	return names()[best]
}

// proseLines returns the lines of s that may be prose, at most maxLines of
// them, without fenced blocks, and how many of them make the head: the first
// paragraph, at most headLines.
func proseLines(s string) (out []string, head int) {
	fenced := false
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if line == "" && head == 0 {
			head = min(len(out), headLines)
		}
		if fenced || line == "" || machineLine(line) {
			continue
		}
		if len(line) > maxLine {
			cut := maxLine
			for cut > 0 && !utf8.RuneStart(line[cut]) {
				cut--
			}
			line = line[:cut]
		}
		if len(out) < maxLines {
			out = append(out, line)
			continue
		}
		// Keep the tail: the last lines are often the person's own.
		copy(out[maxLines-tailLines:], out[maxLines-tailLines+1:])
		out[maxLines-1] = line
	}
	if head == 0 {
		head = min(len(out), headLines)
	}
	return out, head
}

// machineLine tells output and markup from prose: mostly signs and digits, a
// tag, a stack frame, a diff.
func machineLine(line string) bool {
	switch line[0] {
	case '<', '{', '}', '|', '+', '@', '$', '>':
		return line[0] != '>' || len(line) < 2 // a quoted line is prose
	}
	signs, all := 0, 0
	for i, r := range line {
		if i > 200 {
			break
		}
		all++
		if r < utf8.RuneSelf && letter(byte(r)) {
			continue
		}
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && r != ' ' && r != '\'' && r != ',' && r != '.' {
			signs++
		}
	}
	return all >= 8 && signs*100 >= all*45
}

// weigh adds the evidence of one line.
func weigh(line string, e *evidence) {
	line = outsideBackticks(line)
	for tok := range strings.FieldsSeq(line) {
		if codeLike(tok) {
			continue
		}
		token(tok, e)
	}
}

// outsideBackticks blanks inline code.
func outsideBackticks(line string) string {
	if strings.Count(line, "`") < 2 {
		return line
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(line, '`')
		if i < 0 {
			break
		}
		j := strings.IndexByte(line[i+1:], '`')
		if j < 0 {
			break
		}
		b.WriteString(line[:i])
		b.WriteByte(' ')
		line = line[i+1+j+1:]
	}
	b.WriteString(line)
	return b.String()
}

// codeLike tells paths, addresses, identifiers, flags and commands from words.
// Only ASCII tokens can be: prose without spaces (Chinese, Japanese) stays.
func codeLike(tok string) bool {
	if tok[0] == '/' || tok[0] == '-' && len(tok) > 1 || tok[0] == '$' || tok[0] == '@' || tok[0] == '#' && len(tok) > 1 {
		return ascii(tok)
	}
	lower := false
	for i := range len(tok) {
		switch c := tok[i]; {
		case c >= utf8.RuneSelf:
			return false
		case c == '_' || c == '=' || c == '\\' || c == '<' || c == '{' || c == '@' || c >= '0' && c <= '9':
			return true
		case (c == '/' || c == '.' || c == ':') && i+1 < len(tok) && i > 0 && letter(tok[i+1]) && letter(tok[i-1]):
			return true
		case c >= 'A' && c <= 'Z' && lower:
			return true
		case c >= 'a' && c <= 'z':
			lower = true
		}
	}
	return false
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Evidence of one thing, in telling words.
const (
	ideograph  = 0.5 // one Chinese character or Japanese syllable is about half a word
	scriptWord = 0.25
	rareLetter = 0.6
	plainWord  = 0.3

	plainAmongOthers = 0.3  // what is left of plainWord beside words of another language
	kanaHoldsJa      = 0.08 // share of kana in a text of Chinese characters from which it is Japanese
)

// token adds the evidence of one blank-separated token, which may hold several
// words and scripts.
func token(tok string, e *evidence) {
	start := -1 // of the Latin word running
	for i, r := range tok {
		apostrophe := r == '\'' || r == '’'
		if latin(r) || apostrophe && start >= 0 {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			word(tok[start:i], e)
			start = -1
		}
		if r == '¿' || r == '¡' {
			e.by[es] += rareLetter
			continue
		}
		if r >= utf8.RuneSelf {
			if r == 'ъ' && beforeIotated(tok[i+len("ъ"):]) {
				r = 'р' // as Russian writes it: any Cyrillic letter
			}
			script(r, e)
		}
	}
	if start >= 0 {
		word(tok[start:], e)
	}
}

func latin(r rune) bool {
	return r < utf8.RuneSelf && letter(byte(r)) || r >= 0xC0 && unicode.Is(unicode.Latin, r)
}

// word adds the evidence of one Latin word.
func word(s string, e *evidence) {
	t := known()
	var buf [32]byte
	if small, ok := plainWordOf(buf[:0], s); ok { // most are, and nothing is made for them
		if t.counts(t.words[string(small)], len(small), e) {
			return
		}
		if t.trade[string(small)] {
			e.plain += plainWord
		}
		return
	}
	s = strings.ToLower(strings.ReplaceAll(s, "’", "'"))
	s = strings.TrimSuffix(s, "'")
	if t.tells(s, e) {
		return
	}
	if i := strings.IndexByte(s, '\''); i > 0 { // l'utente, qu'il, dell'app
		t.tells(s[:i+1], e)
		s = s[i+1:]
		if t.tells(s, e) {
			return
		}
	}
	if t.trade[s] {
		e.plain += plainWord
		return
	}
	for _, r := range s {
		if r < utf8.RuneSelf {
			continue
		}
		if r >= 0x1EA0 && r <= 0x1EF9 { // Latin with the tone marks of Vietnamese
			e.by[vi] += rareLetter
			continue
		}
		cs := t.letters[r]
		for _, c := range cs {
			e.by[c] += rareLetter / float64(len(cs))
		}
	}
}

// tells adds the evidence of a word of the lists: a word that k languages share
// speaks for each with 1/k, one of a single letter ("y" for yes, "a", "o") with a
// quarter of that.
func (t *tables) tells(s string, e *evidence) bool { return t.counts(t.words[s], len(s), e) }

// plainWordOf appends a word of ASCII letters in small ones, where it is such a word that
// has room.
func plainWordOf(dst []byte, s string) ([]byte, bool) {
	if len(s) > cap(dst) {
		return nil, false
	}
	for i := range len(s) {
		if !letter(s[i]) {
			return nil, false
		}
		dst = append(dst, s[i]|0x20)
	}
	return dst, true
}

// counts is tells of a word of so many bytes, by the languages that have it.
func (t *tables) counts(cs []code, n int, e *evidence) bool {
	w := 1.0
	if n == 1 {
		w = 0.25
	}
	for _, c := range cs {
		e.by[c] += w / float64(len(cs))
	}
	return len(cs) > 0
}

// script adds the evidence of a letter outside the Latin script.
func script(r rune, e *evidence) {
	switch {
	case r >= 0x3040 && r <= 0x30FF || r >= 0xFF66 && r <= 0xFF9F: // kana
		if r != 0x30FB && r != 0x30FC {
			e.by[ja] += ideograph
		}
	case r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x323AF:
		e.by[zh] += ideograph
	case r >= 0xAC00 && r <= 0xD7A3 || r >= 0x1100 && r <= 0x11FF || r >= 0x3130 && r <= 0x318F:
		e.by[ko] += ideograph
	case r >= 0x0400 && r <= 0x052F:
		cyrillic(r, e)
	case r >= 0x0370 && r <= 0x03FF && r != 'μ' && r != 'π' && r != 'λ' && r != 'Δ' && r != 'Σ' && r != 'Ω' || r >= 0x1F00 && r <= 0x1FFF:
		e.by[el] += scriptWord
	case r >= 0x0590 && r <= 0x05FF:
		e.by[he] += scriptWord
	case r >= 0x0600 && r <= 0x06FF || r >= 0x0750 && r <= 0x077F:
		arabic(r, e)
	case r >= 0x0900 && r <= 0x097F:
		e.by[hi] += scriptWord
	case r >= 0x0980 && r <= 0x09FF:
		e.by[bn] += scriptWord
	case r >= 0x0B80 && r <= 0x0BFF:
		e.by[ta] += scriptWord
	case r >= 0x0E00 && r <= 0x0E7F:
		e.by[th] += scriptWord
	case r >= 0x10A0 && r <= 0x10FF:
		e.by[ka] += scriptWord
	case r >= 0x0530 && r <= 0x058F:
		e.by[hy] += scriptWord
	}
}

// A letter that only one language of a script has is worth own times a common
// one; it decides in settle.
const own = 4

// beforeIotated reports whether a vowel follows before which Russian, too, writes
// ъ ("объясни", "съешь").
func beforeIotated(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return strings.ContainsRune("еёюя", r)
}

func cyrillic(r rune, e *evidence) {
	x := scriptWord
	switch unicode.ToLower(r) {
	case 'і', 'ї', 'є', 'ґ':
		e.by[uk] += x * own
	case 'ы', 'э', 'ё':
		e.by[ru] += x
		e.russian++
	case 'ј', 'љ', 'њ', 'ћ', 'ђ', 'џ':
		e.by[sr] += x * own
	case 'ъ':
		e.by[bg] += x
	default:
		e.by[ru] += x
	}
}

func arabic(r rune, e *evidence) {
	x := scriptWord
	switch r {
	case 'پ', 'چ', 'ژ', 'گ', 'ک', 'ی':
		e.by[fa] += x * own
	case 'ٹ', 'ڈ', 'ڑ', 'ں', 'ے', 'ھ':
		e.by[ur] += x * own
	default:
		e.by[ar] += x
	}
}

// settle gives the letters that languages of one script share to the one whose
// own letters are there, and borrowed words to English where it is English that
// borrows nothing.
func settle(e *evidence) {
	others := 0.0
	for _, x := range e.by[en+1:] {
		others += x
	}
	if e.by[en] == 0 && others > 0 {
		e.plain *= plainAmongOthers
	}
	e.by[en] += e.plain
	if e.by[ja] > 0 && e.by[ja] >= kanaHoldsJa*(e.by[ja]+e.by[zh]) {
		e.by[ja] += e.by[zh]
		e.by[zh] = 0
	}
	rest := e.by[ru]
	switch best := most(e, uk, sr); {
	case e.by[best] > 0.1*rest:
		e.by[best], e.by[ru] = e.by[best]+rest, 0
	case e.russian == 0 && e.by[bg] > 0.015*rest:
		// One letter in fifty is ъ in Bulgarian, one in 2,500 in Russian.
		e.by[bg], e.by[ru] = e.by[bg]+rest, 0
	default:
		e.by[ru], e.by[bg] = rest+e.by[bg], 0
	}
	switch best := most(e, fa, ur); {
	case best == ur && e.by[ur] > 0.15*(e.by[ar]+e.by[fa]):
		e.by[ur], e.by[ar], e.by[fa] = e.by[ur]+e.by[ar]+e.by[fa], 0, 0
	case e.by[fa] > 0.15*e.by[ar]:
		e.by[fa], e.by[ar] = e.by[fa]+e.by[ar], 0
	}
}

func most(e *evidence, cs ...code) code {
	best := cs[0]
	for _, c := range cs {
		if e.by[c] > e.by[best] {
			best = c
		}
	}
	return best
}
