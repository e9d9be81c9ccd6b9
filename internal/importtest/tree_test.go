package importtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "prism"

// goFile is one parsed Go file of the product.
type goFile struct {
	path  string // from the root, with slashes
	pkg   string // "cli" for internal/cli, "cmd/prism" for cmd/prism
	test  bool
	lines int
	fset  *token.FileSet
	ast   *ast.File
	names map[string]string // packages by the names they go by in the file
}

// problem is one breach of a rule, with where it stands and what to do.
type problem string

func (f *goFile) at(n ast.Node, format string, args ...any) problem {
	return problem(fmt.Sprintf("%s:%d: ", f.path, f.fset.Position(n.Pos()).Line) + fmt.Sprintf(format, args...))
}

// program tells the product's main, and the commands that make its data.
func (f *goFile) program() bool { return f.ast.Name.Name == "main" }

func importNames(file *ast.File) map[string]string {
	out := map[string]string{}
	for _, s := range file.Imports {
		path, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			continue
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if s.Name != nil {
			name = s.Name.Name
		}
		out[name] = path
	}
	return out
}

func packageOf(path string) string {
	dir := filepath.ToSlash(filepath.Dir(path))
	return strings.TrimPrefix(dir, "internal/")
}

func parse(t *testing.T, fset *token.FileSet, path, src string) *goFile {
	t.Helper()
	tree, err := parser.ParseFile(fset, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &goFile{
		path:  path,
		pkg:   packageOf(path),
		test:  strings.HasSuffix(path, "_test.go") || rules[packageOf(path)].suite,
		lines: strings.Count(src, "\n"),
		fset:  fset,
		ast:   tree,
		names: importNames(tree),
	}
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}

// walk calls visit for every file of the project with its path from the root.
func walk(t *testing.T, visit func(path string, d fs.DirEntry)) {
	t.Helper()
	top := root(t)
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel == ".git" || rel == "bin" || strings.HasSuffix(rel, "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if rel != ".git" { // a file, in a worktree
			visit(rel, d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// parsed is what tree parsed, for all rules together.
var parsed struct {
	sync.Mutex
	files []*goFile
}

// tree parses every Go file of the product, once. Folders with a go.mod of their own
// (tools, comparisons with others' code) are not in it.
func tree(t *testing.T) []*goFile {
	t.Helper()
	parsed.Lock()
	defer parsed.Unlock()
	if parsed.files == nil {
		parsed.files = parseTree(t)
	}
	out := make([]*goFile, len(parsed.files)) // some give a file to another package
	for i, f := range parsed.files {
		c := *f
		out[i] = &c
	}
	return out
}

func parseTree(t *testing.T) []*goFile {
	t.Helper()
	var files []*goFile
	fset := token.NewFileSet()
	var apart []string
	walk(t, func(path string, _ fs.DirEntry) {
		if strings.HasSuffix(path, "/go.mod") {
			apart = append(apart, strings.TrimSuffix(path, "go.mod"))
		}
	})
	walk(t, func(path string, _ fs.DirEntry) {
		foreign := slices.ContainsFunc(apart, func(dir string) bool { return strings.HasPrefix(path, dir) })
		if !strings.HasSuffix(path, ".go") || foreign || strings.Contains(path, "/testdata/") {
			return
		}
		files = append(files, parse(t, fset, path, read(t, path)))
	})
	if len(files) == 0 {
		t.Fatal("no Go file found: the rules looked at nothing")
	}
	return files
}

// hold runs a rule over the tree and reports each breach.
func hold(t *testing.T, rule func([]*goFile) []problem) {
	t.Helper()
	report(t, rule(tree(t)))
}

func report(t *testing.T, problems []problem) {
	t.Helper()
	slices.Sort(problems)
	for _, p := range problems {
		t.Error(string(p))
	}
}

// breaks shows that a rule can fail: it must find something in each sample, and
// nothing in what is allowed. Keys are paths.
func breaks(t *testing.T, rule func([]*goFile) []problem, path string, bad, good []string) {
	t.Helper()
	for _, src := range bad {
		if len(rule([]*goFile{parse(t, token.NewFileSet(), path, src)})) == 0 {
			t.Errorf("the rule finds nothing wrong in %s:\n%s", path, src)
		}
	}
	for _, src := range good {
		for _, p := range rule([]*goFile{parse(t, token.NewFileSet(), path, src)}) {
			t.Errorf("the rule refuses what is allowed: %s\n%s", p, src)
		}
	}
}
