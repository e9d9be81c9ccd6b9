package title

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"prism/internal/judge"

	"prism/internal/lexicon"
	"prism/internal/title/naming"
)

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"Fix the tide table", 40, "Fix the tide table"},
		{"Show the sum of all open invoices in the header of the page", 40, "Show the sum of all open invoices…"},
		{"Split the importer, then write the parser anew", 30, "Split the importer…"},
		{"Check the date parser (above all the part for dates)", 30, "Check the date parser…"},
		{"修复登录页面的错误提示，然后更新文档和测试", 16, "修复登录页面的错误提示…"},
		{"로그인 화면의 오류 메시지를 고쳐줘", 10, "로그인 화면의…"},
		{strings.Repeat("x", 80), 20, strings.Repeat("x", 19) + "…"},
		{"key " + strings.Repeat("x", 80), 20, "key…"}, // no part of a token that might be a secret
		{"修复登录q7iP31I5H6DHc79QnwgUNdo8dhC的错误", 16, "修复登录…"}, {"Q7" + strings.Repeat("x", 80), 20, "…"},
		{`Rename "Add to cart" to "Add to basket"`, 30, `Rename "Add to cart" to "Add…"`},
		{"cafe\u0301s everywhere", 5, "caf…"}, // no letter without its accent
		{"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7\U0001F1EA\U0001F1F8", 4, "\U0001F1E9\U0001F1EA…"},
		{"a\xff\xfeb", 9, "ab"}, {"abc", 0, ""}, {"abc", 1, "…"}, {"", 5, ""},
	} {
		if got := shorten(c.text, c.n); got != c.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestShortenIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "text") {
			s = rapid.String().Draw(t, "runes")
		}
		n := rapid.IntRange(0, 90).Draw(t, "n")
		got := shorten(s, n)
		if utf8.RuneCountInString(got) > n || !utf8.ValidString(got) {
			t.Fatalf("shorten(%q, %d) = %q", s, n, got)
		}
		if again := shorten(got, n); again != got {
			t.Fatalf("shortened again, %q is %q", got, again)
		}
	})
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"## **Fix** the `cache`:": "Fix the cache", "1. Add tests": "Add tests", "0.4.3 release notes": "0.4.3 release notes", "✅ Done!": "Done!", "【任务】：修复登录": "修复登录",
		"see [the plan](docs/plan.md) first": "see the plan first", "os.Args[0]": "os.Args[0]", "fix\x00the\tbug\u200b\ufeff": "fix the bug", "\ufeff": "", "- ": "", "": "",
		"می\u200cخواهم": "می\u200cخواهم", "> quoted": "quoted", "2)": "2)",
	} {
		if got := Plain(in); got != want {
			t.Errorf("plain(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for in, want := range map[string]string{"fix it": "Fix it", "iOS build": "iOS build", "main.go is gone": "main.go is gone", "über alles": "Über alles", "修复": "修复", "": "", "src/a.go": "src/a.go", "f(x) fails": "f(x) fails", "key-1a2b": "key-1a2b", "curl -u robin": "curl -u robin", "fix - at last": "Fix - at last",
		"gt doctor": "gt doctor", "cd mayor && claude": "cd mayor && claude", "npm run build": "npm run build", "claude mcp list": "claude mcp list", "claude code has no web page": "Claude code has no web page", "make the header blue": "Make the header blue",
		"go through the tests": "Go through the tests", "add tests": "Add tests", "git hooks do not run in worktrees of the repository": "Git hooks do not run in worktrees of the repository", "package.json is stale": "package.json is stale", "docker compose up": "docker compose up"} {
		if got := capital(in); got != want {
			t.Errorf("capital(%q) = %q, want %q", in, got, want)
		}
	}
}

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
		for _, got := range []string{Plain(s), shorten(naming.Of(Plain(s)), judge.MaxTitle), planTitle(s), capital(tidy(s)), sentence(tidy(s)), fitted(Plain(s)), condensed(Plain(s))} {
			if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
				t.Errorf("%q: %q", s, got)
			}
		}
		for _, who := range []Author{Person, Agent} {
			for _, p := range Sentences(s, who, 8) {
				if len(p.text) > SentenceBytes {
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
