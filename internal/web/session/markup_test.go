package session

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestMarkup(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []run
	}{
		"plain":               {"a * b, 2 ** 3", []run{{"a * b, 2 ** 3", ""}}},
		"code and bold":       {"use `mast` in **rig.go** now", []run{{"use ", ""}, {"mast", "code"}, {" in ", ""}, {"rig.go", "strong"}, {" now", ""}}},
		"code in bold":        {"**`rig.go`** is new", []run{{"rig.go", "strong"}, {" is new", ""}}},
		"without an end":      {"a **bold wor", []run{{"a **bold wor", ""}}},
		"cut short":           {"a **`bold` wor…", []run{{"a ", ""}, {"bold wor…", "strong"}}},
		"heading":             {"Done.\n\n## What `rig` **does**\nIt lifts.", []run{{"Done.\n\n", ""}, {"What rig does\n", "strong"}, {"It lifts.", ""}}},
		"no heading":          {"#12 is open\n####### seven", []run{{"#12 is open\n####### seven", ""}}},
		"fence":               {"See:\n```go\nx := `a`\n# y\n```\nso", []run{{"See:\n", ""}, {"x := `a`\n# y\n", "code"}, {"so", ""}}},
		"a comment":           {"run\n# install deps\nmake", []run{{"run\n# install deps\nmake", ""}}},
		"headings in a row":   {"# Rig\n## Mast\nup", []run{{"Rig\nMast\n", "strong"}, {"up", ""}}},
		"fence in a fence":    {"```\na\n```go\nb\n```\nc", []run{{"a\n```go\nb\n", "code"}, {"c", ""}}},
		"fence that goes on":  {"```\nx **y", []run{{"x **y", "code"}}},
		"fence in one line":   {"```x``` stays", []run{{"```x``` stays", ""}}},
		"stars with room":     {"** not bold ** here", []run{{"** not bold ** here", ""}}},
		"mark over two lines": {"a **b\nc** d", []run{{"a **b\nc** d", ""}}},
		"glob":                {"in `src/**/*.go` only", []run{{"in ", ""}, {"src/**/*.go", "code"}, {" only", ""}}},
		"nothing":             {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := new(markup).runs(c.text); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A piece goes on where the last one ended: within a line, or between fences.
func TestMarkupGoesOn(t *testing.T) {
	list, rest := pieces("Done:\n```\n# rig 1\n# rig 2\n```\nAll **held**.", []quote{{ID: "a", Text: "rig 1"}})
	if len(rest) > 0 || len(list) != 3 {
		t.Fatalf("got %v and %v", list, rest)
	}
	want := []piece{{"", []run{{"Done:\n", ""}, {"# ", "code"}}}, {"a", []run{{"rig 1", "code"}}}, {"", []run{{"\n# rig 2\n", "code"}, {"All ", ""}, {"held", "strong"}, {".", ""}}}}
	if !reflect.DeepEqual(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
}

// No word is lost, whatever is marked, and none comes to it: only marks go, and the line of
// a fence.
func TestMarkupKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"sail ", "rope", " ", "\n", "**", "*", "`", "```", "\n```\n", "# ", "\n## ", "é"})).Draw(t, "text"), "")
		var m markup
		cut := 0
		for cut < len(text) && rapid.Bool().Draw(t, "on") {
			cut++
		}
		for cut > 0 && cut < len(text) && text[cut]&0xc0 == 0x80 {
			cut--
		}
		var got strings.Builder
		for _, r := range append(m.runs(text[:cut]), m.runs(text[cut:])...) {
			got.WriteString(r.Text)
		}
		letters := func(s string) string {
			return strings.NewReplacer("*", "", "`", "", "#", "", " ", "", "\n", "").Replace(s)
		}
		in, out := letters(text), letters(got.String())
		if !strings.Contains(text, "```") && in != out {
			t.Fatalf("%q became %q", text, got.String())
		}
		for _, r := range out { // in the order of the text
			at := strings.IndexRune(in, r)
			if at < 0 {
				t.Fatalf("%q became %q", text, got.String())
			}
			in = in[at+utf8.RuneLen(r):]
		}
	})
}
