-- +goose Up

PRAGMA user_version = 3;

-- What was linked is made again; what people typed and what models answered stays.
DROP TABLE aliases;
DROP TABLE sessions;
DROP TABLE views;

-- What was read of transcripts that are gone meanwhile cannot be made again: the
-- first update of the default folders takes it from here.
ALTER TABLE units RENAME TO old_units;
ALTER TABLE sources RENAME TO old_sources;

-- Verdicts were found by another composition and have the older form of documents:
-- kept untouched, as some were paid for.
DROP INDEX verdicts_key;
ALTER TABLE verdicts RENAME TO old_verdicts;

-- Documents of answers kept so far have an older form.
ALTER TABLE answers ADD COLUMN form INTEGER NOT NULL DEFAULT 1;

-- Times are microseconds since 1970, UTC; 0001-01-01 stands for "no time". A doc
-- is the whole of what its row stands for, as package store/codec writes it; the
-- columns beside it repeat what queries filter and sort by.

-- What one answer is about: it comes first in every key.
CREATE TABLE scopes (
    n           INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL UNIQUE,
    fingerprint TEXT    NOT NULL,
    basis       TEXT    NOT NULL,
    is_default  INTEGER NOT NULL CHECK (is_default IN (0, 1)),
    whole       INTEGER NOT NULL CHECK (whole IN (0, 1)), -- a state was saved, and nothing forgotten since
    used        INTEGER NOT NULL,                         -- the highest is the latest
    saved_at    INTEGER NOT NULL,
    doc         BLOB    NOT NULL                          -- counts of the input
) STRICT;

CREATE TABLE conversations (
    n         INTEGER PRIMARY KEY,
    scope     INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    id        TEXT    NOT NULL,
    agent     TEXT    NOT NULL,
    name      TEXT    NOT NULL, -- as the agent names it
    path      TEXT    NOT NULL,
    person    TEXT    NOT NULL,
    repo_key  TEXT    NOT NULL,
    repo_name TEXT    NOT NULL,
    revision  TEXT    NOT NULL,
    reader    TEXT    NOT NULL,
    gone      INTEGER NOT NULL CHECK (gone IN (0, 1)),
    dirty     INTEGER NOT NULL CHECK (dirty IN (0, 1)), -- to be linked
    doc       BLOB    NOT NULL,                         -- files, and what was met while they were read
    was       BLOB    NOT NULL,                         -- a doc: the marks it had since it was linked; empty: none
    UNIQUE (scope, id)
) STRICT;

CREATE TABLE digests (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (n) ON DELETE CASCADE,
    digest       BLOB    NOT NULL
) STRICT;

-- The index by which neighbours are found.
CREATE TABLE marks (
    scope        INTEGER NOT NULL,
    kind         INTEGER NOT NULL,
    key          INTEGER NOT NULL, -- 64 bits, the highest as the sign
    at           INTEGER NOT NULL, -- nanoseconds since 1970
    conversation INTEGER NOT NULL REFERENCES conversations (n) ON DELETE CASCADE,
    PRIMARY KEY (scope, kind, key, at, conversation)
) STRICT, WITHOUT ROWID;

CREATE INDEX marks_conversation ON marks (conversation);

-- Usage that belongs to no session.
CREATE TABLE outside (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (n) ON DELETE CASCADE,
    scope        INTEGER NOT NULL,
    doc          BLOB    NOT NULL
) STRICT;

CREATE INDEX outside_scope ON outside (scope);

-- Append-only: a newer row for the same key answers, the older ones stay.
CREATE TABLE verdicts (
    n             INTEGER PRIMARY KEY AUTOINCREMENT,
    composition   TEXT    NOT NULL,
    judge         TEXT    NOT NULL,
    judge_version TEXT    NOT NULL,
    session       TEXT    NOT NULL,
    files         BLOB    NOT NULL, -- a doc: the files it was said of
    doc           BLOB    NOT NULL
) STRICT;

CREATE INDEX verdicts_key ON verdicts (composition, judge, judge_version, n);
CREATE INDEX verdicts_session ON verdicts (session);

CREATE TABLE sessions (
    n          INTEGER PRIMARY KEY,
    scope      INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    id         TEXT    NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    bin        INTEGER NOT NULL, -- the stretch of a fixed grid that holds it whole
    repo_key   TEXT    NOT NULL,
    repo_fold  TEXT    NOT NULL, -- its name, folded: compared in any case
    branch     TEXT    NOT NULL,
    model_low  TEXT    NOT NULL, -- in lower case
    code_fold  TEXT    NOT NULL,
    intent     TEXT    NOT NULL,
    state      TEXT    NOT NULL,
    out        TEXT    NOT NULL, -- why it is never counted; '': nothing says so
    automated  INTEGER NOT NULL CHECK (automated IN (0, 1)),
    crushed    INTEGER NOT NULL CHECK (crushed IN (0, 1)), -- where it is counted
    tokens     INTEGER NOT NULL,
    cost_usd   REAL    NOT NULL, -- -1: a price is unknown
    confidence REAL    NOT NULL,
    turns      INTEGER NOT NULL,
    undone_by  INTEGER NOT NULL, -- how many sessions its rework names
    verdict    INTEGER, -- its row among the verdicts; NULL: it stands in the document
    UNIQUE (scope, id)
) STRICT;

CREATE INDEX sessions_ended ON sessions (scope, ended_at DESC, id);
CREATE INDEX sessions_repo ON sessions (scope, repo_key, bin);
-- Few: those that wait for a verdict, or have one that nobody keeps.
CREATE INDEX sessions_unsaid ON sessions (scope) WHERE verdict IS NULL;

-- The documents lie apart, so that a scan of the columns does not read them.
CREATE TABLE documents (
    session INTEGER PRIMARY KEY REFERENCES sessions (n) ON DELETE CASCADE,
    doc     BLOB    NOT NULL
) STRICT;

-- Which conversations a session stands in.
CREATE TABLE members (
    conversation INTEGER NOT NULL REFERENCES conversations (n) ON DELETE CASCADE,
    session      INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    PRIMARY KEY (conversation, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_session ON members (session);

CREATE TABLE aliases (
    scope   INTEGER NOT NULL,
    alias   TEXT    NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    PRIMARY KEY (scope, alias, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX aliases_session ON aliases (session);

-- What a score needs, packed by the day on which sessions ended. rows counts the
-- day's sessions, those that changed and are not packed yet included.
CREATE TABLE segments (
    scope   INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    day     INTEGER NOT NULL, -- since 1970
    rows    INTEGER NOT NULL,
    figures BLOB    NOT NULL,
    PRIMARY KEY (scope, day)
) STRICT;

-- Figures that are still to be packed.
CREATE TABLE pending (
    scope   INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    day     INTEGER NOT NULL,
    session INTEGER NOT NULL,
    figure  BLOB, -- NULL: the session is not of this day any more
    PRIMARY KEY (scope, day, session)
) STRICT, WITHOUT ROWID;

-- The names that figures have numbers of.
CREATE TABLE names (
    scope INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    n     INTEGER NOT NULL,
    text  TEXT    NOT NULL,
    PRIMARY KEY (scope, n),
    UNIQUE (scope, text)
) STRICT, WITHOUT ROWID;
