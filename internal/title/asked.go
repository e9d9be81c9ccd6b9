package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/observe"
)

// candidate is a sentence that may say what was wanted.
type candidate struct {
	text  string
	score float64
	asks  bool // a phrase in it asks for something
	full  bool // it says something even without that phrase
	weak  bool // it only points back, or a program printed it
}

// candidates scores the sentences of one prompt.
func (wr *Writer) candidates(a *observe.Session, prompt string, intent fact.Intent, first bool) []candidate {
	head, tail := observe.Window(prompt)
	list := Sentences(placeholders(head), Person, maxSentences)
	if tail != "" {
		if more := Sentences(placeholders(tail), Person, maxSentences); len(more) > 2 {
			list = append(list, more[len(more)-2:]...) // after long pasted text the wish stands last
		}
	}
	out := make([]candidate, 0, len(list))
	spoken := 0 // sentences of speech before this one
	for i, p := range list {
		var w candidate
		if i > 0 && list[i-1].leads && guards(list[i-1].text) {
			continue
		}
		if p.leads && p.Kind != output && utf8.RuneCountInString(p.text) <= 36 && i+1 < len(list) && list[i+1].Kind != output {
			lead := p.text + " " // "Brainstorm:" and what
			if wr.openings.cost(Plain(p.text)) > 1 && !guards(p.text) {
				lead = "" // "Take a look at this:"
			}
			p.text, p.leads = lead+list[i+1].text, false
		}
		switch {
		case p.leads && p.Kind != output && wr.openings.backgrounds.begin(Plain(p.text)) && i+1 < len(list) && list[i+1].Kind == output && trouble(list[i+1].text):
			w = candidate{text: Plain(list[i+1].text), score: 2.2} // "I get this:" and what
		case p.Kind == output:
			w = candidate{Plain(p.text), 0.3 - 0.1*float64(len(out)), false, false, true}
			if trouble(p.text) && !strings.HasPrefix(p.text, "Traceback") { // its last line tells
				w.score, w.weak = w.score+1.3, false
			}
			if utf8.RuneCountInString(w.text) < 12 {
				w.score--
			}
		default:
			w = wr.candidate(a, p, intent)
			switch {
			case spoken == 0 && first:
				w.score += 1.3
				if w.full { // the trouble is told first, then what to do about it
					w.score += 0.3
					if intent == fact.BugFix || intent == fact.Investigation {
						w.score += 0.4
					}
				}
			case spoken == 0:
				w.score += 0.5
			default:
				w.score -= 0.12 * float64(min(spoken, 6))
			}
			if p.Kind == item && spoken > 0 {
				w.score -= 0.5
			}
			spoken++
		}
		if worded(w.text) {
			out = append(out, w)
		}
	}
	return out
}

// candidate scores one sentence by itself: what it asks for, how much it says, and
// whether it only points back or says how to work.
func (wr *Writer) candidate(a *observe.Session, p Sentence, intent fact.Intent) candidate {
	text := Plain(p.text)
	w := wr.score(a, text, p, intent)
	if wr.openings.cost(w.text) >= 0.9 { // "Read the code, I want to redesign the page"
		if rest := afterComma(text); rest != "" && !foldedPrefix(rest, "but ") {
			if again := wr.score(a, rest, p, intent); again.asks && again.score-0.2 > w.score && utf8.RuneCountInString(again.text) >= 8 {
				again.score -= 0.2
				return again
			}
		}
	}
	if _, rest, ok := strings.Cut(text, ": "); ok && !guards(text) { // "The tests are green, next thing: we need …"
		if _, request := wr.polite.strip(rest); request {
			if again := wr.score(a, rest, p, intent); again.score+0.6 > w.score {
				return again
			}
		}
	}
	return w
}

// score scores the words of a sentence.
func (wr *Writer) score(a *observe.Session, text string, p Sentence, intent fact.Intent) candidate {
	text, polite := wr.polite.strip(forward(text))
	if head, rest, ok := strings.Cut(text, ": "); ok && !guards(head) && wr.openings.backgrounds.begin(head) && strings.Count(head, " ") < 11 && strings.Count(rest, " ") >= 3 && !printed(rest) {
		text, _ = wr.polite.strip(rest) // "I got this feedback: …"
	}
	if polite {
		text = strings.TrimRight(text, "?？ ")
	}
	text = wr.polite.trim(text)
	w := candidate{text: text}
	said, hits := wr.Phrases(wr.Person, text, 60, a.Languages)
	words, content, back, early := 0.0, 0.0, 0, false
	asking := make([]bool, len(said.Tokens)) // part of a phrase that asks
	asks := 0.0
	for _, h := range hits {
		s := askWeight(h.Says, intent, h.Led)
		asks = max(asks, s)
		if s > 0 {
			for i := h.From; i < h.To; i++ {
				asking[i] = true
			}
		}
	}
	for i := range said.Tokens {
		n, word := 1.0, string(said.Word(i))
		if observe.IsSign(said.Word(i)) {
			n = 0.45
		}
		words += n
		switch {
		case anaphor(word):
			back++
			early = early || i < 3
		case asking[i] || n < 1 && kana(word) || n == 1 && (len(word) < 3 || emptyWord(word) || wr.PassedOver(i, a.Languages)):
		default:
			content += n
		}
	}
	if polite && content >= 1.5 {
		asks = max(asks, 0.9) // a request, whatever its verb
	}
	w.score = asks + 0.35*min(content, 3) + 0.12*min(max(content-3, 0), 4)
	if p.Kind == heading {
		w.score += 0.4
	}
	if words < 2 {
		w.score -= 1.5
	}
	if content < 1.9 {
		w.score -= 0.5
	}
	switch {
	case back > 0 && words <= 7:
		w.score -= 0.8
	case back > 0 && early:
		w.score -= 0.5
	}
	cost := wr.openings.cost(text)
	w.asks, w.full = asks > 0.6, content >= 4 && cost == 0 && !p.leads && !addressFirst(text)
	if content < 0.8 && asks < 1.3 {
		w.score -= 0.5
	}
	w.weak = content < 1 && asks < 1.3 || back > 0 && content < 2 || early && words <= 8 && content < 4
	if !strings.Contains(text, " ") && words > 0 && utf8.RuneCountInString(text) < 8 && observe.IsSign([]byte(text)) {
		w.score -= 0.7
	}
	if p.leads {
		w.score -= 0.4
	}
	if words > 30 {
		w.score -= 0.4
	}
	if words > 45 {
		w.score -= 0.4
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		w.score += 0.2
		switch {
		case intent == fact.Question || intent == fact.Investigation:
			w.score += 0.5
		case asks < 1 && (intent == fact.BugFix || intent == fact.Feature || intent == fact.Refactor || intent == fact.SmallChange):
			w.score -= 0.7 // asked on the way to what was wanted
		}
	}
	if strings.HasSuffix(strings.TrimRight(p.text, " "), "?") && confirms(text) || confirms(strings.TrimSuffix(text, "？")) && strings.HasSuffix(text, "？") {
		w.score -= 0.8
	}
	if addressFirst(text) {
		w.score--
		if !strings.Contains(text, " ") {
			w.score--
		}
	}
	w.score -= cost
	return w
}

// kana reports whether a token is a hiragana: an ending or a particle, seldom a
// word that tells something.
func kana(w string) bool { return w >= "\u3041" && w < "\u30a0" }

// trouble reports whether a line that a program printed tells of a failure.
func trouble(line string) bool {
	if line == "" {
		return false
	}
	switch observe.LineVerdict(line) {
	case observe.StrongFail, observe.WeakFail, observe.CountFail:
		return true
	}
	line = strings.ToLower(line[:min(len(line), observe.MaxLineBytes)])
	for _, w := range []string{"error", "cannot", "can't", "unable", "failed", "not found", "exception", "denied", "fatal", "undefined"} {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// afterComma returns what follows the first comma, colon or dash of a sentence.
func afterComma(s string) string {
	if guards(s) {
		return ""
	}
	for i, c := range s {
		switch c {
		case '，', '：', '、':
			return strings.TrimSpace(s[i+utf8.RuneLen(c):])
		case ',', ':', '—', '–':
			if rest := s[i+utf8.RuneLen(c):]; strings.HasPrefix(rest, " ") {
				return strings.TrimSpace(rest)
			}
		}
	}
	return ""
}

// guards reports whether a text names a secret: the gate knows many a secret by
// the word before it, so what follows such a word is never shown without it.
func guards(s string) bool {
	s = strings.ToLower(observe.ClipBytes(s, observe.MaxLineBytes))
	for _, w := range []string{"password", "passwd", "passphrase", "pwd", "secret", "token", "key", "credential", "bearer", "authorization", "passwort", "kennwort", "contraseñ", "clave", "mot de passe", "senha", "пароль", "ключ", "hasł", "şifre", "密码", "密碼", "密钥", "口令", "パスワード", "비밀번호"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// forward moves an address at the head of a sentence behind its words: "URL
// address the feedback" is "address the feedback (URL)".
func forward(s string) string {
	if !addressFirst(s) {
		return s
	}
	first, rest, ok := strings.Cut(s, " ")
	if !ok || utf8.RuneCountInString(rest) < 12 || strings.Count(rest, " ") < 2 && ascii(rest) || strings.HasPrefix(rest, "and ") || strings.HasPrefix(rest, "or ") || strings.Contains(first, "\\") && !strings.Contains(first, ".") {
		return s
	}
	for addressFirst(rest) {
		_, more, ok := strings.Cut(rest, " ")
		if !ok {
			break
		}
		rest = more // one address tells enough
	}
	return strings.TrimLeft(rest, " -–—:,") + " (" + strings.TrimRight(first, ",:") + ")"
}

// addressFirst reports whether a sentence begins with a path, an address or a
// file's name.
func addressFirst(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	if !strings.ContainsAny(first, `/\\.`) || len(first) < 5 {
		return false
	}
	if strings.HasPrefix(first, "http") || strings.HasPrefix(first, "file:") || len(first) > 2 && first[1] == ':' && observe.Letter(first[0]) {
		return true
	}
	if strings.HasPrefix(first, "/") || strings.HasPrefix(first, "@") || strings.HasPrefix(first, "~/") || strings.HasPrefix(first, "./") {
		return strings.Count(first, "/") > 1 || strings.HasPrefix(first, "@")
	}
	i := strings.LastIndexByte(first, '.')
	return first == s && i > 0 && len(first)-i < 7 && len(first)-i > 1
}

// askWeight is what a phrase of a prompt adds to a sentence as the goal's: more
// where it leads its clause, and where it is of the kind that was judged.
func askWeight(m observe.Senses, intent fact.Intent, led bool) float64 {
	best := 0.0
	for _, k := range []struct {
		c      observe.Sense
		weight float64
		of     []fact.Intent
	}{
		{observe.AskFix, 1.4, []fact.Intent{fact.BugFix}},
		{observe.AskAdd, 1.5, []fact.Intent{fact.Feature, fact.SmallChange}},
		{observe.AskRefactor, 1.5, []fact.Intent{fact.Refactor, fact.SmallChange, fact.Feature}},
		{observe.AskPlan, 1.2, []fact.Intent{fact.Plan}},
		{observe.AskReview, 1.2, []fact.Intent{fact.Review}},
		{observe.AskSmall, 1.4, []fact.Intent{fact.SmallChange, fact.Feature}},
		{observe.AskInvestigate, 0.9, []fact.Intent{fact.Investigation}},
		{observe.AskCause, 0.9, []fact.Intent{fact.Investigation, fact.Question}},
		{observe.Question, 0.8, []fact.Intent{fact.Question, fact.Investigation}},
		{observe.Broken, 0.9, []fact.Intent{fact.BugFix, fact.Investigation}},
		{observe.AskRun, 0.7, []fact.Intent{fact.SmallChange}},
		{observe.Undo, 0.6, nil},
		{observe.Deliver, 0.3, nil},
	} {
		if !m.Has(k.c) {
			continue
		}
		s := k.weight
		for _, of := range k.of {
			if of == intent {
				s += 0.7
			}
		}
		if !led && k.c != observe.Broken {
			s *= 0.5
		}
		best = max(best, s)
	}
	return best
}

// placeholders drops the client's stand-ins for what was pasted: "[Image #1]",
// "[Pasted text #2 +40 lines]", "(no content)".
func placeholders(s string) string {
	for _, head := range []string{"[Image #", "[Pasted text #", "[Image: ", "[Image]", "(no content)"} {
		for {
			i := strings.Index(s, head)
			if i < 0 {
				break
			}
			end := i + len(head)
			if head[0] == '[' && !strings.HasSuffix(head, "]") {
				k := strings.IndexByte(s[i:], ']')
				if k < 0 || k > 200 {
					break
				}
				end = i + k + 1
			}
			s = s[:i] + " " + s[end:]
		}
	}
	return s
}
