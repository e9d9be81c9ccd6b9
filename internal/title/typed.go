package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/title/fit"
	"prism/internal/title/plain"
	"prism/internal/title/printed"
	"prism/internal/transcript"
)

// clients are the programs that a person talks to an agent with.
var clients = map[string]bool{"claude": true, "codex": true, "gemini": true, "aider": true}

// handedOver is what a client that is called by name is asked: the words in quotes of
// `claude "/review look at the cache"`, without the name of a command before them.
func handedOver(text string) string {
	for client := range clients {
		rest, ok := strings.CutPrefix(strings.TrimSpace(text), client+" ")
		if !ok {
			continue
		}
		rest = strings.TrimPrefix(strings.TrimSpace(rest), "-p ")
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return text
		}
		words, _, _ := strings.Cut(rest[1:], rest[:1]+"\n")
		words = strings.TrimSuffix(strings.TrimSpace(words), rest[:1])
		if first, more, _ := strings.Cut(words, " "); strings.HasPrefix(first, "/") && strings.Count(first, "/") == 1 && len(strings.Fields(more)) > 2 {
			words = strings.TrimSpace(more)
		}
		return words
	}
	return text
}

// ordered puts a line that is typed at a prompt into words: "Run go vet", of several
// commands the first that does something, and nothing of where its output goes; "" where
// the line is speech.
func ordered(line string) string {
	line = strings.TrimSpace(observe.ClipBytes(line, plain.SentenceBytes))
	marked := false
	for _, mark := range []string{"$ ", "❯ ", "➜ ", "__"} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			line, marked = strings.TrimSpace(rest), true
		}
	}
	for {
		first, rest, ok := strings.Cut(line, " ")
		if !ok || !assigns(first) {
			break
		}
		line = strings.TrimSpace(rest)
	}
	does := ""
	for i, piece := range strings.FieldsFunc(line, func(r rune) bool { return r == '&' || r == '|' || r == ';' || r == '>' }) {
		piece = strings.TrimRight(strings.TrimSpace(piece), ` \2`)
		first, rest, _ := strings.Cut(piece, " ")
		if i == 0 && !marked && !flagged(piece) && (!fit.Typed(first, piece) || !program(first) || spoken(rest)) {
			return ""
		}
		if does == "" && piece != "" && first != "cd" {
			does = piece
		}
	}
	if does == "" {
		does = line
	}
	if !fit.Worded(does) {
		return ""
	}
	return runs + does
}

// runs leads a command as the title of what it was run for.
const runs = "Run "

// program reports whether a word that may lead a command is the name of a program, and not
// only one without vowels.
func program(w string) bool { return strings.ContainsAny(w, "aeiouy") || fit.Typed(w, w+" a b c d") }

// spoken reports whether words are of speech: "push is failing", "pull from the fork".
func spoken(words string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(words)) {
		if w = strings.TrimRight(w, ".,!?"); fit.LeadsOn(w) || fit.Listed().Doing.Finishes(w) || fit.Listed().Said.Has(w) {
			return true
		}
	}
	return false
}

// ranAs is the one line of a prompt that was run as it was typed; "" where none was.
func ranAs(t *observe.Turn) string {
	line := strings.TrimSpace(t.Raw.Prompt)
	if line == "" || len(line) > maxTyped || strings.ContainsRune(line, '\n') {
		return ""
	}
	for i := range t.Raw.Steps {
		if s := &t.Raw.Steps[i]; s.Kind == transcript.CallShell && strings.TrimSpace(s.Target) == line {
			return runs + line
		}
	}
	return ""
}

// maxTyped bounds, in bytes, a line that is looked for among the commands that were run.
const maxTyped = 120

// assigns reports whether a word gives a variable of the environment a value: "TZ=UTC".
func assigns(w string) bool {
	name, _, ok := strings.Cut(w, "=")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// flagged reports whether a line is a command by its flags and what it is given: a program
// whose name is no word of speech ("git-sync"), or one that a flag follows at once.
func flagged(line string) bool {
	words := strings.Fields(line)
	if len(words) < 2 || !fit.ASCII(line) {
		return false
	}
	first := words[0]
	if strings.ToLower(first) != first || !observe.Letter(first[0]) || strings.HasSuffix(first, ":") || strings.HasSuffix(first, ",") {
		return false
	}
	plain, flags, places := 0, 0, 0
	for _, w := range words[1:] {
		switch {
		case len(w) > 1 && w[0] == '-' && (w[1] == '-' || observe.Letter(w[1])):
			flags++
		case strings.Contains(w, "://"), len(w) > 1 && w[0] == '$', strings.HasPrefix(w, "/"), strings.HasPrefix(w, "./"), strings.HasPrefix(w, "~/"), assigns(w):
			places++
		default:
			plain++
		}
	}
	switch {
	case flags == 0:
		return false
	case strings.Contains(first, "-") && !strings.HasSuffix(first, "-"):
		return plain <= flags+places
	}
	return words[1][0] == '-' && plain <= 1 && !speaks(first)
}

// speaks reports whether a word that a flag follows is a verb of a request as well: "add
// --json to it".
func speaks(w string) bool { return fit.Listed().Verb.Has(w) }

// Unfit says what makes a title none: a place, a command as it was typed, a line of a log,
// an end on a word that only leads on to what was cut off. "" of any other.
func Unfit(title string) string {
	cut, was := strings.CutSuffix(strings.TrimSuffix(title, `"`), "…")
	words := strings.Fields(cut)
	switch {
	case len(words) == 0:
		return "says nothing"
	case printed.Placed(title):
		return "is the way to a place"
	case ordered(title) != "" && !strings.HasPrefix(title, runs):
		return "is a command"
	case printed.Stamped(title):
		return "is a line of a log"
	case was && len(words) > 3 && fit.LeadsOn(strings.ToLower(words[len(words)-1])):
		return "ends on a word that leads on"
	}
	return ""
}

// printout is a line that a program printed: it tells something where it tells of a
// failure, and is no beginning of a trace.
func printout(p Sentence, nth int) candidate {
	text, logged := printed.Unstamped(p.text)
	text = printed.Unplaced(text)
	c := candidate{text: plain.Of(text), weak: true}
	score := points(0.3 - 0.1*float64(nth))
	if logged && !output.FailureLine(text) && !output.FailureLine(p.text) {
		score-- // one line of a log
	} else if printed.Trouble(p.text) && !strings.HasPrefix(p.text, "Traceback") { // its last line tells
		score, c.weak = score+1.5, false
	}
	score.add(-1, utf8.RuneCountInString(c.text) < 12)
	score.add(0.06*float64(min(len(strings.Fields(c.text)), 7)-4), !c.weak)
	score.add(-0.4, strings.Contains(c.text, "exit code") || strings.Contains(c.text, "exit status")) // says only that
	c.score = float64(score)
	return c
}
