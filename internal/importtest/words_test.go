package importtest

import (
	"go/ast"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// spokenWords are words of the lexicon's data that lead on to others ("the", "und", "que"):
// whoever looks for one in a text looks for a language.
func spokenWords(t *testing.T) map[string]bool {
	t.Helper()
	const section = "[list.leads_on]\n"
	words := map[string]bool{}
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasPrefix(path, "internal/lexicon/data/") {
			return
		}
		_, list, _ := strings.Cut(read(t, path), section)
		list, _, _ = strings.Cut(list, "\n[")
		for w := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == '|' || r == '\n' }) {
			if w = strings.TrimSpace(w); len(w) > 1 {
				words[w] = true
			}
		}
	})
	return words
}

// hears tells the packages that read what people and agents say. What programs print has
// one language (observe/output), and names of files, places and languages have none.
func hears(f *goFile) bool {
	if f.pkg == "observe/output" {
		return false
	}
	for _, p := range []string{"observe", "title", "practice", "judge/offline", "tracker"} {
		if f.pkg == p || strings.HasPrefix(f.pkg, p+"/") {
			return true
		}
	}
	return false
}

// programsSay are words of programs, and names, where these are read beside speech.
var programsSay = []string{
	"not found",                       // of all of them
	" from the index",                 // git
	"at ", "    at", "from '", "let ", // traces and code
	"en", // a language's code
}

// mostWords is how many words a phrase has that is looked for: what is longer is printed.
const mostWords = 3

// wordRule refuses words of a language that are looked for by code that reads people: a
// string of small letters, of which one word leads on to others, that is compared, handed
// to a function other than those that read the lexicon, listed, or the key of a map.
func wordRule(words map[string]bool) func([]*goFile) []problem {
	return func(files []*goFile) []problem {
		var out []problem
		for _, f := range files {
			if f.test || f.program() || !hears(f) {
				continue
			}
			look := func(list ...ast.Expr) {
				for _, e := range list {
					if s, ok := text(e); ok && ofLanguage(s, words) {
						out = append(out, f.at(e, "%q is of a language: words that are looked for stand in the lexicon, in a section of each language's file", s))
					}
				}
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.BinaryExpr:
					if x.Op == token.EQL || x.Op == token.NEQ {
						look(x.X, x.Y)
					}
				case *ast.CaseClause:
					look(x.List...)
				case *ast.CallExpr:
					if !readsLexicon(x) {
						look(x.Args...)
					}
				case *ast.CompositeLit:
					look(x.Elts...)
					for _, e := range x.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok {
							look(kv.Key)
						}
					}
				}
				return true
			})
		}
		return out
	}
}

// ofLanguage reports whether a string is words of a language, of which one leads on to
// others. What is printed begins with a capital letter, has a value or a sign in it, or is
// longer than a phrase.
func ofLanguage(s string, words map[string]bool) bool {
	if slices.Contains(programsSay, s) || strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && r != '\'' && r != ',' && !unicode.IsLower(r) }) {
		return false
	}
	list := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	return len(list) <= mostWords && slices.ContainsFunc(list, func(w string) bool { return words[w] })
}

// readsLexicon reports whether a call names sections or languages of the lexicon, or puts
// together what is printed; packages that read many lists call lexicon.NewList "of".
func readsLexicon(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "of"
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		return ok && (x.Name == "lexicon" || x.Name == "strings" && f.Sel.Name == "Join")
	}
	return false
}

func TestWordsStandInTheLexicon(t *testing.T) {
	words := spokenWords(t)
	if len(words) < 200 {
		t.Fatalf("%d words found: the lexicon's data have another form", len(words))
	}
	rule := wordRule(words)
	hold(t, rule)
	breaks(t, rule, "internal/title/a.go",
		[]string{
			"package title\nfunc f(s string) bool { return s == \"the\" }\n",
			"package title\nvar asks = []string{\" can you \"}\n",
			"package title\nimport \"strings\"\nfunc f(s string) bool { return strings.HasPrefix(s, \"take a look, \") || s != \"und\" }\n",
			"package title\nfunc f(s string) { switch s { case \"que\": } }\n",
			"package title\nvar words = map[string]bool{\"don't\": true}\n",
		},
		[]string{
			"package title\nvar printed = \"The person was asked.\"\n",
			"package title\nvar feature = \"says_you_test\"\n",
			"package title\nvar programs = []string{\"git\"}\n",
			"package title\nimport \"prism/internal/lexicon\"\nvar list = lexicon.NewList(\"and\")\n",
			"package title\nconst (not = iota; but)\nvar sections = []string{not: \"not\", but: \"but\"}\n",
		})
	breaks(t, rule, "internal/title/a_test.go", nil, []string{"package title\nvar word = \"the\"\n"})
}
