package quote

import (
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/lang"
	"prism/internal/observe"
)

// This file picks the line that shows what was changed.

// What speaks for a line of a change, by weight. A word of what was asked for counts as
// observe.Topic weighs it, up to mostTopic.
const (
	mostTopic  = 16
	ifAdded    = 20  // it was put in, and not taken out
	ifAddedTo  = 6   // likewise where most of the work was to take something out
	ifTells    = 3   // it says something by itself: a path, a word alone do not
	ifDeclares = 3   // it opens what has a name: a function, a type, a table
	ifBeside   = -18 // a comment, an import, what every file has: what a comment says, the program does not
	ifFirst    = 1   // it says most of its change by itself
	ifMuch     = 2   // of an edit that put in muchAdded lines or more; of fewer, in proportion
	ifLong     = -2  // longer than longLine
	ifNamed    = 4   // for each word of the title that it holds, up to mostNamed of them
	mostNamed  = 2
	ifLayout   = -14 // a tag of a page that only sets out what stands in it
)

// longLine is how long a line may be, in bytes, that is read at one look.
const longLine = 120

// muchAdded is how many lines an edit puts in from which on more of them say no more.
const muchAdded = 200

// mostlyGone is how many lines were taken out for each that was put in where the work was to
// take something out.
const mostlyGone = 3

// maxLines bounds the lines of a session that are weighed, from its end.
const maxLines = 800

// candidate is a line by which a change may be shown.
type candidate struct {
	edit int // index in Session.Edits
	line string
	rank int

	words map[uint64]bool // of the line, each once
}

// Edit quotes a changed line of the edits that a rule takes: of what still stands at the end
// of the session, the line that holds most of the words of what was asked for and told, and
// else says most by itself. nil where no line is known.
func Edit(a *observe.Session, takes func(p observe.Place) bool) *judge.Quote {
	var all []candidate
	added, removed := 0, 0
	for i := len(a.Edits) - 1; i >= 0 && len(all) < maxLines; i-- {
		e := a.Edits[i].Step.Edit
		if e == nil || e.Line == "" || !takes(a.Edits[i]) {
			continue
		}
		rank := ifMuch * min(e.Added, muchAdded) / muchAdded
		added, removed = added+e.Added, removed+e.Removed
		take := func(line string, rank int) {
			all = append(all, candidate{i, line, rank, distinct(withoutComment(line, e.Language))})
		}
		take(e.Line, rank+ifFirst)
		if e.Gone != "" && e.Gone != e.Line {
			take(e.Gone, rank)
		}
		for _, l := range e.More {
			take(l, rank)
		}
	}
	if len(all) == 0 {
		return nil
	}
	common, putIn := commonWords(all), ifAdded
	spoken := namesOf(a)
	if removed > mostlyGone*added {
		putIn = ifAddedTo
	}
	for i := range all {
		c := &all[i]
		if strings.HasPrefix(c.line, "+") {
			c.rank += putIn
		}
		if tellsChange(c.line) {
			c.rank += ifTells
		}
		idle := beside(c.line, a.Edits[c.edit].Step.Edit.Language)
		if holdsNothing(c.line) {
			c.rank += ifBeside
		}
		if idle {
			c.rank += ifBeside
		}
		if declares(c.line) {
			c.rank += ifDeclares + spoken.declared(c.line)
		}
		if len(c.line) > longLine {
			c.rank += ifLong
		}
		if layout(c.line) {
			c.rank += ifLayout
		}
		c.rank += ofTopic(a.Topic(), c.words, common)
		switch {
		case idle || holdsNothing(c.line):
		case strings.HasPrefix(c.line, "+"):
			c.rank += ofTitle(a.Topic(), c.words, common)
		default:
			c.rank += ofTitle(a.Topic(), c.words, common) / 2 // what went names it less than what came
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return b.rank - a.rank })
	best := all[0]
	if i := slices.IndexFunc(all, func(c candidate) bool { return stands(a, c) }); i >= 0 {
		best = all[i]
	}
	return Line(a.Edits[best.edit], best.line)
}

// layout reports whether a line is a tag of a page that only sets out what stands in it: with
// a class or a style, and no words.
func layout(line string) bool {
	line = strings.TrimLeft(line, "+- ")
	tag, rest, ok := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(line, ">"), "/"), " ")
	if !ok || !strings.HasPrefix(tag, "<") || !strings.HasSuffix(line, ">") || strings.ContainsAny(rest, "<>") {
		return false
	}
	name, _, sets := strings.Cut(rest, "=")
	return sets && slices.Contains([]string{"class", "className", "style", "id", "key"}, name) && strings.Count(rest, "=") == 1
}

// beside reports whether a line of a file in a language is a comment, an import, or what every
// file of it begins with. Of a file in none that is known only what opens as a comment is.
func beside(line, language string) bool {
	line = strings.TrimLeft(line, "+- ")
	switch {
	case language == "":
		return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "; ")
	case lang.IsProse(language):
		return false
	}
	return !conversation.CodeLine(line) || inWords(line, language)
}

// inWords reports whether a line of a program is of running words, as a description of it is,
// and the help that it prints: no sign of a program stands in it. Of languages whose programs
// hold the text of pages nothing is known.
func inWords(line, language string) bool {
	switch language {
	case "go", "python", "rust", "java", "kotlin", "swift", "c", "cpp", "csharp", "ruby":
	default:
		return false
	}
	return strings.Count(line, " ") >= fewestWords && !strings.ContainsAny(line, "(){}[]=;<>\"`:&|!@$%^*+") && !declares(line)
}

// fewestWords is how many blanks a line has at least that is of running words.
const fewestWords = 4

// withoutComment is a line of a program without the comment at its end: what that says, the
// program does not.
func withoutComment(line, language string) string {
	if lang.IsProse(language) {
		return line
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"' || c == '\'' || c == '`':
			i += closing(line[i+1:], c)
		case c == ' ' && (strings.HasPrefix(line[i:], " // ") || strings.HasPrefix(line[i:], " # ")) && strings.TrimLeft(line[:i], "+- ") != "":
			return line[:i]
		}
	}
	return line
}

// closing is how far it is to behind the mark that ends a string; 0 where it has no end: that
// is no string's mark.
func closing(rest string, mark byte) int {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case mark:
			return i + 1
		}
	}
	return 0
}

// leastLines is how many lines there are at least before a word can be common in them.
const leastLines = 9

// commonWords are the words that stand in more than a third of the lines: they tell nothing
// of one.
func commonWords(all []candidate) map[uint64]bool {
	if len(all) < leastLines {
		return nil
	}
	in := map[uint64]int{}
	for i := range all {
		for w := range all[i].words {
			in[w]++
		}
	}
	common := map[uint64]bool{}
	for w, n := range in {
		if 3*n > len(all) {
			common[w] = true
		}
	}
	return common
}

// distinct are the words of a line, each once.
func distinct(line string) map[uint64]bool {
	words := map[uint64]bool{}
	for w := range conversation.Words(line) {
		words[w] = true
	}
	return words
}

// ofTopic is how much the words of a line tell of what a session is about, 0 to mostTopic.
func ofTopic(topic *observe.Topic, words, common map[uint64]bool) int {
	n := 0
	for w := range words {
		if !common[w] {
			n += topic.Weight(w)
		}
	}
	return min(n, mostTopic)
}

// ofTitle is how much the words of a line tell of what the session's title names.
func ofTitle(topic *observe.Topic, words, common map[uint64]bool) int {
	n := 0
	for w := range words {
		if !common[w] && topic.Names(w) {
			n++
		}
	}
	return ifNamed * min(n, mostNamed)
}

// stands reports whether no later edit of the file took a line out that was put in, or put
// one back that was taken out, and the file itself was not removed.
func stands(a *observe.Session, c candidate) bool {
	if !strings.HasPrefix(c.line, "-") && a.RemovedAfter(a.Edits[c.edit].Step.Edit.File, a.Edits[c.edit].Order) {
		return false
	}
	h := conversation.LineHash([]byte(strings.TrimLeft(c.line[1:], " ")))
	if h == 0 {
		return true
	}
	file, out := a.Edits[c.edit].Step.Edit.File, strings.HasPrefix(c.line, "-")
	for i := c.edit + 1; i < len(a.Edits); i++ {
		e := a.Edits[i].Step.Edit
		if e == nil || e.File != file {
			continue
		}
		against, besides := e.RemovedHash, e.AddedHash
		if out {
			against, besides = besides, against
		}
		if slices.Contains(against, h) && !slices.Contains(besides, h) {
			return false
		}
	}
	return true
}

// holdsNothing reports whether a line of a program throws a value away and does no more:
// "_, _ = name, kind".
func holdsNothing(line string) bool {
	left, right, ok := strings.Cut(strings.TrimLeft(line, "+- "), "=")
	return ok && left != "" && strings.Trim(left, "_, :") == "" && !strings.Contains(right, "(")
}

// tellsChange reports whether a changed line says anything by itself.
func tellsChange(line string) bool { return Worded(strings.TrimLeft(line, "+- ")) }

// SaysChange reports whether a changed line of a program does something: no comment, no import,
// no tag that only sets out a page.
func SaysChange(line string) bool {
	return conversation.CodeLine(strings.TrimLeft(line, "+- ")) && !layout(line)
}

// declares reports whether a changed line opens what has a name, in the words of most
// programming languages.
func declares(line string) bool {
	line = strings.TrimLeft(line, "+- ")
	if strings.HasSuffix(line, ",") { // an item of an import
		return false
	}
	for range maxQualifiers {
		word, rest, ok := strings.Cut(line, " ")
		if !ok {
			return false
		}
		switch strings.ToLower(word) {
		case "export", "default", "pub", "public", "private", "protected", "internal", "static", "async", "abstract", "override", "final", "virtual", "sealed", "partial", "open", "declare", "unsafe", "extern", "inline", "data", "suspend":
			line = rest
		case "func", "function", "def", "fn", "fun", "class", "type", "interface", "struct", "enum", "trait", "impl", "protocol", "module", "defmodule", "record", "table", "view", "index", "procedure", "trigger", "resource", "service", "message", "rpc", "component", "sub", "create":
			return true
		default:
			return false
		}
	}
	return false
}

// maxQualifiers bounds the words that may stand before one that declares.
const maxQualifiers = 5
