package importtest

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// stateRule finds package-level variables that something changes: assigned to,
// indexed and assigned, filled, incremented, pointed at, or of a kind that only
// makes sense when it changes. Tables, patterns and sentinel errors that stand
// still are no state.
func stateRule(files []*goFile) []problem {
	var out []problem
	byPackage := map[string][]*goFile{}
	for _, f := range files {
		if !f.test {
			byPackage[f.pkg] = append(byPackage[f.pkg], f)
		}
	}
	for _, group := range byPackage {
		out = append(out, packageState(group)...)
	}
	return out
}

// nothing imports every package as an empty one: names inside a package still
// resolve, and no other code has to be found or compiled.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}

func packageState(group []*goFile) []problem {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}}
	trees := make([]*ast.File, len(group))
	for i, f := range group {
		trees[i] = f.ast
	}
	// Errors are expected: every import is empty.
	pkg, _ := conf.Check(group[0].pkg, group[0].fset, trees, info)

	var out []problem
	for _, f := range group {
		names := f.names
		// owned tells whether what an expression stands in is a package-level variable.
		owned := func(e ast.Expr) (string, bool) {
			for {
				switch x := e.(type) {
				case *ast.ParenExpr:
					e = x.X
				case *ast.StarExpr:
					e = x.X
				case *ast.IndexExpr:
					e = x.X
				case *ast.SliceExpr:
					e = x.X
				case *ast.SelectorExpr:
					if id, ok := x.X.(*ast.Ident); ok && strings.HasPrefix(names[id.Name], module+"/") && info.Uses[id] != nil {
						if _, isPkg := info.Uses[id].(*types.PkgName); isPkg {
							return id.Name + "." + x.Sel.Name, true
						}
					}
					e = x.X
				case *ast.Ident:
					v, ok := info.Uses[x].(*types.Var)
					return x.Name, ok && pkg != nil && v.Parent() == pkg.Scope()
				default:
					return "", false
				}
			}
		}
		change := func(at ast.Node, e ast.Expr) {
			if name, ok := owned(e); ok {
				out = append(out, f.at(at, "package-level variable %s is changed: keep state in a value that someone owns", name))
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.AssignStmt:
				if x.Tok != token.DEFINE {
					for _, l := range x.Lhs {
						change(x, l)
					}
				}
			case *ast.IncDecStmt:
				change(x, x.X)
			case *ast.RangeStmt:
				if x.Tok == token.ASSIGN {
					change(x, x.Key)
					change(x, x.Value)
				}
			case *ast.UnaryExpr:
				if x.Op == token.AND {
					if name, ok := owned(x.X); ok && !strings.Contains(name, ".") {
						out = append(out, f.at(x, "package-level variable %s is pointed at, so it can be changed", name))
					}
				}
			case *ast.CallExpr:
				if id, ok := x.Fun.(*ast.Ident); ok && len(x.Args) > 0 && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
					change(x, x.Args[0])
				}
			case *ast.FuncDecl:
				if x.Recv == nil && x.Name.Name == "init" {
					out = append(out, f.at(x, "init registers behind the reader's back: build values where they are used"))
				}
			}
			return true
		})
		for _, d := range f.ast.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				out = append(out, stateful(f, s.(*ast.ValueSpec), names)...)
			}
		}
	}
	return out
}

// stateful finds package-level variables of kinds that exist to be changed.
func stateful(f *goFile, v *ast.ValueSpec, names map[string]string) []problem {
	var out []problem
	look := func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.FuncLit:
			return false // a function's own business
		case *ast.SelectorExpr:
			id, ok := x.X.(*ast.Ident)
			if !ok {
				return true
			}
			pkg := names[id.Name]
			once := strings.HasPrefix(x.Sel.Name, "Once") && x.Sel.Name != "Once" // OnceValue and the like give one value for ever
			if (pkg == "sync" && !once) || pkg == "sync/atomic" || pkg == "flag" {
				out = append(out, f.at(v, "package-level %s.%s is state", pkg, x.Sel.Name))
			}
		case *ast.ChanType:
			out = append(out, f.at(v, "a package-level channel is state"))
		case *ast.CallExpr:
			if id, ok := x.Fun.(*ast.Ident); ok && (id.Name == "make" || id.Name == "new") {
				out = append(out, f.at(v, "a package-level variable made empty waits to be filled: that is a registry"))
			}
		}
		return true
	}
	if v.Type != nil {
		ast.Inspect(v.Type, look)
	}
	for _, e := range v.Values {
		ast.Inspect(e, look)
	}
	return out
}

func TestNoPackageLevelState(t *testing.T) {
	hold(t, stateRule)
	breaks(t, stateRule, "internal/score/a.go",
		[]string{
			"package score\nvar n int\nfunc f() { n++ }\n",
			"package score\nvar n = []int{1}\nfunc f() { n[0] = 2 }\n",
			"package score\nvar n = map[string]int{}\nfunc f() { delete(n, \"\") }\n",
			"package score\nvar n struct{ a int }\nfunc f() { n.a = 1 }\n",
			"package score\nvar n int\nfunc f() *int { return &n }\n",
			"package score\nimport \"sync\"\nvar mu sync.Mutex\n",
			"package score\nvar reg = make(map[string]int)\n",
			"package score\nimport \"prism/internal/fact\"\nfunc f() { fact.Intents = nil }\n",
			"package score\nfunc init() {}\n",
		},
		[]string{
			"package score\nvar n = []int{1}\nfunc f() int { n := 2; n++; return n }\n",
			"package score\nimport \"errors\"\nvar ErrNone = errors.New(\"none\")\n",
			"package score\nimport \"sync\"\nvar table = sync.OnceValue(func() int { m := make([]int, 1); return m[0] })\n",
			"package score\ntype s struct{ n int }\nfunc (x *s) f() { x.n = 1 }\n",
		})
}
