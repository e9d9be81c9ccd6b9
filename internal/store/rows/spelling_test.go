package rows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestSpellings(t *testing.T) {
	for _, c := range []struct{ statement, numbered, untenanted string }{
		{`SELECT n FROM scopes WHERE tenant = @ AND name = ? FOR UPDATE`, `SELECT n FROM scopes WHERE tenant = $1 AND name = $2 FOR UPDATE`, `SELECT n FROM scopes WHERE name = ?`},
		{`SELECT 1 WHERE ? = ?`, `SELECT 1 WHERE $1 = $2`, `SELECT 1 WHERE ? = ?`},
		{`UPDATE a SET b = ?2 WHERE tenant = @ AND c = ?1`, `UPDATE a SET b = $3 WHERE tenant = $1 AND c = $2`, `UPDATE a SET b = ?2 WHERE c = ?1`},
		{`DELETE FROM a WHERE tenant = @`, `DELETE FROM a WHERE tenant = $1`, `DELETE FROM a`},
		{`INSERT INTO a (tenant, b) VALUES (@, ?), (@, ?) ON CONFLICT (tenant, b) DO NOTHING`,
			`INSERT INTO a (tenant, b) VALUES ($1, $2), ($1, $3) ON CONFLICT (tenant, b) DO NOTHING`, `INSERT INTO a (b) VALUES (?), (?) ON CONFLICT (b) DO NOTHING`},
		{`SELECT 1 FROM a AS x JOIN b AS y ON y.tenant = x.tenant AND y.n = x.b WHERE x.tenant = @ ORDER BY (SELECT c FROM d WHERE tenant = @ AND n = ?)`,
			`SELECT 1 FROM a AS x JOIN b AS y ON y.tenant = x.tenant AND y.n = x.b WHERE x.tenant = $1 ORDER BY (SELECT c FROM d WHERE tenant = $1 AND n = $2)`,
			`SELECT 1 FROM a AS x JOIN b AS y ON y.n = x.b ORDER BY (SELECT c FROM d WHERE n = ?)`},
	} {
		if got, tenanted := Numbered(c.statement); got != c.numbered || tenanted != strings.Contains(c.statement, "@") {
			t.Errorf("numbered %s:\n%s, %v", c.statement, got, tenanted)
		}
		if got := Untenanted(c.statement); got != c.untenanted {
			t.Errorf("untenanted %s:\n%s", c.statement, got)
		}
	}
}

// Every statement of this package asks for its tenant once for each table that it
// names, and has nothing of it left for an engine without.
func TestEveryStatementNamesItsTenant(t *testing.T) {
	tables := regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE|INTO) ([a-z]+)\b`)
	asked := regexp.MustCompile(`tenant = (?:@|\w+\.tenant)|\(tenant, `)
	derived := map[string]bool{"set": true, "found": true} // DO UPDATE SET
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") || !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
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
			if left := Untenanted(text); strings.Contains(left, "tenant") || strings.Contains(left, "@") {
				t.Errorf("%s: %s\nof which is left: %s", f.Name(), text, left)
			}
			if got := len(asked.FindAllString(text, -1)); got < need && !completed[text] {
				t.Errorf("%s: %d tables, %d tenants: %s", f.Name(), need, got, text)
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
