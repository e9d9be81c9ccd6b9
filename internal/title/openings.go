package title

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// opener drops the words with which people begin a request and that say nothing
// of it, in any language: "could you please", "ich möchte, dass du", "请帮我".
type opener struct {
	requests, fillers phrases
	interjections     phrases // only where a mark follows: "Great, …", "Task: …"
}

// phrases are beginnings of sentences in lower case, by their first character,
// the longest first.
type phrases map[rune][]string

func newPhrases(list []string) phrases {
	p := phrases{}
	for _, s := range list {
		c := firstRune(s)
		p[c] = append(p[c], s)
	}
	for _, l := range p {
		slices.SortStableFunc(l, func(a, b string) int { return len(b) - len(a) })
	}
	return p
}

// begin reports whether s begins with one of the phrases, whatever its case.
func (p phrases) begin(s string) bool {
	for _, w := range p[unicode.ToLower(firstRune(s))] {
		if foldedPrefix(s, w) {
			return true
		}
	}
	return false
}

func newOpener() *opener {
	return &opener{requests: newPhrases(requests()), fillers: newPhrases(fillers()), interjections: newPhrases(interjections())}
}

// strip returns s without polite words at its head, and whether such words made
// a question of it ("can you …?").
func (o *opener) strip(s string) (string, bool) {
	asked := false
	for range 6 {
		cut := leading(s, o.requests, wordEnds)
		request := cut > 0
		if cut == 0 {
			cut = leading(s, o.fillers, wordEnds)
		}
		if cut == 0 {
			cut = leading(s, o.interjections, func(_, next rune) bool { return strings.ContainsRune(",.!?:;—–…，。！：", next) })
		}
		if cut == 0 {
			break
		}
		rest := strings.TrimLeft(s[cut:], " ,.!?:;-—–…，、。！：？")
		if rest == "" || !worded(rest) || foldedPrefix(rest, "not ") || foldedPrefix(rest, "nicht ") {
			break
		}
		asked = asked || request
		s = rest
	}
	return s, asked
}

// leading returns the length of the first phrase that s begins with and that
// ends where the next character says so; 0 none.
func leading(s string, list phrases, ends func(last, next rune) bool) int {
	for _, p := range list[unicode.ToLower(firstRune(s))] {
		if len(p) >= len(s) || !foldedPrefix(s, p) {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(p)
		if rest := s[len(p):]; ends(last, firstRune(rest)) || ends(last, firstRune(strings.TrimLeft(rest, " "))) {
			return len(p)
		}
	}
	return 0
}

// wordEnds reports whether a word may end between two characters; in scripts
// without spaces it ends anywhere.
func wordEnds(last, next rune) bool {
	return last >= 0x2E80 || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '\'' && next != '’' && next != '-'
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// trim returns s without the polite words at its end.
func (o *opener) trim(s string) string {
	for range 3 {
		was := len(s)
		for _, face := range []string{":)", ":-)", ";)", ":(", ":D", "^^"} {
			s = strings.TrimSuffix(strings.TrimRight(s, " "), face)
		}
		s = strings.TrimRight(s, " .。!！,，:;")
		low := strings.ToLower(s)
		for _, p := range []string{" please", " pls", " plz", " thanks", " thank you", " thx", " bitte", " danke", " por favor", " gracias", " s'il te plaît", " s'il te plait", " stp", " svp", " merci", " obrigado", " per favore", " grazie", " пожалуйста", " спасибо", " proszę", " lütfen"} {
			if strings.HasSuffix(low, p) && len(low) == len(s) && len(s) > len(p)+8 {
				s = s[:len(s)-len(p)]
				break
			}
		}
		if len(s) == was {
			break
		}
	}
	return s
}

// foldedPrefix reports whether s begins with p, whatever the case; p is lower
// case.
func foldedPrefix(s, p string) bool {
	for _, want := range p {
		r, n := utf8.DecodeRuneInString(s)
		if n == 0 || unicode.ToLower(r) != want && (r != '’' || want != '\'') {
			return false
		}
		s = s[n:]
	}
	return true
}

// requests are the words by which a sentence asks: what follows is what is wanted.
func requests() []string {
	return []string{
		"can you please", "we need", "i need", "we want", "i want", "j'aimerais que tu", "je voudrais que tu", "j'ai besoin que tu", "peux-tu me", "il faudrait", "ich brauche", "necesito", "preciso de", "i'd like you to", "ayúdame a", "could you please", "would you please", "can you help me to", "can you help me with", "can you help me", "could you help me", "please help me to", "please help me", "please help", "can we also", "could we also",
		"can we now", "can we", "could we", "can i get", "can you also", "could you also", "can you now", "can you", "could you", "would you", "will you", "can u", "would you mind", "please go ahead and", "please", "pls", "plz", "kindly",
		"yes i want you to", "yes please", "yes let's", "yes can you", "i want you to", "i would like you to", "i need you to", "i want to", "i would like to", "i'd like to", "i'd still like to", "i need to", "i wanna", "i'd like us to",
		"i want us to", "i would like us to", "we need to", "we want to", "we should", "we have to", "we'd like to", "you should", "you need to", "your task is to", "your job is to", "your job now is to help me", "your job now is to", "my goal is to",
		"the goal is to", "my aim is to", "help me to", "help me with", "help me", "help", "help us", "let's now", "let's", "lets", "let us", "go ahead and", "kannst du bitte", "kannst du mir", "kannst du", "könntest du bitte", "könntest du",
		"können wir", "bitte", "ich möchte, dass du", "ich möchte dass du", "ich möchte", "ich will", "wir müssen", "wir sollten", "du sollst", "hilf mir", "lass uns", "puedes por favor", "puedes", "podrías", "podrias", "por favor", "quiero que",
		"quisiera que", "necesito que", "me puedes", "ayudame a", "debemos", "tenemos que", "vamos a", "peux-tu", "peux tu", "pourrais-tu", "pouvez-vous", "tu peux", "s'il te plaît", "s'il te plait", "stp", "je veux que tu", "je veux", "je voudrais",
		"j'aimerais", "aide-moi à", "il faut", "você pode", "voce pode", "você consegue", "pode", "consegue", "quero que você", "quero que", "quero", "preciso que", "precisamos", "me ajuda a", "me ajude a", "vamos", "puoi", "potresti", "per favore",
		"voglio che", "vorrei che", "vorrei", "voglio", "aiutami a", "dobbiamo", "kun je", "kan je", "kunnen we", "alsjeblieft", "ik wil dat je", "ik wil", "можешь пожалуйста", "можешь", "можете", "могли бы вы", "мог бы ты", "пожалуйста",
		"давай", "давайте", "хочу чтобы ты", "хочу, чтобы ты", "хочу", "мне нужно", "нам нужно", "нужно", "надо", "помоги мне", "помоги", "можеш", "будь ласка", "потрібно", "możesz proszę", "czy możesz", "czy mozesz", "możesz", "mozesz",
		"proszę", "prosze", "chcę żebyś", "chcę", "potrzebuję", "potrzebuje", "prosím", "můžeš", "chci", "snälla", "kan du", "jag vill", "vennligst", "lütfen", "hãy", "giup toi", "giúp tôi", "tolong", "coba", "saya ingin", "aku mau", "من فضلك",
		"هل يمكنك", "أريد", "ممكن", "请你帮我", "请帮我", "請幫我", "帮我", "幫我", "请你", "请", "請", "麻烦你", "麻烦", "我想要", "我想", "我要", "我需要", "你能不能", "能不能", "你可以", "お願いします",
	}
}

// fillers are words that begin a sentence and say nothing.
func fillers() []string {
	return []string{
		"yes and", "then", "okay", "ok", "hey claude", "hi claude", "hello claude", "hey", "hi there", "hi", "hello", "good morning", "now", "also", "and", "but", "yeah", "yep", "alright", "hmm", "hm", "oh", "ah", "um",
		"here's what's going on", "just", "maybe", "i think", "it seems", "it seems that", "got it", "hallo", "jetzt", "dann", "und", "ja", "als nächstes", "hola", "ahora", "bien", "sí", "bonjour", "salut", "maintenant", "ok donc",
		"cara", "olá", "ola", "agora", "certo", "senti", "ciao", "ora", "adesso", "allora", "hoi", "nu", "привет", "теперь", "так", "ладно", "хорошо", "привіт", "cześć", "hej", "şimdi", "merhaba", "bây giờ", "giờ", "xin chào", "halo", "你好",
		"现在", "好的", "好", "那么", "接下来", "然后", "まず", "では", "次に", "すみません", "こんにちは", "ねえ", "えーっと", "えっと", "あと", "클로드야", "클로드", "안녕하세요", "안녕", "이제", "그럼", "먼저", "혹시", "지금", "일단", "오케이",
	}
}

func interjections() []string {
	return []string{
		"great", "thanks", "thank you", "perfect", "nice", "cool", "yes", "yeah", "no", "sure", "claude", "first", "firstly", "next", "finally", "quick question", "question", "q", "task", "todo", "note", "instead", "again", "right now", "feature request", "feature", "bug report", "bug", "debug", "sorry", "i see", "got it", "well", "the task", "alternatively", "currently", "actually", "in this session", "first problem", "next problem", "next one", "next up", "one more thing", "as a next step", "so", "then", "btw", "by the way", "mission", "goal", "objective", "context", "brainstorm session", "ok great", "cool great", "done", "good", "right", "something else entirely", "something else", "another thing", "new topic", "different topic", "unrelated", "question for you", "also",
		"aufgabe", "ziel", "frage", "super", "danke", "gut", "genau", "tarea", "objetivo", "pregunta", "gracias", "perfecto", "genial", "bueno", "tâche", "objectif", "question", "merci", "parfait", "super", "d'accord", "tarefa", "obrigado", "beleza", "ótimo", "perfeito", "pergunta", "compito", "obiettivo", "domanda", "grazie", "perfetto", "bene", "taak", "doel", "vraag", "bedankt", "задача", "цель", "вопрос", "спасибо", "отлично", "да", "zadanie", "cel", "pytanie", "dzięki", "görev", "soru",
		"任务", "目标", "需求", "问题", "修改目标", "谢谢", "很好", "可以", "对", "タスク", "目的", "質問", "ありがとう", "はい", "작업", "목표", "질문", "네", "응",
	}
}

// continuations are beginnings of sentences that go on from the one before.
func continuations() []string {
	return []string{
		"additionally", "furthermore", "moreover", "also", "in addition", "besides", "on top of that", "however", "for example", "e.g.", "and ", "or ", "but ", "because", "otherwise", "außerdem", "zusätzlich", "zudem", "auch ", "además", "tambien", "también", "asimismo", "de plus", "aussi", "en outre", "além disso", "também", "inoltre", "anche ", "daarnaast", "ook ", "также", "кроме того", "еще ", "ещё ", "dodatkowo", "ponadto", "ayrıca", "另外", "还有", "此外", "同时", "并且", "而且", "また", "さらに", "그리고", "또한", "단 ", "거기",
	}
}

// backgrounds are beginnings of sentences that tell how things are rather than what
// is wanted.
func backgrounds() []string {
	return []string{
		"i'm ", "i am ", "im ", "i have ", "i've ", "we have ", "we've ", "i just ", "i got ", "i did ", "i was ", "we are ", "we're ", "i feel", "i think", "what's really important", "this is ", "ich bin", "ich habe", "wir haben", "tengo ", "soy ", "je suis", "j'ai ", "tenho ", "sou ", "ho ", "sono ", "у меня", "я ", "mam ", "我有", "我是", "我刚", "私は",
	}
}

// Beginnings are the words by which sentences begin, that titles and summaries are
// chosen by.
type Beginnings struct {
	polite   *opener
	openings openings
}

func NewBeginnings() *Beginnings { return &Beginnings{newOpener(), newOpenings()} }

// openings holds the beginnings by which a sentence shows that it is not the one
// that says what is wanted, and what that costs it.
type openings struct {
	instructions, preparations, continuations, backgrounds phrases
	announcements, conclusions                             phrases // of the agent's sentences
	courtesies                                             phrases // likewise
}

func newOpenings() openings {
	return openings{
		newPhrases(instructions()), newPhrases(preparations()), newPhrases(continuations()), newPhrases(backgrounds()),
		newPhrases(announcements()), newPhrases(conclusions()), newPhrases(courtesies()),
	}
}

// cost is what a sentence loses by how it begins.
func (m *openings) cost(s string) float64 {
	if foldedPrefix(s, "so ") {
		s = s[len("so "):]
	}
	switch {
	case m.instructions.begin(s), means(s):
		return 1.8
	case m.preparations.begin(s):
		return 1.1
	case m.continuations.begin(s):
		return 0.8
	case m.backgrounds.begin(s):
		return 0.6
	}
	return 0
}

// instructions are beginnings of sentences that say how to work, to whom or in which
// role, and not what is wanted. Lower case.
func instructions() []string {
	return []string{
		"don't", "do not", "dont", "never ", "make sure", "be sure", "be careful", "ensure you", "tell me", "let me know", "when you are done", "when you're done", "when done", "once done", "after that", "ultrathink", "think ", "take your time", "answer in", "respond in", "reply in", "start with", "begin with", "start by", "run the tests", "run tests", "run lint", "test with", "write a clear", "use the british", "use british", "only touch", "keep ", "you are ", "you're ", "you have ", "act as", "remember", "note that", "note:", "for context", "context:", "please note", "see ", "as you can see", "you can see", "ask me", "feel free", "use your", "use the plan", "ok?", "thanks", "thank you", "let's review together", "review this together", "is that clear", "do you understand", "does that make sense", "thoughts?", "wdyt", "what do you think?", "here is", "here's", "here are", "below is", "below are", "why?", "any ideas", "any thoughts", "not as", "as discussed", "commit ", "push ", "this happens", "use option", "option ", "i like ", "sounds good", "looks good", "that's", "not sure",
		"achte", "sag mir", "sag bescheid", "stell sicher", "antworte", "du bist", "nicht ", "denk ",
		"no ", "asegúrate", "asegurate", "dime", "responde", "eres ", "usa el agente",
		"ne ", "assure-toi", "dis-moi", "réponds", "tu es ", "vous êtes",
		"não ", "nao ", "certifique", "me diga", "responda", "você é",
		"non ", "assicurati", "dimmi", "rispondi", "sei un",
		"не ", "убедись", "скажи", "отвечай", "ты —", "ты - ", "upewnij", "odpowiadaj", "jesteś",
		"不要", "别", "使用中文", "用中文", "请用中文", "注意", "确保", "你是", "您是", "回答", "记住", "以下是", "あなたは", "日本語で", "注意", "한국어로", "당신은", "너는", "คุณคือ",
	}
}

// preparations are beginnings of requests that only lead up to one: what is read
// first, on which something is wanted then. Lower case.
func preparations() []string {
	return []string{
		"look at", "take a look", "have a look", "take another look", "look over", "read ", "scan ", "check out", "analyse the entire", "analyze the entire", "analyse the code", "analyze the code", "analyse the project", "analyze the project", "analyse the repo", "analyze the repo", "go through", "explore the", "familiarize", "familiarise", "open ", "see the", "see @", "understand the", "understand my", "study the", "take context", "do you have access", "are you using", "do you know", "what model",
		"we work in", "we are working in", "we're working in", "we'll work in", "we will work in", "we'll be working in", "work in ", "working in ", "wir arbeiten in", "wir arbeiten im", "trabajemos en", "trabajamos en", "trabajar en", "vamos a trabajar en", "travaillons dans", "nous travaillons dans", "trabalhar em", "vamos trabalhar em", "lavoriamo in", "lavoriamo nel", "we werken in", "работаем в", "мы работаем в", "будем работать в", "pracujemy w", "giờ chúng ta làm việc trong", "chúng ta làm việc trong", "gio chung ta lam viec trong", "chung ta lam viec trong", "làm việc trong", "kita bekerja di", "我们在", "작업 폴더",
		"lies ", "lis ", "lee ", "leia ", "leggi ", "прочитай", "посмотри", "przeczytaj", "先读取", "读取", "阅读", "先阅读", "先看", "看一下", "看看", "読んで", "현재 파일 구조", "파일 구조", "현재 구조",
	}
}

// anaphors are words that stand for something said before. Folded as tokens are.
func anaphor(w string) bool {
	switch w {
	case "it", "its", "this", "that", "them", "they", "these", "those", "thats", "ones", "das", "dies", "diese", "dieses", "es", "eso", "esto", "esta", "lo", "ca", "cela", "ce", "cette", "isso", "isto", "questo", "quello", "tutto", "это", "его", "эту", "этот", "tego", "dat", "deze", "bunu":
		return true
	}
	return false
}

// emptyWord reports whether a word alone tells nothing of a goal.
func emptyWord(w string) bool {
	switch w {
	case "the", "a", "an", "of", "in", "on", "at", "is", "are", "was", "be", "been", "do", "does", "did", "done", "for", "with", "from", "into", "as", "or", "if", "when", "what", "which", "where", "why", "how", "who", "there", "here", "any", "some", "more", "one", "once", "yet", "again", "still", "too", "very", "same", "other", "thing", "things", "anything", "something", "everything", "nothing", "my", "your", "our", "their", "has", "have", "had", "not", "dont", "doesnt", "about", "before", "after", "out", "up", "down", "over", "back", "get", "got", "make", "sure", "way", "work", "works", "working", "right", "good", "better", "best", "new", "issue", "issues", "problem", "problems", "error", "errors", "code", "file", "files", "changes", "change", "branch", "repo", "project", "task", "today", "step", "all", "both", "above", "below", "idea", "ideas", "bit", "lot", "want", "need", "see", "know", "think", "say", "tell", "between", "than", "only", "case", "yes", "no", "ok", "okay", "start", "go", "cause", "reason", "proposal", "solution", "option":
		return true
	}
	return anaphor(w)
}

// means reports whether a sentence only names the means to work with: "use the
// review skill".
func means(s string) bool {
	if !foldedPrefix(s, "use ") && !foldedPrefix(s, "invoke ") && !foldedPrefix(s, "with ") || len(s) > 80 {
		return false
	}
	s = strings.ToLower(s)
	for _, w := range []string{" skill", " agent", " subagent", " mcp", " plugin", " subagents", " agents", " skills"} {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// confirms reports whether a question only asks for a nod: "…, right?".
func confirms(s string) bool {
	s = strings.ToLower(strings.TrimRight(s, "?？ "))
	for _, w := range []string{" right", " correct", " yes", " ok", " okay", " oder", " richtig", " giusto", " vero", " verdad", " no", " cierto", " né", " certo", " hein", " n'est-ce pas", " верно", " да", " prawda", "对吧", "对吗", "是吧", "맞지", "ですよね"} {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}
