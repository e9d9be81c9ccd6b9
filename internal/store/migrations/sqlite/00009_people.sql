-- +goose Up

PRAGMA user_version = 9;

-- What holds for all of a tenant (tenant.Policy).
ALTER TABLE accounts ADD COLUMN content_days     INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN facts_days       INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN provider         TEXT    NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN model            TEXT    NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN day_budget       INTEGER NOT NULL DEFAULT 0; -- millionths of a dollar
ALTER TABLE accounts ADD COLUMN month_budget     INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN prompts_visible  INTEGER NOT NULL DEFAULT 0 CHECK (prompts_visible IN (0, 1));
ALTER TABLE accounts ADD COLUMN group_minimum    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN delete_opted_out INTEGER NOT NULL DEFAULT 0 CHECK (delete_opted_out IN (0, 1));

-- What may come with a key in a minute; 0: anything.
ALTER TABLE keys ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE keys ADD COLUMN bytes    INTEGER NOT NULL DEFAULT 0;

ALTER TABLE audit ADD COLUMN person TEXT NOT NULL DEFAULT ''; -- whom it is about

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

-- A file whose parts were let go of: it is known, so that nobody sends it again.
ALTER TABLE files ADD COLUMN let_go INTEGER NOT NULL DEFAULT 0 CHECK (let_go IN (0, 1));

-- Who told a root, so that it goes with them; '': told before that was noted.
ALTER TABLE roots RENAME TO old_roots;
CREATE TABLE roots (
    person TEXT NOT NULL,
    dir    TEXT NOT NULL,
    root   TEXT NOT NULL,
    PRIMARY KEY (person, dir)
) STRICT, WITHOUT ROWID;
INSERT INTO roots (person, dir, root) SELECT '', dir, root FROM old_roots;
DROP TABLE old_roots;
