package redact

import (
	"embed"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

//go:embed secret/rules/LICENSE.gitleaks
var sampleFiles embed.FS

func TestEmbedded(t *testing.T) {
	text, err := Embedded(sampleFiles, "secret/rules/LICENSE.gitleaks")
	if err != nil || !strings.HasPrefix(text.String(), "MIT License") {
		t.Errorf("%.20q, %v", text, err)
	}
	if _, err := Embedded(sampleFiles, "secret/rules/none"); err == nil {
		t.Error("a file that is not there is read")
	}
}

func TestCompose(t *testing.T) {
	var b Builder
	b.Literal("turn ")
	b.Number(-12)
	b.Add(Literal("!"))
	if got := b.Text().String(); got != "turn -12!" || b.Len() != len(got) {
		t.Errorf("built %q", got)
	}
	if got := Join(", ", Literal("a"), Text{}, Literal("b")).String(); got != "a, b" {
		t.Errorf("joined %q", got)
	}
	if !Join(", ").IsZero() {
		t.Error("nothing joined is something")
	}
	if Digest(20, Literal("a"), Literal("bc")) == Digest(20, Literal("ab"), Literal("c")) {
		t.Error("a digest does not tell its texts apart")
	}
	if n := len(Digest(20, Literal("a")).String()); n != 20 || len(Digest(99).String()) != 64 || !Digest(-1).IsZero() {
		t.Errorf("%d digits", n)
	}
}

func TestSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Text{rapid.String().Draw(t, "text")}
		from, to := rapid.IntRange(-9, 99).Draw(t, "from"), rapid.IntRange(-9, 99).Draw(t, "to")
		got := text.Slice(from, to).String()
		if !strings.Contains(text.String(), got) || !utf8.ValidString(got) || len(got) > max(to-from, 0)+utf8.UTFMax {
			t.Errorf("%q[%d:%d] = %q", text, from, to, got)
		}
	})
	if got := Literal("añb").Slice(0, 2).String(); got != "a" {
		t.Errorf("%q", got)
	}
}
