package shell

import (
	"slices"
	"strings"
)

// shellPart is one simple command of a shell line, as words without quotes.
type shellPart struct {
	words []string
	into  string // the file that its output is redirected into, the first that stays; "" none
	logs  bool   // what it writes beside its output, its errors, goes into a file
	sub   bool   // stood inside a substitution: $( … ) or backticks
	join  byte   // what stands before it: '&' for &&, '|' for a pipe, else 0
}

// writes reports whether anything that the command writes is redirected into a file.
func (p *shellPart) writes() bool { return p.into != "" || p.logs }

// Limits of a hostile command line: beyond them the rest is one unknown command.
const (
	shellParts = 400
	shellDepth = 6
)

// splitShell divides a command line into its simple commands: at ; && || | & and
// newlines, quotes and here-documents respected, substitutions taken out as
// commands of their own. It is a reader of intent, not a shell: what it cannot
// follow ends up as a word of an unknown command, which counts as mutating.
func splitShell(line string) []shellPart {
	s := shellReader{src: line}
	s.commands(0, 0)
	return s.parts
}

// Commands is a script without the bodies of its here-documents: those are what programs
// are given to read, and no commands of its own.
func Commands(script string) string {
	s := shellReader{src: script}
	s.commands(0, 0)
	if len(s.bodies) == 0 {
		return script
	}
	var b strings.Builder
	from := 0
	for _, body := range s.bodies {
		b.WriteString(script[from:body[0]])
		from = body[1]
	}
	b.WriteString(script[from:])
	return b.String()
}

type shellReader struct {
	src    string
	pos    int
	parts  []shellPart
	docs   []string // here-document ends that the next newline starts
	bodies [][2]int // of the here-documents that were passed, with their ends
}

// commands reads until end of input or the closing byte.
func (s *shellReader) commands(closing byte, depth int) {
	cur := shellPart{sub: depth > 0}
	var word []byte
	inWord, target, beside := false, false, false // target: the next word names a redirection's file, beside: not of the output
	endWord := func() {
		if !inWord {
			return
		}
		w := string(word)
		word, inWord = word[:0], false
		if target {
			target = false
			switch {
			case harmlessTarget(w) || w == "":
			case beside:
				cur.logs = true
			case cur.into == "" || passing(cur.into):
				cur.into = w
			}
			beside = false
			return
		}
		if cur.words == nil {
			cur.words = make([]string, 0, 6)
		}
		cur.words = append(cur.words, w)
	}
	endPart := func() {
		endWord()
		target, beside = false, false
		if len(cur.words) > 0 || cur.writes() {
			if len(s.parts) < shellParts {
				s.parts = append(s.parts, cur)
			} else {
				s.parts[len(s.parts)-1] = shellPart{words: []string{"…"}}
			}
		}
		join := cur.join
		if len(cur.words) > 0 || cur.writes() {
			join = 0 // a new line behind && or | goes on from it
		}
		cur = shellPart{sub: depth > 0, join: join}
	}
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if c == closing && closing != 0 {
			s.pos++
			endPart()
			return
		}
		if strings.IndexByte("<>&|()\n", c) >= 0 && comparing(cur.words, word) {
			// Inside [[ … ]] these compare, join and group; a line goes on after a joint.
			if c != '\n' {
				word, inWord = append(word, c), true
				s.pos++
				continue
			}
			endWord()
			if last := cur.words[len(cur.words)-1]; last == "&&" || last == "||" {
				s.pos++
				continue
			}
		}
		switch c {
		case '\\':
			s.pos++
			if s.pos < len(s.src) {
				if s.src[s.pos] != '\n' {
					word, inWord = append(word, s.src[s.pos]), true
				}
				s.pos++
			}
		case '\'':
			end := strings.IndexByte(s.src[s.pos+1:], '\'')
			if end < 0 {
				end = len(s.src) - s.pos - 1
			}
			word, inWord = append(word, s.src[s.pos+1:s.pos+1+end]...), true
			s.pos = min(s.pos+end+2, len(s.src))
		case '"':
			word, inWord = s.quoted(word, depth), true
		case '`':
			s.pos++
			s.substitute('`', depth)
			word, inWord = append(word, '$'), true
		case '$':
			if strings.HasPrefix(s.src[s.pos:], "$((") {
				word, inWord = s.arithmetic(word), true
			} else if strings.HasPrefix(s.src[s.pos:], "$(") {
				s.pos += 2
				s.substitute(')', depth)
				word, inWord = append(word, '$'), true
			} else {
				word, inWord = append(word, c), true
				s.pos++
			}
		case ' ', '\t', '\r':
			endWord()
			s.pos++
		case '#':
			if inWord {
				word = append(word, c)
				s.pos++
			} else if end := strings.IndexByte(s.src[s.pos:], '\n'); end >= 0 {
				s.pos += end
			} else {
				s.pos = len(s.src)
			}
		case '\n':
			endPart()
			s.pos++
			s.skipDocs()
		case ';', '|':
			endPart()
			s.pos++
			cur.join = 0
			if c == '|' && s.pos < len(s.src) {
				switch s.src[s.pos] {
				case '|':
					s.pos++
				case '&':
					s.pos++
					cur.join = c
				default:
					cur.join = c
				}
			}
		case '(', ')':
			// A subshell groups commands; a function's parentheses fall here too. Two of
			// them in a command's place calculate: (( i > 3 )).
			if c == '(' && !inWord && beginsCommand(cur.words) && s.calculation() {
				cur.words = append(cur.words, "((")
				continue
			}
			endPart()
			s.pos++
		case '&':
			if strings.HasPrefix(s.src[s.pos:], "&>") {
				endWord()
				s.pos += 2
				if s.pos < len(s.src) && s.src[s.pos] == '>' {
					s.pos++
				}
				target = true
				continue
			}
			endPart()
			s.pos++
			cur.join = 0
			if s.pos < len(s.src) && s.src[s.pos] == c {
				s.pos++
				cur.join = c
			}
		case '>':
			descriptor := onlyDigits(word)
			other := descriptor && string(word) != "1"
			if descriptor {
				word, inWord = word[:0], false // 2>
			}
			endWord()
			beside = other
			s.pos++
			if s.pos < len(s.src) && (s.src[s.pos] == '>' || s.src[s.pos] == '|') {
				s.pos++
			}
			if s.pos < len(s.src) && s.src[s.pos] == '&' { // 2>&1, but >& out is a file
				s.pos++
				if s.pos == len(s.src) || s.src[s.pos] != '-' && (s.src[s.pos] < '0' || s.src[s.pos] > '9') {
					target = true
					continue
				}
				for s.pos < len(s.src) && (s.src[s.pos] >= '0' && s.src[s.pos] <= '9' || s.src[s.pos] == '-') {
					s.pos++
				}
				continue
			}
			if s.pos < len(s.src) && s.src[s.pos] == '(' { // >(command)
				s.pos++
				s.substitute(')', depth)
				continue
			}
			target = true
		case '<':
			if onlyDigits(word) {
				word, inWord = word[:0], false
			}
			endWord()
			s.less(depth)
		default:
			word, inWord = append(word, c), true
			s.pos++
		}
	}
	endPart()
}

// substitute reads the commands of a substitution up to its closing byte.
func (s *shellReader) substitute(closing byte, depth int) {
	if depth >= shellDepth {
		s.parts = append(s.parts, shellPart{words: []string{"…"}})
		s.pos = len(s.src)
		return
	}
	s.commands(closing, depth+1)
}

// quoted reads a double-quoted text, in which substitutions still run.
func (s *shellReader) quoted(word []byte, depth int) []byte {
	s.pos++
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '"':
			s.pos++
			return word
		case c == '\\' && s.pos+1 < len(s.src):
			word = append(word, s.src[s.pos+1])
			s.pos += 2
		case c == '`':
			s.pos++
			s.substitute('`', depth)
			word = append(word, '$')
		case strings.HasPrefix(s.src[s.pos:], "$(("):
			word = s.arithmetic(word)
		case strings.HasPrefix(s.src[s.pos:], "$("):
			s.pos += 2
			s.substitute(')', depth)
			word = append(word, '$')
		default:
			word = append(word, c)
			s.pos++
		}
	}
	return word
}

// arithmetic reads $(( … )) as a number.
func (s *shellReader) arithmetic(word []byte) []byte {
	s.pos++
	if !s.calculation() {
		s.pos = len(s.src)
	}
	return append(word, '0')
}

// A calculation is bounded, in bytes and in how deep its parentheses stand: a line of
// nothing but "(" would otherwise be read to its end from each of them.
const (
	maxCalculation      = 512
	maxCalculationDepth = 32
)

// calculation reads a "((" up to the "))" that closes it, in which > compares. It
// stays where it is, and tells so, where two subshells open: ((ls); (cat x)).
func (s *shellReader) calculation() bool {
	if !strings.HasPrefix(s.src[s.pos:], "((") {
		return false
	}
	open := 2
	for i := s.pos + 2; i < min(len(s.src), s.pos+maxCalculation); i++ {
		switch s.src[i] {
		case '(':
			if open++; open > maxCalculationDepth {
				return false
			}
		case ')':
			if open--; open == 1 {
				if i+1 == len(s.src) || s.src[i+1] != ')' {
					return false
				}
				s.pos = i + 2
				return true
			}
		}
	}
	return false
}

// less reads what follows a '<': an input file, a here-string, a here-document
// or a process substitution. None of them writes.
func (s *shellReader) less(depth int) {
	rest := s.src[s.pos:]
	switch {
	case strings.HasPrefix(rest, "<<<"):
		s.pos += 3
	case strings.HasPrefix(rest, "<<"):
		s.pos += 2
		if s.pos < len(s.src) && s.src[s.pos] == '-' {
			s.pos++
		}
		for s.pos < len(s.src) && (s.src[s.pos] == ' ' || s.src[s.pos] == '\t') {
			s.pos++
		}
		start := s.pos
		for s.pos < len(s.src) && !strings.ContainsRune(" \t\n;|&<>)", rune(s.src[s.pos])) {
			s.pos++
		}
		if end := strings.Trim(s.src[start:s.pos], `'"\`); end != "" && len(s.docs) < 16 {
			s.docs = append(s.docs, end)
		}
	case strings.HasPrefix(rest, "<("):
		s.pos += 2
		s.substitute(')', depth)
	default:
		s.pos++
	}
}

// skipDocs passes over the bodies of the here-documents that start here.
func (s *shellReader) skipDocs() {
	if len(s.docs) == 0 {
		return
	}
	from := s.pos
	for _, end := range s.docs {
		for s.pos < len(s.src) {
			line := s.src[s.pos:]
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line = line[:n]
				s.pos += n + 1
			} else {
				s.pos = len(s.src)
			}
			if strings.TrimSpace(line) == end {
				break
			}
		}
	}
	s.docs = s.docs[:0]
	s.bodies = append(s.bodies, [2]int{from, s.pos})
}

// comparing reports whether what follows the words and the beginning of the next
// one stands inside [[ … ]].
func comparing(words []string, next []byte) bool {
	for i, w := range words {
		if w == "[[" {
			return string(next) != "]]" && !slices.Contains(words[i+1:], "]]")
		}
		if !shellKeyword(w) {
			return false
		}
	}
	return false
}

// beginsCommand reports whether the next word is a command's name.
func beginsCommand(words []string) bool {
	for i, w := range words {
		if !shellKeyword(w) && (w != "for" || i != len(words)-1) {
			return false
		}
	}
	return true
}

// shellKeyword reports whether a command follows the word.
func shellKeyword(w string) bool {
	switch w {
	case "if", "elif", "then", "else", "while", "until", "do", "!", "{", "time":
		return true
	}
	return false
}

func onlyDigits(word []byte) bool {
	for _, c := range word {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(word) > 0
}

// harmlessTarget reports whether a redirection's target is no file.
func harmlessTarget(w string) bool {
	switch w {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "NUL", "nul", "$null":
		return true
	}
	return strings.HasPrefix(w, "/dev/fd/")
}
