package offline

import (
	"embed"
	"fmt"
	"strings"

	"prism/internal/conversation"
	"prism/internal/lang"
	"prism/internal/transcript"
)

// The phrases that people and agents use, by class and language: data, so that
// a speaker of a language can mend them without reading Go.
//
//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// class is what a phrase says; a phrase may say several things.
type class uint8

// The classes. Those of the first block are looked for in what people write,
// those of the second in what agents say; their names stand in the data files.
const (
	accept class = iota
	thanks
	complain
	swear
	abandon
	resume
	deliver
	undo
	question
	askFix
	askAdd
	askRefactor
	askReview
	askPlan
	askInvestigate
	askSmall
	askRun
	askTest
	putOff
	correct
	farewell
	greet
	negation
	broken
	assent
	preamble
	feedback
	askCause
	endorse  // of accept, what says that it is good, not just that it was heard
	postpone // the work is put off to another day

	saysDone
	saysNotDone
	saysBlocked
	saysSorry
	saysCause
	saysVerified
	saysAsk
	saysOffer
	saysYouTest
	saysNext
	saysFail
	saysPlan
	saysGaveUp
	saysRed    // a check fails
	saysExcuse // and that is not of this work's making
	classes
)

func classNames() []string {
	return []string{
		accept: "accept", thanks: "thanks", complain: "complain", swear: "swear", abandon: "abandon", resume: "resume",
		deliver: "deliver", undo: "undo", question: "question", askFix: "ask_fix", askAdd: "ask_add", askRefactor: "ask_refactor",
		askReview: "ask_review", askPlan: "ask_plan", askInvestigate: "ask_investigate", askSmall: "ask_small", askRun: "ask_run", askTest: "ask_test",
		putOff: "put_off", correct: "correct", farewell: "farewell", greet: "greet", negation: "negation", broken: "broken", assent: "assent", preamble: "preamble", feedback: "feedback", askCause: "ask_cause",
		endorse: "endorse", postpone: "defer",
		saysDone: "says_done", saysNotDone: "says_not_done", saysBlocked: "says_blocked", saysSorry: "says_sorry", saysCause: "says_cause",
		saysVerified: "says_verified", saysAsk: "says_ask", saysOffer: "says_offer", saysYouTest: "says_you_test",
		saysNext: "says_next", saysFail: "says_fail", saysPlan: "says_plan", saysGaveUp: "says_gave_up",
		saysRed: "says_red", saysExcuse: "says_excuse",
	}
}

// meaning is a set of classes.
type meaning uint64

func (m meaning) has(c class) bool { return m>>c&1 != 0 }

// tongues is a set of languages, by their place in the lexicon's list.
type tongues uint64

// lexicon is a trie of phrases over words, for all languages at once. A phrase
// counts only where its language is spoken: "con" is an insult in one and a
// preposition in two others.
type lexicon struct {
	root    node
	heads   map[uint16][]stem  // stems of the root, by their first two bytes
	turkish tongues            // its verb stands last, too, but its letters do not tell it
	skip    map[string]tongues // words between the beginning of a clause and its verb
}

// lexiconLanguages lists the languages of the lexicons; a set of tongues is by
// their place in it.
func lexiconLanguages() []string {
	return strings.Fields("en de es fr pt it nl sv da no ru uk pl cs tr ja zh ko ar vi id hi fa th")
}

type node struct {
	next   map[string]*node
	prefix []stem // words given by their beginning ("funcion*")
	outs   []out
}

type stem struct {
	head string
	node *node
}

type out struct {
	lang tongues
	says meaning
}

// hit is a phrase found: tokens[from:to].
type hit struct {
	says     meaning
	from, to int
}

// loadLexicon reads one embedded file ("person", "agent", "asking") whose sections
// are the given classes. A malformed file is an error: the program does not judge
// with half its words.
func loadLexicon(name string, sections []string) (*lexicon, error) {
	b, err := lexiconFiles.ReadFile("lexicon/" + name + ".txt")
	if err != nil {
		return nil, fmt.Errorf("lexicon %s: %w", name, err)
	}
	byName := map[string]class{}
	for c, n := range sections {
		byName[n] = class(c)
	}
	lx := &lexicon{turkish: tongue("tr"), heads: map[uint16][]stem{}, skip: map[string]tongues{}}
	var sc scanner
	var says meaning
	passedOver := false
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			section := strings.Trim(line, "[]")
			c, ok := byName[section]
			if !ok {
				return nil, fmt.Errorf("lexicon %s, line %d: unknown class %s", name, i+1, line)
			}
			says, passedOver = 1<<c, section == "preamble"
			continue
		}
		lang, phrases, ok := strings.Cut(line, " ")
		if !ok || says == 0 {
			return nil, fmt.Errorf("lexicon %s, line %d: language and phrases expected", name, i+1)
		}
		spoke := tongue(lang)
		if spoke == 0 {
			return nil, fmt.Errorf("lexicon %s, line %d: unknown language %s", name, i+1, lang)
		}
		for p := range strings.SplitSeq(phrases, "|") {
			if passedOver {
				for _, t := range sc.scan(p, 8) {
					lx.skip[strings.Clone(t.word)] |= spoke
				}
				continue
			}
			lx.add(&sc, p, spoke, says)
		}
	}
	for _, s := range lx.root.prefix {
		k := headKey(s.head)
		lx.heads[k] = append(lx.heads[k], s)
	}
	lx.root.prefix = nil
	return lx, nil
}

// tongue returns the set that holds one language; 0 for one that the lexicons
// do not have.
func tongue(lang string) tongues { return spoken([]string{lang}) }

// spoken returns the set of the named languages; unknown ones are left out.
func spoken(langs []string) tongues {
	var t tongues
	for i, l := range lexiconLanguages() {
		for _, s := range langs {
			if l == s {
				t |= 1 << i
			}
		}
	}
	return t
}

func headKey(w string) uint16 {
	if len(w) < 2 {
		return uint16(w[0])
	}
	return uint16(w[0])<<8 | uint16(w[1])
}

// add puts one phrase in. A word that ends in "*" stands for all that begin so.
func (lx *lexicon) add(sc *scanner, phrase string, lang tongues, says meaning) {
	n := &lx.root
	for w := range strings.FieldsSeq(phrase) {
		open := strings.HasSuffix(w, "*")
		toks := sc.scan(w, 64)
		for i, t := range toks {
			word := strings.Clone(t.word)
			if open && i == len(toks)-1 && len(word) > 1 && !loneWord(word) {
				n = n.stem(word)
				continue
			}
			if n.next == nil {
				n.next = map[string]*node{}
			}
			child := n.next[word]
			if child == nil {
				child = &node{}
				n.next[word] = child
			}
			n = child
		}
	}
	if n == &lx.root {
		return
	}
	for i := range n.outs {
		if n.outs[i].lang == lang {
			n.outs[i].says |= says
			return
		}
	}
	n.outs = append(n.outs, out{lang, says})
}

func (n *node) stem(head string) *node {
	for _, s := range n.prefix {
		if s.head == head {
			return s.node
		}
	}
	child := &node{}
	n.prefix = append(n.prefix, stem{head, child})
	return child
}

func loneWord(w string) bool {
	for _, r := range w {
		return lone(r)
	}
	return false
}

// find calls f with the longest phrase of the spoken languages at every place
// where one begins; the words of a phrase found are not looked at again.
func (lx *lexicon) find(toks []token, spoken tongues, f func(hit)) {
	for i := 0; i < len(toks); {
		says, n := lx.longest(toks[i:], spoken)
		if says == 0 {
			i++
			continue
		}
		f(hit{says, i, i + n})
		i += n
	}
}

// longest returns meaning and length of the longest phrase that toks begin with.
func (lx *lexicon) longest(toks []token, spoken tongues) (meaning, int) {
	says, length := meaning(0), 0
	w := toks[0].word
	if child := lx.root.next[w]; child != nil {
		says, length = child.walk(toks, 1, spoken)
	}
	for _, s := range lx.heads[headKey(w)] {
		if strings.HasPrefix(w, s.head) {
			if m, l := s.node.walk(toks, 1, spoken); l > length {
				says, length = m, l
			} else if l == length {
				says |= m
			}
		}
	}
	return says, length
}

// walk goes on from a node that the first depth tokens led to. Length is 0 where
// nothing was found.
func (n *node) walk(toks []token, depth int, spoken tongues) (meaning, int) {
	var says meaning
	for _, o := range n.outs {
		if o.lang&spoken != 0 {
			says |= o.says
		}
	}
	length := 0
	if says != 0 {
		length = depth
	}
	if depth >= len(toks) || (n.next == nil && n.prefix == nil) {
		return says, length
	}
	w := toks[depth].word
	if child := n.next[w]; child != nil {
		if m, l := child.walk(toks, depth+1, spoken); l > length {
			says, length = m, l
		}
	}
	for _, s := range n.prefix {
		if strings.HasPrefix(w, s.head) {
			if m, l := s.node.walk(toks, depth+1, spoken); l > length {
				says, length = m, l
			}
		}
	}
	return says, length
}

// tongues tells the languages that are spoken in a draft: English always
// (agents answer in it, tools speak it), and what the prompts are written in;
// all of them where the prompts say nothing in these.
func (r *reader) tongues(d *conversation.Draft) tongues {
	var v lang.Votes
	n := 0
	for i := range d.Turns {
		t := &d.Turns[i]
		if t.Abandoned || t.Origin == transcript.PlanHand {
			continue
		}
		head, _ := window(t.Prompt)
		v.Add(head)
		if n++; n == 12 {
			break
		}
	}
	langs := []string{"en", "zh", "ja", "ko", "ru", "uk", "ar", "fa", "hi", "th"} // told apart by their letters
	first := v.Language()
	if first != "" {
		langs = append(langs, first)
	}
	if n > 0 && first != "en" && !r.hears(d, spoken(langs)) {
		langs = append(langs, lexiconLanguages()...) // too few words to tell: any may be meant
	}
	for i, live := len(d.Turns)-1, 0; i >= 0 && live < 2; i-- {
		if d.Turns[i].Abandoned {
			continue
		}
		live++
		if s := d.Turns[i].Says; len(s) > 0 {
			head, _ := window(s[len(s)-1].Text)
			if l := lang.OfText(head); l != "" {
				langs = append(langs, l)
			}
		}
	}
	return spoken(langs)
}

// hears reports whether the first prompts are known to ask or say anything.
func (r *reader) hears(d *conversation.Draft, t tongues) bool {
	n := 0
	for i := range d.Turns {
		if d.Turns[i].Abandoned || d.Turns[i].Origin == transcript.PlanHand {
			continue
		}
		var sp speech
		r.listen(r.person, d.Turns[i].Prompt, t, &sp)
		if _, asks := sp.lead(); asks || sp.any(accept, thanks, deliver, assent, greet, farewell) {
			return true
		}
		if n++; n == 3 {
			break
		}
	}
	return false
}
