-- +goose Up

-- How often content was written to, and how often it had been when last something else
-- happened to it than that files came or grew: then an update looks at all of them. Who
-- writes holds the row until it commits, so that the numbers are in the order of commits.
CREATE TABLE intake (
    tenant    text COLLATE "C" NOT NULL,
    one       bigint NOT NULL CHECK (one = 1),
    n         bigint NOT NULL,
    whole_at  bigint NOT NULL,
    PRIMARY KEY (tenant, one)
);
ALTER TABLE intake ENABLE ROW LEVEL SECURITY;
ALTER TABLE intake FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON intake USING (tenant = nullif(current_setting('app.tenant', true), ''));

-- At which of these a file last grew, and at which it came.
ALTER TABLE files ADD COLUMN changed bigint NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN born bigint NOT NULL DEFAULT 0;
CREATE INDEX files_changed ON files (tenant, changed);

-- How far a scope has looked at it; 0: not known.
ALTER TABLE scopes ADD COLUMN intake bigint NOT NULL DEFAULT 0;
