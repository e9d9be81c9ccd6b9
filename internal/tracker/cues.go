package tracker

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/transcript"

	"prism/internal/session"
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
	letters    int  // length in characters
	words      int  // length in words; of scripts without spaces, in pairs of letters
	structured bool // headings, lists or many lines
}

// Bounds of how much of a prompt is looked at for cues, in bytes.
const (
	cueHead = 400
	cueAll  = 4 << 10
)

// read finds the cues of a prompt.
func (b *book) read(t *session.Turn) cues {
	text := strings.TrimSpace(t.Prompt)
	if len(text) > cueAll {
		text = text[:cueAll]
	}
	c := cues{plan: t.Origin == transcript.PlanHand, command: t.Command != "" || t.Origin == transcript.Command}
	c.letters = utf8.RuneCountInString(text)
	c.words = countWords(text)
	if t.Images > 0 && c.letters > 8 && strings.HasPrefix(text, "[Image") {
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
			c.chore = b.chores.within(head[:i])
			head = strings.TrimSpace(head[i+1:])
		} else {
			c.chore = b.chores.within(head)
			return c
		}
	}
	if c.plan {
		return c
	}
	c.follow = b.follow.starts(head)
	c.accept = c.words <= 4 && (b.accept.starts(head) || choice(head))
	c.back = c.words <= 25 && b.back.within(head)
	c.wrong = b.wrong.within(head)
	c.chore = c.chore || c.words <= 16 && b.chores.within(head)
	c.fresh = b.fresh.within(head)
	c.wish = b.wish.within(head)
	c.review = b.review.within(head)
	lines := strings.Count(text, "\n")
	lower := text
	c.question = asks(text)
	c.pasted = lines >= 2 && (strings.Contains(lower, "rror") || strings.Contains(lower, "ERROR") || strings.Contains(lower, "FAIL") || strings.Contains(lower, "xception") || strings.Contains(lower, "Traceback") || strings.Contains(lower, "panic:") || strings.Contains(lower, "level=") || strings.Contains(lower, "warning:"))
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

// phrases is a table of words and phrases, in lower case.
type phrases struct {
	spaced []string // matched at word boundaries
	dense  []string // of scripts without spaces: matched anywhere
}

func newPhrases(lines string) phrases {
	var p phrases
	for _, w := range strings.FieldsFunc(lines, func(r rune) bool { return r == ',' || r == '\n' }) {
		w = strings.TrimSpace(w)
		if w == "" {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(w); spaceless(r) {
			p.dense = append(p.dense, w)
		} else {
			p.spaced = append(p.spaced, w)
		}
	}
	return p
}

// starts reports whether s begins with one of the phrases.
func (p *phrases) starts(s string) bool {
	s = strings.TrimLeft(s, " \t\n\"'`([{-–—*.,!…")
	if s == "" {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(s); spaceless(r) {
		for _, w := range p.dense {
			if strings.HasPrefix(s, w) {
				return true
			}
		}
		return false
	}
	for _, w := range p.spaced {
		if strings.HasPrefix(s, w) && boundary(s, len(w)) {
			return true
		}
	}
	return false
}

// within reports whether one of the phrases stands in s.
func (p *phrases) within(s string) bool {
	for _, w := range p.spaced {
		for from := 0; ; {
			i := strings.Index(s[from:], w)
			if i < 0 {
				break
			}
			i += from
			if boundary(s, i+len(w)) && begins(s, i) {
				return true
			}
			from = i + len(w)
		}
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x0e00 }) {
		return false
	}
	for _, w := range p.dense {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// boundary reports whether no word goes on at byte i.
func boundary(s string, i int) bool {
	if i >= len(s) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
}

// begins reports whether a word begins at byte i.
func begins(s string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
}

// asks reports whether a text ends in a question mark of any script.
func asks(s string) bool {
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "\uff1f") || strings.HasSuffix(s, "\u061f")
}
