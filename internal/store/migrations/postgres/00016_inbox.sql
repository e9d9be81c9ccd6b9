-- +goose Up

-- Events as they came, those of one transaction in one row, until somebody asks for the
-- files that they belong to: many small ones come, and are looked at together.
CREATE TABLE inbox (
    tenant text COLLATE "C" NOT NULL,
    n      bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
    at     bigint   NOT NULL, -- when they came
    codec  smallint NOT NULL, -- as of parts
    size   bigint   NOT NULL, -- bytes of data, as they are read
    data   bytea    NOT NULL,
    PRIMARY KEY (tenant, n)
);
ALTER TABLE inbox ALTER COLUMN data SET STORAGE EXTERNAL;
-- Rows come and go: space is taken back by their number, not by their part.
ALTER TABLE inbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON inbox USING (tenant = nullif(current_setting('app.tenant', true), ''));
