package tracker

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/transcript"

	"prism/internal/conversation"
)

// cues are what the wording of a prompt tells, in any language on the tables.
type cues struct {
	plan       bool // a plan handed on
	command    bool // a custom command or skill
	follow     bool // opens like a reply or a next step: "and", "now", "ok", "no"
	accept     bool // is nothing but an answer: "yes", "go ahead", "2"
	back       bool // is short and points back: "it", "this", "them"
	wrong      bool // says that something still does not work, or was done wrong
	chore      bool // asks to commit, push, open a pull request, merge, run the checks
	fresh      bool // says itself that it turns to something else
	wish       bool // states a want or sets a scene
	pasted     bool // carries pasted output: an error, a log, code
	review     bool // hands on comments of a review
	question   bool // asks
	words      int  // length in words, up to some hundred; two letters of scripts without spaces are one
	polite     bool // asks nicely
	docs       bool // asks for documentation
	tests      bool // asks for tests
	ours       bool // speaks of what was done or said in the session
	item       bool // takes up a point of a list by its number
	structured bool // headings, lists or many lines
}

// Bounds of how much of a prompt is looked at for cues, in bytes.
const (
	cueHead   = 400
	countHead = 1500
	cueAll    = 4 << 10
)

// read finds the cues of a prompt.
func (b *book) read(t *conversation.Turn) cues {
	text := strings.TrimSpace(t.Prompt)
	if len(text) > cueAll {
		text = text[:cueAll]
	}
	c := cues{plan: t.Origin == transcript.PlanHand, command: t.Command != "" || t.Origin == transcript.Command}
	c.words = countWords(text[:min(len(text), countHead)])
	if t.Images > 0 && strings.HasPrefix(text, "[Image") {
		if i := strings.IndexByte(text, ']'); i > 0 {
			text = strings.TrimSpace(text[i+1:])
		}
	}
	head := text
	if len(head) > cueHead {
		head = head[:cueHead]
	}
	head = strings.ToLower(head)
	if c.command {
		if i := strings.IndexAny(head, " \n"); i >= 0 && strings.HasPrefix(head, "/") {
			_, name := b.words.find(head[:i])
			c.chore = name&asksChore != 0
			head = strings.TrimSpace(head[i+1:])
		} else {
			_, name := b.words.find(head)
			c.chore = name&asksChore != 0
			return c
		}
	}
	if c.plan {
		return c
	}
	starts, within := b.words.find(head)
	c.follow = starts&goesOn != 0 && within&turnsAway == 0
	c.back = c.words <= 25 && within&pointsBack != 0
	c.wrong = within&saysWrong != 0
	c.chore = c.chore || c.words <= 16 && within&asksChore != 0
	c.fresh = within&turnsAway != 0
	c.accept = c.words <= 4 && !c.fresh && !strings.Contains(head, "://") && (starts&accepts != 0 || choice(head))
	c.polite = within&asksNicely != 0
	c.docs = c.words <= 40 && within&asksDocs != 0
	c.tests = c.words <= 40 && within&asksTests != 0
	c.ours = within&ourWork != 0
	c.item = item(head)
	c.wish = within&wishes != 0
	c.review = within&handsReview != 0
	lines := strings.Count(text, "\n") - strings.Count(text, "\n<")
	c.question = asks(text)
	c.pasted = lines >= 2 && pasted(text)
	c.structured = lines >= 8 || strings.Contains(text, "\n#") || strings.HasPrefix(text, "#") || strings.Count(text, "\n- ") >= 3
	return c
}

// choice reports whether a prompt is a bare choice among what was offered: "2", "b", "1 and 3".
func choice(s string) bool {
	if s == "" || len(s) > 12 {
		return false
	}
	return digit(s[0]) || len(s) <= 2 && s[0] < utf8.RuneSelf
}

// item reports whether a prompt opens with the number of a point: "3. make it so".
func item(s string) bool {
	i := 0
	for i < len(s) && i < 3 && digit(s[i]) {
		i++
	}
	return i > 0 && i+2 < len(s) && (s[i] == '.' || s[i] == ')') && s[i+1] == ' '
}

// countWords counts words; letters of scripts without spaces count a half each.
func countWords(s string) int {
	n, half := 0, 0
	in := false
	for _, r := range s {
		switch {
		case r >= 0x0e00 && spaceless(r) && !unicode.Is(unicode.Hangul, r):
			half++
			in = false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !in {
				n++
			}
			in = true
		case unicode.IsSpace(r):
			in = false
		}
	}
	return n + half/2
}

// voice names a table of phrases.
type voice uint32

const (
	goesOn voice = 1 << iota // replies and next steps
	accepts
	pointsBack
	saysWrong
	asksChore
	turnsAway
	wishes
	handsReview
	agentReplies
	agentStarts
	asksDocs
	asksNicely
	asksTests
	ourWork
	agentWaits
)

// lexicon finds the phrases of all tables in one pass over a text.
type lexicon struct {
	spaced map[uint32][]phrase // by the first word
	dense  map[rune][]phrase   // of scripts without spaces, by the first letter
}

type phrase struct {
	text  string // lower case
	of    voice
	alone bool // of a script without spaces: no letter may follow
}

func newLexicon() *lexicon {
	return &lexicon{spaced: make(map[uint32][]phrase), dense: make(map[rune][]phrase)}
}

// add takes in a table: phrases between commas and line ends. With a dot behind
// it, a phrase of a script without spaces is a word of its own.
func (x *lexicon) add(of voice, lines string) {
	for _, w := range strings.FieldsFunc(lines, func(r rune) bool { return r == ',' || r == '\n' }) {
		w = strings.TrimSpace(w)
		if w == "" {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(w); spaceless(r) {
			p := strings.TrimSuffix(w, ".")
			x.dense[r] = append(x.dense[r], phrase{text: p, of: of, alone: p != w})
			continue
		}
		h, _ := firstWord(w, 0)
		x.spaced[h] = append(x.spaced[h], phrase{text: w, of: of})
	}
}

// find returns the tables that have a phrase at the start of s, and those that
// have one anywhere in it. s is in lower case.
func (x *lexicon) find(s string) (starts, within voice) {
	first := true
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) {
			i += size
			continue
		}
		var here voice
		next := i + size
		if spaceless(r) {
			for _, p := range x.dense[r] {
				if strings.HasPrefix(s[i:], p.text) && (!p.alone || boundary(s, i+len(p.text))) {
					here |= p.of
				}
			}
		} else {
			var h uint32
			h, next = firstWord(s, i)
			for _, p := range x.spaced[h] {
				if strings.HasPrefix(s[i:], p.text) && boundary(s, i+len(p.text)) {
					here |= p.of
				}
			}
		}
		within |= here
		if first {
			starts, first = here, false
		}
		i = next
	}
	return starts, within
}

// firstWord hashes the word at byte i and returns where it ends.
func firstWord(s string, i int) (uint32, int) {
	h := uint32(fnvOffset)
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if !wordByte(c) {
				break
			}
			h = (h ^ uint32(c)) * fnvPrime
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) || spaceless(r) {
			break
		}
		h = hashRune(h, r)
		i += size
	}
	return h, i
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return wordByte(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == 'ー'
}

// boundary reports whether no word goes on at byte i.
func boundary(s string, i int) bool {
	if i >= len(s) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
}

// pasted reports whether a text of several lines carries the output of a program.
func pasted(s string) bool {
	for _, mark := range []string{"rror", "ERROR", "FAIL", "xception", "Traceback", "panic:", "level=", "warning:"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	return false
}

// asks reports whether a text ends in a question mark of any script.
func asks(s string) bool {
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "\uff1f") || strings.HasSuffix(s, "\u061f")
}
