-- +goose Up

-- What holds for all of a tenant (tenant.Policy).
ALTER TABLE accounts
    ADD COLUMN content_days     bigint  NOT NULL DEFAULT 0,
    ADD COLUMN facts_days       bigint  NOT NULL DEFAULT 0,
    ADD COLUMN provider         text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN model            text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN day_budget       bigint  NOT NULL DEFAULT 0, -- millionths of a dollar
    ADD COLUMN month_budget     bigint  NOT NULL DEFAULT 0,
    ADD COLUMN prompts_visible  boolean NOT NULL DEFAULT false,
    ADD COLUMN group_minimum    bigint  NOT NULL DEFAULT 0,
    ADD COLUMN delete_opted_out boolean NOT NULL DEFAULT false;

-- What may come with a key in a minute; 0: anything.
ALTER TABLE keys
    ADD COLUMN requests bigint NOT NULL DEFAULT 0,
    ADD COLUMN bytes    bigint NOT NULL DEFAULT 0;

ALTER TABLE audit ADD COLUMN person text COLLATE "C" NOT NULL DEFAULT ''; -- whom it is about

CREATE TABLE people (
    tenant     text COLLATE "C" NOT NULL,
    account    text COLLATE "C" NOT NULL, -- the tenant that knows them
    name       text COLLATE "C" NOT NULL,
    role       text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (tenant, account, name)
);

CREATE TABLE group_people (
    tenant  text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    team    text COLLATE "C" NOT NULL, -- the group's name
    person  text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, account, team, person)
);

CREATE TABLE opt_outs (
    tenant   text COLLATE "C" NOT NULL,
    account  text COLLATE "C" NOT NULL,
    subject  text COLLATE "C" NOT NULL,
    pattern  text COLLATE "C" NOT NULL,
    since_at bigint NOT NULL,
    PRIMARY KEY (tenant, account, subject, pattern)
);

-- A file whose parts were let go of: it is known, so that nobody sends it again.
ALTER TABLE files ADD COLUMN let_go boolean NOT NULL DEFAULT false;

-- Who told a root, so that it goes with them; '': told before that was noted.
ALTER TABLE roots ADD COLUMN person text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE roots ALTER COLUMN person DROP DEFAULT, DROP CONSTRAINT roots_pkey, ADD PRIMARY KEY (tenant, person, dir);

-- +goose StatementBegin
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['people', 'group_people', 'opt_outs']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (tenant = nullif(current_setting(''app.tenant'', true), ''''))', name);
    END LOOP;
END
$$;
-- +goose StatementEnd
