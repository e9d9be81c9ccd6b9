-- +goose Up

PRAGMA user_version = 2;

-- What models answered, so that nobody pays twice: not a killed run, not a batch
-- whose answers come tomorrow. The question's id follows from all that makes it.
CREATE TABLE answers (
    question TEXT    NOT NULL PRIMARY KEY,
    kept_at  INTEGER NOT NULL,
    doc      BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

-- Batches that were sent and whose answers have not all been taken in.
CREATE TABLE batches (
    id           TEXT    NOT NULL PRIMARY KEY, -- as the provider names it
    judge        TEXT    NOT NULL,
    submitted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a person said of a session's verdict: like titles, files cannot rebuild it.
CREATE TABLE labels (
    session       TEXT    NOT NULL PRIMARY KEY,
    goal_complete INTEGER NOT NULL CHECK (goal_complete IN (0, 1)),
    note          TEXT    NOT NULL,
    typed_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
