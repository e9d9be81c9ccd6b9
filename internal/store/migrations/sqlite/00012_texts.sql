-- +goose Up

PRAGMA user_version = 12;

-- Titles and summaries in lower case: what a search looks through. Sessions that were
-- saved before have none until somebody searches.
CREATE TABLE texts (
    session INTEGER PRIMARY KEY REFERENCES sessions (n) ON DELETE CASCADE,
    scope   INTEGER NOT NULL,
    text    TEXT    NOT NULL
) STRICT;
