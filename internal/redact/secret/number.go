package secret

import "strings"

// numbers looks for card numbers. No keyword leads to them; a run of so many
// digits and separators holds a block of eight, and few blocks have no letter.
func (s *scan) numbers(r *rule) {
	const step = 8
	text := s.text
	for i := 0; i+step <= len(text); i += step {
		if x := eight(text, i); above(x, '9') || below(x, ' ') || !all(text[i:i+step], digit|blank|dash) {
			continue
		}
		from, to := cardRun(text, i+run(text[i:i+2], 0, 2, blank|dash)&1)
		if to-from >= 15 && card(text[from:to]) &&
			!isAt(text, from-1, word|dot|dash|plus|slash|equals) && !inWord(text, from) && !isAt(text, to, word|dash|slash|plus|at) && !wordAt(text, to) &&
			!(isAt(text, to, dot) && isAt(text, to+1, digit)) {
			s.add(r, from, to)
		}
		if to > i {
			i += (to - i) / step * step
		}
	}
}

// cardRun returns the digits round text[i], with single separators between.
func cardRun(text string, i int) (from, to int) {
	const sep = blank | dash
	from = i
	for from > 0 && i-from < 24 && (is(text[from-1], digit) || is(text[from-1], sep) && isAt(text, from, digit) && isAt(text, from-2, digit)) {
		from--
	}
	to = i
	for to < len(text) && to-i < 24 && (is(text[to], digit) || is(text[to], sep) && isAt(text, to-1, digit) && isAt(text, to+1, digit)) {
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
		if !is(text[i], digit) {
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
	if isAt(text, from-1, word|plus|dash|slash|dot) || inWord(text, from) || text[from+1] == '0' {
		return
	}
	if from == 0 || text[from-1] == '\n' {
		// A line that a patch adds begins with a plus.
		if next := strings.IndexByte(text[from:], '\n'); next >= 0 && isAt(text, from+next+1, plus|dash|blank|at) {
			return
		}
		if from > 1 {
			if line := strings.LastIndexByte(text[:from-1], '\n') + 1; isAt(text, line, plus|dash|at|blank) {
				return
			}
		}
	}
	end, digits, separators := phoneEnd(text, from+1)
	if digits < 10 || digits > 15 || separators == 0 && digits < 11 || isAt(text, end, word|high|dot|colon) && isAt(text, end+1, alnum) || isAt(text, end, word) {
		return
	}
	if dated(text[from+1:end]) || isAt(text, end-2, dot) {
		return
	}
	s.add(r, from, end)
}

// spokenPhone hides a number in national form behind a word that says so.
func (s *scan) spokenPhone(r *rule, from, to int) {
	text := s.text
	if isAt(text, from-1, alnum) {
		return
	}
	at := to
	for at < len(text) && at-to < 24 && !is(text[at], digit|plus) && text[at] != '(' && text[at] != '\n' {
		at++
	}
	if at == len(text) || !isAt(text, at, digit|plus) && text[at] != '(' {
		return
	}
	end, digits, _ := phoneEnd(text, at)
	if digits < 9 || digits > 15 || isAt(text, end, word) || dated(text[at:end]) || isAt(text, at-1, word|dot|dash) {
		return
	}
	s.add(r, at, end)
}

// phoneEnd follows digits with single separators between them, and brackets.
func phoneEnd(text string, from int) (end, digits, separators int) {
	end = from
	for i := from; i < len(text) && i-from < 28; i++ {
		switch c := text[i]; {
		case is(c, digit):
			digits++
			end = i + 1
		case c == '+' && i == from:
		case c == ' ' || c == '-' || c == '.' || c == '(' || c == ')':
			if i > from && is(text[i-1], blank|dash|dot) && c != '(' {
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
	at := run(text, to, 8, space|colon|equals|quote)
	if !isAt(text, at, upper) || !isAt(text, at+1, upper) || !isAt(text, at+2, digit) || !isAt(text, at+3, digit) {
		return
	}
	end := at
	for end < len(text) && end-at < 42 && (is(text[end], upper|digit) || text[end] == ' ' && isAt(text, end+1, upper|digit)) {
		end++
	}
	if n := count(text[at:end], alnum); n >= 15 && n <= 34 {
		s.add(r, at, end)
	}
}

// socialSecurity hides the American number behind the words that name it.
func (s *scan) socialSecurity(r *rule, from, to int) {
	text := s.text
	if isAt(text, from-1, alnum) {
		return
	}
	at := to
	for at < len(text) && at-to < 24 && !is(text[at], digit|breaks) {
		at++
	}
	end := run(text, at, 11, digit|dash|blank)
	end = runBack(text, end, end-at, dash|blank)
	if n := count(text[at:end], digit); n == 9 && !isAt(text, end, word) {
		s.add(r, at, end)
	}
}
