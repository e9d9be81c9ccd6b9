// Package postgres keeps the stores of many tenants in one PostgreSQL database, 15 or
// newer, in the schema prism.
//
// Nouns: a Database is a pool of connections; a tenant's store is what that sees of it.
// Promises: every transaction is one tenant's, by what its statements ask for and by
// row-level security, as a role that owns nothing; one that names no tenant sees
// nothing. Two processes may migrate at once, one of them waits. No error and no
// description of a place holds a password. Refusals: it drops nothing, and it knows
// no clock.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"prism/internal/queue/river"
	"prism/internal/store"
	"prism/internal/store/rows"
)

// least is the oldest version that is tried: 15.
const least = 150000

// connections are as many as a process may have where its address does not say: what
// is handed out row by row holds one, and who takes it may ask for more.
const connections = 10

// schema holds all tables.
const schema = "prism"

// tenantMost bounds a tenant's name: it stands in every row and index.
const tenantMost = 64

// Database is an open database. It is safe for concurrent use.
type Database struct {
	pool *pgxpool.Pool
	path string // without user and password
	role string // what transactions act as; "": the user of the connection
	// inserter asks for jobs in tenants' transactions.
	inserter *river.Inserter
	queueing sync.Mutex
	queue    *pgxpool.Pool // nil: nobody asked for the queue
	// texts are statements as PostgreSQL wants them, by those of package rows.
	texts sync.Map
	// counted are the tables of which this process made statistics.
	counted sync.Map
}

// Is reports whether an address is meant for PostgreSQL, well written or not: what looks
// like one may hold a password, and is no name of a file.
func Is(address string) bool {
	a := strings.ToLower(strings.TrimSpace(address))
	return strings.HasPrefix(a, "postgres:") || strings.HasPrefix(a, "postgresql:") || strings.Contains(a, "password=")
}

// Path is an address without its user, password and options: what may be shown.
func Path(address string) string {
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		return "postgres://"
	}
	return pathOf(cfg)
}

func pathOf(cfg *pgx.ConnConfig) string {
	if strings.HasPrefix(cfg.Host, "/") { // a folder with a socket
		return (&url.URL{Scheme: "postgres", Path: "/" + cfg.Database, RawQuery: "host=" + cfg.Host}).String()
	}
	return (&url.URL{Scheme: "postgres", Host: net.JoinHostPort(cfg.Host, strconv.Itoa(int(cfg.Port))), Path: "/" + cfg.Database}).String()
}

// Open connects to the database at an address for one tenant, migrating it where
// needed. Closing the store closes the connections. The error is a *store.Error.
func Open(ctx context.Context, address, tenant string) (*rows.Store, error) {
	db, err := Connect(ctx, address)
	if err != nil {
		return nil, err
	}
	s, err := db.tenant(ctx, tenant, true)
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// Connect connects to the database at an address, migrating it where needed. The
// error is a *store.Error.
func Connect(ctx context.Context, address string) (*Database, error) {
	files, err := store.Postgres.Migrations()
	if err != nil {
		return nil, &store.Error{Path: Path(address), Op: "open", Cause: err}
	}
	return connect(ctx, address, files)
}

// errAddress says that an address is none. What is wrong with it is not told, as it
// may hold a password anywhere.
var errAddress = errors.New("not an address of the form postgres://USER@HOST/DATABASE")

// connect is Connect with its migrations.
func connect(ctx context.Context, address string, migrations fs.FS) (*Database, error) {
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil || !Is(address) {
		return nil, wrap(Path(address), "open", fmt.Errorf("%w: %w", store.ErrAway, errAddress))
	}
	if !strings.Contains(address, "pool_max_conns") {
		cfg.MaxConns = max(cfg.MaxConns, connections)
	}
	db := &Database{path: pathOf(cfg.ConnConfig)}
	if db.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return nil, db.failed(ctx, "open", err)
	}
	if err = db.migrate(ctx, migrations); err == nil {
		err = db.choose(ctx)
	}
	if err == nil {
		db.inserter, err = river.NewInserter(schema)
	}
	if err != nil {
		db.pool.Close()
		return nil, db.failed(ctx, "open", err)
	}
	return db, nil
}

// Tenant is the store of a tenant. Closing it does nothing: the connections are the
// database's.
func (db *Database) Tenant(ctx context.Context, name string) (*rows.Store, error) {
	return db.tenant(ctx, name, false)
}

func (db *Database) tenant(ctx context.Context, name string, owns bool) (*rows.Store, error) {
	if name == "" || len(name) > tenantMost || clean(name) != name {
		return nil, wrap(db.path, "open", fmt.Errorf("%q is no name of a tenant", name))
	}
	return rows.Open(ctx, &engine{db: db, tenant: name, owns: owns}, nil)
}

// Close lets go of all connections; it waits for those in use.
func (db *Database) Close() {
	db.queueing.Lock()
	defer db.queueing.Unlock()
	if db.queue != nil {
		db.queue.Close()
	}
	db.pool.Close()
}

// version is the number of the newest migration that was made; 0: none.
func (db *Database) version(ctx context.Context) (server int, made int64, err error) {
	var there bool
	err = db.pool.QueryRow(ctx, `SELECT current_setting('server_version_num')::int, to_regclass('`+schema+`.goose_db_version') IS NOT NULL`).Scan(&server, &there)
	if err == nil && there {
		err = db.pool.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM `+schema+`.goose_db_version WHERE is_applied`).Scan(&made)
	}
	return server, made, err
}

// migrate brings the schema to the newest version. One process does it at a time: the
// lock is held by a connection of its own, and goes with that.
func (db *Database) migrate(ctx context.Context, files fs.FS) error {
	newest, err := store.Newest(files)
	if err != nil {
		return err
	}
	settled := func() (bool, error) {
		server, made, err := db.version(ctx)
		switch {
		case err != nil:
			return false, err
		case server < least:
			return false, fmt.Errorf("PostgreSQL %d is too old: it takes %d or newer", server/10000, least/10000)
		case made > newest:
			return false, fmt.Errorf("%w: its schema is %d, this program knows %d", store.ErrNewer, made, newest)
		}
		return made == newest, nil
	}
	if done, err := settled(); done || err != nil {
		return err
	}
	return db.alone(ctx, func() error {
		if done, err := settled(); done || err != nil {
			return err
		}
		cfg := db.pool.Config().ConnConfig
		own := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, `SET search_path TO `+schema)
			return err
		}))
		defer func() { _ = own.Close() }() // what it did is committed
		return db.change(ctx, own, files)
	})
}

// change makes the schema, migrates it, and lets tenants' transactions use it.
func (db *Database) change(ctx context.Context, own *sql.DB, files fs.FS) error {
	if _, err := own.ExecContext(ctx, `CREATE SCHEMA IF NOT EXISTS `+schema); err != nil {
		return err
	}
	// First, as our number says that both are made.
	if err := river.Migrate(ctx, db.pool, schema); err != nil {
		return err
	}
	if err := store.Migrate(ctx, own, store.Postgres, files, 0); err != nil {
		return err
	}
	return grant(ctx, own)
}

// lockNumber is the advisory lock of whoever migrates: "PRIS", as in SQLite's header.
const lockNumber = 0x50524953

// alone calls f while no other process is in it.
func (db *Database) alone(ctx context.Context, f func() error) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config('lock_timeout', '`+patience+`', true), pg_advisory_xact_lock($1)`, lockNumber); err != nil {
			return err
		}
		return f()
	})
}

// patience is how long is waited for what another transaction holds.
const patience = "60s"
