package statement

import (
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
