package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// pkg is a package's product code, parsed and with types.
type pkg struct {
	path  string
	fset  *token.FileSet
	files []*source
	types *types.Package
	info  *types.Info
	imp   types.Importer
}

// source is one file of product code.
type source struct {
	path string
	text []byte
	tree *ast.File
}

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, CgoFiles       []string
	DepOnly                 bool
}

// load reads the packages that patterns name, with the types of what they
// import from the build cache.
func load(root string, patterns []string) ([]*pkg, error) {
	args := append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles,DepOnly", "--"}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	exports := map[string]string{}
	var named []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			named = append(named, l)
		}
	}
	var pkgs []*pkg
	for _, l := range named {
		if len(l.CgoFiles) > 0 {
			return nil, fmt.Errorf("%s uses cgo", l.ImportPath)
		}
		if len(l.GoFiles) == 0 {
			continue // tests alone
		}
		fset := token.NewFileSet()
		p := &pkg{path: l.ImportPath, fset: fset, imp: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
			return os.Open(exports[path])
		})}
		for _, name := range l.GoFiles {
			s := &source{path: filepath.Join(l.Dir, name)}
			if s.text, err = os.ReadFile(s.path); err != nil {
				return nil, err
			}
			if s.tree, err = parser.ParseFile(fset, s.path, s.text, parser.ParseComments); err != nil {
				return nil, err
			}
			p.files = append(p.files, s)
		}
		p.info = &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{},
			Uses:  map[*ast.Ident]types.Object{},
			Defs:  map[*ast.Ident]types.Object{},
		}
		if p.types, err = p.check(p.info, nil, nil); err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
	return pkgs, nil
}

// check finds the types of p, with tree in the place of one of its files.
func (p *pkg) check(info *types.Info, instead *source, tree *ast.File) (*types.Package, error) {
	trees := make([]*ast.File, len(p.files))
	for i, s := range p.files {
		trees[i] = s.tree
		if s == instead {
			trees[i] = tree
		}
	}
	conf := types.Config{Importer: p.imp}
	return conf.Check(p.path, p.fset, trees, info)
}

// compiles tells whether p does with m: the quick answer, without a compiler.
func (p *pkg) compiles(m mutation) bool {
	tree, err := parser.ParseFile(p.fset, m.file.path, m.apply(), 0)
	if err != nil {
		return false
	}
	_, err = p.check(nil, m.file, tree)
	return err == nil
}
