package tracker

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/transcript"

	"prism/internal/conversation"
	"prism/internal/lexicon"
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
	announced  announcement
	wish       bool // states a want or sets a scene
	pasted     bool // carries pasted output: an error, a log, code
	output     bool // likewise, be it one line
	pleased    bool // says anywhere that the work is good
	review     bool // hands on comments of a review
	question   bool // asks
	words      int  // length in words, up to some hundred; two letters of scripts without spaces are one
	polite     bool // asks nicely
	docs       bool // asks for documentation
	tests      bool // asks for tests
	ours       bool // speaks of what was done or said in the session
	item       bool // takes up a point of a list by its number
	structured bool // headings, lists or many lines
	anew       bool // opens what stands by itself: "how do I", "draw a"
	drops      bool // leaves the work at hand, or takes it back
	task       bool // begins or ends like one that sets a task: "write a", "… erstellen"
	listed     bool // names a point of a list: "the next item"
	leaves     bool // leaves the work, and proposes something
	same       bool // begins with a sentence that names the work at hand: "of the plan"
	link       bool // has a word that needs something said before: "one", "yet", "as well"
	points     bool // points at something before it has named anything itself
}

// Bounds of how much of a prompt is looked at for cues, in bytes.
const (
	cueHead   = 400
	countHead = 1500
	cueAll    = 4 << 10
)

// read finds the cues of a prompt.
func (b *book) read(t *conversation.Turn, words *lexicon.Text) cues {
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
			c.chore = b.has(words, head[:i], asksChore)
			head = strings.TrimSpace(head[i+1:])
		} else {
			c.chore = b.has(words, head, asksChore)
			return c
		}
	}
	if c.plan {
		return c
	}
	starts, within := b.find(words, head)
	c.announced = b.announced(words, head)
	_, good := b.pleased.All(words, lexicon.Every)
	c.pleased = good != 0
	c.task = b.task(words)
	c.same = b.samework(words, head, 1)
	for i := range min(len(words.Tokens), dropHead) {
		c.drops = c.drops || b.drops.At(words, i, lexicon.Every).To > i
	}
	c.anew = within.Has(opensAnew)
	c.follow = starts.Has(goesOn) && !within.Has(turnsAway)
	c.back = c.words <= 25 && within.Has(pointsBack)
	c.points = b.pointsFirst(words)
	c.link = within.Has(links)
	c.wrong = within.Has(saysWrong)
	c.chore = c.chore || c.words <= 16 && within.Has(asksChore)
	c.fresh = within.Has(turnsAway)
	c.accept = c.words <= 4 && !c.fresh && !strings.Contains(head, "://") && (starts.Has(accepts) || choice(head))
	c.polite = within.Has(asksNicely)
	c.docs = c.words <= 40 && within.Has(asksDocs)
	c.tests = c.words <= 40 && within.Has(asksTests)
	c.ours = within.Has(ourWork)
	c.item = item(head)
	c.listed = b.namesPoint(words, head)
	c.leaves = b.leaves(words, head)
	switch {
	case (c.fresh || c.announced != unannounced) && b.goesWrong(words, head):
		c.fresh, c.announced, c.wrong = false, unannounced, true
	case c.words <= pointWords && (c.tests || c.docs) && (c.announced == bySaying || c.announced == byHeading && c.words < headedWords):
		c.fresh, c.announced = false, unannounced // "let's move on to the tests"
	}
	c.wish = within.Has(wishes)
	c.review = within.Has(handsReview)
	lines := strings.Count(text, "\n") - strings.Count(text, "\n<")
	c.question = asks(text)
	c.output = pasted(text)
	c.pasted = lines >= 2 && c.output
	c.structured = lines >= 8 || strings.Contains(text, "\n#") || strings.HasPrefix(text, "#") || strings.Count(text, "\n- ") >= 3
	return c
}

// Where the words that set a task stand: near the beginning, or at the end where the verb
// stands last.
const taskHead, taskTail = 6, 4

// pointWords bounds a prompt that turns to nothing but the tests or documents of the work
// at hand, in words.
const pointWords = 9

// headedWords is from how many words on a prompt under a heading of its own says for itself
// whose tests or documents it means: the rule asks then how much of it is known.
const headedWords = 7

// dropHead is how far from the beginning what leaves the work at hand is said, in words.
const dropHead = 4

// task reports whether words that find left set a task.
func (b *book) task(words *lexicon.Text) bool {
	n := len(words.Tokens)
	for i := range n {
		if i >= taskHead && i < n-taskTail {
			r, _ := utf8.DecodeRune(words.Word(i))
			if !lexicon.Alone(r) {
				continue
			}
		}
		if b.tasks.At(words, i, lexicon.Every).To > i {
			return true
		}
	}
	return false
}

// ownNames is how many words of its own a prompt has before what a pointing word means is
// most likely one of them.
const ownNames = 2

// pointsFirst reports whether words that find left point at something before they have named
// anything themselves: "does it work", but not "the boiler stops when it is mild".
func (b *book) pointsFirst(words *lexicon.Text) bool {
	own := 0
	for i := range words.Tokens {
		if b.words.Starts(words, i, lexicon.Every).Has(pointsBack) {
			return own < ownNames
		}
		word := words.Word(i)
		r, _ := utf8.DecodeRune(word)
		if lexicon.Alone(r) || len(word) >= 3 && !b.stop[stem(string(word))] && !b.common[string(word)] {
			own++
		}
	}
	return false
}

// find returns the lists that have a phrase at the start of a text, and those that
// have one anywhere in it.
func (b *book) find(words *lexicon.Text, text string) (starts, within lexicon.Set) {
	words.Snake = true
	words.Scan(text, len(text))
	return b.words.All(words, lexicon.Every)
}

// has reports whether a text has a phrase of one list.
func (b *book) has(words *lexicon.Text, text string, list int) bool {
	_, within := b.find(words, text)
	return within.Has(list)
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
		case r >= 0x0e00 && lexicon.Alone(r) && !unicode.Is(unicode.Hangul, r):
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
