package redact

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The compiler holds the gate: what is not redacted is no Text.
func TestTextCannotBeForged(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: ", err)
	}
	source, err := os.ReadFile("testdata/forge/forge.go")
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for i, line := range strings.Split(string(source), "\n") {
		if strings.HasSuffix(line, "// error") {
			want = append(want, i+1)
		}
	}
	out, err := exec.Command(goTool, "build", "-gcflags=-e", "./testdata/forge").CombinedOutput()
	if err == nil {
		t.Fatal("testdata/forge compiles")
	}
	var got []int
	for _, m := range regexp.MustCompile(`forge\.go:(\d+):`).FindAllSubmatch(out, -1) {
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(got, n) {
			got = append(got, n)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("errors in lines %v, want %v:\n%s", got, want, out)
	}
}

// Nor can a decoder fill one: a Text goes out as JSON and never comes in.
func TestTextHasNoWayIn(t *testing.T) {
	typ := reflect.TypeFor[*Text]()
	for i := range typ.NumMethod() {
		name := typ.Method(i).Name
		for _, bad := range []string{"Unmarshal", "Scan", "Set", "GobDecode", "Decode"} {
			if strings.HasPrefix(name, bad) {
				t.Errorf("Text has a method %s", name)
			}
		}
	}
	for i := range typ.Elem().NumField() {
		if f := typ.Elem().Field(i); f.IsExported() {
			t.Errorf("Text has an exported field %s", f.Name)
		}
	}
}

// In this package only the gate itself, and what text.go says, makes a Text
// that is not empty.
func TestFewMakeText(t *testing.T) {
	makers := map[string]bool{"Scope.Text": true, "Literal": true, "Restore": true, "Text.Clip": true,
		// Of Texts, constants, numbers and files in the program alone: compose.go.
		"Embedded": true, "Digest": true, "Text.Slice": true, "Builder.Text": true}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && path != "." {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, imp := range file.Imports {
			if imp.Path.Value == `"unsafe"` || imp.Path.Value == `"reflect"` {
				t.Errorf("%s imports %s", path, imp.Path.Value)
			}
		}
		for _, decl := range file.Decls {
			name := ""
			if fn, ok := decl.(*ast.FuncDecl); ok {
				name = fn.Name.Name
				if fn.Recv != nil {
					name = receiver(fn) + "." + name
				}
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				lit, ok := n.(*ast.CompositeLit)
				if !ok || len(lit.Elts) == 0 {
					return true
				}
				if id, ok := lit.Type.(*ast.Ident); ok && id.Name == "Text" && !makers[name] {
					t.Errorf("%s: %s makes a Text", path, name)
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func receiver(fn *ast.FuncDecl) string {
	typ := fn.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
