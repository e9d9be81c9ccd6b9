package quote

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe"
	"prism/internal/observe/output"
)

// TestQuotesAreCut: a quote is a line's or a sentence's worth, cut at a word.
func TestQuotesAreCut(t *testing.T) {
	long := strings.Repeat("word ", 60)
	if got := Cut(long); len(got) > maxQuote || !strings.HasSuffix(got, "word") {
		t.Errorf("%q", got)
	}
	if got := Cut(strings.Repeat("字", 300)); len([]rune(got)) != maxQuote {
		t.Errorf("without blanks %d characters", len([]rune(got)))
	}
	if Cut("  a b ") != "a b" || Cut("** a") != "a" || Head("\n\n a \nb") != "a" {
		t.Error("white space or marks stay")
	}
	for _, c := range []struct{ text, word, want string }{
		{"It works. Now the rest of it.", "works", "It works."},
		{"First line.\nThe second works.\nThird.", "works", "The second works."},
		{"one line", "line", "one line"},
	} {
		at := strings.Index(c.text, c.word)
		if got := SentenceAt(c.text, at, at+len(c.word)); got != c.want {
			t.Errorf("the sentence of %q in %q is %q, want %q", c.word, c.text, got, c.want)
		}
	}
	if got := SentenceAt("a b", 5, 9); got != "a b" {
		t.Errorf("a place outside of the text: %q", got)
	}
}

// TestSentencesAreQuotedWhole: a quote is the sentence that holds its words, with what
// it leads to, and of a long one the part round the words.
func TestSentencesAreQuotedWhole(t *testing.T) {
	long := strings.Repeat("and the gauge counts on ", 12)
	for _, c := range []struct{ why, text, words, want string }{
		{"the second of three", "It is up. It works now. Next one.", "works", "It works now."},
		{"over two sentences", "It is up. It works. Now rest.", "works. Now", "It works. Now rest."},
		{"its line alone", "One\nIt works\nThree", "works", "It works"},
		{"a lead and what it leads to", "Found:\nthe gauge counts down", "Found", "Found:\nthe gauge counts down"},
		{"a heading and what it heads", "## Cause\nthe gauge counts down", "Cause", "## Cause\nthe gauge counts down"},
		{"a lead in bold", "**Found:**\nthe gauge counts down", "Found", "**Found:**\nthe gauge counts down"},
		{"a lead to nothing near", "Found:\n\n\n\n\n\n\n\n\n\n\nthe gauge counts down", "Found", "Found:"},
		{"a long lead", "Found " + strings.Repeat("all of it ", 12) + ":\nthe gauge", "Found", "Found " + strings.Repeat("all of it ", 12) + ":"},
		{"no lead", "Found.\nthe gauge counts down", "Found", "Found."},
	} {
		at := strings.Index(c.text, c.words)
		if got := SentenceAt(c.text, at, at+len(c.words)); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	text := long + "and it works at last " + long
	at := strings.Index(text, "works")
	if got := SentenceAt(text, at, at+len("works")); !strings.Contains(got, "works at last") || len(got) > maxQuote || len(got) < maxQuote/2 {
		t.Errorf("of a long sentence %q", got)
	}
	if got := Cut(strings.Repeat("gauges ", 60)); !strings.HasSuffix(got, " gauges") || len(got) < maxQuote-len(" gauges") {
		t.Errorf("a quote is cut in a word: %q", got)
	}
	if got := Cut("gauge " + strings.Repeat("x", 400)); len(got) != maxQuote {
		t.Errorf("of one long word %d characters are left", len(got))
	}
	for _, place := range [][2]int{{-1, 1}, {0, 99}, {2, 1}} {
		if got := SentenceAt("a b\nc", place[0], place[1]); got != "a b" {
			t.Errorf("no place %v: %q", place, got)
		}
	}
}

// TestLinesThatTell: which lines of output speak of tests, and say how they went.
func TestLinesThatTell(t *testing.T) {
	for line, want := range map[string]bool{"ok  harbour 0.2s": true, "9 passed": true, "Tests: 9": true, "PASS": true, "lint: 0 problems": false, "look": false} {
		if output.OfTests(line) != want {
			t.Errorf("%q speaks of tests: %v", line, !want)
		}
	}
	if tellsPassing("Connecting to the store...") || tellsPassing("OK") || !tellsPassing("1219 pass") {
		t.Error("what tells how a check went is mistaken")
	}
}

// TestHeadingsAreNoWords: an answer is quoted by its first sentence, no heading.
func TestHeadingsAreNoWords(t *testing.T) {
	s := &conversation.Say{Text: "## Depth\n\nThe depth is read in metres.", UUID: "s"}
	if got := Say(&observe.Turn{}, s).Text; got != "The depth is read in metres." {
		t.Errorf("an answer that begins with a heading is quoted as %q", got)
	}
	if got := Say(&observe.Turn{}, &conversation.Say{Text: "## Depth"}).Text; got != "## Depth" {
		t.Errorf("a heading alone is quoted as %q", got)
	}
}
