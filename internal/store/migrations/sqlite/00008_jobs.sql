-- +goose Up

PRAGMA user_version = 8;

-- Work that waits (package queue). Of a kind and key one job is alive.
CREATE TABLE jobs (
    n       INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,
    key     TEXT    NOT NULL,
    state   INTEGER NOT NULL, -- 0: waits, 1: runs, 2: dead
    due     INTEGER NOT NULL, -- of one that runs: when its lease ends
    again   INTEGER,          -- asked for while it runs: when that is due
    attempt INTEGER NOT NULL, -- how often it was begun
    claims  INTEGER NOT NULL, -- tells its worker from those before
    made_at INTEGER NOT NULL,
    reason  TEXT    NOT NULL  -- why it failed last
) STRICT;

CREATE UNIQUE INDEX jobs_live ON jobs (kind, key) WHERE state < 2;
CREATE INDEX jobs_due ON jobs (due) WHERE state < 2;
