package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// Most rules of the file have one form: the name of a service, some letters, an
// operator, a value, and what ends it. Only the value differs, and running all
// of it as one pattern takes nearly all of the time; so the pattern is taken
// apart once, and what is common is walked by hand.
const (
	// assignLead is what such rules allow before the name. It decides nothing
	// but where the match begins.
	assignLead = `[\w.-]{0,50}?`
	// assignGap stands between the name and the operator.
	assignGap = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}`
	// assignTail is the operator and what may stand before the value.
	assignTail = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`
	// assignValue is the longest value that any of these rules can take, but
	// for the generic one, in bytes.
	assignValue = 320
)

// splitAssign takes a pattern of that form apart: ident and value are patterns
// to match at one place. It reports false, and changes nothing, for others.
func splitAssign(p *pattern) bool {
	head, value, ok := strings.Cut(p.source, assignTail)
	if !ok {
		return false
	}
	// One rule goes on with a token that needs no name: a pattern of its own.
	value, other, _ := strings.Cut(value, `|\b(`)
	flags := ""
	if rest, ok := strings.CutPrefix(head, "(?i)"); ok {
		flags, head = "(?i)", rest
	}
	head = strings.TrimPrefix(head, assignLead)
	if rest, ok := strings.CutPrefix(head, "(?i:"+assignLead); ok {
		head = strings.TrimSuffix(rest, ")")
	}
	ident, ok := strings.CutSuffix(head, assignGap)
	if !ok {
		return false
	}
	p.ident = "^(?i:" + ident + ")"
	if name, ok := strings.CutPrefix(ident, "(?:"); ok && len(p.keywords) == 1 && name == p.keywords[0]+")" {
		p.ident = "" // the keyword is all of it
	}
	p.value = "^(?:" + flags + value + ")"
	if other != "" {
		p.source = `\b(` + other
	}
	if p.group > 1 {
		p.group = 0 // the groups before it went with the name
	}
	return true
}

// assigned matches a rule of that form at its keyword.
func (s *scan) assigned(r *rule, from, to int) {
	text, p := s.text, r.pattern
	if p.id == "atlassian-api-token" && chars.Is(text[from+1], chars.Alpha) && text[from+1]|0x20 == 't' && to-from == 6 {
		s.boundedPattern(r, from, to) // ATATT3
		return
	}
	// A look ahead decides most: an operator, and a value worth the name.
	reach := chars.Run(text, to, 44, chars.Word|chars.Dot|chars.Dash|chars.Blank)
	reach = chars.Run(text, reach, 3, chars.Space|chars.Quote)
	if !chars.IsAt(text, reach, chars.Operator) {
		return
	}
	value := chars.Run(text, chars.Run(text, reach, 4, chars.Operator), 5, chars.Space|chars.Quote|chars.Equals)
	end := chars.Run(text, value, 16, chars.Token|chars.Colon|chars.Percent)
	if end-value < 8 {
		return
	}
	if p.ident != "" {
		re, err := p.identRE.get(p.ident)
		if err != nil {
			s.fail(err)
			return
		}
		m := re.FindStringIndex(text[from:min(len(text), to+32)])
		if m == nil {
			return
		}
		to = from + m[1]
	}
	s.assignedValue(r, from, to)
}

// assignedValue tries the places where a value may begin behind a name that
// ends at text[to], in the order in which the pattern would.
func (s *scan) assignedValue(r *rule, from, to int) {
	text := s.text
	tried := -1
	for gap := chars.Run(text, to, 20, chars.Word|chars.Dot|chars.Dash|chars.Blank); gap >= to; gap-- {
		for sep := runSpaceQuote(text, gap, 3); sep >= gap; sep-- {
			for _, op := range operatorEnds(text, sep) {
				if op == 0 {
					continue
				}
				for at := runSkip(text, op, 5); at >= op; at-- {
					if at == tried {
						continue
					}
					tried = at
					if s.valueAt(r, from, at) {
						return
					}
				}
			}
		}
	}
}

// runSpaceQuote follows the class [\s'"].
func runSpaceQuote(text string, i, limit int) int {
	end := min(len(text), i+limit)
	for i < end && (chars.Is(text[i], chars.Space) || text[i] == '"' || text[i] == '\'') {
		i++
	}
	return i
}

// runSkip follows what may stand between operator and value.
func runSkip(text string, i, limit int) int {
	return chars.Run(text, i, limit, chars.Space|chars.Quote|chars.Equals)
}

// operatorEnds returns where the operators end that begin at text[i], in the
// order of the pattern; 0 is none.
func operatorEnds(text string, i int) (ends [3]int) {
	if i >= len(text) {
		return ends
	}
	next := func(n int) byte { return given.TailByte(text, i+n) }
	switch text[i] {
	case '=':
		ends[0] = i + 1
		if next(1) == '>' {
			ends[1] = i + 2
		}
	case '>', ',':
		ends[0] = i + 1
	case ':':
		n := chars.Run(text, i, 3, chars.Colon) - i
		for k := n; k > 0; k-- {
			if next(k) == '=' {
				ends[0] = i + k + 1
				break
			}
		}
		ends[1] = i + 1
	case '|':
		if next(1) == '|' {
			ends[0] = i + 2
		}
	case '?':
		if next(1) == '=' {
			ends[0] = i + 2
		}
	}
	return ends
}

// valueAt matches the rule's value at one place, and adds it if it is a
// finding. It reports whether the pattern matched.
func (s *scan) valueAt(r *rule, from, at int) bool {
	text, p := s.text, r.pattern
	var m []int
	if p.id == "generic-api-key" {
		end, stop, ok := genericValue(text, at)
		if !ok {
			return false
		}
		m = []int{from, stop, at, end}
	} else {
		re, err := p.valueRE.get(p.value)
		if err != nil {
			s.fail(err)
			return true
		}
		if m = re.FindStringSubmatchIndex(text[at:min(len(text), at+assignValue)]); m == nil || m[1] == assignValue && at+assignValue < len(text) {
			return false
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += at
			}
		}
	}
	m[0] = chars.RunBack(text, from, 50, chars.Word|chars.Dot|chars.Dash)
	s.finding(r, m)
	return true
}

// genericValue walks the value of the rule generic-api-key:
// ([\w.=-]{10,150}|[a-z0-9][a-z0-9+/]{11,}={0,3}) and what ends it. Neither
// alternative can give back a byte to what ends it, so there is one way only.
func genericValue(text string, at int) (end, stop int, ok bool) {
	end = chars.Run(text, at, 151, chars.Word|chars.Dot|chars.Dash|chars.Equals)
	if n := end - at; n >= 10 && n <= 150 {
		if stop, ok = valueEnds(text, end); ok {
			return end, stop, guessable(text[at:end])
		}
	}
	if !chars.IsAt(text, at, chars.Alnum) {
		return 0, 0, false
	}
	end = chars.Run(text, at, longest, chars.Alnum|chars.Plus|chars.Slash)
	if end-at < 12 {
		return 0, 0, false
	}
	end = chars.Run(text, end, 3, chars.Equals)
	stop, ok = valueEnds(text, end)
	return end, stop, ok
}

// valueEnds reports whether a value may end at text[i], and where the match
// ends then.
func valueEnds(text string, i int) (stop int, ok bool) {
	switch {
	case i == len(text):
		return i, true
	case chars.Is(text[i], chars.Space|chars.Quote|chars.Semicolon):
		return i + 1, true
	case text[i] == '\\' && (given.TailByte(text, i+1)|0x20 == 'n' || given.TailByte(text, i+1)|0x20 == 'r'):
		return i + 2, true
	}
	return i, false
}

// guessable reports whether the generic rule could take value: its exceptions
// hold everything made of letters, dots, dashes and underscores alone.
func guessable(value string) bool {
	return !chars.All(value, chars.Alpha|chars.Dot|chars.Dash|chars.Underscore)
}
