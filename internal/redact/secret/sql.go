package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// sqlPassword hides what SQL gives to an account: ALTER USER x PASSWORD 'y',
// CREATE USER x IDENTIFIED BY 'y'. "Identified by" is also plain English, so a
// statement about an account must stand before.
func (s *scan) sqlPassword(r *rule, from, to int) {
	const statement, most = 200, 256
	text := s.text
	before := strings.ToLower(text[max(0, from-statement):from])
	before = before[strings.LastIndexByte(before, ';')+1:]
	about := false
	for _, verb := range [...]string{"create ", "alter ", "grant ", "set "} {
		_, rest, ok := strings.Cut(before, verb)
		about = about || ok && (verb == "grant " || given.AnyOf(strings.Contains, rest, given.SQLAccounts()))
	}
	if !about {
		return
	}
	i := to
	if chars.Is(text[i-1], chars.Quote) {
		i-- // the mark that opens the value
	}
	if strings.HasSuffix(strings.ToLower(text[from:to]), "with ") {
		i = chars.Run(text, i, 40, chars.Word|chars.Quote) // the plugin
		rest := text[i:min(len(text), i+4)]
		if !strings.EqualFold(rest, " by ") && !strings.EqualFold(rest, " as ") {
			return
		}
		i += 4
	}
	i = chars.Run(text, i, 4, chars.Space)
	if i >= len(text) {
		return
	}
	v := given.Slot{From: i, To: chars.Run(text, i, most, chars.Alnum|chars.Underscore|chars.Bang)}
	if chars.Is(text[i], chars.Quote) {
		v = given.Slot{From: i + 1, To: given.Closing(text, i)}
	} else if chars.Count(text[v.From:v.To], chars.Digit) == 0 {
		return // VALUES, EXTERNALLY, a parameter
	}
	value := strings.ToLower(text[v.From:v.To])
	if len(value) < 4 || given.Templated(value) || strings.HasPrefix(value, ":") || given.PlaceholderLike(value) || given.NamesPassword(value) || given.NotPasswords()[value] {
		return
	}
	s.add(r, v.From, v.To)
}

// rowsMost bounds how often the rows of a text are gone through: a list of columns
// may name a password many times.
const rowsMost = 4

// inserted hides the passwords of rows that SQL inserts: the name at text[from:to]
// is one of a list of columns, and the value stands at its place in each row.
func (s *scan) inserted(r *rule, from, to int) {
	const columns = 600
	text := s.text
	start := max(0, from-columns)
	open := strings.LastIndexByte(text[start:from], '(')
	if open < 0 {
		return
	}
	open += start
	if before := strings.ToLower(text[max(0, open-120):open]); !strings.Contains(before, "insert into") && !strings.Contains(before, "copy ") {
		return
	}
	place := strings.Count(text[open:from], ",")
	end := strings.IndexByte(text[to:min(len(text), to+columns)], ')')
	if end < 0 {
		return
	}
	i := chars.Run(text, to+end+1, 8, chars.Space)
	if strings.HasPrefix(strings.ToLower(text[i:min(len(text), i+10)]), "from stdin") {
		s.copied(r, i, place)
		return
	}
	if i+6 > len(text) || !strings.EqualFold(text[i:i+6], "values") {
		return
	}
	i = chars.Run(text, i+6, 8, chars.Space)
	for s.rowed < len(text)*rowsMost {
		if !chars.IsAt(text, i, chars.Bracket) || text[i] != '(' {
			return
		}
		i++
		for column, ends := 0, false; !ends && s.rowed < len(text)*rowsMost; column++ {
			i = chars.Run(text, i, 8, chars.Space)
			first := i
			for chars.IsAt(text, i, chars.Quote) && (i == first || text[i] == text[i-1]) { // '' is a quote of the value
				i = given.Closing(text, i) + 1
			}
			if i > len(text) || i > first && !chars.Is(text[i-1], chars.Quote) {
				return
			}
			if value := text[min(first+1, i):max(first, i-1)]; column == place && i > first && rowPassword(value) {
				s.add(r, first+1, i-1)
			}
			if i, ends = columnEnd(text, i); i == 0 {
				return
			}
			s.rowed += i - first
		}
		if !chars.IsAt(text, i, chars.Comma) {
			return
		}
		i = chars.Run(text, i+1, 8, chars.Space)
	}
}

// rowPassword reports a value of a row that is no word for one.
func rowPassword(value string) bool {
	folded := strings.ToLower(value)
	return len(value) > 3 && !given.Templated(value) && !given.PlaceholderLike(folded) && !given.NotPasswords()[folded]
}

// columnEnd returns where the next column begins, or the row ends; 0 where neither
// is near.
func columnEnd(text string, i int) (next int, ends bool) {
	const most = 1024
	depth := 0
	for end := min(len(text), i+most); i < end; i++ {
		switch c := text[i]; {
		case c == '(':
			depth++
		case depth > 0 && c == ')':
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			return i + 1, c == ')'
		}
	}
	return 0, false
}

// copied hides the passwords in the rows of a dump, which tabs part, from the line
// behind text[i:] to the one of a backslash and a dot.
func (s *scan) copied(r *rule, i, place int) {
	text := s.text
	for s.rowed < len(text)*rowsMost {
		next := strings.IndexByte(text[i:], '\n')
		if next < 0 {
			s.rowed += len(text) - i // looked through for nothing
			return
		}
		s.rowed += next
		if strings.HasPrefix(text[i+next+1:], `\.`) {
			return
		}
		i += next + 1
		line, _, _ := strings.Cut(text[i:], "\n")
		fields := strings.Split(line, "\t")
		if len(fields) <= place {
			return
		}
		at := i
		for _, f := range fields[:place] {
			at += len(f) + 1
		}
		if value := strings.TrimRight(fields[place], "\r"); rowPassword(value) {
			s.add(r, at, at+len(value))
		}
	}
}
