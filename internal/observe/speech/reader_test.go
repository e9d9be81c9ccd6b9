package speech

import (
	"strings"
	"testing"

	"prism/internal/lexicon"
	"prism/internal/observe/sentence"
)

// A slip is one letter: what is farther away, short, or a word by itself is left alone.
func TestMistypedWords(t *testing.T) {
	r := New()
	en := lexicon.Speaking("en")
	for text, want := range map[string]string{
		"still brokne": "still broken", "it wroks fien": "it works fien", "the crahses": "the crashes", "a workks": "a works",
		"the words here": "", "strong cash": "", "Übersicht": "", "": "",
	} {
		if got := r.mended(text, en); got != want {
			t.Errorf("%q mended to %q, want %q", text, got, want)
		}
	}
}

// What is read of a long text, and whether one asks.
func TestWindowsAndQuestions(t *testing.T) {
	head, tail := Window(strings.Repeat("é", HeadBytes))
	if len(head) > HeadBytes || len(tail) > tailBytes || head == "" || tail == "" || strings.ContainsRune(head+tail, '\uFFFD') {
		t.Errorf("window of %d and %d bytes", len(head), len(tail))
	}
	if head, tail := Window("short"); head != "short" || tail != "" {
		t.Error("a short text is all head")
	}
	for text, want := range map[string]bool{"why?": true, "why? ": true, "why?**": true, "なぜ？": true, "why? because.": false, "": false, "(why?)": true} {
		if sentence.Asks(text) != want {
			t.Errorf("%q asks: %v", text, !want)
		}
	}
}
