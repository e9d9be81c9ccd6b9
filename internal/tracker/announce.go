package tracker

import (
	"strings"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// The lists of phrases by which a prompt announces that it turns to something else,
// in the order of announceNames.
const (
	turnsTo   = iota // says so by itself: "let's switch to", "now something else"
	headsWith        // as a heading, with a sign behind it: "new task:"
	sameWork         // names the work at hand: "in the same file", "on the list"
	proposes         // leads to a heading that is proposed: "could we look at", "I have"
	leadsHead        // may stand before a heading: "a completely", "eine ganz"
	quits            // leaves what it names for something else: "enough of"
	quitsFor         // likewise, where its clause says for how long: "forget … for today"
	awhile           // what says that: "for today", "aside"
	insteads         // begins what is proposed in its place: "I want to"
	apartFrom        // what it has nothing to do with is named behind it: "unrelated to"
	apartEnd         // or before it, where the language has it so
	justDone         // names what was done, by no name of its own: "the fix"
)

func announceNames() []string {
	return []string{"turn", "head", "same", "propose", "lead", "quit", "quit_for", "awhile", "instead", "apart", "apart_end", "done"}
}

// The lists of phrases by which what sounds like an announcement goes on with the work, in
// the order of pointNames.
const (
	broke  = iota // what else there is fails: of work just done, "something else broke"
	listed        // a point of a list at hand: "the next item"
)

func pointNames() []string { return []string{"broke", "item"} }

// Bounds of an announcement: it stands near the beginning of a prompt and of its
// clause, and what says that it means the same work stands in its sentence.
const (
	announceHead = 240 // bytes
	clauseHead   = 6   // words before it
	clauseAlone  = 8   // likewise, of scripts without spaces
	headGap      = 2   // words between a heading and its sign
	headAlone    = 3   // likewise, of scripts without spaces
	sentenceRest = 25  // words behind it that are looked at
)

// announcement is how a prompt announces that it turns to something else.
type announcement uint8

const (
	unannounced announcement = iota
	byHeading
	bySaying
	byNaming // what it has nothing to do with
)

// announced reads the words of a prompt's beginning, as find left them. Only words
// that lead to an announcement may stand before it in its clause: "create a new task"
// announces nothing.
func (b *book) announced(words *lexicon.Text, head string) announcement {
	clause := 0
	for i := range words.Tokens {
		k := &words.Tokens[i]
		if k.Start > announceHead {
			break
		}
		if i > 0 && strings.ContainsAny(head[words.Tokens[i-1].End:k.Start], signs) {
			clause = i
		}
		r, _ := utf8.DecodeRuneInString(head[k.Start:])
		most := clauseHead
		h := b.announce.At(words, i, lexicon.Every)
		switch {
		case h.Sections.Has(apartEnd):
			most = namedAlone
		case lexicon.Alone(r):
			most = clauseAlone
		}
		if i-clause > most {
			continue
		}
		if h.To == i || b.samework(words, head, h.To) {
			continue
		}
		switch {
		case h.Sections.Has(apartFrom) || h.Sections.Has(apartEnd):
			if b.apart(words, head, clause, i, h) {
				return byNaming
			}
		case h.Sections.Has(turnsTo) && (b.leads(words, clause, i, false) || b.proposal(words, clause, i)):
			return bySaying
		case h.Sections.Has(headsWith) && signed(words, head, h.To) && b.leads(words, clause, i, true):
			return byHeading
		case h.Sections.Has(headsWith) && b.proposed(words, head, clause, i, h.To):
			return byHeading
		}
	}
	return unannounced
}

// quitHead is how many words may stand before those by which a prompt leaves the work.
const quitHead = 3

// leaves reports whether a prompt begins with a clause that leaves the work, and another one
// behind it proposes something: "forget the report for today, I want to do the game".
func (b *book) leaves(words *lexicon.Text, head string) bool {
	quit, held := -1, false
	for i := range words.Tokens {
		parted := i > 0 && strings.ContainsAny(head[words.Tokens[i-1].End:words.Tokens[i].Start], signs)
		says := b.announce.Starts(words, i, lexicon.Every)
		switch {
		case quit < 0 && i > quitHead:
			return false
		case quit < 0 && (says.Has(quits) || says.Has(quitsFor)):
			quit, held = i, says.Has(quits)
		case quit >= 0 && says.Has(awhile):
			held = true
		case quit >= 0 && parted && held && says.Has(insteads):
			return true
		case quit >= 0 && parted && !held:
			return false
		}
	}
	return false
}

// goesWrong reports whether words that turn to something else say at once that this fails:
// what fails in the middle of work is of that work.
func (b *book) goesWrong(words *lexicon.Text, head string) bool {
	for i := range min(len(words.Tokens), clauseHead) {
		to := i
		if h := b.announce.At(words, i, lexicon.Every); h.Sections.Has(turnsTo) || h.Sections.Has(headsWith) {
			to = h.To
		}
		if h := b.words.At(words, i, lexicon.Every); h.Sections.Has(turnsAway) {
			to = max(to, h.To)
		}
		if to == i || to == len(words.Tokens) || strings.ContainsAny(head[words.Tokens[to-1].End:words.Tokens[to].Start], signs) {
			continue
		}
		if b.points.At(words, to, lexicon.Every).Sections.Has(broke) {
			return true
		}
	}
	return false
}

// namesPoint reports whether the first sentence of a prompt names a point of a list.
func (b *book) namesPoint(words *lexicon.Text, head string) bool {
	for i := range min(len(words.Tokens), sentenceRest) {
		if i > 0 && strings.ContainsAny(head[words.Tokens[i-1].End:words.Tokens[i].Start], ".!?\n。！？") {
			return false
		}
		if b.points.At(words, i, lexicon.Every).Sections.Has(listed) {
			return true
		}
	}
	return false
}

// signs end a clause.
const signs = ".!?;:,\n()[]–—-…。！？；：，、"

// leads reports whether the words of a clause before an announcement only lead to it:
// "ok", "and now"; before a heading any word of everybody's, "here is a".
func (b *book) leads(words *lexicon.Text, from, to int, heading bool) bool {
	for i := from; i < to; {
		r, _ := utf8.DecodeRune(words.Word(i))
		h := b.words.At(words, i, lexicon.Every)
		switch {
		case h.To > i && h.Sections.Has(goesOn):
			i = min(h.To, to)
		case heading && b.announce.Starts(words, i, lexicon.Every).Has(leadsHead):
			if k := b.announce.At(words, i, lexicon.Every); k.Sections.Has(leadsHead) {
				i = k.To // "by the way"
			} else {
				i++
			}
		case lexicon.Alone(r), heading && b.common[string(words.Word(i))]:
			i++
		default:
			return false
		}
	}
	return true
}

// proposal reports whether the words of a clause before an announcement propose it:
// "could we", "I have".
func (b *book) proposal(words *lexicon.Text, from, to int) bool {
	found := false
	for i := from; i < to; {
		h := b.announce.At(words, i, lexicon.Every)
		k := b.words.At(words, i, lexicon.Every)
		switch {
		case h.To > i && h.Sections.Has(proposes):
			found = true
			i = h.To
		case k.To > i && k.Sections.Has(goesOn):
			i = k.To
		case b.common[string(words.Word(i))]:
			i++
		default:
			return false
		}
	}
	return found
}

// proposed reports whether a heading is proposed, and its clause ends behind it: "could
// we look at something else?". Where the verb stands last, it may follow.
func (b *book) proposed(words *lexicon.Text, head string, from, at, to int) bool {
	if !b.proposal(words, from, at) {
		return false
	}
	for n := range 2 {
		next := len(head)
		if to+n > len(words.Tokens) {
			return false
		}
		if to+n < len(words.Tokens) {
			next = words.Tokens[to+n].Start
		}
		if strings.ContainsAny(head[words.Tokens[to+n-1].End:next], signs) || next == len(head) {
			return true
		}
		if to+n == len(words.Tokens) || !b.announce.At(words, to+n, lexicon.Every).Sections.Has(proposes) {
			return false
		}
	}
	return false
}

// signed reports whether a sign follows a heading that ends before the word to, at
// once or behind a word or two: "new task for you:".
func signed(words *lexicon.Text, head string, to int) bool {
	most, alone := headGap, false
	if r, _ := utf8.DecodeRune(words.Word(to - 1)); lexicon.Alone(r) {
		most, alone = headAlone, true
	}
	for n := 0; n <= most; n++ {
		if to+n > len(words.Tokens) {
			return false
		}
		end, next := words.Tokens[to+n-1].End, len(head)
		if to+n < len(words.Tokens) {
			next = words.Tokens[to+n].Start
		}
		between := head[end:next]
		gap := strings.TrimSpace(between)
		switch {
		case n == 0 && (next == len(head) && gap == "" || strings.Contains(between, "\n")):
			return true
		case gap == "":
		case gap[0] == '?' || strings.HasPrefix(gap, "？"):
			return false
		case (n == 0 || alone) && strings.ContainsAny(gap, signs), strings.ContainsAny(gap, ":：—–"), gap == "-":
			return true
		default:
			return false
		}
	}
	return false
}

// samework reports whether the sentence that goes on at a word says that the same
// work is meant.
func (b *book) samework(words *lexicon.Text, head string, from int) bool {
	for i := from; i < min(len(words.Tokens), from+sentenceRest); i++ {
		if strings.ContainsAny(head[words.Tokens[i-1].End:words.Tokens[i].Start], ".!?\n。！？") {
			return false
		}
		if b.announce.Starts(words, i, lexicon.Every).Has(sameWork) {
			return true
		}
	}
	return false
}
