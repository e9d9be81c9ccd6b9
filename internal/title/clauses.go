package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/lexicon"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
)

// unglued is a sentence without the line of a log that was pasted behind its last word.
func unglued(s string) string {
	for i := strings.Index(s, " ["); i >= 0; {
		if end := strings.IndexByte(s[i:], ']'); strings.Count(s[:i], " ") >= leastLead && end > 0 && strings.ContainsAny(s[i+2:i+end], "0123456789") && strings.ContainsAny(s[i+2:i+end], ":-") {
			return s[:i]
		}
		next := strings.Index(s[i+1:], " [")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return s
}

// triedOut is what a question of how hard or how possible something would be is about:
// "what would it take to keep the log open"; "" of any other sentence.
func triedOut(text string) string {
	low := fit.Lower(text)
	for _, p := range fit.Listed().Effort.All() {
		if i := strings.Index(low, p+" "); i == 0 || i > 0 && low[i-1] == ' ' {
			if what := strings.TrimRight(text[i+len(p)+1:], "?？. "); strings.Count(what, " ") >= fit.LeastMain-2 {
				return what
			}
		}
	}
	return ""
}

// clauseComma is where the first comma of a sentence stands that is in no brackets or
// quotes; 0 nowhere.
func clauseComma(s string) int {
	depth, quoted := 0, false
	for i := range len(s) {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '"':
			quoted = !quoted
		case ',':
			if depth == 0 && !quoted && strings.HasPrefix(s[i:], ", ") {
				return i
			}
		}
	}
	return 0
}

// behindAsk is where what is asked for stands behind the words that ask for it in the
// middle of a sentence; 0 nowhere.
func behindAsk(s string) int {
	from, to := fit.First(fit.Listed().Asks, s)
	if from <= 0 || strings.Count(s[:from], `"`)%2 == 1 {
		return 0
	}
	return to
}

// askedSecond is what a sentence asks for behind what it tells: "the log is full, let's
// empty it at night", without the words that only point at what was told ("change this to
// use …" is "use …") and with the place that the sentence names first. "" where it points
// back all the same.
func (w *Writer) askedSecond(text string, asked int, spoken speech.Languages) string {
	part, _ := w.polite.strip(strings.TrimSpace(text[asked:]))
	turned := false
	if n := fit.OpensOn(part, fit.Listed().Turns); n > 0 {
		part, turned = part[n:], true
	}
	if i := clauseComma(part); i > 0 && strings.Count(part[:i], " ") >= fit.LeastMain-1 && fit.IsCut(part) {
		part = part[:i]
	}
	end := strings.TrimRight(part, "?？. ")
	if n := fit.Listed().Yonder.Ends(fit.Lower(end)); n > 0 {
		end, turned = end[:len(end)-n], true
	}
	least, tells := fit.LeastMain-1, leastTelling
	if turned {
		least, tells = least-1, tells-1
	}
	if strings.Count(end, " ") < least || means(end) || w.refers(end, secondOf, spoken) || w.telling(end, spoken) < tells {
		return ""
	}
	if place := placeOf(text); turned && place != "" && !strings.Contains(end, place) && fit.Roomy(end+" ("+place+")") {
		end += " (" + place + ")"
	}
	return end
}

// orders reports whether what stands before a second request asks for something itself.
func (w *Writer) orders(head string, spoken speech.Languages) bool {
	_, hits := w.Phrases(w.Person, head, fit.Beginning, spoken)
	for _, h := range hits {
		if !h.Led && h.From > 0 {
			continue
		}
		for _, k := range asksFor {
			if h.Says.Has(k) {
				return true
			}
		}
	}
	return false
}

// secondOf is how many words of a request that stands second must stand for nothing said
// before it, and leastTelling how many of all must tell something.
const (
	secondOf     = 9
	leastTelling = 3
)

// telling counts the words of a text that tell something of a goal.
func (w *Writer) telling(text string, spoken speech.Languages) int {
	said, _ := w.Phrases(w.Person, text, fit.Beginning, spoken)
	n := 0
	for i := range said.Tokens {
		word := said.Word(i)
		if len(word) > 2 && w.hollow.Starts(said, i, lexicon.Every) == 0 && !fit.LeadsOn(string(word)) && !fit.Listed().Hangs.HasWord(word) {
			n++
		}
	}
	return n
}

// placeOf is the one name that a sentence begins with as the place that it speaks of: "in
// chart.go:12 we draw …"; "" where it is a word like any other.
func placeOf(text string) string {
	n := fit.OpensOn(text, fit.Listed().Place)
	if n == 0 {
		return ""
	}
	name, _, _ := strings.Cut(text[n:], " ")
	name = strings.TrimRight(name, ",:;")
	if !strings.ContainsAny(name, "._/:") {
		return ""
	}
	return name
}

// undoubled is a request without the verb that only leads to the one that asks: "do Add a
// legend".
func (w *Writer) undoubled(text string, spoken speech.Languages) string {
	n := fit.OpensOn(text, fit.Listed().Does)
	if n == 0 || n == len(text) {
		return text
	}
	rest := text[n:]
	if fit.Capital(strings.ToLower(rest[:1])+rest[1:]) != rest || rest[0] < 'A' || rest[0] > 'Z' {
		return text
	}
	_, hits := w.Phrases(w.Person, rest, goOn, spoken)
	for _, k := range asksFor {
		if len(hits) > 0 && hits[0].From == 0 && hits[0].Says.Has(k) {
			return rest
		}
	}
	return text
}

// unframed is a sentence without the words that only say that there is what it tells of:
// "we have a feature that asks at night" is "a feature asks at night".
func unframed(text string) string {
	n := fit.OpensOn(text, fit.Listed().Exists)
	if n == 0 {
		return text
	}
	that, behind := fit.First(fit.Listed().That, fit.Lower(text[n:]))
	if that <= 0 || strings.Count(text[n:n+that], " ") >= firstOf || strings.ContainsAny(text[n:n+that], ",;:") || strings.Count(text[n+behind:], " ") < fit.LeastMain-2 {
		return text
	}
	return text[n:n+that] + " " + text[n+behind:]
}

// clauseOf is the clause of a long sentence that begins with what it asks for, with what
// follows it ("I have two lists - I use the one, merge them into …"), or where a fault is
// told (broken), the one that tells it. "" where there is none that could stand alone.
func (w *Writer) clauseOf(text string, broken bool, spoken speech.Languages) string {
	for at := 0; at < len(text); {
		next := clauseComma(text[at:])
		if dash := strings.Index(text[at:], " - "); dash > 0 && (next == 0 || dash < next) {
			next = dash + 1
		}
		step := next + 2
		if and, behind := fit.First(fit.Listed().And, text[at:]); broken && and > 0 && (next == 0 || and < next) {
			next, step = and, behind
		}
		if next == 0 {
			return ""
		}
		at += step
		rest := text[at:]
		lead := 0
		for _, l := range []*lexicon.List{fit.Listed().And, fit.Listed().Next} {
			lead += l.Leads(fit.Lower(rest[lead:]))
		}
		rest = rest[lead:]
		if broken {
			if i := clauseComma(rest); i > 0 {
				rest = rest[:i]
			}
		}
		if w.telling(rest, spoken) < leastTelling || w.refers(rest, firstOf, spoken) {
			continue
		}
		_, hits := w.Phrases(w.Person, rest, fit.Beginning, spoken)
		for _, h := range hits {
			if broken && (h.Says.Has(speech.Broken) || h.Says.Has(speech.Failing)) {
				return rest
			}
			for _, k := range append(speech.Makes(), speech.AskFix) {
				if !broken && h.From == 0 && h.Says.Has(k) {
					return rest
				}
			}
		}
	}
	return ""
}

// oneWord reports whether a text is one short word, which says nothing of the work.
func oneWord(text string) bool {
	return len(strings.Fields(text)) == 1 && utf8.RuneCountInString(text) <= 8
}

// lastName is the last element of what may be a path.
func lastName(head string) string { return head[strings.LastIndexByte(head, '/')+1:] }

// placed is what may be a path with no more than the folder that the file lies in.
func placed(head string) string {
	dir := strings.TrimSuffix(head, lastName(head))
	return strings.TrimLeft(lastName(strings.TrimRight(dir, "/"))+"/"+lastName(head), "/")
}

// itemsAfter joins the heads of the list that follows list[at].
func itemsAfter(list []Sentence, at, room int) string {
	var b strings.Builder
	n := 0
	names := map[string]bool{}
	for _, p := range list[at+1:] {
		if p.Kind != item {
			break
		}
		if p.deep > list[at+1].deep {
			continue // a point of a point
		}
		head := unnumbered(p.text)
		if strings.HasPrefix(head, "**") {
			if end := strings.Index(head[2:], "**"); end > 0 {
				head = head[2 : 2+end]
			}
		}
		cut := strings.HasSuffix(strings.TrimRight(head, " "), ":")
		for _, mark := range []string{" — ", " – ", " - ", ": "} {
			if i := strings.Index(head, mark); i > 8 && strings.Count(head[:i], "(") == strings.Count(head[:i], ")") {
				head, cut = head[:i], true
			}
		}
		if head = unmarked(head); cut && dangles(head) && strings.Contains(head, " ") {
			head = unmarked(head[:strings.LastIndexByte(head, ' ')]) // "renamed in:"
		}
		if !fit.Worded(head) {
			continue
		}
		if name := lastName(head); names[name] {
			if head = placed(head); names[head] {
				continue // told already
			}
			names[head] = true
		}
		names[lastName(head)] = true
		if n > 0 && utf8.RuneCountInString(b.String())+utf8.RuneCountInString(head) > room {
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
