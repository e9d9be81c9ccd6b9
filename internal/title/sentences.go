package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/title/fit"
	"prism/internal/title/plain"
	"prism/internal/title/printed"
)

// lineKind says what the line is that a sentence stands in.
type lineKind uint8

// The kinds of lines.
const (
	Prose lineKind = iota // words in a row
	item                  // of a list
	heading
	programText // what one wrote, or its code
)

// Limits on what is looked at of one text for its telling sentences.
const (
	maxSentences = 14
	maxTextLines = 120
)

// MaxGap bounds, in bytes, what may stand between a heading and what it leads to for
// both to be one quote.
const MaxGap = 8

// Sentence is one sentence of a text.
type Sentence struct {
	text  string // as it stands there, its mark of a list or heading left out
	Kind  lineKind
	leads bool // ends on a colon: what it says stands in what follows
	apart bool // a table or code that was passed over stands before it
	line  int  // of the text, from 1
	deep  int  // how far the line is set in, in blanks
}

// Author says who wrote a text: a person pastes what programs print.
type Author uint8

// Who wrote a text.
const (
	Person Author = iota // may paste what programs print
	Agent                // does not
)

// Sentences splits a text into sentences, at most limit of them. Tables, rules,
// fenced code, tags and the remarks of the client are passed over.
func Sentences(text string, who Author, limit int) []Sentence {
	var out []Sentence
	fenced, aside, passed := false, false, false
	n := 0
	if who == Person {
		text = unfence(handedOver(text))
	}
	for line := range strings.SplitSeq(text, "\n") {
		if n++; n > maxTextLines || len(out) >= limit {
			break
		}
		deep := len(line) - len(strings.TrimLeft(line, " \t"))
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced, passed = !fenced, true
			continue
		}
		if strings.Contains(line, "★ Insight") {
			aside = true
			continue
		}
		if aside {
			if strings.Contains(line, "─────") {
				aside = false
			}
			continue
		}
		if fenced && who == Person && line != "" {
			out = append(out, Sentence{text: observe.ClipBytes(line, plain.SentenceBytes), Kind: programText})
			continue
		}
		if rest, ok := strings.CutPrefix(line, "│"); ok && who == Person && !strings.Contains(rest, "│") && len(out) > 0 && out[len(out)-1].line == n-1 {
			if rest = strings.TrimSpace(rest); rest != "" {
				out = append(out, Sentence{text: observe.ClipBytes(rest, plain.SentenceBytes), Kind: programText, line: n}) // goes on in a frame
			}
			continue
		}
		if strings.HasPrefix(line, "|") || strings.HasPrefix(line, "│") {
			passed = true
		}
		if fenced || line == "" || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "│") || strings.Trim(line, "-=*#`─━═★_~+ ") == "" {
			continue
		}
		if line[0] == '<' {
			if line = untag(line); line == "" {
				continue
			}
		}
		kind, rest := kindOf(line, who)
		first := len(out)
		out = split(out, rest, kind, limit)
		for i := first; i < len(out); i++ {
			out[i].line, out[i].deep = n, deep
		}
		if first < len(out) {
			out[first].apart, passed = passed, false
		}
	}
	return out
}

// unfence drops the fence of a prompt that is written in one from its first
// line on.
func unfence(text string) string {
	head, rest, ok := strings.Cut(strings.TrimSpace(text), "\n")
	switch strings.TrimSpace(head) {
	case "```", "```markdown", "```md", "```text", "```txt":
		if ok && !printed.Is(output.FirstLine(rest)) {
			return rest
		}
	}
	return text
}

// untag drops tags at the head of a line, and the line where it is nothing but
// tags.
func untag(line string) string {
	for strings.HasPrefix(line, "<") {
		end := strings.IndexByte(line, '>')
		if end < 0 {
			return ""
		}
		line = strings.TrimSpace(line[end+1:])
	}
	if strings.Contains(line, "</") {
		return "" // what stands between tags is no speech
	}
	return line
}

// kindOf tells the kind of a line and drops its mark.
func kindOf(line string, who Author) (lineKind, string) {
	if len(line) > 4*plain.SentenceBytes {
		line = strings.ToValidUTF8(line[:4*plain.SentenceBytes], "")
	}
	if line == "" {
		return programText, ""
	}
	if rest, ok := plain.Item(line); ok {
		return item, rest
	}
	if line[0] == '#' {
		if rest := strings.TrimLeft(line, "#"); strings.HasPrefix(rest, " ") {
			return heading, strings.TrimSpace(rest)
		}
	}
	if strings.HasPrefix(line, "**") && strings.HasSuffix(strings.TrimRight(line, ":："), "**") && strings.Count(line, "**") == 2 {
		return heading, line
	}
	if who == Person && printed.Is(line) || strings.IndexByte(line, "│"[0]) >= 0 && strings.ContainsAny(line, "│┌└├") {
		return programText, line
	}
	return Prose, line
}

// split appends the sentences of one line.
func split(out []Sentence, line string, kind lineKind, limit int) []Sentence {
	for line != "" && len(out) < limit {
		end, next := SentenceEnd(line)
		s := strings.TrimSpace(line[:end])
		line = strings.TrimSpace(line[next:])
		if s == "" {
			continue
		}
		if len(s) > plain.SentenceBytes {
			s = strings.ToValidUTF8(s[:plain.SentenceBytes], "")
		}
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "*` "))
		out = append(out, Sentence{text: s, Kind: kind, leads: last == ':' || last == '：'})
	}
	return out
}

// SentenceEnd returns where the first sentence of a line ends, its mark
// included, and where the next begins.
func SentenceEnd(line string) (end, next int) {
	depth := 0 // in brackets, quotes and code spans nothing ends
	code := false
	for i, r := range line {
		after := i + utf8.RuneLen(max(r, 0))
		if r == utf8.RuneError {
			after = i + 1
		}
		switch r {
		case '`':
			code = !code
		case '(', '（', '「', '【', '《':
			depth++
		case ')', '）', '」', '】', '》':
			depth = max(depth-1, 0)
		case '。', '！', '？', '；':
			if depth == 0 && i > 2 {
				return after, after
			}
		case '!', '?':
			if depth == 0 && !code && (after == len(line) || line[after] == ' ' || line[after] == '*') {
				return after, after
			}
		case '.':
			if depth == 0 && !code && after < len(line) && (line[after] == ' ' || line[after] == '*' && after+2 < len(line) && line[after+1] == '*') && !abbreviated(line[:i]) {
				return after, after
			}
		}
	}
	return len(line), len(line)
}

// abbreviated reports whether the full stop after s ends a word and no sentence:
// "e.g.", "vs.", "1.", a single letter.
func abbreviated(s string) bool {
	w := strings.ToLower(s[strings.LastIndexAny(s, " (")+1:])
	if len(w) == 1 && (w[0] < '0' || w[0] > '9') || w == "" || strings.Contains(w, ".") && len(w) <= 4 && !strings.ContainsAny(w, "/_") {
		return true
	}
	if fit.Listed().Short.Has(w) {
		return true
	}
	if strings.Trim(w, "0123456789") != "" {
		return false
	}
	before := strings.Fields(strings.ToLower(s)) // "3. Juni", but "option 2. Then …"
	if len(before) < 2 {
		return true
	}
	return !fit.Listed().Numbered.Has(before[len(before)-2])
}

// unnumbered is an item without a label that only counts it: "Phase 1: …".
func unnumbered(s string) string {
	label, rest, ok := strings.Cut(plain.Of(s), ": ")
	word, n, two := strings.Cut(label, " ")
	if !ok || !two || word == "" || n == "" || strings.Trim(n, "0123456789") != "" || !fit.Worded(rest) {
		return s
	}
	return rest
}
