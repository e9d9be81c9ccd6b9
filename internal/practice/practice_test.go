package practice

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/transcript"
)

// A prompt of any size and any bytes is read within bounds.
func TestAnyPrompt(t *testing.T) {
	r := observe.NewWords().Reader()
	for _, p := range []string{
		"", "\xff\xfe", strings.Repeat("`", 3000), strings.Repeat("a/", 40000), strings.Repeat("漢字", 30000), strings.Repeat("::", 500), "(", "line", "--", "@", "#", "/", "\\", "?",
		strings.Repeat("only ", 40000), "a\n\n\n", ".", "..", "x.", "::x", "x::", "()", "f()", strings.Repeat("é", 9000),
	} {
		c := readPrompt(r.Reader, &conversation.Turn{Prompt: p}, ^speech.Languages(0))
		if c.size > promptWords {
			t.Errorf("%.20q: size %d", p, c.size)
		}
	}
}

// TestNamesInNames: a word that is part of a name asks for nothing.
func TestNamesInNames(t *testing.T) {
	for text, want := range map[string]bool{
		"run TEST now": false, "run x_TEST now": true, "run src/TEST now": true, "run .TEST now": true, "run TEST_x now": true, "run TEST/x now": true, "run TEST.go now": true, "run TEST. Now": false, "run TEST() now": true, "run TEST (all)": false, "run TEST(all)": false, "run @TEST": true, "TEST": false, "run TEST": false, "$TEST": true, "#TEST": true, `a\TEST`: true, "run TEST.": false,
	} {
		at := strings.Index(text, "TEST")
		if got := glued(text, at, at+len("TEST")); got != want {
			t.Errorf("%q: part of a name %v", text, got)
		}
	}
	for text, want := range map[string]bool{"is it?": true, "is it? Yes": true, "a?b=1": false, "a?b=1 is it?": true, "(is it?)": true, "是吗？好": true, "no": false, "": false, "?": true, "is it?\nno": true} {
		if got := questioned(text); got != want {
			t.Errorf("%q asks: %v", text, got)
		}
	}
	long := strings.Repeat("a", promptHead) + strings.Repeat("b", 90000) + strings.Repeat("c", promptTail)
	if got := headAndTail(long); !strings.HasPrefix(got, "aaa") || !strings.HasSuffix(got, "ccc") || strings.Contains(got, "bb") {
		t.Errorf("of a long prompt %d bytes", len(got))
	}
	if got := headAndTail("add a chart"); got != "add a chart" {
		t.Errorf("of a short prompt %q", got)
	}
	r := observe.NewWords().Reader()
	for _, origin := range []transcript.Origin{transcript.Machine, transcript.PlanHand} {
		if c := readPrompt(r.Reader, &conversation.Turn{Prompt: "fix harbour.go and run the tests", Origin: origin}, 0); c.size != 0 || c.names || c.says != 0 {
			t.Errorf("what a machine wrote shows practice: %+v", c)
		}
	}
}
