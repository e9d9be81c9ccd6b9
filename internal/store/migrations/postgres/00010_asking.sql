-- +goose Up

-- What a model's judge has cost a tenant, and what may be under way, by day ("2026-11-23")
-- and month ("2026-11"), in millionths of a dollar.
CREATE TABLE spent (
    tenant text COLLATE "C" NOT NULL,
    period text COLLATE "C" NOT NULL,
    micro  bigint NOT NULL,
    PRIMARY KEY (tenant, period)
);

-- Questions that a process asks just now. One whose time is over is anybody's.
CREATE TABLE asked (
    tenant   text COLLATE "C" NOT NULL,
    question text COLLATE "C" NOT NULL,
    holder   text COLLATE "C" NOT NULL,
    until    bigint NOT NULL,
    PRIMARY KEY (tenant, question)
);

-- +goose StatementBegin
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['spent', 'asked']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (tenant = nullif(current_setting(''app.tenant'', true), ''''))', name);
    END LOOP;
END
$$;
-- +goose StatementEnd
