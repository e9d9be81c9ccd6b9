package title

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"prism/internal/judge"
	"prism/internal/lexicon"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/title/plain"
)

func TestSentenceEnd(t *testing.T) {
	for in, want := range map[string]string{"Fixed": "Fixed.", "Fixed.": "Fixed.", "完成": "完成。", "끝": "끝.", "Why?": "Why?", "": "", `He said "no."`: `He said "no."`} {
		if got := sentence(in); got != want {
			t.Errorf("sentence(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPieces(t *testing.T) {
	text := "I changed e.g. two files. It works in `a. b` now!\n\n```go\nx := 1\n```\n| a | b |\n|---|---|\n- **Cache**: faster\n## Next\n`★ Insight ────`\nsecret aside\n`──────────`\nDone:"
	var got []string
	for _, p := range Sentences(text, Agent, 20) {
		got = append(got, p.text)
	}
	want := []string{"I changed e.g. two files.", "It works in `a. b` now!", "**Cache**: faster", "Next", "Done:"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("pieces: %q, want %q", got, want)
	}
	for _, line := range []string{"error: cannot find module 'x'", "cart.go:12:3: undefined: sum", "12:04:11 GET /cart 500", "const a = 1;", "❯ make", "    at Object.<anonymous> (/a.js:1:2)", "{\"a\": 1}", "time=2026-03-02T09:00:00Z level=INFO msg=x", "https://a.example/b"} {
		if ps := Sentences(line, Person, 3); len(ps) > 0 && ps[0].Kind != programText {
			t.Errorf("%q is taken for speech", line)
		}
	}
	for _, line := range []string{"Add a flag --quiet (short: -q) to main.go", "fix the login", "修复登录页面（手机）", "Rename cart.go: it holds orders now"} {
		if ps := Sentences(line, Person, 3); len(ps) == 0 || ps[0].Kind == programText {
			t.Errorf("%q is taken for output", line)
		}
	}
}

// FuzzWording holds what every step from raw text to a title keeps to.
func FuzzWording(f *testing.F) {
	for _, s := range []string{"", "Fix it", "\xff\xfe", "/", "a/", "://", "https://", "C:\\", "【】", "1.", "[a](b", "<a", "```", "\ufeff", "e.", strings.Repeat("[](", 50), "🇩🇪🇫", "a\u0301",
		// "İ" is of fewer bytes in small letters, "Ⱥ" of more: places within are others there.
		"Aİ /a/b.go -it 日本 always修复 so that and in order tothe Ⱥ Step anda "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{plain.Of(s), fit.Shorten(naming.Of(plain.Of(s)), judge.MaxTitle), planTitle(s), fit.Capital(plain.Tidy(s)), sentence(plain.Tidy(s)), fit.Title(plain.Of(s))} {
			if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
				t.Errorf("%q: %q", s, got)
			}
		}
		for _, who := range []Author{Person, Agent} {
			for _, p := range Sentences(s, who, 8) {
				if len(p.text) > plain.SentenceBytes {
					t.Errorf("a sentence of %d bytes", len(p.text))
				}
			}
		}
	})
}

// TestWords: every section that titles are chosen by is one of the lexicon.
func TestWords(t *testing.T) {
	names := append(openingNames(), "request", "filler", "call", "pronoun", "empty", "definite")
	sections := lexicon.Sections("title")
	slices.Sort(names)
	slices.Sort(sections)
	if !slices.Equal(names, sections) {
		t.Errorf("asked for %v, there are %v", names, sections)
	}
}
