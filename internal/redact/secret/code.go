package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// oneTimeCode hides a code that was sent to be typed once, and a PIN: four to
// eight digits behind a word for them, with something that gives it between.
func (s *scan) oneTimeCode(r *rule, from, to int) {
	const sentence, least, most = 56, 4, 8
	text := s.text
	if chars.InWord(text, from) && chars.Is(text[from], chars.Alnum) || chars.IsAt(text, from-1, chars.Word|chars.Dash|chars.Dot) {
		return
	}
	if text[from]|0x20 == 'p' && chars.Is(text[to-1], chars.Colon|chars.Blank) {
		to = from + len("pin") // what gives it is part of the keyword
	}
	if to < len(text) && chars.Is(text[to], chars.Word|chars.Dash|chars.Dot|chars.Slash) && !strings.HasPrefix(text[to:], "_code") {
		return // a longer name
	}
	rest := text[to:min(len(text), to+sentence)]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	for i := 0; i < len(rest); i++ {
		c := given.ConnectorAt(rest[i:])
		if rest[i] == '=' {
			c = "="
		}
		if c == "" || c == " " {
			if !chars.Is(rest[i], chars.Word|chars.Blank|chars.Dash|chars.Quote|chars.Bracket|chars.High) {
				return
			}
			continue
		}
		at := chars.Run(text, to+i+len(c), 4, chars.Blank|chars.Quote|chars.Colon)
		end := chars.Run(text, at, most+1, chars.Digit)
		if chars.Is(given.TailByte(text, end), chars.Blank|chars.Dash) && end-at >= 2 && end-at <= 4 { // 123 456
			if next := chars.Run(text, end+1, 5, chars.Digit); end-at == 3 || next-end > 2 && next-end < 6 && !chars.IsAt(text, next, chars.Word) {
				end = next
			}
		}
		n := chars.Count(text[at:end], chars.Digit)
		if n < least || n > most || chars.IsAt(text, end, chars.Word|chars.Dash|chars.Slash|chars.Percent) || chars.IsAt(text, end, chars.Dot|chars.Comma|chars.Colon) && chars.IsAt(text, end+1, chars.Digit) {
			continue
		}
		unit := strings.TrimPrefix(text[end:min(len(text), end+8)], " ")
		if given.AnyOf(strings.Contains, strings.ToLower(rest[:i]), given.NotCodes()) || given.AnyOf(strings.HasPrefix, strings.ToLower(unit), given.NotCodes()) {
			return
		}
		s.add(r, at, end)
		return
	}
}

// recoveryCodes hides the codes that stand in for a second factor: two or more in
// a row behind their name.
func (s *scan) recoveryCodes(r *rule, from, to int) {
	const reach, between = 900, 60
	text := s.text
	if from < s.coded {
		return // inside of a list that was met
	}
	limit := min(len(text), to+reach)
	var codes []given.Slot
	for i, last := to, to; i < limit && i-last < between; {
		if !chars.Is(text[i], chars.Alnum) {
			i++
			continue
		}
		end := chars.Run(text, i, 32, chars.Alnum|chars.Dash)
		if codeLike(text[i:end]) && !chars.IsAt(text, end, chars.Word|chars.Dot|chars.Colon|chars.Slash) && !chars.IsAt(text, i-1, chars.Word|chars.Dash|chars.Dot|chars.Slash) {
			codes = append(codes, given.Slot{From: i, To: end})
			last = end
		}
		i = end
	}
	if len(codes) < 2 || !chars.IsAt(text, to, chars.Alpha) && chars.Count(text[to:codes[0].From], chars.Alpha) > 0 {
		return // of one, what comes after a word is something else: "backup code: commit …"
	}
	s.coded = codes[len(codes)-1].To
	for _, c := range codes {
		s.add(r, c.From, c.To)
	}
}

// codeLike reports groups of four to six letters and digits, or one of eight to
// twelve.
func codeLike(code string) bool {
	if chars.Count(code, chars.Digit) < 2 || chars.Count(code, chars.Upper) > 0 && chars.Count(code, chars.Lower) > 0 {
		return false
	}
	groups := strings.Split(code, "-")
	if len(groups) == 1 {
		return len(code) >= 8 && len(code) <= 12
	}
	for _, g := range groups {
		if len(g) < 4 || len(g) > 6 {
			return false
		}
	}
	return len(groups) <= 5 && !given.DateTime(code+"----")
}

// maskedValue hides what a log of CI is told to mask.
func (s *scan) maskedValue(r *rule, from, to int) {
	if end := chars.Run(s.text, to, 512, ^(chars.Space | chars.Quote)); end-to >= 6 && !given.Templated(s.text[to:end]) {
		s.add(r, to, end)
	}
}

// pgpass hides the password of a line host:port:database:user:password.
func (s *scan) pgpass(r *rule, from, to int) {
	text := s.text
	start := chars.RunBack(text, from, 128, ^(chars.Space | chars.Quote))
	end := chars.Run(text, to, 256, ^(chars.Space | chars.Quote))
	parts := strings.Split(text[start:end], ":")
	if len(parts) != 5 || len(parts[0]) < 1 || len(parts[2]) < 1 || len(parts[3]) < 1 || len(parts[4]) < 4 || given.Templated(parts[4]) ||
		!given.LineStart(text, start) || !given.LineEnd(text, end) || !chars.All(parts[2], chars.Word|chars.Dash|chars.Bang) || strings.Contains(parts[3], "/") {
		return
	}
	s.add(r, end-len(parts[4]), end)
}
