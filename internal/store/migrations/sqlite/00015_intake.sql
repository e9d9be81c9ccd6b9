-- +goose Up

PRAGMA user_version = 15;

-- How often content was written to, and how often it had been when last something else
-- happened to it than that files came or grew: then an update looks at all of them.
CREATE TABLE intake (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    n         INTEGER NOT NULL,
    whole_at  INTEGER NOT NULL
) STRICT;
INSERT INTO intake (one, n, whole_at) VALUES (1, 1, 1);

-- At which of these a file last grew, and at which it came.
ALTER TABLE files ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN born INTEGER NOT NULL DEFAULT 0;
CREATE INDEX files_changed ON files (changed);

-- How far a scope has looked at it; 0: not known.
ALTER TABLE scopes ADD COLUMN intake INTEGER NOT NULL DEFAULT 0;
