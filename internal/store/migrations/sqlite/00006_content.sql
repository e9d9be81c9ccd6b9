-- +goose Up

PRAGMA user_version = 6;

-- What senders have, as files of lines that only grow (package content).
CREATE TABLE files (
    n           INTEGER PRIMARY KEY AUTOINCREMENT,
    person      TEXT    NOT NULL,
    path        TEXT    NOT NULL,
    kind        INTEGER NOT NULL,
    generation  INTEGER NOT NULL, -- -1: nothing of it was taken yet
    source      INTEGER NOT NULL, -- bytes of the sender's file that are here
    size        INTEGER NOT NULL, -- bytes that are kept, without the tail
    parts       INTEGER NOT NULL, -- the number of the next part
    revision    INTEGER NOT NULL, -- grows with every change
    modified_at INTEGER NOT NULL,
    seen_at     INTEGER NOT NULL, -- when something of it came last
    tail        BLOB    NOT NULL, -- of a last line without its end
    UNIQUE (person, path)
) STRICT;

CREATE TABLE parts (
    file  INTEGER NOT NULL REFERENCES files (n) ON DELETE CASCADE,
    n     INTEGER NOT NULL,
    codec INTEGER NOT NULL, -- 0: as it is, 1: zstd
    size  INTEGER NOT NULL, -- bytes of data, as they are read
    data  BLOB    NOT NULL,
    PRIMARY KEY (file, n)
) STRICT;

-- The git roots of folders, on the machines of those who sent their transcripts.
CREATE TABLE roots (
    dir  TEXT NOT NULL PRIMARY KEY,
    root TEXT NOT NULL
) STRICT, WITHOUT ROWID;
