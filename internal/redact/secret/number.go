package secret

import (
	"strings"

	"prism/internal/redact/chars"
)

// numbers looks for card numbers. No keyword leads to them; a run of so many
// digits and separators holds a block of eight, and few blocks have no letter.
func (s *scan) numbers(r *rule) {
	const step = 8
	text := s.text
	for i := 0; i+step <= len(text); i += step {
		if x := eight(text, i); above(x, '9') || below(x, ' ') || !chars.All(text[i:i+step], chars.Digit|chars.Blank|chars.Dash) {
			continue
		}
		from, to := cardRun(text, i+chars.Run(text[i:i+2], 0, 2, chars.Blank|chars.Dash)&1)
		if to-from >= 15 && card(text[from:to]) &&
			!chars.IsAt(text, from-1, chars.Word|chars.Dot|chars.Dash|chars.Plus|chars.Slash|chars.Equals) && !chars.InWord(text, from) && !chars.IsAt(text, to, chars.Word|chars.Dash|chars.Slash|chars.Plus|chars.At) && !chars.WordAt(text, to) &&
			!(chars.IsAt(text, to, chars.Dot) && chars.IsAt(text, to+1, chars.Digit)) {
			s.add(r, from, to)
		}
		if to > i {
			i += (to - i) / step * step
		}
	}
}

// cardRun returns the digits round text[i], with single separators between.
func cardRun(text string, i int) (from, to int) {
	const sep = chars.Blank | chars.Dash
	from = i
	for from > 0 && i-from < 24 && (chars.Is(text[from-1], chars.Digit) || chars.Is(text[from-1], sep) && chars.IsAt(text, from, chars.Digit) && chars.IsAt(text, from-2, chars.Digit)) {
		from--
	}
	to = i
	for to < len(text) && to-i < 24 && (chars.Is(text[to], chars.Digit) || chars.Is(text[to], sep) && chars.IsAt(text, to-1, chars.Digit) && chars.IsAt(text, to+1, chars.Digit)) {
		to++
	}
	return from, to
}

// card reports whether text is a card number: an issuer's prefix and length,
// groups as cards print them, and Luhn's check digit.
func card(text string) bool {
	var digits [20]byte
	n, groups, sinceSep := 0, 0, 0
	for i := range len(text) {
		if !chars.Is(text[i], chars.Digit) {
			if groups++; sinceSep != 4 && sinceSep != 6 && sinceSep != 5 {
				return false
			}
			sinceSep = 0
			continue
		}
		if n == len(digits) {
			return false
		}
		digits[n] = text[i] - '0'
		n++
		sinceSep++
	}
	lead := int(digits[0])*1000 + int(digits[1])*100 + int(digits[2])*10 + int(digits[3])
	ok := false
	switch n {
	case 15:
		ok = (lead/100 == 34 || lead/100 == 37) && (groups == 0 || groups == 2)
	case 16:
		ok = (lead/1000 == 4 || lead/100 >= 51 && lead/100 <= 55 || lead >= 2221 && lead <= 2720 ||
			lead == 6011 || lead/100 == 65 || lead/100 == 35) && (groups == 0 || groups == 3)
	}
	if !ok {
		return false
	}
	sum := 0
	for i := range n {
		d := int(digits[n-1-i])
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// phone hides a number in international form.
func (s *scan) phone(r *rule, from, to int) {
	text := s.text
	if chars.IsAt(text, from-1, chars.Word|chars.Plus|chars.Dash|chars.Slash|chars.Dot) || chars.InWord(text, from) || text[from+1] == '0' {
		return
	}
	if from == 0 || text[from-1] == '\n' {
		// A line that a patch adds begins with a plus.
		if next := strings.IndexByte(text[from:], '\n'); next >= 0 && chars.IsAt(text, from+next+1, chars.Plus|chars.Dash|chars.Blank|chars.At) {
			return
		}
		if from > 1 {
			if line := strings.LastIndexByte(text[:from-1], '\n') + 1; chars.IsAt(text, line, chars.Plus|chars.Dash|chars.At|chars.Blank) {
				return
			}
		}
	}
	end, digits, separators := phoneEnd(text, from+1)
	if digits < 10 || digits > 15 || separators == 0 && digits < 11 || chars.IsAt(text, end, chars.Word|chars.High|chars.Dot|chars.Colon) && chars.IsAt(text, end+1, chars.Alnum) || chars.IsAt(text, end, chars.Word) {
		return
	}
	if dated(text[from+1:end]) || chars.IsAt(text, end-2, chars.Dot) {
		return
	}
	s.add(r, from, end)
}

// spokenPhone hides a number in national form behind a word that says so.
func (s *scan) spokenPhone(r *rule, from, to int) {
	text := s.text
	if chars.IsAt(text, from-1, chars.Alnum) {
		return
	}
	at := to
	for at < len(text) && at-to < 24 && !chars.Is(text[at], chars.Digit|chars.Plus) && text[at] != '(' && text[at] != '\n' {
		at++
	}
	if at == len(text) || !chars.IsAt(text, at, chars.Digit|chars.Plus) && text[at] != '(' {
		return
	}
	end, digits, _ := phoneEnd(text, at)
	if digits < 9 || digits > 15 || chars.IsAt(text, end, chars.Word) || dated(text[at:end]) || chars.IsAt(text, at-1, chars.Word|chars.Dot|chars.Dash) {
		return
	}
	s.add(r, at, end)
}

// phoneEnd follows digits with single separators between them, and brackets.
func phoneEnd(text string, from int) (end, digits, separators int) {
	end = from
	for i := from; i < len(text) && i-from < 28; i++ {
		switch c := text[i]; {
		case chars.Is(c, chars.Digit):
			digits++
			end = i + 1
		case c == '+' && i == from:
		case c == ' ' || c == '-' || c == '.' || c == '(' || c == ')':
			if i > from && chars.Is(text[i-1], chars.Blank|chars.Dash|chars.Dot) && c != '(' {
				return end, digits, separators
			}
			separators++
		default:
			return end, digits, separators
		}
	}
	return end, digits, separators
}

// dated reports digits that are a date: 2024-01-31, 31.01.2024.
func dated(text string) bool {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '.' || r == ' ' })
	if len(parts) < 3 {
		return false
	}
	year := func(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }
	return year(parts[0]) && len(parts[1]) <= 2 && len(parts[2]) <= 2 || year(parts[2]) && len(parts[0]) <= 2 && len(parts[1]) <= 2
}

// iban hides the number of a bank account behind the word.
func (s *scan) iban(r *rule, from, to int) {
	text := s.text
	at := chars.Run(text, to, 8, chars.Space|chars.Colon|chars.Equals|chars.Quote)
	if !chars.IsAt(text, at, chars.Upper) || !chars.IsAt(text, at+1, chars.Upper) || !chars.IsAt(text, at+2, chars.Digit) || !chars.IsAt(text, at+3, chars.Digit) {
		return
	}
	end := at
	for end < len(text) && end-at < 42 && (chars.Is(text[end], chars.Upper|chars.Digit) || text[end] == ' ' && chars.IsAt(text, end+1, chars.Upper|chars.Digit)) {
		end++
	}
	if n := chars.Count(text[at:end], chars.Alnum); n >= 15 && n <= 34 {
		s.add(r, at, end)
	}
}

// socialSecurity hides the American number behind the words that name it.
func (s *scan) socialSecurity(r *rule, from, to int) {
	text := s.text
	if chars.IsAt(text, from-1, chars.Alnum) {
		return
	}
	at := to
	for at < len(text) && at-to < 24 && !chars.Is(text[at], chars.Digit|chars.Breaks) {
		at++
	}
	end := chars.Run(text, at, 11, chars.Digit|chars.Dash|chars.Blank)
	end = chars.RunBack(text, end, end-at, chars.Dash|chars.Blank)
	if n := chars.Count(text[at:end], chars.Digit); n == 9 && !chars.IsAt(text, end, chars.Word) {
		s.add(r, at, end)
	}
}
