package fit

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"prism/internal/judge"
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
		if got := Shorten(c.text, c.n); got != c.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
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
		got := Shorten(s, n)
		if utf8.RuneCountInString(got) > n || !utf8.ValidString(got) {
			t.Fatalf("Shorten(%q, %d) = %q", s, n, got)
		}
		if again := Shorten(got, n); again != got {
			t.Fatalf("shortened again, %q is %q", got, again)
		}
	})
}

func TestCapital(t *testing.T) {
	for in, want := range map[string]string{"fix it": "Fix it", "iOS build": "iOS build", "main.go is gone": "main.go is gone", "über alles": "Über alles", "修复": "修复", "": "", "src/a.go": "src/a.go", "f(x) fails": "f(x) fails", "key-1a2b": "key-1a2b", "curl -u robin": "curl -u robin", "fix - at last": "Fix - at last",
		"gt doctor": "gt doctor", "cd mayor && claude": "cd mayor && claude", "npm run build": "npm run build", "claude mcp list": "claude mcp list", "claude code has no web page": "Claude code has no web page", "make the header blue": "Make the header blue",
		"go through the tests": "Go through the tests", "add tests": "Add tests", "git hooks do not run in worktrees of the repository": "Git hooks do not run in worktrees of the repository", "package.json is stale": "package.json is stale", "docker compose up": "docker compose up"} {
		if got := Capital(in); got != want {
			t.Errorf("Capital(%q) = %q, want %q", in, got, want)
		}
	}
}

// Whatever a sentence is made of, its title has room, holds nothing that cannot be printed,
// and tears no letter.
func FuzzTitle(f *testing.F) {
	for _, s := range []string{"", "Fix it", "/", "C:\\", "[a](b", "\"", "a - b, c; d (e", strings.Repeat("and so, ", 20), strings.Repeat("的，", 60), "🇩🇪🇫", "a\u0301",
		// "İ" is of fewer bytes in small letters, "Ⱥ" of more: places within are others there.
		"Aİ /a/b.go -it 日本 always修复 so that and in order tothe Ⱥ Step anda ", "İİ when we get error İ, İ İ and İ because İ İ İ İ İ İ İ İ İ İ İ İ İ İ İ İ İ İ İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
			t.Skip("titles are made of valid text without control characters")
		}
		for _, got := range []string{Title(s), condensed(s)} {
			if !utf8.ValidString(got) {
				t.Errorf("%q: %q", s, got)
			}
		}
		if n := utf8.RuneCountInString(Title(s)); n > judge.MaxTitle {
			t.Errorf("%q has %d characters", Title(s), n)
		}
	})
}
