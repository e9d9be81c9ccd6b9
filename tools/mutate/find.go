package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutation is one change: text for the bytes from:to of a file.
type mutation struct {
	file     *source
	line     int
	from, to int
	text     string
	what     string // the kind of change
}

// apply is the whole text of the file, changed.
func (m mutation) apply() []byte {
	out := append([]byte{}, m.file.text[:m.from]...)
	out = append(out, m.text...)
	return append(out, m.file.text[m.to:]...)
}

// show is one line that says where and what.
func (m mutation) show(root string) string {
	path := m.file.path
	if rel, err := filepath.Rel(root, path); err == nil {
		path = filepath.ToSlash(rel)
	}
	s := fmt.Sprintf("%s:%d  %s: %s", path, m.line, m.what, brief(string(m.file.text[m.from:m.to])))
	if m.text != "" {
		s += "  ->  " + brief(m.text)
	}
	return s
}

// brief is s on one line and not too long.
func brief(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 70 {
		return string(r[:67]) + "..."
	}
	return s
}

// finder collects the changes of a package.
type finder struct {
	p    *pkg
	file *source
	all  []mutation
	// results are the result types of the functions round a node, innermost last.
	results []*types.Tuple
}

// find lists every change that could be made to p, in order of the text.
func find(p *pkg) []mutation {
	f := &finder{p: p}
	for _, s := range p.files {
		if ast.IsGenerated(s.tree) {
			continue
		}
		f.file = s
		for _, d := range s.tree.Decls {
			f.walk(d)
		}
	}
	slices.SortStableFunc(f.all, func(a, b mutation) int {
		return cmp.Or(strings.Compare(a.file.path, b.file.path), cmp.Compare(a.from, b.from))
	})
	return f.all
}

func (f *finder) offset(pos token.Pos) int { return f.p.fset.Position(pos).Offset }

func (f *finder) source(n ast.Node) string {
	return string(f.file.text[f.offset(n.Pos()):f.offset(n.End())])
}

// put notes that the text from pos to end becomes text.
func (f *finder) put(what string, pos, end token.Pos, text string) {
	f.all = append(f.all, mutation{
		file: f.file, line: f.p.fset.Position(pos).Line,
		from: f.offset(pos), to: f.offset(end), text: text, what: what,
	})
}

// walk looks at n and all below it.
func (f *finder) walk(n ast.Node) {
	if n == nil {
		return
	}
	var children []ast.Node
	ast.Inspect(n, func(c ast.Node) bool {
		if c == nil {
			return false
		}
		if c == n {
			return true
		}
		children = append(children, c)
		return false
	})
	inside := false
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body == nil || wording(n) {
			return
		}
		if obj, ok := f.p.info.Defs[n.Name].(*types.Func); ok {
			f.results = append(f.results, obj.Signature().Results())
			inside = true
		}
	case *ast.FuncLit:
		if sig, ok := f.p.info.TypeOf(n).(*types.Signature); ok {
			f.results = append(f.results, sig.Results())
			inside = true
		}
	case *ast.ImportSpec, *ast.Field, *ast.ArrayType:
		return // paths, tags and lengths of arrays
	case *ast.CallExpr:
		f.call(n)
		children = f.telling(n)
	case ast.Expr:
		f.expr(n)
	case ast.Stmt:
		f.stmt(n)
	}
	for _, c := range children {
		f.walk(c)
	}
	if inside {
		f.results = f.results[:len(f.results)-1]
	}
}

// wording tells a method that only words a value.
func wording(n *ast.FuncDecl) bool {
	return n.Recv != nil && slices.Contains([]string{"String", "GoString", "Error", "Format"}, n.Name.Name)
}

// telling are the parts of a call in which a change would tell something: not
// the capacity of a make, not what goes to a log or into an error's text.
func (f *finder) telling(n *ast.CallExpr) []ast.Node {
	name, from := f.callee(n)
	switch {
	case from == "" && name == "make":
		if len(n.Args) == 3 || len(n.Args) == 2 && isMap(f.p.info.TypeOf(n.Args[0])) {
			return nodes(n.Args[:len(n.Args)-1])
		}
	case from == "" && name == "panic", from == "log", from == "log/slog",
		from == "errors" && name == "New", from == "fmt" && name == "Errorf",
		name == "Grow":
		return nil
	}
	return append([]ast.Node{n.Fun}, nodes(n.Args)...)
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

func nodes(list []ast.Expr) []ast.Node {
	out := make([]ast.Node, len(list))
	for i, e := range list {
		out[i] = e
	}
	return out
}

// callee is the name of the function that n calls and the path of its package,
// "" for a builtin.
func (f *finder) callee(n *ast.CallExpr) (name, from string) {
	var id *ast.Ident
	switch fun := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return "", "-"
	}
	obj := f.p.info.Uses[id]
	switch {
	case obj == nil:
		return id.Name, "-"
	case obj.Pkg() == nil:
		return id.Name, ""
	}
	return id.Name, obj.Pkg().Path()
}

// symmetric are functions that ask the same of two arguments in either order.
var symmetric = []string{"max", "min", "EqualFold", "Equal", "DeepEqual"}

// call swaps neighbours of equal type among the arguments.
func (f *finder) call(n *ast.CallExpr) {
	name, from := f.callee(n)
	if slices.Contains(symmetric, name) || from == "" && name == "append" && n.Ellipsis == token.NoPos {
		return
	}
	args := f.telling(n)
	if len(args) > 0 && args[0] == n.Fun {
		args = args[1:]
	}
	for i := 0; i+1 < len(args); i++ {
		a, b := args[i].(ast.Expr), args[i+1].(ast.Expr)
		ta, tb := f.p.info.Types[a], f.p.info.Types[b]
		if ta.Type == nil || tb.Type == nil || ta.IsType() || tb.IsType() {
			continue
		}
		sa, sb := f.source(a), f.source(b)
		if sa != sb && types.Identical(types.Default(ta.Type), types.Default(tb.Type)) {
			between := string(f.file.text[f.offset(a.End()):f.offset(b.Pos())])
			f.put("swap arguments", a.Pos(), b.End(), sb+between+sa)
		}
	}
}

// operators are what an operator is changed to: what asks the contrary, and
// what differs at the boundary alone.
func operators(op token.Token) []token.Token {
	switch op {
	case token.EQL:
		return []token.Token{token.NEQ}
	case token.NEQ:
		return []token.Token{token.EQL}
	case token.LSS:
		return []token.Token{token.LEQ, token.GEQ}
	case token.LEQ:
		return []token.Token{token.LSS, token.GTR}
	case token.GTR:
		return []token.Token{token.GEQ, token.LEQ}
	case token.GEQ:
		return []token.Token{token.GTR, token.LSS}
	case token.LAND:
		return []token.Token{token.LOR}
	case token.LOR:
		return []token.Token{token.LAND}
	case token.ADD:
		return []token.Token{token.SUB}
	case token.SUB:
		return []token.Token{token.ADD}
	case token.MUL:
		return []token.Token{token.QUO}
	case token.QUO:
		return []token.Token{token.MUL}
	case token.AND:
		return []token.Token{token.OR}
	case token.OR:
		return []token.Token{token.AND}
	case token.SHL:
		return []token.Token{token.SHR}
	case token.SHR:
		return []token.Token{token.SHL}
	case token.ADD_ASSIGN:
		return []token.Token{token.SUB_ASSIGN}
	case token.SUB_ASSIGN:
		return []token.Token{token.ADD_ASSIGN}
	case token.OR_ASSIGN:
		return []token.Token{token.AND_ASSIGN}
	case token.AND_ASSIGN:
		return []token.Token{token.OR_ASSIGN}
	case token.INC:
		return []token.Token{token.DEC}
	case token.DEC:
		return []token.Token{token.INC}
	}
	return nil
}

func (f *finder) operator(op token.Token, pos token.Pos) {
	for _, other := range operators(op) {
		f.put("operator", pos, pos+token.Pos(len(op.String())), other.String())
	}
}

func (f *finder) expr(n ast.Expr) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if t, ok := f.p.info.TypeOf(n).Underlying().(*types.Basic); ok && t.Info()&types.IsString != 0 {
			f.put("operand", n.X.End(), n.End(), "")
			return
		}
		f.operator(n.Op, n.OpPos)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.put("negate", n.Pos(), n.End(), f.source(n.X))
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		// true and false themselves, not what hides them.
		if obj := f.p.info.Uses[n]; obj == types.Universe.Lookup("true") {
			f.put("literal", n.Pos(), n.End(), "false")
		} else if obj == types.Universe.Lookup("false") {
			f.put("literal", n.Pos(), n.End(), "true")
		}
	case *ast.CompositeLit:
		t := f.p.info.TypeOf(n)
		if t == nil || len(n.Elts) == 0 {
			return
		}
		switch t.Underlying().(type) {
		case *types.Slice, *types.Map:
			f.put("empty", n.Lbrace, n.Rbrace+1, "{}")
		}
	}
}

// sentence is from how many words on a text is taken for one: what it says is
// for people, and a test of it would pin the wording.
const sentence = 4

func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		v, err := strconv.ParseUint(strings.ReplaceAll(n.Value, "_", ""), 0, 64)
		if err != nil || v == 1<<64-1 {
			return
		}
		f.put("literal", n.Pos(), n.End(), strconv.FormatUint(v+1, 10))
	case token.FLOAT:
		f.put("literal", n.Pos(), n.End(), "("+n.Value+" + 1)")
	case token.CHAR:
		other := "'q'"
		if n.Value == other {
			other = "'z'"
		}
		f.put("literal", n.Pos(), n.End(), other)
	case token.STRING:
		s, err := strconv.Unquote(n.Value)
		if err == nil && len(strings.Fields(s)) < sentence {
			f.put("literal", n.Pos(), n.End(), `"mutant"`)
		}
	}
}

func (f *finder) stmt(n ast.Stmt) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.condition(n.Cond)
		if n.Else == nil {
			f.put("drop", n.Pos(), n.End(), "{}")
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond)
		}
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && len(f.telling(call)) > 0 {
			f.put("drop", n.Pos(), n.End(), "")
		}
	case *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		f.put("drop", n.Pos(), n.End(), "")
	case *ast.IncDecStmt:
		f.operator(n.Tok, n.TokPos)
		f.put("drop", n.Pos(), n.End(), "")
	case *ast.AssignStmt:
		f.operator(n.Tok, n.TokPos)
		if n.Tok != token.DEFINE {
			f.put("drop", n.Pos(), n.End(), "")
		}
	case *ast.ReturnStmt:
		f.zero(n)
	case *ast.BranchStmt:
		switch n.Tok {
		case token.BREAK:
			f.put("branch", n.Pos(), n.Pos()+token.Pos(len("break")), "continue")
		case token.CONTINUE:
			f.put("branch", n.Pos(), n.Pos()+token.Pos(len("continue")), "break")
		}
	case *ast.CaseClause:
		f.put("remove case", n.Pos(), n.End(), "")
		if len(n.List) > 1 {
			for i, e := range n.List {
				if i == 0 {
					f.put("remove case", e.Pos(), n.List[1].Pos(), "")
				} else {
					f.put("remove case", n.List[i-1].End(), e.End(), "")
				}
			}
		}
	case *ast.CommClause:
		f.put("remove case", n.Pos(), n.End(), "")
	}
}

// condition makes it ask the contrary. A comparison has that from its operator.
func (f *finder) condition(n ast.Expr) {
	if b, ok := ast.Unparen(n).(*ast.BinaryExpr); ok && b.Op != token.LAND && b.Op != token.LOR {
		return
	}
	if u, ok := ast.Unparen(n).(*ast.UnaryExpr); ok && u.Op == token.NOT {
		return
	}
	f.put("negate", n.Pos(), n.End(), "!("+f.source(n)+")")
}

// zero returns zero values in the place of what is returned. A lone true or
// false has that as a literal.
func (f *finder) zero(n *ast.ReturnStmt) {
	if len(n.Results) == 0 || len(f.results) == 0 {
		return
	}
	results := f.results[len(f.results)-1]
	texts := make([]string, results.Len())
	for i := range texts {
		texts[i] = f.zeroOf(results.At(i).Type())
	}
	text := strings.Join(texts, ", ")
	pos, end := n.Results[0].Pos(), n.Results[len(n.Results)-1].End()
	was := string(f.file.text[f.offset(pos):f.offset(end)])
	if was == "true" || bytes.Equal(compact(was), compact(text)) || strings.HasSuffix(was, "{}") {
		return
	}
	f.put("return zero", pos, end, text)
}

func compact(s string) []byte { return []byte(strings.ReplaceAll(s, " ", "")) }

// zeroOf is how the zero value of t is written.
func (f *finder) zeroOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
		return "nil"
	case *types.Struct, *types.Array:
		return "*new(" + types.TypeString(t, f.qualify) + ")"
	}
	if _, ok := t.(*types.TypeParam); ok {
		return "*new(" + t.String() + ")"
	}
	return "nil"
}

// qualify names a package as the file at hand does.
func (f *finder) qualify(p *types.Package) string {
	if p == f.p.types {
		return ""
	}
	for _, i := range f.file.tree.Imports {
		if i.Name != nil && strings.Trim(i.Path.Value, `"`) == p.Path() {
			return i.Name.Name
		}
	}
	return p.Name()
}
