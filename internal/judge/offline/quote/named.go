package quote

import (
	"strings"

	"prism/internal/observe"
)

// This file finds the names that prompts and answers give to what was changed.

// names are the names of programs that were written out in a session's prompts and closing
// answers: "parseHeader", "parse_header". A line that holds one is of what was spoken of.
type names map[string]int

// How much it tells of a line that it holds a name which the person wrote, or the agent when it
// closed a turn.
const (
	ifAskedName = 5
	ifToldName  = 2
)

// maxNamedIn bounds what is read of one prompt or answer for names, in bytes.
const maxNamedIn = 2000

// namesOf are the names that a session's prompts and closing answers hold.
func namesOf(a *observe.Session) names {
	n := names{}
	for i := range a.Turns {
		t := &a.Turns[i]
		n.add(observe.ClipBytes(t.Prompt.Text, maxNamedIn), ifAskedName)
	}
	return n
}

// add takes in the names of a text.
func (n names) add(text string, weight int) {
	for name := range nameSeq(text) {
		n[name] = max(n[name], weight)
	}
}

// declared is how much it tells of a line that opens what has a name that it is of what was
// spoken of: the first name in it is one of these.
func (n names) declared(line string) int {
	for name := range nameSeq(line) {
		return n[name]
	}
	return 0
}

// nameSeq yields the words of a text that only a program has: of parts set off by capitals
// within it or by underscores.
func nameSeq(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		from, compound, small := -1, false, false
		for i := 0; i <= len(text); i++ {
			var c byte
			if i < len(text) {
				c = text[i]
			}
			switch {
			case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
				small = true
			case c >= 'A' && c <= 'Z':
				compound = compound || from >= 0 && small
				small = false
			case c == '_':
				compound = compound || from >= 0
			default:
				if from >= 0 && compound && i-from >= shortestName {
					if !yield(strings.Trim(text[from:i], "_")) {
						return
					}
				}
				from, compound, small = -1, false, false
				continue
			}
			if from < 0 {
				from = i
			}
		}
	}
}

// shortestName is how many letters a name has at least that tells one thing from others.
const shortestName = 7
