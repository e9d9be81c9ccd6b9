-- +goose Up

PRAGMA user_version = 10;

-- What a model's judge has cost a tenant, and what may be under way, by day ("2026-11-23")
-- and month ("2026-11"), in millionths of a dollar.
CREATE TABLE spent (
    period TEXT    NOT NULL PRIMARY KEY,
    micro  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Questions that a process asks just now. One whose time is over is anybody's.
CREATE TABLE asked (
    question TEXT    NOT NULL PRIMARY KEY,
    holder   TEXT    NOT NULL,
    until    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
