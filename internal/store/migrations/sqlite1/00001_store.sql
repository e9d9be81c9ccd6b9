-- +goose Up

-- The numbers in the header let a run see with one look whose file this is and
-- whether there is anything to migrate. 0x50524953 is "PRIS".
PRAGMA application_id = 1347570003;
PRAGMA user_version = 1;

-- A migration is made once, even where two processes begin it together: the
-- second cannot enter its number and is undone as a whole.
CREATE UNIQUE INDEX goose_db_version_once ON goose_db_version (version_id) WHERE version_id > 0;

-- Times are microseconds since 1970, UTC; 0001-01-01 stands for "no time". A doc
-- is the whole of what its row stands for, in the wire format of Protocol
-- Buffers with the field numbers of the engine's facts.go; the columns beside it
-- repeat what queries filter and sort by.

CREATE TABLE units (
    n              INTEGER PRIMARY KEY,
    id             TEXT    NOT NULL UNIQUE,
    agent          TEXT    NOT NULL,
    conversation   TEXT    NOT NULL,
    path           TEXT    NOT NULL, -- main transcript
    person         TEXT    NOT NULL,
    repo_key       TEXT    NOT NULL,
    repo_name      TEXT    NOT NULL,
    reader_version TEXT    NOT NULL,
    gone           INTEGER NOT NULL CHECK (gone IN (0, 1)),
    lines          INTEGER NOT NULL,
    bytes          INTEGER NOT NULL,
    doc            BLOB    NOT NULL, -- what was skipped, unknown or in trouble
    digest         BLOB    NOT NULL
) STRICT;

CREATE TABLE sources (
    path     TEXT    NOT NULL PRIMARY KEY, -- a file belongs to one unit
    unit     INTEGER NOT NULL REFERENCES units (n) ON DELETE CASCADE,
    size     INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sources_unit ON sources (unit);

-- Append-only: a newer row for the same key answers, the older ones stay.
CREATE TABLE verdicts (
    n             INTEGER PRIMARY KEY AUTOINCREMENT,
    composition   TEXT    NOT NULL,
    judge         TEXT    NOT NULL,
    judge_version TEXT    NOT NULL,
    judge_model   TEXT    NOT NULL,
    judged_at     INTEGER NOT NULL,
    judge_status  TEXT    NOT NULL,
    intent        TEXT    NOT NULL,
    goal_complete INTEGER NOT NULL CHECK (goal_complete IN (0, 1)),
    confidence    REAL    NOT NULL,
    session       TEXT    NOT NULL,
    files         BLOB    NOT NULL, -- a doc: the files it was said of
    doc           BLOB    NOT NULL
) STRICT;

CREATE INDEX verdicts_key ON verdicts (composition, judge, judge_version, n);

CREATE TABLE views (
    n           INTEGER PRIMARY KEY AUTOINCREMENT, -- the highest is the newest
    key         TEXT    NOT NULL UNIQUE,
    fingerprint TEXT    NOT NULL,
    stale       INTEGER NOT NULL CHECK (stale IN (0, 1)), -- something in it was forgotten
    saved_at    INTEGER NOT NULL,
    sessions    INTEGER NOT NULL,
    doc         BLOB    NOT NULL -- counts of the input, usage outside sessions
) STRICT;

CREATE TABLE sessions (
    n               INTEGER PRIMARY KEY, -- ascending in the order of the view
    view            INTEGER NOT NULL REFERENCES views (n) ON DELETE CASCADE,
    id              TEXT    NOT NULL,
    agent           TEXT    NOT NULL,
    person          TEXT    NOT NULL,
    repo_key        TEXT    NOT NULL,
    repo_name       TEXT    NOT NULL,
    branch          TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    started_at      INTEGER NOT NULL,
    ended_at        INTEGER NOT NULL,
    state           TEXT    NOT NULL,
    automated       INTEGER NOT NULL CHECK (automated IN (0, 1)),
    source_gone     INTEGER NOT NULL CHECK (source_gone IN (0, 1)),
    floor_passed    INTEGER NOT NULL CHECK (floor_passed IN (0, 1)),
    reworked        INTEGER NOT NULL CHECK (reworked IN (0, 1)),
    cost_usd        REAL,             -- NULL: a price is unknown
    tokens          INTEGER NOT NULL,
    code_language   TEXT    NOT NULL,
    prompt_language TEXT    NOT NULL,
    judge           TEXT    NOT NULL,
    judge_version   TEXT    NOT NULL,
    judge_status    TEXT    NOT NULL,
    intent          TEXT    NOT NULL,
    goal_complete   INTEGER NOT NULL CHECK (goal_complete IN (0, 1)),
    confidence      REAL    NOT NULL,
    doc             BLOB    NOT NULL
) STRICT;

CREATE INDEX sessions_view ON sessions (view);
CREATE INDEX sessions_id ON sessions (id);

CREATE TABLE aliases (
    alias   TEXT    NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    PRIMARY KEY (alias, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX aliases_session ON aliases (session);

-- What a person typed: the only thing here that files cannot rebuild.
CREATE TABLE titles (
    session  TEXT    NOT NULL PRIMARY KEY,
    title    TEXT    NOT NULL,
    typed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
