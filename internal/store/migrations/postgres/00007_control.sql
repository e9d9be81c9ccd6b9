-- +goose Up

-- Who may do what on a server (package tenant). These tables are filled in the store
-- that the server was given, for all its tenants.
CREATE TABLE accounts ( -- of tenants
    tenant     text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    created_at bigint  NOT NULL,
    facts_only boolean NOT NULL, -- takes no transcripts
    PRIMARY KEY (tenant, name)
);

CREATE TABLE keys (
    tenant     text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL, -- its visible part
    hash       text COLLATE "C" NOT NULL, -- of the whole
    opens      text COLLATE "C" NOT NULL, -- the tenant
    person     text COLLATE "C" NOT NULL,
    role       text COLLATE "C" NOT NULL,
    scopes     text COLLATE "C" NOT NULL, -- with commas between
    name       text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint NOT NULL,
    PRIMARY KEY (tenant, id)
);

CREATE TABLE audit (
    tenant text COLLATE "C" NOT NULL,
    n      bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    at     bigint NOT NULL,
    who    text COLLATE "C" NOT NULL,
    did    text COLLATE "C" NOT NULL,
    about  text COLLATE "C" NOT NULL, -- the tenant
    what   text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, n)
);

-- +goose StatementBegin
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['accounts', 'keys', 'audit']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (tenant = nullif(current_setting(''app.tenant'', true), ''''))', name);
    END LOOP;
END
$$;
-- +goose StatementEnd
