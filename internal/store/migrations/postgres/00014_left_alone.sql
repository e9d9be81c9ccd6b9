-- +goose Up

-- Conversations that worked in a repository that is opted out: their events tell no
-- folder, and are known by these ids alone.
CREATE TABLE left_alone (
    tenant       text COLLATE "C" NOT NULL,
    conversation text COLLATE "C" NOT NULL,
    person       text COLLATE "C" NOT NULL, -- '': whoever it is, as the key that told of it is nobody's
    file         bigint NOT NULL, -- a hash of the path of the file that told it
    pattern      text COLLATE "C" NOT NULL, -- of the opt-out
    generation   bigint NOT NULL, -- of that file
    source       bigint NOT NULL, -- where in it the piece began
    seen_at      bigint NOT NULL,
    PRIMARY KEY (tenant, conversation, person, file, pattern)
);
CREATE INDEX left_alone_file ON left_alone (tenant, person, file);
CREATE INDEX left_alone_seen ON left_alone (tenant, person, seen_at);

ALTER TABLE left_alone ENABLE ROW LEVEL SECURITY;
ALTER TABLE left_alone FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON left_alone USING (tenant = nullif(current_setting('app.tenant', true), ''));

-- Whether some of a file came with a key that is nobody's, so that its person is what
-- the sender calls them. Of what came before that was not noted.
ALTER TABLE files ADD COLUMN anyone boolean NOT NULL DEFAULT true;

-- A root holds for the folders of who told it; who told these is not known. They are of
-- all tenants, which the policy would hide from who owns the table.
ALTER TABLE roots NO FORCE ROW LEVEL SECURITY;
DELETE FROM roots WHERE person = '';
ALTER TABLE roots FORCE ROW LEVEL SECURITY;
