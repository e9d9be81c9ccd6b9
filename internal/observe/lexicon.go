package observe

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

// WordData returns the files that the phrases are read from, for a version that
// changes with them.
func WordData() ([]byte, error) {
	var out []byte
	for _, name := range []string{"person", "agent", "asking"} {
		b, err := lexiconFiles.ReadFile("lexicon/" + name + ".txt")
		if err != nil {
			return nil, fmt.Errorf("lexicon %s: %w", name, err)
		}
		out = append(out, b...)
	}
	return out, nil
}

// Sense is what a phrase says; a phrase may say several things.
type Sense uint8

// The classes. Those of the first block are looked for in what people write,
// those of the second in what agents say; their names stand in the data files.
const (
	Accept Sense = iota
	Thanks
	Complain
	Swear
	Abandon
	Resume
	Deliver
	Undo
	Question
	AskFix
	AskAdd
	AskRefactor
	AskReview
	AskPlan
	AskInvestigate
	AskSmall
	AskRun
	askTest
	PutOff
	Correct
	Farewell
	Greet
	negation
	Broken
	Assent
	preamble
	Feedback
	AskCause
	Endorse  // of accept, what says that it is good, not just that it was heard
	Postpone // the work is put off to another day

	SaysDone
	SaysNotDone
	SaysBlocked
	SaysSorry
	SaysCause
	SaysVerified
	SaysAsk
	SaysOffer
	SaysYouTest
	SaysNext
	SaysFail
	SaysPlan
	SaysGaveUp
	saysRed    // a check fails
	SaysExcuse // and that is not of this work's making
	senseCount
)

func SenseNames() []string {
	return []string{
		Accept: "accept", Thanks: "thanks", Complain: "complain", Swear: "swear", Abandon: "abandon", Resume: "resume",
		Deliver: "deliver", Undo: "undo", Question: "question", AskFix: "ask_fix", AskAdd: "ask_add", AskRefactor: "ask_refactor",
		AskReview: "ask_review", AskPlan: "ask_plan", AskInvestigate: "ask_investigate", AskSmall: "ask_small", AskRun: "ask_run", askTest: "ask_test",
		PutOff: "put_off", Correct: "correct", Farewell: "farewell", Greet: "greet", negation: "negation", Broken: "broken", Assent: "assent", preamble: "preamble", Feedback: "feedback", AskCause: "ask_cause",
		Endorse: "endorse", Postpone: "defer",
		SaysDone: "says_done", SaysNotDone: "says_not_done", SaysBlocked: "says_blocked", SaysSorry: "says_sorry", SaysCause: "says_cause",
		SaysVerified: "says_verified", SaysAsk: "says_ask", SaysOffer: "says_offer", SaysYouTest: "says_you_test",
		SaysNext: "says_next", SaysFail: "says_fail", SaysPlan: "says_plan", SaysGaveUp: "says_gave_up",
		saysRed: "says_red", SaysExcuse: "says_excuse",
	}
}

// What a prompt shows of the craft of asking, by the phrases of asking.txt.
const (
	PracticeLimit   Sense = iota // bounds the work
	PracticePlace                // names the spot it is confined to
	PracticeWant                 // says how it shall be
	PracticeVerify               // asks for proof
	PracticeCause                // aims at the cause
	PracticeThink                // plans or looks before the work
	PracticeExample              // brings an example, or how it is now
	PracticeWide                 // sets no bound though it names something
	PracticeNothing              // only looks like one of these
)

func PracticeNames() []string {
	return []string{
		PracticeLimit: "limit", PracticePlace: "place", PracticeWant: "want", PracticeVerify: "verify",
		PracticeCause: "cause", PracticeThink: "think", PracticeExample: "example", PracticeWide: "wide", PracticeNothing: "nothing",
	}
}

// Senses is a set of classes.
type Senses uint64

func (m Senses) Has(c Sense) bool { return m>>c&1 != 0 }

// Languages is a set of languages, by their place in the lexicon's list.
type Languages uint64

// Lexicon is a trie of phrases over words, for all languages at once. A phrase
// counts only where its language is spoken: "con" is an insult in one and a
// preposition in two others.
type Lexicon struct {
	root    node
	heads   map[uint16][]stem    // stems of the root, by their first two bytes
	turkish Languages            // its verb stands last, too, but its letters do not tell it
	skip    map[string]Languages // words between the beginning of a clause and its verb
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
	lang Languages
	says Senses
}

// Hit is a phrase found: tokens[from:to].
type Hit struct {
	Says     Senses
	From, To int
	Led      bool // it begins a clause, or ends one in a language whose verb stands last
}

// loadLexicon reads one embedded file ("person", "agent", "asking") whose sections
// are the given classes. A malformed file is an error: the program does not judge
// with half its words.
func loadLexicon(name string, sections []string) (*Lexicon, error) {
	b, err := lexiconFiles.ReadFile("lexicon/" + name + ".txt")
	if err != nil {
		return nil, fmt.Errorf("lexicon %s: %w", name, err)
	}
	byName := map[string]Sense{}
	for c, n := range sections {
		byName[n] = Sense(c)
	}
	lx := &Lexicon{turkish: languageSet("tr"), heads: map[uint16][]stem{}, skip: map[string]Languages{}}
	var sc Scanner
	var says Senses
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
		spoke := languageSet(lang)
		if spoke == 0 {
			return nil, fmt.Errorf("lexicon %s, line %d: unknown language %s", name, i+1, lang)
		}
		for p := range strings.SplitSeq(phrases, "|") {
			if passedOver {
				for _, t := range sc.Scan(p, 8) {
					lx.skip[strings.Clone(t.Word)] |= spoke
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

// languageSet returns the set that holds one language; 0 for one that the lexicons
// do not have.
func languageSet(lang string) Languages { return languagesOf([]string{lang}) }

// languagesOf returns the set of the named languages; unknown ones are left out.
func languagesOf(langs []string) Languages {
	var t Languages
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
func (lx *Lexicon) add(sc *Scanner, phrase string, lang Languages, says Senses) {
	n := &lx.root
	for w := range strings.FieldsSeq(phrase) {
		open := strings.HasSuffix(w, "*")
		toks := sc.Scan(w, 64)
		for i, t := range toks {
			word := strings.Clone(t.Word)
			if open && i == len(toks)-1 && len(word) > 1 && !IsSignWord(word) {
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

func IsSignWord(w string) bool {
	for _, r := range w {
		return IsSign(r)
	}
	return false
}

// find calls f with the longest phrase of the spoken languages at every place
// where one begins; the words of a phrase found are not looked at again.
func (lx *Lexicon) find(toks []token, spoken Languages, f func(Hit)) {
	for i := 0; i < len(toks); {
		says, n := lx.longest(toks[i:], spoken)
		if says == 0 {
			i++
			continue
		}
		f(Hit{Says: says, From: i, To: i + n})
		i += n
	}
}

// longest returns meaning and length of the longest phrase that toks begin with.
func (lx *Lexicon) longest(toks []token, spoken Languages) (Senses, int) {
	says, length := Senses(0), 0
	w := toks[0].Word
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
func (n *node) walk(toks []token, depth int, spoken Languages) (Senses, int) {
	var says Senses
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
	w := toks[depth].Word
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

// languages tells the languages that are spoken in a draft: English always
// (agents answer in it, tools speak it), and what the prompts are written in;
// all of them where the prompts say nothing in these.
func (r *Reader) languages(d *conversation.Draft) Languages {
	var v lang.Votes
	n := 0
	for i := range d.Turns {
		t := &d.Turns[i]
		if t.Abandoned || t.Origin == transcript.PlanHand {
			continue
		}
		head, _ := Window(t.Prompt)
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
	if n > 0 && first != "en" && !r.hears(d, languagesOf(langs)) {
		langs = append(langs, lexiconLanguages()...) // too few words to tell: any may be meant
	}
	for i, live := len(d.Turns)-1, 0; i >= 0 && live < 2; i-- {
		if d.Turns[i].Abandoned {
			continue
		}
		live++
		if s := d.Turns[i].Says; len(s) > 0 {
			head, _ := Window(s[len(s)-1].Text)
			if l := lang.OfText(head); l != "" {
				langs = append(langs, l)
			}
		}
	}
	return languagesOf(langs)
}

// hears reports whether the first prompts are known to ask or say anything.
func (r *Reader) hears(d *conversation.Draft, t Languages) bool {
	n := 0
	for i := range d.Turns {
		if d.Turns[i].Abandoned || d.Turns[i].Origin == transcript.PlanHand {
			continue
		}
		var sp Message
		r.Listen(r.Person, d.Turns[i].Prompt, t, &sp)
		if _, asks := sp.Lead(); asks || sp.Any(Accept, Thanks, Deliver, Assent, Greet, Farewell) {
			return true
		}
		if n++; n == 3 {
			break
		}
	}
	return false
}
