package postgres

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"prism/internal/queue/river"
)

// tenantRole is whom tenants' transactions act as, whoever connects: it owns no
// table, so that row-level security holds for it, and may do nothing but read and
// write rows.
const tenantRole = "prism_tenant"

// grant makes the role, where the user may, and lets it use what there is. A database
// whose user may make no roles does without: it owns its tables, and the policies are
// forced upon it.
func grant(ctx context.Context, own *sql.DB) error {
	for _, statement := range []string{
		`CREATE ROLE ` + tenantRole + ` NOLOGIN NOINHERIT`,
		`GRANT ` + tenantRole + ` TO CURRENT_USER`,
	} {
		if _, err := own.ExecContext(ctx, statement); err != nil && !is(err, codeDuplicate, codeUnique, codeForbidden, codeConcurrent, codeNoRole) {
			return err
		}
	}
	var there bool
	if err := own.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '`+tenantRole+`')`).Scan(&there); err != nil || !there {
		return err
	}
	_, err := own.ExecContext(ctx, `
		GRANT USAGE ON SCHEMA `+schema+` TO `+tenantRole+`;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA `+schema+` TO `+tenantRole+`;
		GRANT USAGE ON ALL SEQUENCES IN SCHEMA `+schema+` TO `+tenantRole+`;
		REVOKE INSERT, UPDATE, DELETE ON goose_db_version FROM `+tenantRole+`;`+river.Own(schema, tenantRole))
	return err
}

// errAllSeeing says that row-level security would not hold.
var errAllSeeing = errors.New("its user sees every row, whatever the tenant, and may not act as the role " + tenantRole)

// choose finds out as whom transactions act.
func (db *Database) choose(ctx context.Context) error {
	var member, all bool
	err := db.pool.QueryRow(ctx, `SELECT coalesce((SELECT pg_has_role(current_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = $1), false),
		rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user`, tenantRole).Scan(&member, &all)
	switch {
	case err != nil:
		return err
	case member:
		db.role = tenantRole
	case all:
		return errAllSeeing
	}
	return nil
}

// Codes of errors (postgresql.org/docs/current/errcodes-appendix.html).
const (
	codeDuplicate  = "42710"
	codeUnique     = "23505"
	codeForbidden  = "42501"
	codeNoRole     = "42704"
	codeConcurrent = "XX000" // two that change one role at once
)

// is reports whether an error has one of some codes.
func is(err error, codes ...string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}
