package rows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"prism/internal/store/statement"
)

// Every statement of the store, in this package and in those that it is made of, asks for its tenant once for each table that it
// names, and has nothing of it left for an engine without.
func TestEveryStatementNamesItsTenant(t *testing.T) {
	tables := regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE|INTO) ([a-z]+)\b`)
	asked := regexp.MustCompile(`tenant = (?:@|\w+\.tenant)|\(tenant, `)
	derived := map[string]bool{"set": true, "found": true} // DO UPDATE SET
	var files []string
	for _, dir := range []string{".", "../sent", "../control", "../jobs"} {
		some, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(some) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(some), err)
		}
		files = append(files, some...)
	}
	seen := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			need := 0
			for _, m := range tables.FindAllStringSubmatch(text, -1) {
				if !derived[strings.ToLower(m[1])] {
					need++
				}
			}
			if need == 0 || !strings.ContainsAny(text, " ") {
				return true
			}
			seen++
			if left := statement.Untenanted(text); strings.Contains(left, "tenant") || strings.Contains(left, "@") {
				t.Errorf("%s: %s\nof which is left: %s", f, text, left)
			}
			if got := len(asked.FindAllString(text, -1)); got < need && !completed[text] {
				t.Errorf("%s: %d tables, %d tenants: %s", f, need, got, text)
			}
			return true
		})
	}
	if seen < 60 {
		t.Errorf("only %d statements found", seen)
	}
}

// completed are beginnings of statements whose conditions are joined to them, each of
// which names the tenant.
var completed = map[string]bool{`SELECT n FROM sessions`: true, `SELECT count(*) FROM sessions`: true}
