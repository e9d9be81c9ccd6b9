-- +goose Up

PRAGMA user_version = 16;

-- Events as they came, those of one transaction in one row, until somebody asks for the
-- files that they belong to: many small ones come, and are looked at together.
CREATE TABLE inbox (
    n     INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL, -- when they came
    codec INTEGER NOT NULL, -- as of parts
    size  INTEGER NOT NULL, -- bytes of data, as they are read
    data  BLOB    NOT NULL
) STRICT;
