package practice

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe"
)

// A prompt of any size and any bytes is read within bounds.
func TestAnyPrompt(t *testing.T) {
	r := observe.NewWords().Reader()
	for _, p := range []string{
		"", "\xff\xfe", strings.Repeat("`", 3000), strings.Repeat("a/", 40000), strings.Repeat("漢字", 30000), strings.Repeat("::", 500), "(", "line", "--", "@", "#", "/", "\\", "?",
		strings.Repeat("only ", 40000), "a\n\n\n", ".", "..", "x.", "::x", "x::", "()", "f()", strings.Repeat("é", 9000),
	} {
		c := readPrompt(r, &conversation.Turn{Prompt: p}, ^observe.Languages(0))
		if c.size > promptWords {
			t.Errorf("%.20q: size %d", p, c.size)
		}
	}
}
