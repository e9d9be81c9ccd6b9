package importtest

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// toolNames reads the names of tools out of the decoders' tables: the keys of
// tools, and the opening that serverTool names.
func toolNames(files []*goFile) (names map[string]bool, openings []string) {
	names = map[string]bool{}
	for _, f := range files {
		if f.test || !decodes(f) {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			switch x := v.Values[0].(type) {
			case *ast.CompositeLit:
				for _, e := range x.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok || v.Names[0].Name != "tools" {
						continue
					}
					if name, ok := text(kv.Key); ok {
						names[name] = true
					}
				}
			case *ast.BasicLit:
				if opening, ok := text(x); ok && v.Names[0].Name == "serverTool" {
					openings = append(openings, opening)
				}
			}
			return true
		})
	}
	return names, openings
}

// decodes tells what stands left of the Records: decoders, and the programs that
// write transcripts to be decoded.
func decodes(f *goFile) bool {
	return strings.HasPrefix(f.pkg, "transcript/") || f.pkg == "demo" || strings.HasPrefix(f.pkg, "demo/") || f.pkg == "loadgen"
}

func text(e ast.Node) (string, bool) {
	b, ok := e.(*ast.BasicLit)
	if !ok || b.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(b.Value)
	return s, err == nil
}

// toolRule refuses a tool's name as a string right of its decoder: whole, or, where
// the name is no word of any language, within a longer one.
func toolRule(names map[string]bool, openings []string) func([]*goFile) []problem {
	return func(files []*goFile) []problem {
		var out []problem
		for _, f := range files {
			if f.test || decodes(f) {
				continue
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				s, ok := text(n)
				if !ok {
					return true
				}
				found := names[s]
				for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) }) {
					found = found || names[w] && coined(w)
				}
				for _, o := range openings {
					found = found || strings.Contains(s, o)
				}
				if found {
					out = append(out, f.at(n, "%q names an agent's tool: ask for the call's kind, which its decoder sets", s))
				}
				return true
			})
		}
		return out
	}
}

// coined reports whether a name is made of several words.
func coined(name string) bool {
	return strings.Contains(name, "_") || strings.ContainsFunc(name[1:], unicode.IsUpper) && strings.ToUpper(name) != name
}

func TestToolsAreNamedInTheirDecoder(t *testing.T) {
	names, openings := toolNames(tree(t))
	if len(names) < 20 || len(openings) == 0 {
		t.Fatalf("%d names of tools found, %d openings: the decoders' tables have another form", len(names), len(openings))
	}
	rule := toolRule(names, openings)
	hold(t, rule)
	breaks(t, rule, "internal/score/a.go",
		[]string{
			"package score\nfunc f(s string) bool { return s == \"Edit\" }\n",
			"package score\nvar names = \"Bash|TodoWrite\"\n",
			"package score\nvar server = `mcp__files__read`\n",
		},
		[]string{"package score\nvar words = \"Edit the file, then Read it\"\n"})
	breaks(t, rule, "internal/score/a_test.go", nil, []string{"package score\nvar name = \"Edit\"\n"})
	breaks(t, rule, "internal/transcript/claude/a.go", nil, []string{"package claude\nvar name = \"Edit\"\n"})
}
