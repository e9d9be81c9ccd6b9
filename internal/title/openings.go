package title

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// opener drops the words with which people begin a request and that say nothing
// of it, in any language: "could you please", "ich möchte, dass du", "请帮我".
type opener struct {
	requests, fillers phrases
	interjections     phrases // only where a mark follows: "Great, …", "Task: …"
}

// phrases are beginnings of sentences in lower case, by their first character,
// the longest first.
type phrases map[rune][]string

// add takes phrases in; "_" at the end stands for a blank.
func (p phrases) add(list []string) {
	for _, s := range list {
		if head, ok := strings.CutSuffix(s, "_"); ok {
			s = head + " "
		}
		p[firstRune(s)] = append(p[firstRune(s)], s)
	}
	for _, l := range p {
		slices.SortStableFunc(l, func(a, b string) int { return len(b) - len(a) })
	}
}

// begin reports whether s begins with one of the phrases, whatever its case.
func (p phrases) begin(s string) bool {
	for _, w := range p[unicode.ToLower(firstRune(s))] {
		if foldedPrefix(s, w) {
			return true
		}
	}
	return false
}

// strip returns s without polite words at its head, and whether such words made
// a question of it ("can you …?").
func (o *opener) strip(s string) (string, bool) {
	asked := false
	for range 6 {
		cut := leading(s, o.requests, wordEnds)
		request := cut > 0
		if cut == 0 {
			cut = leading(s, o.fillers, wordEnds)
		}
		if cut == 0 {
			cut = leading(s, o.interjections, func(_, next rune) bool { return strings.ContainsRune(",.!?:;—–…，。！：", next) })
		}
		if cut == 0 {
			break
		}
		rest := strings.TrimLeft(s[cut:], " ,.!?:;-—–…，、。！：？")
		if rest == "" || !worded(rest) || foldedPrefix(rest, "not ") || foldedPrefix(rest, "nicht ") {
			break
		}
		asked = asked || request
		s = rest
	}
	return s, asked
}

// leading returns the length of the first phrase that s begins with and that
// ends where the next character says so; 0 none.
func leading(s string, list phrases, ends func(last, next rune) bool) int {
	for _, p := range list[unicode.ToLower(firstRune(s))] {
		if len(p) >= len(s) || !foldedPrefix(s, p) {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(p)
		if rest := s[len(p):]; ends(last, firstRune(rest)) || ends(last, firstRune(strings.TrimLeft(rest, " "))) {
			return len(p)
		}
	}
	return 0
}

// wordEnds reports whether a word may end between two characters; in scripts
// without spaces it ends anywhere.
func wordEnds(last, next rune) bool {
	return last >= 0x2E80 || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '\'' && next != '’' && next != '-'
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// trim returns s without the polite words at its end.
func (o *opener) trim(s string) string {
	for range 3 {
		was := len(s)
		for _, face := range []string{":)", ":-)", ";)", ":(", ":D", "^^"} {
			s = strings.TrimSuffix(strings.TrimRight(s, " "), face)
		}
		s = strings.TrimRight(s, " .。!！,，:;")
		low := strings.ToLower(s)
		for _, p := range []string{" please", " pls", " plz", " thanks", " thank you", " thx", " bitte", " danke", " por favor", " gracias", " s'il te plaît", " s'il te plait", " stp", " svp", " merci", " obrigado", " per favore", " grazie", " пожалуйста", " спасибо", " proszę", " lütfen"} {
			if strings.HasSuffix(low, p) && len(low) == len(s) && len(s) > len(p)+8 {
				s = s[:len(s)-len(p)]
				break
			}
		}
		if len(s) == was {
			break
		}
	}
	return s
}

// foldedPrefix reports whether s begins with p, whatever the case; p is lower
// case.
func foldedPrefix(s, p string) bool {
	for _, want := range p {
		r, n := utf8.DecodeRuneInString(s)
		if n == 0 || unicode.ToLower(r) != want && (r != '’' || want != '\'') {
			return false
		}
		s = s[n:]
	}
	return true
}

// Words are the beginnings of sentences by which titles and summaries are chosen.
type Words struct {
	polite   opener
	openings openings
}

//go:embed words.txt
var wordsFile string

// NewWords reads the beginnings.
func NewWords() *Words {
	sections := map[string]phrases{}
	section := ""
	for line := range strings.Lines(wordsFile) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
			sections[section] = phrases{}
		default:
			sections[section].add(strings.Split(line, " | "))
		}
	}
	w := &Words{}
	for name, to := range map[string]*phrases{
		"requests": &w.polite.requests, "fillers": &w.polite.fillers, "interjections": &w.polite.interjections,
		"instructions": &w.openings.instructions, "preparations": &w.openings.preparations,
		"continuations": &w.openings.continuations, "backgrounds": &w.openings.backgrounds,
		"announcements": &w.openings.announcements, "conclusions": &w.openings.conclusions, "courtesies": &w.openings.courtesies,
	} {
		*to = sections[name]
	}
	return w
}

// openings hold the beginnings by which a sentence shows that it is not the one
// that says what is wanted, and of the agent's, what came of the work.
type openings struct {
	instructions, preparations, continuations, backgrounds phrases
	announcements, conclusions, courtesies                 phrases
}

// cost is what a sentence loses by how it begins.
func (m *openings) cost(s string) float64 {
	if foldedPrefix(s, "so ") {
		s = s[len("so "):]
	}
	switch {
	case m.instructions.begin(s), means(s):
		return 2
	case m.preparations.begin(s):
		return 1.5
	case m.continuations.begin(s):
		return 1
	case m.backgrounds.begin(s):
		return 0.6
	}
	return 0
}

// anaphors are words that stand for something said before. Folded as tokens are.
func anaphor(w string) bool {
	switch w {
	case "it", "its", "this", "that", "them", "they", "these", "those", "thats", "ones", "das", "dies", "diese", "dieses", "es", "eso", "esto", "esta", "lo", "ca", "cela", "ce", "cette", "isso", "isto", "questo", "quello", "tutto", "это", "его", "эту", "этот", "tego", "dat", "deze", "bunu":
		return true
	}
	return false
}

// emptyWord reports whether a word alone tells nothing of a goal.
func emptyWord(w string) bool {
	switch w {
	case "the", "a", "an", "of", "in", "on", "at", "is", "are", "was", "be", "been", "do", "does", "did", "done", "for", "with", "from", "into", "as", "or", "if", "when", "what", "which", "where", "why", "how", "who", "there", "here", "any", "some", "more", "one", "once", "yet", "again", "still", "too", "very", "same", "other", "thing", "things", "anything", "something", "everything", "nothing", "my", "your", "our", "their", "has", "have", "had", "not", "dont", "doesnt", "about", "before", "after", "out", "up", "down", "over", "back", "get", "got", "make", "sure", "way", "work", "works", "working", "right", "good", "better", "best", "new", "issue", "issues", "problem", "problems", "error", "errors", "code", "file", "files", "changes", "change", "branch", "repo", "project", "task", "today", "step", "all", "both", "above", "below", "idea", "ideas", "bit", "lot", "want", "need", "see", "know", "think", "say", "tell", "between", "than", "only", "case", "yes", "no", "ok", "okay", "start", "go", "cause", "reason", "proposal", "solution", "option":
		return true
	}
	return anaphor(w)
}

// means reports whether a sentence only names the means to work with: "use the
// review skill".
func means(s string) bool {
	if !foldedPrefix(s, "use ") && !foldedPrefix(s, "invoke ") && !foldedPrefix(s, "with ") || len(s) > 80 {
		return false
	}
	s = strings.ToLower(s)
	for _, w := range []string{" skill", " agent", " subagent", " mcp", " plugin", " subagents", " agents", " skills"} {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// confirms reports whether a question only asks for a short assent: "…, right?". said
// is the sentence as it was written, text what was left of it.
func confirms(text, said string) bool {
	if !strings.HasSuffix(strings.TrimRight(said, " "), "?") && !strings.HasSuffix(text, "？") {
		return false
	}
	text = strings.ToLower(strings.TrimRight(text, "?？ "))
	for _, w := range []string{" right", " correct", " yes", " ok", " okay", " oder", " richtig", " giusto", " vero", " verdad", " no", " cierto", " né", " certo", " hein", " n'est-ce pas", " верно", " да", " prawda", "对吧", "对吗", "是吧", "맞지", "ですよね"} {
		if strings.HasSuffix(text, w) {
			return true
		}
	}
	return false
}
