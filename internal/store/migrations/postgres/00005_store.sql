-- +goose Up

-- The schema of SQLite at the same number (its files of before have no counterpart
-- here), with a tenant first in every key and index. Runs with the schema prism as the
-- search path.

-- A migration is made once, even where two processes begin it together.
CREATE UNIQUE INDEX goose_db_version_once ON goose_db_version (version_id) WHERE version_id > 0;

-- Times are microseconds since 1970, UTC; 0001-01-01 stands for "no time". A doc
-- is the whole of what its row stands for, as package store/codec writes it; the
-- columns beside it repeat what queries filter and sort by. Texts are compared by
-- their bytes, as Go does, whatever the database's own order is.

-- What one answer is about: after the tenant it comes first in every key.
CREATE TABLE scopes (
    tenant      text COLLATE "C" NOT NULL,
    n           bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,
    name        text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL,
    basis       text COLLATE "C" NOT NULL,
    is_default  boolean NOT NULL,
    whole       boolean NOT NULL, -- a state was saved, and nothing forgotten since
    used        bigint  NOT NULL, -- the highest is the latest
    saved_at    bigint  NOT NULL,
    doc         bytea   NOT NULL, -- counts of the input
    PRIMARY KEY (tenant, n),
    UNIQUE (tenant, name)
);

CREATE TABLE conversations (
    tenant    text COLLATE "C" NOT NULL,
    n         bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,
    scope     bigint  NOT NULL,
    id        text COLLATE "C" NOT NULL,
    agent     text COLLATE "C" NOT NULL,
    name      text COLLATE "C" NOT NULL, -- as the agent names it
    path      text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    repo_key  text COLLATE "C" NOT NULL,
    repo_name text COLLATE "C" NOT NULL,
    revision  text COLLATE "C" NOT NULL,
    reader    text COLLATE "C" NOT NULL,
    gone      boolean NOT NULL,
    dirty     boolean NOT NULL, -- to be linked
    doc       bytea   NOT NULL, -- files, and what was met while they were read
    was       bytea   NOT NULL, -- a doc: the marks it had since it was linked; empty: none
    PRIMARY KEY (tenant, n),
    UNIQUE (tenant, scope, id),
    FOREIGN KEY (tenant, scope) REFERENCES scopes (tenant, n) ON DELETE CASCADE
);

CREATE TABLE digests (
    tenant       text COLLATE "C" NOT NULL,
    conversation bigint NOT NULL,
    digest       bytea  NOT NULL,
    PRIMARY KEY (tenant, conversation),
    FOREIGN KEY (tenant, conversation) REFERENCES conversations (tenant, n) ON DELETE CASCADE
);

-- The index by which neighbours are found.
CREATE TABLE marks (
    tenant       text COLLATE "C" NOT NULL,
    scope        bigint   NOT NULL,
    kind         smallint NOT NULL,
    key          bigint   NOT NULL, -- 64 bits, the highest as the sign
    at           bigint   NOT NULL, -- nanoseconds since 1970
    conversation bigint   NOT NULL,
    PRIMARY KEY (tenant, scope, kind, key, at, conversation),
    FOREIGN KEY (tenant, conversation) REFERENCES conversations (tenant, n) ON DELETE CASCADE
);

CREATE INDEX marks_conversation ON marks (tenant, conversation);

-- Usage that belongs to no session.
CREATE TABLE outside (
    tenant       text COLLATE "C" NOT NULL,
    conversation bigint NOT NULL,
    scope        bigint NOT NULL,
    doc          bytea  NOT NULL,
    PRIMARY KEY (tenant, conversation),
    FOREIGN KEY (tenant, conversation) REFERENCES conversations (tenant, n) ON DELETE CASCADE
);

CREATE INDEX outside_scope ON outside (tenant, scope);

-- Append-only: a newer row for the same key answers, the older ones stay.
CREATE TABLE verdicts (
    tenant        text COLLATE "C" NOT NULL,
    n             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    composition   text COLLATE "C" NOT NULL,
    judge         text COLLATE "C" NOT NULL,
    judge_version text COLLATE "C" NOT NULL,
    session       text COLLATE "C" NOT NULL,
    files         bytea  NOT NULL, -- a doc: the files it was said of
    doc           bytea  NOT NULL,
    PRIMARY KEY (tenant, n)
);

CREATE INDEX verdicts_key ON verdicts (tenant, composition, judge, judge_version, n);
CREATE INDEX verdicts_session ON verdicts (tenant, session);

CREATE TABLE sessions (
    tenant     text COLLATE "C" NOT NULL,
    n          bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,
    scope      bigint  NOT NULL,
    id         text COLLATE "C" NOT NULL,
    started_at bigint  NOT NULL,
    ended_at   bigint  NOT NULL,
    bin        bigint  NOT NULL, -- the stretch of a fixed grid that holds it whole
    repo_key   text COLLATE "C" NOT NULL,
    repo_fold  text COLLATE "C" NOT NULL, -- its name, folded: compared in any case
    branch     text COLLATE "C" NOT NULL,
    model_low  text COLLATE "C" NOT NULL, -- in lower case
    code_fold  text COLLATE "C" NOT NULL,
    intent     text COLLATE "C" NOT NULL,
    state      text COLLATE "C" NOT NULL,
    out        text COLLATE "C" NOT NULL, -- why it is never counted; '': nothing says so
    automated  boolean NOT NULL,
    crushed    boolean NOT NULL, -- where it is counted
    tokens     bigint  NOT NULL,
    cost_usd   double precision NOT NULL, -- -1: a price is unknown
    confidence double precision NOT NULL,
    turns      bigint  NOT NULL,
    undone_by  bigint  NOT NULL, -- how many sessions its rework names
    verdict    bigint, -- its row among the verdicts; NULL: it stands in the document
    PRIMARY KEY (tenant, n),
    UNIQUE (tenant, scope, id),
    FOREIGN KEY (tenant, scope) REFERENCES scopes (tenant, n) ON DELETE CASCADE
);

CREATE INDEX sessions_ended ON sessions (tenant, scope, ended_at DESC, id);
CREATE INDEX sessions_repo ON sessions (tenant, scope, repo_key, bin);
CREATE INDEX sessions_tokens ON sessions (tenant, scope, tokens DESC, id);
CREATE INDEX sessions_cost ON sessions (tenant, scope, cost_usd DESC, id);
-- Few: those that wait for a verdict, or have one that nobody keeps.
CREATE INDEX sessions_unsaid ON sessions (tenant, scope) WHERE verdict IS NULL;

-- The documents lie apart, so that a scan of the columns does not read them.
CREATE TABLE documents (
    tenant  text COLLATE "C" NOT NULL,
    session bigint NOT NULL,
    doc     bytea  NOT NULL,
    PRIMARY KEY (tenant, session),
    FOREIGN KEY (tenant, session) REFERENCES sessions (tenant, n) ON DELETE CASCADE
);

-- Which conversations a session stands in.
CREATE TABLE members (
    tenant       text COLLATE "C" NOT NULL,
    conversation bigint NOT NULL,
    session      bigint NOT NULL,
    PRIMARY KEY (tenant, conversation, session),
    FOREIGN KEY (tenant, conversation) REFERENCES conversations (tenant, n) ON DELETE CASCADE,
    FOREIGN KEY (tenant, session) REFERENCES sessions (tenant, n) ON DELETE CASCADE
);

CREATE INDEX members_session ON members (tenant, session);

CREATE TABLE aliases (
    tenant  text COLLATE "C" NOT NULL,
    scope   bigint NOT NULL,
    alias   text COLLATE "C" NOT NULL,
    session bigint NOT NULL,
    PRIMARY KEY (tenant, scope, alias, session),
    FOREIGN KEY (tenant, session) REFERENCES sessions (tenant, n) ON DELETE CASCADE
);

CREATE INDEX aliases_session ON aliases (tenant, session);

-- What a score needs, packed by the day on which sessions ended. rows counts the
-- day's sessions, those that changed and are not packed yet included.
CREATE TABLE segments (
    tenant  text COLLATE "C" NOT NULL,
    scope   bigint  NOT NULL,
    day     bigint  NOT NULL, -- since 1970
    rows    integer NOT NULL,
    figures bytea   NOT NULL,
    PRIMARY KEY (tenant, scope, day),
    FOREIGN KEY (tenant, scope) REFERENCES scopes (tenant, n) ON DELETE CASCADE
);

-- Figures that are still to be packed.
CREATE TABLE pending (
    tenant  text COLLATE "C" NOT NULL,
    scope   bigint NOT NULL,
    day     bigint NOT NULL,
    session bigint NOT NULL,
    figure  bytea, -- NULL: the session is not of this day any more
    PRIMARY KEY (tenant, scope, day, session),
    FOREIGN KEY (tenant, scope) REFERENCES scopes (tenant, n) ON DELETE CASCADE
);

-- The names that figures have numbers of.
CREATE TABLE names (
    tenant text COLLATE "C" NOT NULL,
    scope  bigint NOT NULL,
    n      bigint NOT NULL,
    text   text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, scope, n),
    UNIQUE (tenant, scope, text),
    FOREIGN KEY (tenant, scope) REFERENCES scopes (tenant, n) ON DELETE CASCADE
);

-- What models answered, so that nobody pays twice. The question's id follows from all
-- that makes it.
CREATE TABLE answers (
    tenant   text COLLATE "C" NOT NULL,
    question text COLLATE "C" NOT NULL,
    kept_at  bigint   NOT NULL,
    form     smallint NOT NULL, -- of the document
    doc      bytea    NOT NULL,
    PRIMARY KEY (tenant, question)
);

-- Batches that were sent and whose answers have not all been taken in.
CREATE TABLE batches (
    tenant       text COLLATE "C" NOT NULL,
    id           text COLLATE "C" NOT NULL, -- as the provider names it
    judge        text COLLATE "C" NOT NULL,
    submitted_at bigint NOT NULL,
    PRIMARY KEY (tenant, id)
);

-- What a person typed.
CREATE TABLE titles (
    tenant   text COLLATE "C" NOT NULL,
    session  text COLLATE "C" NOT NULL,
    title    text COLLATE "C" NOT NULL,
    typed_at bigint NOT NULL,
    PRIMARY KEY (tenant, session)
);

CREATE TABLE labels (
    tenant        text COLLATE "C" NOT NULL,
    session       text COLLATE "C" NOT NULL,
    goal_complete boolean NOT NULL,
    note          text COLLATE "C" NOT NULL,
    typed_at      bigint  NOT NULL,
    PRIMARY KEY (tenant, session)
);

-- How often something was forgotten: a run that began before the last time may hold
-- it, and keeps nothing more.
CREATE TABLE forgettings (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    n      bigint NOT NULL
);

-- The second lock: a row is there for its tenant only, also for the tables' owner.
-- A setting that was made for a transaction is '' after it, hence nullif.
-- +goose StatementBegin
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['scopes', 'conversations', 'digests', 'marks', 'outside', 'verdicts', 'sessions', 'documents', 'members', 'aliases',
        'segments', 'pending', 'names', 'answers', 'batches', 'titles', 'labels', 'forgettings']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (tenant = nullif(current_setting(''app.tenant'', true), ''''))', name);
    END LOOP;
END
$$;
-- +goose StatementEnd
