package importtest

import (
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	maxFileLines = 600  // of production Go; what is longer has two subjects
	maxLines     = 4000 // likewise of a package
	maxMainLines = 25   // of the programs in cmd
	maxMethods   = 5    // of an interface; what is wider is two
)

func sizeRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		switch {
		case f.test:
		case f.lines > maxFileLines:
			out = append(out, f.at(f.ast, "%d lines, at most %d: split it by subject", f.lines, maxFileLines))
		case strings.HasPrefix(f.pkg, "cmd/") && f.lines > maxMainLines:
			out = append(out, f.at(f.ast, "main has %d lines, at most %d: it only calls the package that does the work", f.lines, maxMainLines))
		}
		if f.test {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok && i.Methods.NumFields() > maxMethods {
				out = append(out, f.at(i, "an interface of %d methods, at most %d: ports live with their users", i.Methods.NumFields(), maxMethods))
			}
			return true
		})
	}
	return out
}

func TestFilesAndInterfacesAreSmall(t *testing.T) {
	hold(t, sizeRule)
	breaks(t, sizeRule, "internal/score/a.go",
		[]string{"package score\n" + strings.Repeat("\n", maxFileLines+1), "package score\ntype i interface { a(); b(); c(); d(); e(); f() }\n"}, nil)
}

func widthRule(files []*goFile) []problem {
	lines := map[string]int{}
	first := map[string]*goFile{}
	for _, f := range files {
		if f.test {
			continue
		}
		if first[f.pkg] == nil {
			first[f.pkg] = f
		}
		lines[f.pkg] += f.lines
	}
	var out []problem
	for pkg, n := range lines {
		if n > maxLines {
			out = append(out, first[pkg].at(first[pkg].ast, "package %s has %d lines, at most %d: divide it along what it promises", pkg, n, maxLines))
		}
	}
	return out
}

func TestPackagesAreSmall(t *testing.T) {
	hold(t, widthRule)
	breaks(t, widthRule, "internal/score/a.go", []string{"package score\n" + strings.Repeat("\n", maxLines+1)}, []string{"package score\n" + strings.Repeat("\n", maxLines-1)})
}

func docRule(files []*goFile) []problem {
	var out []problem
	told := map[string]bool{}
	first := map[string]*goFile{}
	for _, f := range files {
		if f.test {
			continue
		}
		if first[f.pkg] == nil {
			first[f.pkg] = f
		}
		told[f.pkg] = told[f.pkg] || f.ast.Doc != nil
		for _, d := range f.ast.Decls {
			switch x := d.(type) {
			case *ast.FuncDecl:
				if x.Name.IsExported() && x.Doc == nil && exportedReceiver(x) {
					out = append(out, f.at(x, "exported %s has no doc comment", x.Name.Name))
				}
			case *ast.GenDecl:
				if x.Tok == token.IMPORT {
					continue
				}
				for _, s := range x.Specs {
					if name := undocumented(x, s); name != "" {
						out = append(out, f.at(s, "exported %s has no doc comment", name))
					}
				}
			}
		}
	}
	for pkg, ok := range told {
		if !ok {
			out = append(out, first[pkg].at(first[pkg].ast, "package %s has no package comment: nouns, promises, refusals", pkg))
		}
	}
	return out
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return true
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

// undocumented returns the first exported name of a declaration without a word
// about it. A group's comment or one at the end of the line is a word.
func undocumented(g *ast.GenDecl, s ast.Spec) string {
	switch x := s.(type) {
	case *ast.TypeSpec:
		if x.Name.IsExported() && g.Doc == nil && x.Doc == nil && x.Comment == nil {
			return x.Name.Name
		}
	case *ast.ValueSpec:
		for _, n := range x.Names {
			if n.IsExported() && g.Doc == nil && x.Doc == nil && x.Comment == nil {
				return n.Name
			}
		}
	}
	return ""
}

func TestExportedNamesAreDocumented(t *testing.T) {
	hold(t, docRule)
	breaks(t, docRule, "internal/score/a.go",
		[]string{
			"package score\n",
			"// Package score is.\npackage score\n\nfunc F() {}\n",
			"// Package score is.\npackage score\n\ntype T int\n",
			"// Package score is.\npackage score\n\nconst C = 1\n",
			"// Package score is.\npackage score\n\n// T is.\ntype T int\n\nfunc (T) M() {}\n",
		},
		[]string{"// Package score is.\npackage score\n\n// Kinds.\nconst (\n\tA = 1\n\tB = 2\n)\n\ntype t int\n\nfunc (t) String() string { return \"\" }\n"})
}

// Fuzzing starts from a corpus that is kept; an empty one would pass and try nothing.
func TestFuzzTargetsKeepACorpus(t *testing.T) {
	targets := 0
	for _, f := range tree(t) {
		if !f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Fuzz") {
				continue
			}
			targets++
			dir := path.Join(path.Dir(f.path), "testdata", "fuzz", fn.Name.Name)
			entries, err := os.ReadDir(filepath.Join(root(t), filepath.FromSlash(dir)))
			if err != nil || len(entries) == 0 {
				t.Errorf("%s: %s has no kept corpus: put inputs into %s", f.path, fn.Name.Name, dir)
			}
		}
	}
	if targets == 0 {
		t.Error("no fuzz target found")
	}
}

// Every command has a script that runs it as a person would.
func TestCommandsHaveScripts(t *testing.T) {
	var runs [][]string // words of each line that runs prism
	walk(t, func(name string, _ fs.DirEntry) {
		if !strings.HasPrefix(name, "internal/cli/testdata/script/") {
			return
		}
		for line := range strings.Lines(read(t, name)) {
			if strings.Contains(line, "exec prism ") {
				runs = append(runs, strings.Fields(line))
			}
		}
	})
	commands := 0
	for _, f := range tree(t) {
		if f.test || f.pkg != "cli" && !strings.HasPrefix(f.pkg, "cli/") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, ok := kv.Key.(*ast.Ident)
			use, isText := kv.Value.(*ast.BasicLit)
			if !ok || key.Name != "Use" || !isText {
				return true
			}
			name, _, _ := strings.Cut(strings.Trim(use.Value, "`\""), " ")
			if name == module {
				return true
			}
			commands++
			if !slices.ContainsFunc(runs, func(words []string) bool { return slices.Contains(words, name) }) {
				t.Errorf("%s:%d: no script in internal/cli/testdata/script runs command %s", f.path, f.fset.Position(kv.Pos()).Line, name)
			}
			return true
		})
	}
	if commands == 0 {
		t.Error("no command found")
	}
}

// marks may not stand in any file: places of the machine it was made on, package
// hosts, and notes to oneself. They are put together here so as not to find themselves.
var marks = map[string]string{
	"/root" + "/.cache":       "a path of one machine",
	"/work" + "/main":         "a path of one machine",
	"/work" + "/shared":       "a path of one machine",
	"/work" + "/.":            "a path of one machine",
	"proxy.golang" + ".org":   "a package host",
	"registry.npmjs" + ".org": "a package host",
	"deb.debian" + ".org":     "a package host",
	"TO" + "DO":               "a note to oneself: do it, or say in docs what is not done",
	"FIX" + "ME":              "a note to oneself: do it, or say in docs what is not done",
	"XX" + "X":                "a note to oneself: do it, or say in docs what is not done",
}

func markProblems(name, text string) []problem {
	var out []problem
	for i, line := range strings.Split(text, "\n") {
		for mark, why := range marks {
			at := strings.Index(line, mark)
			if at < 0 {
				continue
			}
			if word(mark) && (at > 0 && wordByte(line[at-1]) || at+len(mark) < len(line) && wordByte(line[at+len(mark)])) {
				continue // a part of a longer word, as in TodoWrite's or a hash's letters
			}
			out = append(out, problem(name+":"+itoa(i+1)+": "+why+": "+mark))
		}
	}
	return out
}

func word(s string) bool { return wordByte(s[0]) }

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z'
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// Files that say what others wrote.
func quoted(name string) bool {
	return name == "LICENSE" || strings.HasSuffix(name, "go.sum") || strings.Contains(name, "/testdata/fuzz/") ||
		name == "internal/redact/secret/rules/gitleaks.toml"
}

func TestNoMachinePathsAndNoNotesToOneself(t *testing.T) {
	seen := 0
	walk(t, func(name string, d fs.DirEntry) {
		if quoted(name) {
			return
		}
		if st, err := d.Info(); err != nil || st.Size() > 4<<20 {
			return
		}
		text := read(t, name)
		if !utf8.ValidString(text) {
			return
		}
		seen++
		report(t, markProblems(name, text))
	})
	if seen == 0 {
		t.Fatal("no file looked at")
	}
	for mark := range marks {
		if len(markProblems("a", "see "+mark+" there")) == 0 {
			t.Errorf("the rule misses %q", mark)
		}
	}
}
