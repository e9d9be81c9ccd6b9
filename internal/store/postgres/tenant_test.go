package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/long"
	"prism/internal/pgtest"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/rows"
	"prism/internal/store/storetest"
	tenants "prism/internal/tenant"
)

// connected is the database of a test.
func connected(t *testing.T, address string) *Database {
	t.Helper()
	db, err := Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// furnished is a tenant's store with a row in every table.
func furnished(t *testing.T, db *Database, tenant string) *rows.Store {
	t.Helper()
	s, err := db.Tenant(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	x := store.Session{Session: fact.Session{ID: "id", Aliases: []string{"was"}, Branch: "b", Started: at, Ended: at}, Revision: "r", Rows: []string{"c"}}
	c := store.Changes{
		Conversations: []store.Conversation{{ID: "c", Name: "c", Path: "p", Marks: []store.Mark{{Kind: 1, Key: 2, At: 3}}}},
		Sessions:      []store.Session{x}, Verdicts: []store.Judged{{Composition: "r", Session: "id"}},
		Outside: []store.Outside{{Conversation: "c", Usage: make([]fact.OutsideUsage, 1)}}, State: &store.State{},
	}
	for i := range packedTogether {
		y := x
		y.ID = fmt.Sprint("more", i)
		c.Sessions = append(c.Sessions, y)
	}
	later := store.Changes{Sessions: []store.Session{x}} // waits to be packed
	for _, err := range []error{
		s.Save(t.Context(), "s", c), s.Save(t.Context(), "s", later), s.SetTitle(t.Context(), "id", redact.Restore("t"), at),
		s.SetLabel(t.Context(), store.Label{Session: "id"}), s.SetBatch(t.Context(), store.Batch{ID: "b"}), s.Keep(t.Context(), fact.Answer{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	sent := content.Append{Person: "p", Path: "f", To: 1, Data: []byte("\n"), Roots: map[string]string{"/d": "/"}}
	if _, err := s.Ingest(t.Context(), []content.Append{sent}, at); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		s.AddTenant(t.Context(), tenants.Tenant{Name: "t"}), s.AddKey(t.Context(), &tenants.Key{ID: "k", Tenant: "t"}), s.Note(t.Context(), tenants.Entry{Did: "d"}),
		s.SetPerson(t.Context(), "t", &tenants.Person{Name: "p", Groups: []string{"g"}}), s.AddOptOut(t.Context(), "t", tenants.OptOut{Of: tenants.OfTenant}),
		s.Remember(t.Context(), []content.Private{{Person: "p", Conversations: []string{"c"}, Patterns: []string{"r"}}}, at),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []func() (bool, error){
		func() (bool, error) { return s.Reserve(t.Context(), at, 1, 1, 1) },
		func() (bool, error) { return s.Claim(t.Context(), "q", "h", at, at.Add(time.Hour)) },
	} {
		if ok, err := f(); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if _, err := db.pool.Exec(t.Context(), `INSERT INTO prism.forgettings (tenant, n) VALUES ($1, 0)`, tenant); err != nil { // else the first time makes it
		t.Fatal(err)
	}
	events := content.Append{Person: "p", Path: content.EventsPath("c"), Kind: content.Telemetry, Data: []byte("{}\n")}
	if _, err := s.Ingest(t.Context(), []content.Append{events}, at); err != nil { // last: whoever looks sorts them
		t.Fatal(err)
	}
	return s
}

// packedTogether sessions of a day are so many that a change of one of them waits.
const packedTogether = 20

// tables are those of tenants.
func tables(t *testing.T, db *Database) []string {
	t.Helper()
	found, err := db.pool.Query(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = 'prism' AND tablename NOT LIKE 'goose%' AND tablename NOT LIKE 'river%' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil || len(names) < 18 {
		t.Fatal(names, err)
	}
	return names
}

// as runs f in a transaction of a role for a tenant; "" for none.
func as(t *testing.T, db *Database, role, tenant string, f func(tx pgx.Tx) error) {
	t.Helper()
	errDone := errors.New("done")
	err := pgx.BeginFunc(t.Context(), db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT set_config('search_path', 'prism', true), set_config('role', $1, true)`, role); err != nil {
			return err
		}
		if tenant != "" {
			if _, err := tx.Exec(t.Context(), `SELECT set_config('app.tenant', $1, true)`, tenant); err != nil {
				return err
			}
		}
		if err := f(tx); err != nil {
			return err
		}
		return errDone // nothing of it stays
	})
	if !errors.Is(err, errDone) {
		t.Error(err)
	}
}

// The second lock: a statement that forgets its tenant sees and touches nothing, and
// one that names another's neither.
func TestForgetfulStatements(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	furnished(t, db, "one")
	for _, table := range tables(t, db) {
		count := func(tx pgx.Tx) (n int) {
			if err := tx.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
				t.Error(err)
			}
			return n
		}
		as(t, db, tenantRole, "one", func(tx pgx.Tx) error {
			if count(tx) == 0 {
				t.Errorf("%s: its tenant sees nothing", table)
			}
			return nil
		})
		for _, tenant := range []string{"", "two"} { // "": after a transaction that had one
			as(t, db, tenantRole, tenant, func(tx pgx.Tx) error {
				if n := count(tx); n > 0 {
					t.Errorf("%s: tenant %q sees %d rows", table, tenant, n)
				}
				for _, statement := range []string{`UPDATE ` + table + ` SET tenant = tenant`, `DELETE FROM ` + table} {
					done, err := tx.Exec(t.Context(), statement)
					if err != nil || done.RowsAffected() > 0 {
						t.Errorf("%s as tenant %q: %v, %v", statement, tenant, done, err)
					}
				}
				return nil
			})
		}
	}
	as(t, db, tenantRole, "two", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO titles (tenant, session, title, typed_at) VALUES ('one', 'x', 'x', 0)`)
		if !is(err, codeForbidden) {
			t.Errorf("a row for another tenant: %v", err)
		}
		return nil
	})
}

// River's tables are not ours: of them, a tenant's transaction sees and asks for its own
// jobs, and nothing else.
func TestForgetfulJobs(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	furnished(t, db, "one") // with content, which causes a job
	for tenant, want := range map[string]int{"one": 1, "two": 0, "": 0} {
		as(t, db, tenantRole, tenant, func(tx pgx.Tx) error {
			var n int
			if err := tx.QueryRow(t.Context(), `SELECT count(*) FROM river_job`).Scan(&n); n != want || err != nil {
				t.Errorf("tenant %q sees %d jobs, %v", tenant, n, err)
			}
			done, err := tx.Exec(t.Context(), `UPDATE river_job SET priority = priority`)
			if err != nil || int(done.RowsAffected()) != want {
				t.Errorf("tenant %q changes %v, %v", tenant, done, err)
			}
			return nil
		})
	}
	for _, statement := range []string{
		`DELETE FROM river_job`, `SELECT 1 FROM river_leader`, `SELECT 1 FROM river_queue`, `SELECT 1 FROM river_migration`, `SELECT 1 FROM river_notification`,
		`INSERT INTO river_job (args, kind, max_attempts) VALUES ('{"tenant": "two"}', 'prism', 1)`,
	} {
		as(t, db, tenantRole, "one", func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), statement); !is(err, codeForbidden) {
				t.Errorf("%s: %v", statement, err)
			}
			return nil
		})
	}
	var names []string
	if err := db.pool.QueryRow(t.Context(), `SELECT array_agg(tablename::text ORDER BY 1) FROM pg_tables WHERE schemaname = 'prism' AND tablename LIKE 'river%'`).Scan(&names); err != nil ||
		!slices.Equal(names, []string{"river_job", "river_leader", "river_migration", "river_notification", "river_queue"}) {
		t.Errorf("%v, %v: say of each what a tenant may do with it", names, err)
	}
}

// The first lock: what statements ask for is enough where the second one is open. The
// suite's stores have ids and scopes in common. By default without what asks the same
// statements a great many times, or side by side.
func TestStatementsNameTheirTenant(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	db.role = "" // the user of the connection, who sees all
	var made atomic.Int64
	without := []string{"SameAnswers", "SessionsInATime", "PrivateBounded", "ManyEvents", "TwoAtOnce", "ReadersSeeOneState", "EventsSideBySide", "SendersSideBySide", "ContentReplacedWhileRead"}
	if long.All() {
		without = nil
	}
	storetest.RunLasting(t, func(testing.TB) func(testing.TB) storetest.Lasting {
		tenant := fmt.Sprint("tenant-", made.Add(1))
		return func(t testing.TB) storetest.Lasting {
			s, err := db.Tenant(t.Context(), tenant)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}, without...)
}

// faults tells what is wrong with the tables of a schema.
func faults(ctx context.Context, tx pgx.Tx) (list []string, err error) {
	found, err := tx.Query(ctx, `
		SELECT c.relname || ': row-level security is not on' FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = 'prism'::regnamespace
			AND NOT c.relrowsecurity AND c.relname <> 'goose_db_version' AND c.relname NOT LIKE 'river%'
		UNION ALL
		SELECT c.relname || ': row-level security is not forced' FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = 'prism'::regnamespace
			AND NOT c.relforcerowsecurity AND c.relname <> 'goose_db_version' AND c.relname NOT LIKE 'river%'
		UNION ALL
		SELECT c.relname || ': not the one policy' FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = 'prism'::regnamespace AND c.relname <> 'goose_db_version' AND c.relname NOT LIKE 'river%'
			AND coalesce((SELECT string_agg(p.polcmd::text || p.polpermissive || p.polroles::text || pg_get_expr(p.polqual, p.polrelid)
					|| coalesce(pg_get_expr(p.polwithcheck, p.polrelid), ''), ',') FROM pg_policy AS p WHERE p.polrelid = c.oid), '')
				<> '*true{0}(tenant = NULLIF(current_setting(''app.tenant''::text, true), ''''::text))'
		UNION ALL
		SELECT i.indexrelid::regclass || ': does not begin with the tenant' FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
			LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
			WHERE c.relnamespace = 'prism'::regnamespace AND c.relname <> 'goose_db_version' AND c.relname NOT LIKE 'river%' AND a.attname IS DISTINCT FROM 'tenant'
		UNION ALL
		SELECT c.relname || ': has no primary key' FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = 'prism'::regnamespace
			AND NOT EXISTS (SELECT 1 FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary)
		UNION ALL
		SELECT k.conrelid::regclass || '.' || k.conname || ': refers across tenants' FROM pg_constraint AS k
			JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
			WHERE k.contype = 'f' AND k.conrelid::regclass::text NOT LIKE '%river%' AND k.connamespace = 'prism'::regnamespace AND (a.attname <> 'tenant' OR b.attname <> 'tenant')
		UNION ALL
		SELECT c.relname || ': is no plain table' FROM pg_class AS c WHERE c.relkind IN ('v', 'm', 'f', 'p') AND c.relnamespace = 'prism'::regnamespace
		UNION ALL
		SELECT p.proname || ': runs as its owner' FROM pg_proc AS p WHERE p.prosecdef AND p.pronamespace = 'prism'::regnamespace`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
}

// Every table, whoever adds it, has the tenant first and the policy forced.
func TestCatalogue(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	const policy = `; CREATE POLICY own ON bad USING (tenant = nullif(current_setting('app.tenant', true), ''))`
	const table = `CREATE TABLE bad (tenant text NOT NULL, n bigint, PRIMARY KEY (tenant, n))`
	const on, forced = `; ALTER TABLE bad ENABLE ROW LEVEL SECURITY`, `; ALTER TABLE bad FORCE ROW LEVEL SECURITY`
	for statement, want := range map[string]string{
		`SELECT 1`:                   "",
		table + on + forced + policy: "",
		table + forced + policy:      "not on",
		table + on + policy:          "not forced",
		table + on + forced:          "not the one policy",
		table + on + forced + policy + `; CREATE POLICY more ON bad USING (true)`:                                                        "not the one policy",
		table + on + forced + policy + `; CREATE INDEX behind ON bad (n)`:                                                                "behind",
		table + on + forced + policy + `; CREATE UNIQUE INDEX made ON bad ((n + 1))`:                                                     "made",
		table + on + forced + policy + `; ALTER TABLE bad DROP CONSTRAINT bad_pkey`:                                                      "no primary key",
		`CREATE VIEW bad AS SELECT * FROM sessions`:                                                                                      "no plain table",
		`CREATE FUNCTION bad() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`:                                                  "runs as its owner",
		table + on + forced + policy + `; ALTER TABLE bad ADD UNIQUE (n); CREATE TABLE worse (tenant text, n bigint REFERENCES bad (n))`: "refers across",
	} {
		err := pgx.BeginFunc(t.Context(), db.pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `SET LOCAL search_path TO prism; `+statement); err != nil {
				return err
			}
			list, err := faults(t.Context(), tx)
			if err != nil {
				return err
			}
			if told := slices.ContainsFunc(list, func(x string) bool { return strings.Contains(x, want) }); told != (want != "") {
				t.Errorf("%s: %v, want %q", statement, list, want)
			}
			return tx.Rollback(t.Context())
		})
		if err != nil && !errors.Is(err, pgx.ErrTxClosed) {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// A user who owns the tables and may make no role is held by the policies; one whom
// nothing holds is not let in.
func TestRoles(t *testing.T) {
	address := pgtest.Database(t)
	super, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { super.Close(context.WithoutCancel(t.Context())) })
	name := strings.ReplaceAll(super.Config().Database, "prism_test", "prism_user")
	ask := func(statements ...string) {
		t.Helper()
		for _, statement := range statements {
			if _, err := super.Exec(context.WithoutCancel(t.Context()), statement); err != nil {
				t.Fatal(statement, err)
			}
		}
	}
	ask(`CREATE ROLE `+name+` LOGIN PASSWORD 'once'`, `ALTER DATABASE `+super.Config().Database+` OWNER TO `+name)
	own := strings.Replace(address, super.Config().User+"@", name+":once@", 1)
	if own == address {
		t.Skip("the server's address has a password")
	}
	db := connected(t, own)
	t.Cleanup(func() {
		db.Close()
		ask(`REASSIGN OWNED BY `+name+` TO CURRENT_USER`, `DROP OWNED BY `+name, `DROP ROLE `+name)
	})
	if db.role != "" {
		t.Errorf("acts as %q", db.role)
	}
	furnished(t, connected(t, address), "one")
	for _, tenant := range []string{"", "two", "one"} {
		as(t, db, "none", tenant, func(tx pgx.Tx) error {
			var n int
			err := tx.QueryRow(t.Context(), `SELECT count(*) FROM titles`).Scan(&n)
			if (n > 0) != (tenant == "one") {
				t.Errorf("the owner as tenant %q: %d rows", tenant, n)
			}
			return err
		})
	}
	ask(`ALTER ROLE ` + name + ` BYPASSRLS`)
	if _, err := Connect(t.Context(), own); !errors.Is(err, errAllSeeing) {
		t.Errorf("a user who sees all: %v", err)
	}
}

// What one tenant forgets, or holds locked, is none of another's.
func TestTenantsApart(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	one, two := furnished(t, db, "one"), furnished(t, db, "two")
	if done, err := one.ForgetAll(t.Context()); err != nil || done.Sessions != packedTogether+1 {
		t.Fatal(done, err)
	}
	if err := two.Save(t.Context(), "s", store.Changes{State: &store.State{}}); err != nil {
		t.Error(err)
	}
	if _, found, err := two.List(t.Context(), "s", store.Filter{}, store.Order{}, 0, 0); found != packedTogether+1 || err != nil {
		t.Error(found, err)
	}
	for _, name := range []string{"", strings.Repeat("x", tenantMost+1), "a\x00", "\xff"} {
		if _, err := db.Tenant(t.Context(), name); err == nil {
			t.Errorf("tenant %q", name)
		}
	}
	odd := furnished(t, db, `it's "odd" \`)
	if _, found, err := odd.List(t.Context(), "s", store.Filter{}, store.Order{}, 0, 0); found != packedTogether+1 || err != nil {
		t.Error(found, err)
	}
}
