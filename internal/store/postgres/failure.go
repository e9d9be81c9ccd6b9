package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"prism/internal/store"
)

// failed wraps what went wrong; a cancelled context is the reason that counts.
func (db *Database) failed(ctx context.Context, op string, err error) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%s store: %w", op, ctx.Err())
	}
	return wrap(db.path, op, err)
}

// wrap gives err its class, the place and what was being done.
func wrap(path, op string, err error) error {
	return store.Wrap(path, op, err, classify)
}

// classify maps what PostgreSQL says to the classes of package store; nil when it is
// none of them. The codes: postgresql.org/docs/current/errcodes-appendix.html.
func classify(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch e.Code {
		case "XX001", "XX002", "42P01", "42703": // the statements are right for the schema, so a table or column was lost
			return store.ErrCorrupt
		case "25006", codeForbidden:
			return store.ErrReadOnly
		case "0A000": // "cannot set transaction read-write mode during recovery": it stands by
			if strings.Contains(e.Message, "recovery") {
				return store.ErrReadOnly
			}
		case "55P03", "40001", "40P01":
			return store.ErrLocked
		case "53100":
			return store.ErrFull
		}
		switch e.Code[:min(2, len(e.Code))] {
		case "08", "28", "3D", "53", "57":
			return store.ErrAway
		case "58":
			return store.ErrIO
		}
		return nil
	}
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) {
		return store.ErrAway
	}
	return nil
}

// givesWay reports whether a transaction failed only because of others beside it, or
// because a migration changed what its statements were planned for.
func givesWay(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01" || e.Code == "0A000" && strings.Contains(e.Message, "cached plan"))
}
