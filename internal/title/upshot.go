package title

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
	"prism/internal/title/listed"
	"prism/internal/title/naming"
	"prism/internal/title/plain"
	"prism/internal/title/work"
)

// upshot is what a summary tells of the work, in the words of an answer.
type upshot struct {
	text  string
	score float64
	part  bool // it is one point of several
	done  bool // it says that something was done
	brief bool // it says what is the case now, in an answer of a few sentences
	bare  bool // nothing is told in words: the files are
}

const (
	leastTold   = 2   // how many words must tell something of the work beside that it is done
	surely      = 1.6 // the score from which on an answer's words tell of the work
	sameMatter  = 0.3 // what each word gains it that is of the goal as well, of at most three
	uncertain   = 0.9 // what it loses that does not say that something is done
	digressive  = 1.5 // what it loses that speaks of what was there before, or not touched
	dependent   = 1.0 // what it loses that leans on a sentence before it, or is one point of many
	ofTheSame   = 2   // how many words of the goal what was done for another prompt shares with it
	leadsToMute = 1.5 // what it loses that leads to what cannot be told: code, a table
)

// upshotOf says what came of the work, by what is surely so of it: the commits that were made;
// where the work was one turn's, the sentence of its answer that says in full what was done;
// else nothing, and the files are told. Of a session in which nothing was changed, what was
// answered.
func (w *Writer) upshotOf(a *observe.Session, intent fact.Intent, result Result, want string, asked candidate) upshot {
	if !a.Touched() {
		return w.answered(a, intent, result, want, asked)
	}
	last, cut := len(a.Turns)-1, a.End.Kind != observe.EndAnswer
	if cut {
		last = a.End.Turn - 1 // what the record ends on is told as that
	}
	made := work.Commits(a)
	wanted, goal := matter(want), matter(want)
	own := w.committed(a, made, wanted)
	if cut && a.End.Delivery && len(made) == 1 {
		own = strings.TrimPrefix(own, committedAs) // whose result is not on record
	}
	if own != "" {
		return upshot{text: own}
	}
	if !changes(intent) && !cut && w.openings.of(result.text).Has(conclusion) && wholly(a, result.text) {
		return upshot{text: result.text} // the verdict of a review
	}
	if !changes(intent) && len(a.Edits) > 0 {
		return upshot{bare: true} // what was written down
	}
	if !changes(intent) {
		return w.answered(a, intent, result, want, asked)
	}
	main, _ := mainTurn(a, last)
	if main < 0 || len(editing(a)) > 1 || len(working(a)) > 1 {
		u := w.listed(a, main) // no one sentence tells of all of it
		if main >= 0 && asked.turn != main && !nods(&a.Turns[main]) && wanted.in(u.text) < ofTheSame {
			return upshot{bare: true} // it may be another work than the one that is named
		}
		return u
	}
	for _, c := range made {
		goal.add(c.Subject)
	}
	if u := w.upshotIn(a, a.Turns[main].Closing.Text, goal); u.text != "" && !u.part && (u.done && u.score >= surely || u.brief && !cut) && wholly(a, u.text) {
		return u
	}
	return w.listed(a, main)
}

// listed tells what the answer of the turn with the most work lists that was done, where the
// person was content with it; else the files are told.
func (w *Writer) listed(a *observe.Session, main int) upshot {
	if main < 0 {
		return upshot{bare: true}
	}
	for i := main + 1; i < len(a.Turns); i++ {
		if t := &a.Turns[i]; observe.Complains(t) || t.Prompt.Any(speech.Undo) {
			return upshot{bare: true}
		}
	}
	told := listed.Done(a.Turns[main].Closing.Text, maxTold, func(point string) bool { return w.didIt(a, point) }, w.namesTrouble)
	return upshot{text: told, bare: told == ""}
}

// didIt reports whether a point of a list tells of something that was done, and of no more than
// that.
func (w *Writer) didIt(a *observe.Session, point string) bool {
	if listed.Passing(point) {
		return false
	} else if ordering(point) != point {
		return true
	}
	_, hits := w.Phrases(w.Agent, point, fit.Beginning, a.Languages)
	return len(hits) > 0 && hits[0].From == 0 && hits[0].Says.Has(speech.SaysDone)
}

// wholly reports whether what an answer says is told in full where it has room, and not of one
// of several files: "clock.go: read once an hour".
func wholly(a *observe.Session, text string) bool {
	if strings.Contains(text, "://") {
		return false // where it is, and not what
	}
	text = naming.Of(text)
	if utf8.RuneCountInString(text) > maxTold {
		return false
	}
	first, _, _ := strings.Cut(text, " ")
	head, _, colon := strings.Cut(text, ": ")
	placed := colon && !strings.Contains(head, " ") || strings.HasPrefix(text[len(first):], " — ") || strings.HasPrefix(text[len(first):], " - ")
	return !placed || len(a.Files) < 2 || !strings.ContainsAny(first, "./")
}

// answered is what came of a session in which no file was changed: of the answer to what it was
// about a verdict, or what is said in a few sentences in a row; of a question, and where nothing
// else was asked, one that shares a word with what was asked.
func (w *Writer) answered(a *observe.Session, intent fact.Intent, result Result, want string, asked candidate) upshot {
	if a.End.Kind != observe.EndAnswer {
		return upshot{}
	}
	only := answeredOnly
	if a.Touched() {
		only = "" // something was changed, though no file
	}
	if asked.turn >= len(a.Turns) || !answers(&a.Turns[asked.turn]) {
		return upshot{text: only}
	}
	n := result
	if t := &a.Turns[asked.turn]; result.Turn != t {
		n = w.resultOf(a, t, false)
	}
	list, _ := w.answer(a, n.Turn.Closing.Text, false)
	alone := intent == fact.Question || len(further(a, asked.turn, false)) == 0
	if n.text != "" && wholly(a, n.text) && (n.done && alone && matter(want).in(n.text) > 0 || brief(list, mostBrief) && n.done || brief(list, 1) || w.openings.of(n.text).Has(conclusion)) {
		return upshot{text: n.text}
	}
	return upshot{text: only}
}

// mostBrief is how many sentences an answer has that says one thing.
const mostBrief = 3

// brief reports whether an answer is no more than so many sentences in a row.
func brief(list []Sentence, most int) bool {
	n := 0
	for i := range list {
		switch list[i].Kind {
		case Prose:
			n++
		case item, heading:
			return false
		}
	}
	return n <= most
}

// answeredOnly is told of a session in which nothing was changed, where no one sentence of
// the answer tells it.
const answeredOnly = "The agent gave an answer; nothing was changed"

// mainTurn is the last answered turn, up to one, with half of the most work that a turn of
// the session holds, and how much that is; −1 where the most was done after it.
func mainTurn(a *observe.Session, last int) (main, most int) {
	for i := range a.Turns {
		most = max(most, workOf(&a.Turns[i]))
	}
	for i := min(last, len(a.Turns)-1); i >= 0; i-- {
		if t := &a.Turns[i]; answers(t) && 2*workOf(t) >= most {
			return i, most
		}
	}
	return -1, most
}

// workOf is how much was done in a turn: what was edited, and what was changed otherwise.
func workOf(t *observe.Turn) int {
	other := max(t.Changes-t.Edits, 0)
	if t.Delivered {
		other = 0
	}
	return 3*t.Edits + 2*min(other, 3)
}

// stems are the beginnings of the words that a goal is told in.
type stems map[string]bool

// stem is the beginning of a word by which it is told from others.
func stem(w string) string {
	if fit.ASCII(w) {
		return w[:min(len(w), 5)]
	}
	return w[:min(len(w), 12)]
}

func matter(s string) stems {
	m := stems{}
	m.add(s)
	return m
}

func (m stems) add(s string) {
	for _, w := range wordsOf(s) {
		if len(w) > 2 {
			m[stem(w)] = true
		}
	}
}

// in counts the words of a sentence that are of a goal, each once.
func (m stems) in(s string) int {
	seen := stems{}
	for _, w := range wordsOf(s) {
		if k := stem(w); m[k] {
			seen[k] = true
		}
	}
	return len(seen)
}

// beside counts the words of a sentence that are not of a goal.
func (m stems) beside(s string) int {
	n := 0
	for _, w := range wordsOf(s) {
		if len(w) > 2 && !m[stem(w)] && !fit.LeadsOn(w) {
			n++
		}
	}
	return n
}

// wordsOf are the words of a text in small letters, those of identifiers apart.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(humps(s)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// upshotIn is what one answer tells of the work.
func (w *Writer) upshotIn(a *observe.Session, text string, goal stems) upshot {
	list, heard := w.answer(a, text, true)
	all := slices.Clone(heard)
	at, second := -1, -1
	for i := range all {
		r := &all[i]
		if r.passed || r.before || list[i].Kind == heading && !r.says.Has(speech.SaysDone) {
			continue
		}
		said := unmarked(list[i].text)
		whole := said
		if list[i].leads {
			whole = continued(list, i)
		}
		led := whole != said
		green := r.says.Has(speech.SaysVerified) && goal.in(whole) == 0
		if (r.tells < leastTold || green) && (!led || !tellsWords(whole[len(said):])) {
			continue
		}
		words := points(r.score)
		words.add(-leadsToMute, list[i].leads && !led)
		words.add(-leadsToMute, list[i].leads && !led && dangles(said))
		words.add(-dependent, r.back || fit.OpensOn(said, fit.Listed().You) > 0)
		words.add(-dependent, list[i].Kind == item || list[i].Kind == heading)
		words.add(-dependent, w.openings.of(said).Has(continuation))
		words.add(-dependent, fit.Listed().Condition.Leads(fit.Lower(said)) > 0)
		words.add(-uncertain, !r.says.Has(speech.SaysDone))
		words.add(-uncertain, (r.says.Has(speech.SaysBlocked) || r.says.Has(speech.SaysYouTest)) && !r.says.Has(speech.SaysDone))
		words.add(-digressive, fit.Says(fit.Listed().Aside, " "+whole+" "))
		if r.score = float64(words); at >= 0 && r.score+3*sameMatter < all[at].score && (second >= 0 || r.score+3*sameMatter < surely) {
			continue // whatever it speaks of
		}
		r.score += sameMatter * float64(min(goal.in(whole), 3))
		switch {
		case at < 0 || r.score > all[at].score:
			at, second = i, at
		case second < 0 || r.score > all[second].score:
			second = i
		}
	}
	u := upshot{}
	if at < 0 || all[at].score < 0 {
		return u
	}
	u.text, u.score, u.part = continued(list, at), all[at].score, list[at].Kind == item || plain.ListMark(strings.TrimLeft(list[at].text, "*_ ")) > 0
	u.done = all[at].says.Has(speech.SaysDone)
	u.brief = all[at].done && list[at].Kind == Prose && !list[at].leads && brief(list, mostBrief)
	if partly(list, at, u.text) {
		u.text = unmarked(list[at].text) // what leads to the list, where it tells something by itself
		u.done = u.done && all[at].tells > leastTold && !dangles(u.text)
	}
	if second >= 0 && all[second].score >= surely && list[second].Kind == Prose && utf8.RuneCountInString(u.text) < 45 {
		if more := continued(list, second); second < at {
			u.text = join(more, u.text)
		} else {
			u.text = join(u.text, more)
		}
	}
	if u.part {
		if points := pointsAround(list, at); points != "" {
			u.text = points // one point of several tells a part
		}
	}
	if !fit.Worded(u.text) {
		u.text = ""
	}
	return u
}

// partly reports whether a sentence leads to a list of which its words hold a part, or to a
// single name.
func partly(list []Sentence, at int, text string) bool {
	if !list[at].leads || at+1 >= len(list) {
		return false
	}
	n, from := 0, at+1
	if list[from].Kind == heading && list[from].leads && from+1 < len(list) {
		from++ // the heading of a list
	}
	for _, p := range list[from:] {
		if p.Kind != item {
			break
		}
		if p.deep <= list[from].deep {
			n++
		}
	}
	behind := strings.TrimPrefix(text, unmarked(list[at].text))
	return n > strings.Count(behind, "; ")+1 || n < 2 && behind != "" && strings.Count(strings.Trim(behind, ": "), " ") < 2
}

// dangles reports whether a sentence ends on a word that leads on: "the output will now be".
func dangles(s string) bool {
	last := strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:])
	return fit.LeadsOn(last) || fit.Hangs(last)
}

// tellsWords reports whether what a sentence leads to holds words, and not only names of
// commits and the like.
func tellsWords(s string) bool {
	n := 0
	for _, w := range wordsOf(s) {
		if len(w) > 2 && (strings.Trim(w, "0123456789abcdef") != "" || !strings.ContainsAny(w, "0123456789") && len(w) < 7) && !fit.Listed().Checked.Has(w) && !fit.LeadsOn(w) {
			n++
		}
	}
	return n >= leastTold
}

// pointsAround are the points of the list in which one stands, where each tells something.
func pointsAround(list []Sentence, at int) string {
	start := at
	for start > 0 && list[start-1].Kind == item {
		start--
	}
	all := itemsAfter(list, start-1, maxTold)
	wordy := strings.Contains(all, "; ")
	for head := range strings.SplitSeq(all, "; ") {
		wordy = wordy && strings.Count(head, " ") >= 2 // a file's name tells nothing
	}
	if !wordy {
		return ""
	}
	return all
}

// bodyOf is the first sentence of what stands under the subject of a commit, or the points
// of its first list; "" where nothing does.
func bodyOf(text string) string {
	head, text, ok := strings.Cut(text, "\n")
	if !ok || strings.ContainsAny(head, `"'`) {
		return ""
	}
	list := Sentences(text, Agent, maxBody)
	if len(list) == 0 || trailed(list[0].text) {
		return ""
	}
	if list[0].Kind == item {
		return pointsAround(list, 0)
	}
	if list[0].leads || list[0].Kind != Prose {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(list) && list[i].Kind == Prose && list[i].line <= list[0].line+i; i++ {
		if b.WriteString(list[i].text); strings.HasSuffix(list[i].text, ".") || b.Len() > plain.SentenceBytes {
			return unmarked(b.String()) // a message is written in short lines
		}
		b.WriteByte(' ')
	}
	return ""
}

// committedAs leads to the subjects of commits.
const committedAs = "Committed: "

// maxBody is how many sentences of a commit's body are looked at.
const maxBody = 8

// trailed reports whether a line is one of the trailers of a commit, or ends what holds it.
func trailed(line string) bool {
	key, _, ok := strings.Cut(line, ": ")
	return ok && strings.Contains(key, "-") && !strings.Contains(key, " ") || strings.HasPrefix(line, "EOF") || strings.HasPrefix(line, ")")
}

// committed tells of the commits that were made, in their own words: what they say more than
// the goal does, of one that says the same its body. "" where they say no more.
func (w *Writer) committed(a *observe.Session, made []work.Commit, wanted stems) string {
	if len(made) == 0 {
		return ""
	}
	if len(made) == 1 && wanted.beside(made[0].Subject) < leastTold {
		if body := bodyOf(made[0].Rest); w.orders(body, a.Languages) && wholly(a, body) {
			return body
		}
		return "" // the rest of it says why, or how
	}
	if len(made) == 1 {
		return committedAs + made[0].Subject
	}
	var told []string
	room := maxTold - len(committedAs) - len(" (and 99 more)")
	for _, c := range made {
		s := fit.Title(c.Subject)
		if room -= utf8.RuneCountInString(s) + 2; room < 0 && len(told) > 0 {
			break
		}
		told = append(told, s)
	}
	all := committedAs + strings.Join(told, "; ")
	if more := len(made) - len(told); more > 0 {
		all += " (and " + strconv.Itoa(more) + " more)"
	}
	return all
}
