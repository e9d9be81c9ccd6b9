package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/session"
	"prism/internal/transcript"
)

// label gives a session its title and summary: what was wanted, and what came
// of it.
func label(v *view, op judge.Opinion) (title, summary string) {
	want := wanted(v.a)
	title = shorten(want, judge.MaxTitle)
	out := outcome(v, op)
	if out == "" {
		return title, shorten(sentence(want), judge.MaxSummary)
	}
	room := judge.MaxSummary - 1 - min(utf8.RuneCountInString(out), 130)
	return title, shorten(sentence(shorten(want, room-1))+" "+sentence(out), judge.MaxSummary)
}

// wanted says in one phrase what the session was about, from the first source
// that tells: a plan's heading, the first prompt that asks for something, a
// commit's subject, any prompt.
func wanted(a *account) string {
	vague := ""
	for i := range a.turns {
		t := &a.turns[i]
		if t.trivial {
			continue
		}
		var s string
		switch {
		case t.turn.Origin == transcript.PlanHand:
			text := t.turn.Plan
			if text == "" {
				text = t.turn.Prompt
			}
			s = planHeading(text)
		case t.turn.Command != "":
			s = commandMeaning(t.turn.Command, t.turn.Prompt)
		default:
			s = request(t)
		}
		s = plain(s)
		if s == "" {
			continue
		}
		if telling := utf8.RuneCountInString(s) >= 12 && (len(strings.Fields(s)) >= 3 || !ascii(s)); telling && (t.turn.Origin == transcript.PlanHand || t.turn.Command != "" || asksWork(&t.heard) || i == len(a.turns)-1) {
			return capital(s)
		}
		if vague == "" || len(s) > len(vague) && len(vague) < 12 {
			vague = s
		}
		if i > 5 {
			break
		}
	}
	if m := firstCommit(a); m != "" {
		return capital(plain(m))
	}
	if vague == "" {
		for i := range a.turns {
			if t := &a.turns[i]; t.turn.Prompt != "" {
				return capital(plain(firstLine(t.turn.Prompt)))
			} else if t.turn.Images > 0 {
				return "A picture without words"
			}
		}
		return "A session without words"
	}
	return capital(vague)
}

// firstCommit returns the subject of the first commit that was made, without
// its conventional kind.
func firstCommit(a *account) string {
	for i := range a.turns {
		for k := range a.turns[i].turn.Steps {
			s := &a.turns[i].turn.Steps[k]
			if s.Class.Has(session.ClassCommit) && s.CarriedOut() {
				if m := commitSubject(s.Target); m != "" {
					_, rest := conventional(m)
					return strings.TrimSpace(rest)
				}
			}
		}
	}
	return ""
}

// commandMeaning puts a custom command into words: "/review-pr 12" is
// "Review pr 12".
func commandMeaning(command, prompt string) string {
	name := strings.TrimPrefix(command, "/")
	if i := strings.LastIndexByte(name, ':'); i >= 0 && i < len(name)-1 {
		name = name[i+1:]
	}
	name = strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(name))
	args := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(prompt), command))
	if line := firstLine(args); line != "" {
		return name + " " + strings.TrimLeft(line, "-–: ")
	}
	return name
}

// request returns the sentence of a prompt in which something is asked for,
// without the polite words before it; pasted output and addresses are passed
// over where something else is left.
func request(t *turnAccount) string {
	text := t.turn.Prompt
	best := -1
	for _, c := range []class{askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall, askRun, question, deliver, undo} {
		if t.heard.leads[c] > 0 && (best < 0 || t.heard.lead1[c] < best) {
			best = t.heard.lead1[c]
		}
	}
	from := 0
	if best >= 0 && best <= len(text) {
		from = sentenceStart(text, best)
		if best-from > 80 {
			from = best
		}
	}
	s := sentenceAt(text, from)
	if pasted(s) {
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" && !pasted(line) {
				s = sentenceAt(line, 0)
				break
			}
		}
	}
	return stripPolite(s)
}

// pasted reports whether a line is output or an address rather than speech.
func pasted(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" {
		return true
	}
	if len(line) > maxLineBytes {
		line = line[:maxLineBytes]
	}
	if s := lineVerdict(line); s == strongFail || s == weakFail || s == countFail {
		return true
	}
	spaces := strings.Count(line, " ")
	return strings.HasPrefix(line, "http") && spaces < 2 || strings.HasPrefix(line, "/") && spaces == 0 || strings.HasPrefix(line, "<") || strings.HasPrefix(line, "at ") && strings.Contains(line, ":") || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "{")
}

// sentenceStart returns where the sentence that holds position at begins.
func sentenceStart(text string, at int) int {
	for i := at; i > 0; {
		r, n := utf8.DecodeLastRuneInString(text[:i])
		switch r {
		case '\n', '。', '！', '？', '!', '?':
			return i
		case '.':
			if i < len(text) && (text[i] == ' ' || text[i] == '\n') {
				return i
			}
		}
		i -= n
	}
	return 0
}

// sentenceAt returns the sentence that begins at from, at most a line of it.
func sentenceAt(text string, from int) string {
	s := strings.TrimLeft(text[from:], " \t\r\n-*>#•")
	for i, r := range s {
		switch r {
		case '\n', '。', '！', '？':
			if i > 8 {
				return strings.TrimSpace(s[:i])
			}
		case '.', '!', '?':
			if i > 14 && (i+1 >= len(s) || s[i+1] == ' ' || s[i+1] == '\n') {
				return strings.TrimSpace(s[:i])
			}
		}
	}
	return strings.TrimSpace(s)
}

// stripPolite drops the words with which people begin a request and that say
// nothing of it.
func stripPolite(s string) string {
	for range 6 {
		low := strings.ToLower(s)
		cut := 0
		for _, p := range politeOpenings() {
			if strings.HasPrefix(low, p) && len(p) > cut && len(low) == len(s) {
				rest := s[len(p):]
				if r, _ := utf8.DecodeRuneInString(rest); rest == "" || !unicode.IsLetter(r) || !ascii(p) || strings.HasSuffix(p, " ") {
					cut = len(p)
				}
			}
		}
		if cut == 0 || cut >= len(s) {
			return s
		}
		s = strings.TrimLeft(s[cut:], " ,.!:;-—，、。！：")
	}
	return s
}

func politeOpenings() []string {
	return []string{
		"can you please", "could you please", "would you please", "can you", "could you", "would you", "will you", "please", "pls", "i want you to", "i would like you to", "i'd like you to", "i need you to", "i want to", "i would like to", "i'd like to", "i'd still like to", "i need to", "we need to", "we want to", "we should", "help me to", "help me", "let's", "lets", "let us", "okay", "ok", "hey claude", "hey", "hi", "hello", "now", "so", "also", "and", "then", "great", "thanks", "perfect", "nice", "cool", "yes", "alright", "well",
		"kannst du bitte", "kannst du", "könntest du", "bitte", "ich möchte dass du", "ich möchte", "ich will", "wir müssen", "hilf mir",
		"puedes", "podrías", "por favor", "quiero que", "necesito que", "me puedes", "ayúdame a",
		"peux-tu", "peux tu", "pourrais-tu", "tu peux", "s'il te plaît", "je veux que tu", "je veux", "je voudrais", "aide-moi à",
		"você pode", "pode", "consegue", "por favor", "quero que você", "preciso que", "me ajuda a",
		"puoi", "potresti", "per favore", "voglio che", "vorrei che", "aiutami a",
		"kun je", "kan je", "alsjeblieft", "ik wil dat je", "ik wil",
		"можешь", "можете", "пожалуйста", "давай", "хочу чтобы ты", "хочу, чтобы ты", "нужно",
		"możesz", "proszę", "chcę żebyś", "lütfen",
		"请帮我", "請幫我", "帮我", "幫我", "请", "請", "麻烦", "我想要", "我想", "我要",
	}
}

// plain strips markup and makes one line of a text.
func plain(s string) string {
	s = strings.NewReplacer("**", "", "__", "", "`", "", "✅", "", "✓", "", "★", "", "🎉", "", "\u2500", "", "\u200b", "").Replace(s)
	s = strings.Join(strings.Fields(s), " ")
	s = strings.TrimLeft(s, "#>*-–—•·:|.0 ")
	return strings.TrimRight(strings.TrimSpace(s), " :;,-–—|*")
}

// outcome says in a sentence what came of a session: the agent's own closing
// words where the work came to an end, else on what it stopped.
func outcome(v *view, op judge.Opinion) string {
	switch v.end.kind {
	case endFailure:
		return "Ended by an API error or a usage limit"
	case endPrompt:
		return "The last prompt was not answered"
	case endAsking:
		return "The agent's last question was not answered"
	case endHanded:
		return "The plan was handed on"
	case endPlan:
		return "Ends on a plan that nobody answered"
	case endInterrupt, endRefused:
		return "Stopped by the person"
	case endCall, endResult:
		switch {
		case v.end.delivery:
			return "Ends on the commit or push that delivers it"
		case v.end.green:
			return "Ends on a check that passed"
		}
		return "The record stops in mid-work"
	}
	if v.end.say == nil {
		return ""
	}
	s := closingSentence(v)
	if s == "" {
		return ""
	}
	if !op.Complete && op.Signal != fact.NoSignal {
		if r, ok := judge.SignalRuleOf(op.Signal); ok && op.Signal != fact.UnresolvedError {
			_ = r
			return "Left unresolved: " + s
		}
	}
	return s
}

// closingSentence picks the sentence of the closing answer that tells most: one
// that says what is done, verified or found, else its first.
func closingSentence(v *view) string {
	text := v.end.say.Text
	if v.last.closing == v.end.say {
		best := -1
		for _, c := range []class{saysDone, saysVerified, saysCause, saysNotDone, saysBlocked} {
			if v.last.told.count[c] > 0 {
				if at := v.last.told.first[c].start; best < 0 || at < best {
					best = at
				}
			}
		}
		if best >= 0 && best < len(text) {
			s := plain(sentenceAt(text, sentenceStart(text, best)))
			if utf8.RuneCountInString(s) >= 10 && !generic(s) {
				return s
			}
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if s := plain(sentenceAt(line, 0)); utf8.RuneCountInString(s) >= 15 && !strings.HasPrefix(line, "#") && !strings.HasSuffix(line, ":") && !strings.HasPrefix(line, "|") && !generic(s) {
			return s
		}
	}
	return plain(firstLine(text))
}

// generic reports whether a sentence only announces a summary.
func generic(s string) bool {
	low := strings.ToLower(s)
	for _, p := range []string{"here's a summary", "here is a summary", "here's what", "here is what", "summary", "★ insight", "insight", "perfect", "changes made", "what changed", "what was done", "done"} {
		if low == p || strings.HasPrefix(low, p) && len(low) < len(p)+28 {
			return true
		}
	}
	return false
}

// shorten cuts s to n characters at a word, with an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	k, cut := 0, 0
	for i, r := range s {
		if k == n-1 {
			break
		}
		k++
		cut = i + utf8.RuneLen(r)
	}
	if i := strings.LastIndexByte(s[:cut], ' '); i > cut*2/3 {
		cut = i
	}
	return strings.TrimRight(s[:cut], " ,.;:-–—(") + "…"
}

// sentence ends s with a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	if r, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune(".!?…。！？", r) {
		return s
	}
	return s + "."
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || unicode.IsUpper(r) || strings.ContainsAny(strings.SplitN(s, " ", 2)[0], "./_\\") {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
