-- +goose Up

PRAGMA user_version = 7;

-- Who may do what on a server (package tenant). These tables are filled in the store
-- that the server was given, for all its tenants.
CREATE TABLE accounts ( -- of tenants
    name       TEXT    NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    facts_only INTEGER NOT NULL CHECK (facts_only IN (0, 1)) -- takes no transcripts
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    id         TEXT    NOT NULL PRIMARY KEY, -- its visible part
    hash       TEXT    NOT NULL, -- of the whole
    opens      TEXT    NOT NULL, -- the tenant
    person     TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    scopes     TEXT    NOT NULL, -- with commas between
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    n     INTEGER PRIMARY KEY AUTOINCREMENT,
    at    INTEGER NOT NULL,
    who   TEXT    NOT NULL,
    did   TEXT    NOT NULL,
    about TEXT    NOT NULL, -- the tenant
    what  TEXT    NOT NULL
) STRICT;
