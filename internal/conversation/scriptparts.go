package conversation

import "strings"

// scriptPart is one simple command of a script, as words without quotes, or one of the brackets
// round a subshell.
type scriptPart struct {
	words      []string
	join       string // what stands before it
	open, shut bool
}

// maxNesting bounds how deep substitutions and quotes may stand in one another.
const maxNesting = 8

// scriptParts takes a script without here-documents apart. Other than package shell it keeps
// the brackets of subshells and what a substitution says. ok is false of what it cannot follow:
// a function, a pattern, a quote that does not end.
func scriptParts(s string) (parts []scriptPart, ok bool) {
	cur := scriptPart{}
	var word []byte
	inWord := false
	endWord := func() {
		if inWord {
			cur.words = append(cur.words, string(word))
		}
		word, inWord = word[:0], false
	}
	endPart := func(join string) {
		if endWord(); len(cur.words) > 0 {
			parts = append(parts, cur)
			cur = scriptPart{}
		}
		if join != "\n" || cur.join == "" || cur.join == ";" || cur.join == ")" {
			cur.join = join
		}
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			endWord()
			i++
		case c == '#' && !inWord:
			if end := strings.IndexByte(s[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(s)
			}
		case c == '\n' || c == ';':
			endPart(string(c))
			i++
		case (c == '&' || c == '|') && i > 0 && (s[i-1] == '>' || s[i-1] == '<'), c == '&' && strings.HasPrefix(s[i:], "&>"):
			word, inWord = append(word, c), true // of a redirection
			if i++; c == '&' && i < len(s) && s[i] == '>' {
				i++
			}
		case c == '&' || c == '|':
			n := 1
			if i+1 < len(s) && s[i+1] == c {
				n = 2
			}
			endPart(s[i : i+n])
			i += n
		case c == '(' && !inWord && len(cur.words) == 0:
			parts = append(parts, scriptPart{open: true, join: cur.join})
			cur = scriptPart{}
			i++
		case c == ')':
			endPart(")")
			parts = append(parts, scriptPart{shut: true})
			i++
		case c == '(' && (i == 0 || s[i-1] != '<' && s[i-1] != '>'):
			return parts, false // a function, a list
		default:
			end := token(s, i, 0)
			if end < 0 {
				return parts, false
			}
			word, inWord = append(word, bare(s[i:end])...), true
			i = end
		}
	}
	endPart("")
	return parts, true
}

// bare is a token without its quotes.
func bare(token string) string {
	switch token[0] {
	case '"', '\'':
		return token[1 : len(token)-1]
	case '\\':
		return strings.TrimPrefix(token[1:], "\n")
	}
	return token
}

// token is where what begins at a byte ends: a quoted text, a substitution, or a single byte;
// −1 where it does not.
func token(s string, at, depth int) int {
	if depth > maxNesting {
		return -1
	}
	switch c := s[at]; {
	case c == '\\':
		return min(at+2, len(s))
	case c == '\'' || c == '`':
		end := strings.IndexByte(s[at+1:], c)
		if end < 0 {
			return -1
		}
		return at + 1 + end + 1
	case c == '"':
		return closing(s, at+1, '"', depth)
	case c == '(':
		return closing(s, at+1, ')', depth)
	case strings.HasPrefix(s[at:], "$("):
		return closing(s, at+2, ')', depth)
	}
	return at + 1
}

// closing is where a quoted text or a substitution ends.
func closing(s string, at int, end byte, depth int) int {
	for at < len(s) {
		c := s[at]
		switch {
		case c == end:
			return at + 1
		case end == '"' && c != '\\' && c != '`' && !strings.HasPrefix(s[at:], "$("):
			at++
		default:
			if at = token(s, at, depth+1); at < 0 {
				return -1
			}
		}
	}
	return -1
}
