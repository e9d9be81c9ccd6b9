package quote

import (
	"strings"
	"unicode"

	"prism/internal/observe/speech"
	"prism/internal/title"
)

// This file tells which texts say nothing by themselves.

// Unfenced is a text without the blocks of code that it ends on: the fence says nothing.
func Unfenced(text string) string {
	const fence = "```"
	text = strings.TrimRight(text, " \r\n")
	for strings.HasSuffix(text, fence) {
		open := strings.LastIndex(text[:len(text)-len(fence)], fence)
		if open < 0 {
			break
		}
		head := strings.TrimRight(text[:open], " \r\n")
		if head == "" {
			break
		}
		text = head
	}
	return text
}

// FewWords is up to how many words a sentence may have that only speaks to the person.
const FewWords = 6

// Calls reports whether a sentence of an answer only speaks to the person, or leads to what
// it does not hold: "Just so!", "OK.", "Which one?", a picture.
func Calls(text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= 0x2E80 && unicode.IsLetter(r) }) {
		return Hollow(text)
	}
	n := len(strings.Fields(text))
	return n <= 1 && Hollow(text) || n <= FewWords && strings.ContainsAny(text[len(text)-1:], "!?:")
}

// Hollow reports whether a text is too little to say anything of the work: "Done.", "OK.",
// a picture. Scripts without spaces say more in as many letters.
func Hollow(text string) bool {
	letters, signs := 0, 0
	for _, r := range text {
		switch {
		case r >= 0x2E80 && unicode.IsLetter(r):
			signs++
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			letters++
		}
	}
	return len(strings.Fields(text)) < leastSaid && letters < leastLetters && signs < leastSigns
}

// What a text holds at least that says something by itself: words, or letters of a long one,
// or signs of a script in which one is a word.
const leastSaid, leastLetters, leastSigns = 4, 16, 6

// Telling reports whether what an answer tells is of the work: it says that something is
// done, holds or was found, or else neither asks for anything nor is a call to the person.
func Telling(n *title.Result) bool {
	q := Result(*n)
	if q == nil {
		return false
	}
	for _, s := range []speech.Sense{speech.SaysDone, speech.SaysVerified, speech.SaysCause, speech.SaysFound, speech.SaysNo} {
		if n.Says.Has(s) {
			return true
		}
	}
	return !Calls(q.Text) && !(n.Says.Has(speech.SaysAsk) && len(strings.Fields(q.Text)) <= FewWords)
}
