-- +goose Up

PRAGMA user_version = 17;

-- A list by how probable it is that sessions landed asks for the first few of perhaps a
-- million.
CREATE INDEX sessions_confidence ON sessions (scope, confidence DESC, id);

-- In which versions judges spoke is asked over all verdicts: a few steps of an index.
CREATE INDEX verdicts_judge ON verdicts (judge, judge_version, n);

-- What a search looks through, packed by day beside the figures: a hundred rows are read
-- in the time of a few. A day that has no row here is made ready by the first search.
DROP TABLE texts;
CREATE TABLE texts (
    scope INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    day   INTEGER NOT NULL, -- as of segments
    texts BLOB    NOT NULL,
    PRIMARY KEY (scope, day)
) STRICT;
ALTER TABLE pending ADD COLUMN text BLOB; -- NULL: it is not known, or the session goes
