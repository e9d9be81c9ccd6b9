-- Made of the migrations by: go test ./internal/store/sqlite -run Schema -update
PRAGMA application_id = 1347570003;
PRAGMA user_version = 17;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
CREATE UNIQUE INDEX goose_db_version_once ON goose_db_version (version_id) WHERE version_id > 0;
CREATE TABLE "old_units" (
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
CREATE TABLE "old_sources" (
    path     TEXT    NOT NULL PRIMARY KEY, -- a file belongs to one unit
    unit     INTEGER NOT NULL REFERENCES "old_units" (n) ON DELETE CASCADE,
    size     INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_unit ON "old_sources" (unit);
CREATE TABLE "old_verdicts" (
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
CREATE TABLE titles (
    session  TEXT    NOT NULL PRIMARY KEY,
    title    TEXT    NOT NULL,
    typed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE answers (
    question TEXT    NOT NULL PRIMARY KEY,
    kept_at  INTEGER NOT NULL,
    doc      BLOB    NOT NULL
, form INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
CREATE TABLE batches (
    id           TEXT    NOT NULL PRIMARY KEY, -- as the provider names it
    judge        TEXT    NOT NULL,
    submitted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE labels (
    session       TEXT    NOT NULL PRIMARY KEY,
    goal_complete INTEGER NOT NULL CHECK (goal_complete IN (0, 1)),
    note          TEXT    NOT NULL,
    typed_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
, intake INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE TABLE marks (
    scope        INTEGER NOT NULL,
    kind         INTEGER NOT NULL,
    key          INTEGER NOT NULL, -- 64 bits, the highest as the sign
    at           INTEGER NOT NULL, -- nanoseconds since 1970
    conversation INTEGER NOT NULL REFERENCES conversations (n) ON DELETE CASCADE,
    PRIMARY KEY (scope, kind, key, at, conversation)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_conversation ON marks (conversation);
CREATE TABLE outside (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (n) ON DELETE CASCADE,
    scope        INTEGER NOT NULL,
    doc          BLOB    NOT NULL
) STRICT;
CREATE INDEX outside_scope ON outside (scope);
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
CREATE INDEX sessions_unsaid ON sessions (scope) WHERE verdict IS NULL;
CREATE TABLE documents (
    session INTEGER PRIMARY KEY REFERENCES sessions (n) ON DELETE CASCADE,
    doc     BLOB    NOT NULL
) STRICT;
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
CREATE TABLE pending (
    scope   INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    day     INTEGER NOT NULL,
    session INTEGER NOT NULL,
    figure  BLOB, text BLOB, -- NULL: the session is not of this day any more
    PRIMARY KEY (scope, day, session)
) STRICT, WITHOUT ROWID;
CREATE TABLE names (
    scope INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    n     INTEGER NOT NULL,
    text  TEXT    NOT NULL,
    PRIMARY KEY (scope, n),
    UNIQUE (scope, text)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_tokens ON sessions (scope, tokens DESC, id);
CREATE INDEX sessions_cost ON sessions (scope, cost_usd DESC, id);
CREATE TABLE forgettings (
    n INTEGER NOT NULL
) STRICT;
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
    tail        BLOB    NOT NULL, let_go INTEGER NOT NULL DEFAULT 0 CHECK (let_go IN (0, 1)), anyone INTEGER NOT NULL DEFAULT 1 CHECK (anyone IN (0, 1)), changed INTEGER NOT NULL DEFAULT 0, born INTEGER NOT NULL DEFAULT 0, -- of a last line without its end
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
CREATE TABLE accounts ( -- of tenants
    name       TEXT    NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    facts_only INTEGER NOT NULL CHECK (facts_only IN (0, 1)) -- takes no transcripts
, content_days     INTEGER NOT NULL DEFAULT 0, facts_days       INTEGER NOT NULL DEFAULT 0, provider         TEXT    NOT NULL DEFAULT '', model            TEXT    NOT NULL DEFAULT '', day_budget       INTEGER NOT NULL DEFAULT 0, month_budget     INTEGER NOT NULL DEFAULT 0, prompts_visible  INTEGER NOT NULL DEFAULT 0 CHECK (prompts_visible IN (0, 1)), group_minimum    INTEGER NOT NULL DEFAULT 0, delete_opted_out INTEGER NOT NULL DEFAULT 0 CHECK (delete_opted_out IN (0, 1))) STRICT, WITHOUT ROWID;
CREATE TABLE keys (
    id         TEXT    NOT NULL PRIMARY KEY, -- its visible part
    hash       TEXT    NOT NULL, -- of the whole
    opens      TEXT    NOT NULL, -- the tenant
    person     TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    scopes     TEXT    NOT NULL, -- with commas between
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER NOT NULL
, requests INTEGER NOT NULL DEFAULT 0, bytes    INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE audit (
    n     INTEGER PRIMARY KEY AUTOINCREMENT,
    at    INTEGER NOT NULL,
    who   TEXT    NOT NULL,
    did   TEXT    NOT NULL,
    about TEXT    NOT NULL, -- the tenant
    what  TEXT    NOT NULL
, person TEXT NOT NULL DEFAULT '') STRICT;
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
CREATE TABLE people (
    account    TEXT    NOT NULL, -- the tenant that knows them
    name       TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE group_people (
    account TEXT NOT NULL,
    team    TEXT NOT NULL, -- the group's name
    person  TEXT NOT NULL,
    PRIMARY KEY (account, team, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE opt_outs (
    account  TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    pattern  TEXT    NOT NULL,
    since_at INTEGER NOT NULL,
    PRIMARY KEY (account, subject, pattern)
) STRICT, WITHOUT ROWID;
CREATE TABLE roots (
    person TEXT NOT NULL,
    dir    TEXT NOT NULL,
    root   TEXT NOT NULL,
    PRIMARY KEY (person, dir)
) STRICT, WITHOUT ROWID;
CREATE TABLE spent (
    period TEXT    NOT NULL PRIMARY KEY,
    micro  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE asked (
    question TEXT    NOT NULL PRIMARY KEY,
    holder   TEXT    NOT NULL,
    until    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX files_path ON files (path);
CREATE TABLE "segments" (
    scope   INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    day     INTEGER NOT NULL, -- since 1970
    rows    INTEGER NOT NULL,
    digest  INTEGER NOT NULL,
    figures BLOB    NOT NULL,
    PRIMARY KEY (scope, day)
) STRICT;
CREATE TABLE left_alone (
    conversation TEXT    NOT NULL,
    person       TEXT    NOT NULL, -- '': whoever it is, as the key that told of it is nobody's
    file         INTEGER NOT NULL, -- a hash of the path of the file that told it
    pattern      TEXT    NOT NULL, -- of the opt-out
    generation   INTEGER NOT NULL, -- of that file
    source       INTEGER NOT NULL, -- where in it the piece began
    seen_at      INTEGER NOT NULL,
    PRIMARY KEY (conversation, person, file, pattern)
) STRICT, WITHOUT ROWID;
CREATE INDEX left_alone_file ON left_alone (person, file);
CREATE INDEX left_alone_seen ON left_alone (person, seen_at);
CREATE TABLE intake (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    n         INTEGER NOT NULL,
    whole_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX files_changed ON files (changed);
CREATE TABLE inbox (
    n     INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL, -- when they came
    codec INTEGER NOT NULL, -- as of parts
    size  INTEGER NOT NULL, -- bytes of data, as they are read
    data  BLOB    NOT NULL
) STRICT;
CREATE INDEX sessions_confidence ON sessions (scope, confidence DESC, id);
CREATE INDEX verdicts_judge ON verdicts (judge, judge_version, n);
CREATE TABLE texts (
    scope INTEGER NOT NULL REFERENCES scopes (n) ON DELETE CASCADE,
    day   INTEGER NOT NULL, -- as of segments
    texts BLOB    NOT NULL,
    PRIMARY KEY (scope, day)
) STRICT;
INSERT INTO forgettings VALUES (0);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (1, 0, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (2, 1, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (3, 2, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (4, 3, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (5, 4, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (6, 5, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (7, 6, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (8, 7, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (9, 8, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (10, 9, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (11, 10, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (12, 11, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (13, 12, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (14, 13, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (15, 14, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (16, 15, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (17, 16, 1);
INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (18, 17, 1);
INSERT INTO intake VALUES (1, 1, 1);
