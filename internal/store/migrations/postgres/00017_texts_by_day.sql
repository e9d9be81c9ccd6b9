-- +goose Up

-- A list by how probable it is that sessions landed asks for the first few of perhaps a
-- million.
CREATE INDEX sessions_confidence ON sessions (tenant, scope, confidence DESC, id);

-- In which versions judges spoke is asked over all verdicts: a few steps of an index.
CREATE INDEX verdicts_judge ON verdicts (tenant, judge, judge_version, n);

-- What a search looks through, packed by day beside the figures: a hundred rows are read
-- in the time of a few. A day that has no row here is made ready by the first search.
DROP TABLE texts;
CREATE TABLE texts (
    tenant text COLLATE "C" NOT NULL,
    scope  bigint NOT NULL,
    day    bigint NOT NULL, -- as of segments
    texts  bytea  NOT NULL,
    PRIMARY KEY (tenant, scope, day),
    FOREIGN KEY (tenant, scope) REFERENCES scopes (tenant, n) ON DELETE CASCADE
);
-- Each search unpacks all of them, where they are packed.
ALTER TABLE texts ALTER COLUMN texts SET STORAGE EXTERNAL;
ALTER TABLE pending ADD COLUMN text bytea; -- NULL: it is not known, or the session goes

ALTER TABLE texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE texts FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON texts USING (tenant = nullif(current_setting('app.tenant', true), ''));
