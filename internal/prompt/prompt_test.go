package prompt

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestOwn: what was pasted asks for nothing.
func TestOwn(t *testing.T) {
	for _, c := range []struct{ prompt, own, pasted string }{
		{"fix this", "fix this\n", ""},
		{"fix this:\n```\nonly x\n```\nplease", "fix this:\nplease\n", "only x\n"},
		{"TypeError: x is not a function", "", "TypeError: x is not a function\n"},
		{"why?\n    at run (main.js:3:4)", "why?\n", "at run (main.js:3:4)\n"},
		{"❯ make\n⏺ done", "", "❯ make\n⏺ done\n"},
		{"the header:\n<div class=\"x\">", "the header:\n", "<div class=\"x\">\n"},
		{"> and this is what I would like to have", "> and this is what I would like to have\n", ""},
		{"const x = 1;\nwhat is x?", "what is x?\n", "const x = 1;\n"},
		{"", "", ""},
	} {
		own, pasted := Own(c.prompt, nil)
		if own != c.own || pasted != c.pasted {
			t.Errorf("Own(%q) = %q, %q", c.prompt, own, pasted)
		}
	}
}

// TestOwnAsksTheCaller: lines that the caller knows as output are pasted, but for
// sentences.
func TestOwnAsksTheCaller(t *testing.T) {
	output := func(line string) bool { return strings.HasPrefix(line, "ok") }
	own, pasted := Own("ok  \tapp/cart\t0.1s\nok then please go on with it", output)
	if own != "ok then please go on with it\n" || pasted != "ok  \tapp/cart\t0.1s\n" {
		t.Errorf("own %q, pasted %q", own, pasted)
	}
}

func TestReferences(t *testing.T) {
	file, name, web, none := Reference{Located: true, Names: true}, Reference{Names: true}, Reference{Address: true}, Reference{}
	for text, want := range map[string]Reference{
		"fix cart/total.go please":       file,
		"see total.go:12:3":              file,
		"in `src/cart/` and below":       file,
		"look at @docs/plan.md":          file,
		"all of ~/notes/cart":            file,
		"C:\\work\\cart is the place":    file,
		"in .claude there is one":        file,
		"修复cart.ts里的错误":                  file,
		"거기 total.html에 추가해줘":            file,
		"открой файл main.py":            file,
		"src/cart/total holds it":        file,
		"rename parseTotal":              name,
		"CartPage is blank":              name,
		"parse_total returns 0":          name,
		"why does new() fail":            name,
		"id.Parse(text) panics":          name,
		"check Expr::Ref":                name,
		"--verbose does nothing":         name,
		"fix ENT-221":                    name,
		"see #45 first":                  name,
		"revert 3fa9c1e2":                name,
		"line 37 is wrong":               name,
		"Zeile 12 stimmt nicht":          name,
		"`total` is wrong":               name,
		"merge origin/main":              name,
		"https://example.org/a":          web,
		"fix the total of the cart":      none,
		"GitHub, GitLab or PostgreSQL?":  none,
		"Next.js or Vue.js":              none,
		"create/update/delete must work": none,
		"it works..and then it fails":    none,
		"done.then go on":                none,
		"e.g. the total, i.e. the sum":   none,
		"3.50 a month, 24/7, 50%":        none,
		"не работает(опять)":             none,
		"press `ctrl+c`":                 none,
		"write to example.org":           none,
		"":                               none,
		"well - yes -- no":               none,
		"line by line":                   none,
		"(see above)":                    none,
	} {
		if got := References(text); got != want {
			t.Errorf("References(%q) = %+v, want %+v", text, got, want)
		}
	}
}

// TestAnything: whatever is written, nothing is lost that is no fence or blank, and
// nothing panics.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching("[a-zA-Z0-9 `./\\\\:#@()_\\n-]{0,80}")).Draw(t, "text")
		References(s)
		own, pasted := Own(s, nil)
		if utf8.ValidString(s) && !strings.Contains(s, "```") && !strings.Contains(s, "~~~") {
			letters := func(s string) int {
				n := 0
				for _, f := range strings.Fields(s) {
					n += len(f)
				}
				return n
			}
			if letters(own)+letters(pasted) != letters(s) {
				t.Errorf("%q: own %q, pasted %q", s, own, pasted)
			}
		}
	})
}
