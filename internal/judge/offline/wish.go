package offline

import (
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
)

// wish is a sentence that may say what was wanted.
type wish struct {
	text  string
	score float64
	asks  bool // a phrase in it asks for something
	full  bool // it says something even without that phrase
	weak  bool // it only points back, or a program printed it
}

// wishes scores the sentences of one prompt.
func (r *reader) wishes(a *account, prompt string, intent fact.Intent, first bool) []wish {
	head, tail := window(prompt)
	list := pieces(placeholders(head), person, maxSentences)
	if tail != "" {
		if more := pieces(placeholders(tail), person, maxSentences); len(more) > 2 {
			list = append(list, more[len(more)-2:]...) // after long pasted text the wish stands last
		}
	}
	out := make([]wish, 0, len(list))
	spoken := 0 // sentences of speech before this one
	for i, p := range list {
		var w wish
		if i > 0 && list[i-1].leads && guards(list[i-1].text) {
			continue
		}
		if p.leads && p.kind != output && utf8.RuneCountInString(p.text) <= 36 && i+1 < len(list) && list[i+1].kind != output {
			lead := p.text + " " // "Brainstorm:" and what
			if r.manner.cost(plain(p.text)) > 1 && !guards(p.text) {
				lead = "" // "Take a look at this:"
			}
			p.text, p.leads = lead+list[i+1].text, false
		}
		switch {
		case p.leads && p.kind != output && r.manner.grounds.begin(plain(p.text)) && i+1 < len(list) && list[i+1].kind == output && trouble(list[i+1].text):
			w = wish{text: plain(list[i+1].text), score: 2.2} // "I get this:" and what
		case p.kind == output:
			w = wish{plain(p.text), 0.3 - 0.1*float64(len(out)), false, false, true}
			if trouble(p.text) && !strings.HasPrefix(p.text, "Traceback") { // its last line tells
				w.score, w.weak = w.score+1.3, false
			}
			if utf8.RuneCountInString(w.text) < 12 {
				w.score--
			}
		default:
			w = r.wishOf(a, p, intent)
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
			if p.kind == item && spoken > 0 {
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

// wishOf scores one sentence by itself: what it asks for, how much it says, and
// whether it only points back or says how to work.
func (r *reader) wishOf(a *account, p piece, intent fact.Intent) wish {
	text := plain(p.text)
	w := r.weigh(a, text, p, intent)
	if r.manner.cost(w.text) >= 0.9 { // "Read the code, I want to redesign the page"
		if rest := afterComma(text); rest != "" && !foldedPrefix(rest, "but ") {
			if again := r.weigh(a, rest, p, intent); again.asks && again.score-0.2 > w.score && utf8.RuneCountInString(again.text) >= 8 {
				again.score -= 0.2
				return again
			}
		}
	}
	if _, rest, ok := strings.Cut(text, ": "); ok && !guards(text) { // "The tests are green, next thing: we need …"
		if _, request := r.polite.strip(rest); request {
			if again := r.weigh(a, rest, p, intent); again.score+0.6 > w.score {
				return again
			}
		}
	}
	return w
}

// weigh scores the words of a sentence.
func (r *reader) weigh(a *account, text string, p piece, intent fact.Intent) wish {
	text, polite := r.polite.strip(forward(text))
	if head, rest, ok := strings.Cut(text, ": "); ok && !guards(head) && r.manner.grounds.begin(head) && strings.Count(head, " ") < 11 && strings.Count(rest, " ") >= 3 && !printed(rest) {
		text, _ = r.polite.strip(rest) // "I got this feedback: …"
	}
	if polite {
		text = strings.TrimRight(text, "?？ ")
	}
	text = r.polite.trim(text)
	w := wish{text: text}
	toks := r.sc.scan(text, 60)
	r.clauses(r.person, text, toks, a.spoken)
	words, content, back, early := 0.0, 0.0, 0, false
	r.marks = append(r.marks[:0], make([]bool, len(toks))...)
	asks := 0.0
	r.person.find(toks, a.spoken, func(h hit) {
		led := r.heads[h.from] || r.ends[h.to-1]
		s := askWeight(h.says, intent, led)
		asks = max(asks, s)
		if s > 0 {
			for i := h.from; i < h.to; i++ {
				r.marks[i] = true
			}
		}
	})
	for i, t := range toks {
		n := 1.0
		if loneWord(t.word) {
			n = 0.45
		}
		words += n
		switch {
		case anaphor(t.word):
			back++
			early = early || i < 3
		case r.marks[i] || n < 1 && kana(t.word) || n == 1 && (len(t.word) < 3 || hollow(t.word) || r.person.skip[t.word]&a.spoken != 0):
		default:
			content += n
		}
	}
	if polite && content >= 1.5 {
		asks = max(asks, 0.9) // a request, whatever its verb
	}
	w.score = asks + 0.35*min(content, 3) + 0.12*min(max(content-3, 0), 4)
	if p.kind == heading {
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
	cost := r.manner.cost(text)
	w.asks, w.full = asks > 0.6, content >= 4 && cost == 0 && !p.leads && !addressFirst(text)
	if content < 0.8 && asks < 1.3 {
		w.score -= 0.5
	}
	w.weak = content < 1 && asks < 1.3 || back > 0 && content < 2 || early && words <= 8 && content < 4
	if !strings.Contains(text, " ") && words > 0 && utf8.RuneCountInString(text) < 8 && loneWord(text) {
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
	switch lineVerdict(line) {
	case strongFail, weakFail, countFail:
		return true
	}
	line = strings.ToLower(line[:min(len(line), maxLineBytes)])
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
	s = strings.ToLower(clipBytes(s, maxLineBytes))
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
	if strings.HasPrefix(first, "http") || strings.HasPrefix(first, "file:") || len(first) > 2 && first[1] == ':' && letter(first[0]) {
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
func askWeight(m meaning, intent fact.Intent, led bool) float64 {
	best := 0.0
	for _, k := range []struct {
		c      class
		weight float64
		of     []fact.Intent
	}{
		{askFix, 1.4, []fact.Intent{fact.BugFix}},
		{askAdd, 1.5, []fact.Intent{fact.Feature, fact.SmallChange}},
		{askRefactor, 1.5, []fact.Intent{fact.Refactor, fact.SmallChange, fact.Feature}},
		{askPlan, 1.2, []fact.Intent{fact.Plan}},
		{askReview, 1.2, []fact.Intent{fact.Review}},
		{askSmall, 1.4, []fact.Intent{fact.SmallChange, fact.Feature}},
		{askInvestigate, 0.9, []fact.Intent{fact.Investigation}},
		{askCause, 0.9, []fact.Intent{fact.Investigation, fact.Question}},
		{question, 0.8, []fact.Intent{fact.Question, fact.Investigation}},
		{broken, 0.9, []fact.Intent{fact.BugFix, fact.Investigation}},
		{askRun, 0.7, []fact.Intent{fact.SmallChange}},
		{undo, 0.6, nil},
		{deliver, 0.3, nil},
	} {
		if !m.has(k.c) {
			continue
		}
		s := k.weight
		for _, of := range k.of {
			if of == intent {
				s += 0.7
			}
		}
		if !led && k.c != broken {
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
