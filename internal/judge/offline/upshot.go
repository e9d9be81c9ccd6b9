package offline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/shell"
)

// Lengths within a summary, in characters.
const (
	maxTold  = 150 // of the agent's closing words
	maxItems = 90  // of a list that they lead to
)

// news is what an answer says came of the work.
type news struct {
	text string
	done bool // it says what is the case now, not what could not be done

	turn     *turnAccount // whose closing answer says it; nil: none
	from, to int          // where it stands there, with what it leads to

	closing *judge.Quote // the sentence of the record's last answer that tells most
}

// upshot returns the sentence of the agent's closing answer that tells most of
// what came of the work. Where the last turns are thanks and the like, that is
// the answer before them.
func (r *reader) upshot(v *view, intent fact.Intent) (n news) {
	say := v.end.say
	if say == nil || apiTrouble(say.Text) {
		return news{}
	}
	n = r.tells(v.a, say.Text)
	if v.last.closing == say {
		n.turn = v.last
		n.closing = n.quote()
	}
	closing := n.closing
	defer func() { n.closing = closing }()
	if v.end.kind != endAnswer {
		return n
	}
	if intent == fact.Review && !v.a.touched() {
		if t := longestAnswer(v.a); t != nil && len(t.closing.Text) > 3*len(say.Text) {
			return r.tellsOf(v.a, t) // what follows a review are questions about it
		}
	}
	for i := v.end.turn; i > 0 && i > v.end.turn-5; i-- {
		t := &v.a.turns[i]
		if n.text != "" && answers(t) && !afterwards(t) && !courtesy(v.a, i) {
			break
		}
		if before := &v.a.turns[i-1]; answers(before) {
			if b := r.tellsOf(v.a, before); b.text != "" {
				n = b
			}
		}
	}
	return n
}

// tellsOf is what a turn's closing answer tells.
func (r *reader) tellsOf(a *account, t *turnAccount) news {
	n := r.tells(a, t.closing.Text)
	n.turn = t
	return n
}

// courtesy reports whether a turn is an exchange of courtesies: nothing was asked or
// done, and the answer is a few words that name nothing.
func courtesy(a *account, i int) bool {
	t := &a.turns[i]
	h := &t.heard
	if i == 0 || t.steps > 0 || h.question || t.turn.Command != "" || h.any(askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall, complain, undo, question) {
		return false
	}
	return t.told.plain() <= 6 && !strings.ContainsAny(t.closing.Text, "0123456789`/_")
}

// longestAnswer returns the turn with the longest closing answer; nil none.
func longestAnswer(a *account) *turnAccount {
	var best *turnAccount
	for i := range a.turns {
		if t := &a.turns[i]; answers(t) && (best == nil || len(t.closing.Text) > len(best.closing.Text)) {
			best = t
		}
	}
	return best
}

// answers reports whether a turn was answered in words.
func answers(t *turnAccount) bool {
	return t.closing != nil && !apiTrouble(t.closing.Text) && !strings.HasPrefix(t.closing.Text, "No response requested")
}

// afterwards reports whether a turn only thanks, closes or delivers what was
// done before it.
func afterwards(t *turnAccount) bool {
	h := &t.heard
	if t.turn.Command != "" || t.turn.Plan != "" || t.edits > 0 || h.question || h.any(complain, abandon, undo, askFix, askAdd) {
		return false
	}
	short := h.words <= 7 || utf8.RuneCountInString(t.turn.Prompt) <= 32 // signs are words of their own
	return t.steps == 0 && h.words <= 4 || short && h.any(deliver)
}

// tells returns the sentence of an answer that tells most; a short one takes
// the next best with it.
func (r *reader) tells(a *account, text string) news {
	list := pieces(text, agent, maxSentences)
	scores := make([]float64, len(list))
	done := make([]bool, len(list))
	at, second := -1, -1
	for i, p := range list {
		if p.kind == output || i > 0 && list[i-1].leads && guards(list[i-1].text) {
			scores[i] = -100
			continue
		}
		scores[i], done[i] = r.rate(a, p, i)
		if p.leads && told(list, i) == said(p.text) {
			scores[i] -= 0.3 // what it leads to is a table, or code
		}
		switch {
		case at < 0 || scores[i] > scores[at]:
			at, second = i, at
		case second < 0 || scores[i] > scores[second]:
			second = i
		}
	}
	if at < 0 || scores[at] < -0.6 {
		return news{}
	}
	n := news{text: told(list, at), done: done[at] && list[at].kind == saying}
	n.from, n.to = placeOf(text, list, at, ledTo(list, at))
	if second >= 0 && scores[second] >= 0.9 && list[second].kind != heading && utf8.RuneCountInString(n.text) < 45 {
		if more := told(list, second); second < at {
			n.text = join(more, n.text)
		} else {
			n.text = join(n.text, more)
		}
	}
	if !worded(n.text) {
		return news{}
	}
	return n
}

// told is one sentence of an answer, with what it leads to: a list, or the next
// sentence.
func told(list []piece, at int) string {
	s := said(list[at].text)
	if !list[at].leads {
		return s
	}
	if items := itemsAfter(list, at); items != "" {
		return s + ": " + items
	}
	if next := ledTo(list, at); next > at && !list[next].leads && (list[next].kind == saying || strings.Count(list[next].text, " ") >= 3) {
		if more := said(list[next].text); worded(more) {
			return s + ": " + more
		}
	}
	return s
}

// ledTo returns the sentence that one leads to: the next where it ends on a colon or
// is a heading, itself where nothing follows.
func ledTo(list []piece, at int) int {
	if (list[at].leads || list[at].kind == heading) && at+1 < len(list) && list[at+1].kind != output && !list[at+1].apart && (list[at].kind == heading || !list[at+1].leads) {
		return at + 1
	}
	return at
}

// placeOf returns where the sentences list[at] to list[last] stand in text; nothing
// where they are not found as they are written, or too much stands between.
func placeOf(text string, list []piece, at, last int) (from, to int) {
	for i := 0; i <= last; i++ {
		k := strings.Index(text[to:], list[i].text)
		switch {
		case i < at && k >= 0:
			to += k + len(list[i].text)
		case i < at:
		case i == at && k < 0:
			return 0, 0
		case k < 0 || i > at && k > maxGap:
			return from, to
		default:
			if i == at {
				from = to + k
			}
			to += k + len(list[i].text)
		}
	}
	return from, to
}

// firstSaid returns the first sentence of an answer that says something; "" for
// a text that only announces the next step.
func (r *reader) firstSaid(a *account, text string) string {
	for i, p := range pieces(text, agent, 4) {
		if s, _ := r.rate(a, p, i); p.kind != output && !p.leads && s > 0.2 {
			return said(p.text)
		}
	}
	return ""
}

// said is a sentence of the agent without its mark and full stop.
func said(s string) string { return strings.TrimRight(plain(s), ".。!！ ") }

// rate scores a sentence of an answer as the one that tells what came of the
// work, and reports whether it says what is the case now.
func (r *reader) rate(a *account, p piece, nth int) (score float64, done bool) {
	text := plain(p.text)
	toks := r.sc.scan(text, 70)
	words, content := 0.0, 0.0
	var says meaning
	r.agent.find(toks, a.spoken, func(h hit) { says |= h.says })
	for _, t := range toks {
		n := 1.0
		if loneWord(t.word) {
			n = 0.45
		}
		words += n
		if n < 1 || len(t.word) > 2 && !hollow(t.word) {
			content += n
		}
	}
	score = 0.4 - 0.22*float64(nth)
	if nth > 0 {
		score -= 0.3
	}
	most := 0.0
	for _, k := range []struct {
		c      class
		weight float64
	}{{saysDone, 1.3}, {saysVerified, 1}, {saysCause, 1.4}, {saysNotDone, 0.8}, {saysBlocked, 0.6}, {saysFail, 0.3}, {saysSorry, -0.5}, {saysAsk, -1.6}, {saysOffer, -1.8}, {saysYouTest, -0.6}, {saysNext, -1.2}} {
		switch {
		case !says.has(k.c):
		case k.weight < 0:
			score += k.weight
		default:
			score += 0.2 // for each, and once for the weightiest
			most = max(most, k.weight-0.2)
		}
	}
	score += most
	switch p.kind {
	case saying:
		score++
	case heading:
		score -= 0.6
	case item:
		score -= 0.7
	}
	if words < 3 {
		score -= 2
	}
	if content < 2 {
		score -= 1.2
	} else {
		score += 0.15 * min(content, 6)
	}
	if words > 50 {
		score -= 0.4
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		score -= 1.5
	}
	if says == 0 && words < 7 && (strings.HasSuffix(text, "!") || strings.HasSuffix(text, "！")) {
		score -= 0.5
	}
	if p.leads {
		score -= 0.3
	}
	switch {
	case r.manner.courtesies.begin(text):
		return score - 4, false
	case r.manner.announcements.begin(text):
		score -= 2.5
	}
	if r.manner.conclusions.begin(text) {
		score++
	}
	done = (says.has(saysDone) || says.has(saysVerified) || says.has(saysCause) || score >= 1.2) && !says.has(saysBlocked) && !says.has(saysYouTest)
	return score, done
}

// conclusions are beginnings of verdicts and conclusions.
func conclusions() []string {
	return []string{"verdict", "request changes", "approve", "lgtm", "conclusion", "i recommend", "my recommendation", "root cause", "the cause", "urteil", "fazit", "ursache", "veredicto", "conclusión", "la causa", "verdetto", "conclusione", "conclusão", "a causa", "вердикт", "вывод", "причина", "wniosek", "przyczyna", "结论", "原因", "根因", "結論", "결론", "원인"}
}

// announcements are beginnings of sentences that only say that a summary follows,
// or praise, or ask what is wanted next.
func announcements() []string {
	return []string{
		"here's", "here is", "here are", "here’s", "summary", "let me", "now let", "now i", "i'll ", "i will", "i'm going", "below is", "what changed", "what i", "what was", "what's", "changes made", "key change", "files ", "next step", "the following", "let me provide", "good question", "great question", "you're right", "you're absolutely", "good catch", "i understand", "i see", "looking at", "no response requested", "want me", "would you", "shall i", "should i", "do you want", "if you", "feel free", "note:", "test plan", "all of the above",
		"zusammenfassung", "hier ist", "hier sind", "im folgenden", "soll ich", "möchtest du", "wenn du",
		"resumen", "aquí está", "aquí tienes", "aqui esta", "¿quieres", "si quieres", "résumé", "voici", "veux-tu", "si tu veux", "laissez-moi", "laisse-moi", "je vais",
		"resumo", "aqui está", "aqui esta", "segue", "se quiser", "vou ", "riepilogo", "ecco", "se vuoi", "vuoi che",
		"вот ", "итог", "если хочешь", "хочешь", "что было сделано", "давай", "сейчас", "podsumowanie", "oto ", "czy chcesz", "jeśli chcesz", "đây là", "berikut",
		"以下", "下面", "总结", "修改总结", "如果", "现在让我", "让我", "好的", "要不要", "需要我", "まとめ", "以下", "では", "よろしければ", "요약", "다음은", "원하시면", "이제",
	}
}

// courtesies are beginnings of answers to thanks.
func courtesies() []string {
	return []string{
		"you're welcome", "you are welcome", "you're very welcome", "my pleasure", "glad ", "happy to help", "happy coding", "anytime", "any time", "no problem", "no worries", "good luck", "enjoy", "have fun", "have a ", "goodbye", "see you", "take care", "thank you", "thanks",
		"gern geschehen", "gerne", "bitte schön", "bitte sehr", "keine ursache", "viel erfolg", "viel spaß", "freut mich", "schön, dass", "danke",
		"de nada", "con gusto", "con mucho gusto", "no hay de qué", "un placer", "es un placer", "gracias", "je vous en prie", "je t'en prie", "de rien", "avec plaisir", "merci", "por nada", "às ordens", "disponha", "obrigado", "di niente", "di nulla", "prego", "figurati", "grazie",
		"пожалуйста", "не за что", "рад ", "рада ", "обращайся", "обращайтесь", "спасибо", "будь ласка", "нема за що", "nie ma za co", "proszę bardzo", "cieszę się", "dziękuję", "graag gedaan", "rica ederim", "teşekkür", "ne demek", "varsågod", "rado se stalo", "không có gì", "rất vui", "sama-sama", "terima kasih", "عفوا", "العفو", "على الرحب", "ด้วยความยินดี", "ยินดี",
		"不客气", "不用谢", "不用客气", "不謝", "不客氣", "很高兴", "谢谢", "どういたしまして", "お役に立て", "ありがとうございます", "良かったです", "よかったです", "천만에요", "별말씀을", "감사합니다", "도움이 되어", "도움이 되었", "고맙습니다",
	}
}

// itemsAfter joins the heads of the list that follows list[at].
func itemsAfter(list []piece, at int) string {
	var b strings.Builder
	n := 0
	for _, p := range list[at+1:] {
		if p.kind != item {
			break
		}
		head := p.text
		if strings.HasPrefix(head, "**") {
			if end := strings.Index(head[2:], "**"); end > 0 {
				head = head[2 : 2+end]
			}
		}
		for _, mark := range []string{" — ", " – ", " - ", ": "} {
			if i := strings.Index(head, mark); i > 8 {
				head = head[:i]
			}
		}
		if head = said(head); !worded(head) {
			continue
		}
		if n > 0 && utf8.RuneCountInString(b.String())+utf8.RuneCountInString(head) > maxItems {
			break
		}
		if n > 0 {
			b.WriteString("; ")
		}
		b.WriteString(head)
		if n++; n == 4 {
			break
		}
	}
	return b.String()
}

// outcome says what came of a session: how it ends where it was not brought to
// an end, the agent's closing words where it was, and what was seen of tests and
// commits.
func outcome(v *view, op judge.Opinion, told string) string {
	told = capital(shorten(named(told), maxTold))
	switch v.end.kind {
	case endFailure:
		return withStand(v, "Ended by an API error or a usage limit")
	case endPrompt:
		return withStand(v, "The last prompt was not answered")
	case endAsking:
		return withStand(v, "The agent's last question was not answered")
	case endHanded:
		return planEnding(v, "The plan was handed on", "The plan was handed on: ")
	case endPlan:
		return planEnding(v, "Ends on a plan that nobody answered", "Ends on a plan that nobody answered: ")
	case endInterrupt, endRefused:
		return withStand(v, "Stopped by the person")
	case endCall, endResult:
		switch {
		case v.end.delivery:
			return withStand(v, "Ends on the commit or push that delivers it")
		case v.end.green:
			return withStand(v, "Ends on a check that passed")
		}
		return withStand(v, "The record stops in mid-work")
	case endNothing:
		return ""
	}
	if !op.Complete {
		switch op.Signal {
		case fact.Abandoned:
			told = join("Dropped by the person", told)
		case fact.Loop:
			told = join("Tried again and again, never seen to work", told)
		case fact.Frustration:
			told = join("The person's last complaint stands", told)
		}
	}
	if told == "" {
		return withStand(v, "")
	}
	return join(told, seen(v.a, told))
}

func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return sentence(a) + " " + b
}

// planEnding names the plan on which a record ends.
func planEnding(v *view, bare, with string) string {
	for i := len(v.a.plans) - 1; i >= 0; i-- {
		if h := planTitle(v.a.plans[i].step.PlanText); h != "" {
			return with + shorten(named(h), 100)
		}
	}
	return bare
}

// withStand adds to an ending how far the work had come.
func withStand(v *view, how string) string {
	var parts []string
	if n := len(v.a.files); n > 0 {
		parts = append(parts, counted(n, "file", "files")+" changed")
	}
	if s := seen(v.a, how); s != "" {
		parts = append(parts, strings.ToLower(s[:1])+s[1:])
	}
	switch {
	case len(parts) == 0:
		return how
	case how == "":
		return capital(strings.Join(parts, ", "))
	}
	return how + "; " + strings.Join(parts, ", ")
}

// seen says what tests and git showed, as far as text does not say it.
func seen(a *account, text string) string {
	if !a.touched() {
		return ""
	}
	low := strings.ToLower(text)
	var parts []string
	if k, ok := a.after(shell.Verifies); ok && !strings.Contains(low, "test") && !strings.Contains(low, "pass") && !strings.Contains(low, "check") && !strings.Contains(low, "build") && !strings.Contains(low, "lint") {
		name := "checks"
		switch {
		case k.work.Has(shell.ClassTest):
			name = "tests"
		case k.work.Has(shell.ClassBuild):
			name = "the build"
		}
		if k.verdict == passed {
			parts = append(parts, name+" passed")
		} else {
			parts = append(parts, name+" failed")
		}
	}
	if !strings.Contains(low, "commit") && !strings.Contains(low, "push") && !strings.Contains(low, "pull request") {
		switch {
		case a.pushes > 0:
			parts = append(parts, "pushed")
		case a.commits > 0:
			parts = append(parts, "committed")
		}
	}
	return capital(strings.Join(parts, ", "))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n) + " " + many
}
