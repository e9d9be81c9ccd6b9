-- +goose Up

-- What senders have, as files of lines that only grow (package content).
CREATE TABLE files (
    tenant      text COLLATE "C" NOT NULL,
    n           bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
    person      text COLLATE "C" NOT NULL,
    path        text COLLATE "C" NOT NULL,
    kind        smallint NOT NULL,
    generation  bigint   NOT NULL, -- -1: nothing of it was taken yet
    source      bigint   NOT NULL, -- bytes of the sender's file that are here
    size        bigint   NOT NULL, -- bytes that are kept, without the tail
    parts       bigint   NOT NULL, -- the number of the next part
    revision    bigint   NOT NULL, -- grows with every change
    modified_at bigint   NOT NULL,
    seen_at     bigint   NOT NULL, -- when something of it came last
    tail        bytea    NOT NULL, -- of a last line without its end
    PRIMARY KEY (tenant, n),
    UNIQUE (tenant, person, path)
);

CREATE TABLE parts (
    tenant text COLLATE "C" NOT NULL,
    file   bigint   NOT NULL,
    n      bigint   NOT NULL,
    codec  smallint NOT NULL, -- 0: as it is, 1: zstd
    size   bigint   NOT NULL, -- bytes of data, as they are read
    data   bytea    NOT NULL,
    PRIMARY KEY (tenant, file, n),
    FOREIGN KEY (tenant, file) REFERENCES files (tenant, n) ON DELETE CASCADE
);

-- What is compressed already is not compressed again.
ALTER TABLE parts ALTER COLUMN data SET STORAGE EXTERNAL;

-- The git roots of folders, on the machines of those who sent their transcripts.
CREATE TABLE roots (
    tenant text COLLATE "C" NOT NULL,
    dir    text COLLATE "C" NOT NULL,
    root   text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, dir)
);

-- +goose StatementBegin
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['files', 'parts', 'roots']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (tenant = nullif(current_setting(''app.tenant'', true), ''''))', name);
    END LOOP;
END
$$;
-- +goose StatementEnd
