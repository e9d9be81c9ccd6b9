-- +goose Up

-- Titles and summaries in lower case: what a search looks through. Sessions that were
-- saved before have none until somebody searches.
CREATE TABLE texts (
    tenant  text COLLATE "C" NOT NULL,
    session bigint NOT NULL,
    scope   bigint NOT NULL,
    text    text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, session),
    FOREIGN KEY (tenant, session) REFERENCES sessions (tenant, n) ON DELETE CASCADE
);

ALTER TABLE texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE texts FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON texts USING (tenant = nullif(current_setting('app.tenant', true), ''));
