package importtest

import (
	"go/ast"
	"slices"
	"testing"
)

// What opens or writes files by a path. Whoever calls it waits at a FIFO, reads a
// device without end, and writes over what stands there; package disk does not.
var fileFuncs = map[string][]string{
	"os":                                 {"Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadFile", "Create", "CreateTemp", "WriteFile", "Rename", "Truncate", "DirFS", "CopyFS", "Link"},
	"io/ioutil":                          {"ReadFile", "WriteFile", "TempFile"},
	"syscall":                            {"Open", "Creat"},
	"github.com/BurntSushi/toml":         {"DecodeFile"},
	"crypto/tls":                         {"LoadX509KeyPair"},
	"net/http":                           {"ListenAndServeTLS", "ServeFile", "Dir"},
	"text/template":                      {"ParseFiles", "ParseGlob"},
	"html/template":                      {"ParseFiles", "ParseGlob"},
	"google.golang.org/grpc/credentials": {"NewServerTLSFromFile", "NewClientTLSFromFile"},
}

func fileRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		if f.test || f.program() || rules[f.pkg].files != "" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool { // also as a value: `open: os.Open`
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(fileFuncs[f.names[x.Name]], sel.Sel.Name) {
				out = append(out, f.at(sel, "package %s calls %s.%s: open and write files through package disk", f.pkg, x.Name, sel.Sel.Name))
			}
			return true
		})
	}
	return out
}

func TestFilesAreOpenedInOnePlace(t *testing.T) {
	hold(t, fileRule)
	breaks(t, fileRule, "internal/source/a.go",
		[]string{
			"package source\nimport \"os\"\nvar _, _ = os.ReadFile(\"\")\n",
			"package source\nimport \"os\"\nvar open = os.Open\n",
			"package source\nimport \"github.com/BurntSushi/toml\"\nvar _, _ = toml.DecodeFile(\"\", nil)\n",
			"package source\nimport \"crypto/tls\"\nvar _, _ = tls.LoadX509KeyPair(\"\", \"\")\n",
		},
		[]string{"package source\nimport \"os\"\nvar _, _ = os.Stat(\"\")\n", "package source\nimport \"prism/internal/disk\"\nvar _, _ = disk.Read(\"\", 1)\n"})
}

// A reason names a package that needs it.
func TestReasonsToOpenFilesAreNeeded(t *testing.T) {
	for name, r := range rules {
		if r.files == "" {
			continue
		}
		var of []*goFile
		for _, f := range tree(t) {
			if f.pkg == name {
				f.pkg = "nobody's"
				of = append(of, f)
			}
		}
		if len(fileRule(of)) == 0 {
			t.Errorf("%s has a reason to open files by itself and opens none", name)
		}
	}
}
