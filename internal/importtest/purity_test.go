package importtest

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// What a pure package may not import, with the reason. Folders below count too.
var impure = map[string]string{
	"os":            "no files, no environment",
	"io/fs":         "no files",
	"io/ioutil":     "no files",
	"path/filepath": "its answers differ by system; paths of transcripts are data, use path",
	"net":           "no network",
	"database/sql":  "no SQL",
	"log":           "errors are returned, transcripts are never logged",
	"math/rand":     "the same input gives the same answer",
	"crypto/rand":   "the same input gives the same answer",
	"syscall":       "no system calls",
	"plugin":        "no system calls",
}

func pureImportRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || !rules[f.pkg].pure {
			continue
		}
		for _, s := range f.ast.Imports {
			imp := strings.Trim(s.Path.Value, `"`)
			for banned, why := range impure {
				if (imp == banned || strings.HasPrefix(imp, banned+"/")) && imp != "net/url" && imp != "net/netip" { // those two only parse
					out = append(out, f.at(s, "pure package %s imports %s: %s", f.pkg, imp, why))
				}
			}
		}
	}
	return out
}

func TestPurePackagesTouchNothing(t *testing.T) {
	hold(t, pureImportRule)
	breaks(t, pureImportRule, "internal/link/a.go",
		[]string{"package link\nimport _ \"os\"\n", "package link\nimport _ \"net/http\"\n", "package link\nimport _ \"os/exec\"\n"},
		[]string{"package link\nimport _ \"strings\"\nimport _ \"net/url\"\n"})
}

// calls visits each call of a function of a package, by the package's path.
func (f *goFile) calls(visit func(call *ast.CallExpr, pkg, name string)) {
	names := f.names
	ast.Inspect(f.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			visit(call, "", fun.Name)
		case *ast.SelectorExpr:
			if x, ok := fun.X.(*ast.Ident); ok && names[x.Name] != "" {
				visit(call, names[x.Name], fun.Sel.Name)
			}
		}
		return true
	})
}

var clockFuncs = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

func clockRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || rules[f.pkg].clock || f.program() {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool { // also as a value: `clock: time.Now`
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && f.names[x.Name] == "time" && slices.Contains(clockFuncs, sel.Sel.Name) {
				out = append(out, f.at(sel, "package %s asks the clock (time.%s): take a time or a clock as a value", f.pkg, sel.Sel.Name))
			}
			return true
		})
	}
	return out
}

func TestOnlyTheEdgeAsksTheClock(t *testing.T) {
	hold(t, clockRule)
	breaks(t, clockRule, "internal/link/a.go",
		[]string{"package link\nimport \"time\"\nvar _ = time.Now()\n", "package link\nimport \"time\"\nvar clock = time.Now\n"},
		[]string{"package link\nimport \"time\"\nvar _ = time.Unix(0, 0)\n"})
}

func spawnRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || rules[f.pkg].spawns || f.program() {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			_, starts := n.(*ast.GoStmt)
			if call, ok := n.(*ast.CallExpr); ok { // of a sync.WaitGroup, or what is like one
				sel, ok := call.Fun.(*ast.SelectorExpr)
				starts = ok && sel.Sel.Name == "Go"
			}
			if starts {
				out = append(out, f.at(n, "package %s starts a goroutine: lifetimes belong to the packages marked spawns", f.pkg))
			}
			return true
		})
	}
	return out
}

func TestGoroutinesHaveOwners(t *testing.T) {
	hold(t, spawnRule)
	breaks(t, spawnRule, "internal/link/a.go", []string{"package link\nfunc f() { go f() }\n", "package link\nimport \"sync\"\nfunc f() { var group sync.WaitGroup; group.Go(f) }\n"}, []string{"package link\nfunc f() { f() }\n"})
}

func exitRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || f.program() {
			continue
		}
		f.calls(func(call *ast.CallExpr, pkg, name string) {
			switch {
			case pkg == "" && name == "panic",
				pkg == "os" && name == "Exit",
				pkg == "runtime" && name == "Goexit",
				pkg == "log" && (strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic")):
				out = append(out, f.at(call, "%s ends the program outside main: return an error", strings.TrimPrefix(pkg+"."+name, ".")))
			}
		})
	}
	return out
}

func TestNothingOutsideMainEndsTheProgram(t *testing.T) {
	hold(t, exitRule)
	breaks(t, exitRule, "internal/cli/a.go",
		[]string{
			"package cli\nfunc f() { panic(1) }\n",
			"package cli\nimport \"os\"\nfunc f() { os.Exit(1) }\n",
			"package cli\nimport \"log\"\nfunc f() { log.Fatalln() }\n",
		},
		[]string{"package cli\nimport \"os\"\nfunc f() { os.Getpid() }\n"})
}

// Text made by Restore was redacted before it was stored; anything else would
// let raw prose through the gate.
func restoreRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || rules[f.pkg].restore {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && f.names[x.Name] == module+"/internal/redact" && sel.Sel.Name == "Restore" {
				out = append(out, f.at(sel, "redact.Restore in package %s: only packages that read back redacted text may call it", f.pkg))
			}
			return true
		})
	}
	return out
}

func TestOnlyStoresRestoreRedactedText(t *testing.T) {
	hold(t, restoreRule)
	breaks(t, restoreRule, "internal/cli/a.go",
		[]string{"package cli\nimport \"prism/internal/redact\"\nfunc f() { redact.Restore(\"\") }\n"},
		[]string{"package cli\nimport \"prism/internal/redact\"\nfunc f() { redact.Literal(\"\") }\n"})
}

// The one reader of JSON lines is transcript's: Scanner gives up at its cap.
func readerRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || f.pkg == "eval" { // labels are ours and small, and its error is returned
			continue
		}
		f.calls(func(call *ast.CallExpr, pkg, name string) {
			if pkg == "bufio" && name == "NewScanner" {
				out = append(out, f.at(call, "bufio.Scanner drops what is longer than its buffer: use transcript's line reader"))
			}
		})
	}
	return out
}

func TestOneLineReader(t *testing.T) {
	hold(t, readerRule)
	breaks(t, readerRule, "internal/source/a.go", []string{"package source\nimport \"bufio\"\nvar _ = bufio.NewScanner(nil)\n"}, nil)
}
