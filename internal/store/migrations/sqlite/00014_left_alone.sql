-- +goose Up

PRAGMA user_version = 14;

-- Conversations that worked in a repository that is opted out: their events tell no
-- folder, and are known by these ids alone.
CREATE TABLE left_alone (
    conversation TEXT    NOT NULL,
    person       TEXT    NOT NULL, -- '': whoever it is, as the key that told of it is nobody's
    file         INTEGER NOT NULL, -- a hash of the path of the file that told it
    pattern      TEXT    NOT NULL, -- of the opt-out
    generation   INTEGER NOT NULL, -- of that file
    source       INTEGER NOT NULL, -- where in it the piece began
    seen_at      INTEGER NOT NULL,
    PRIMARY KEY (conversation, person, file, pattern)
) STRICT, WITHOUT ROWID;
CREATE INDEX left_alone_file ON left_alone (person, file);
CREATE INDEX left_alone_seen ON left_alone (person, seen_at);

-- Whether some of a file came with a key that is nobody's, so that its person is what
-- the sender calls them. Of what came before that was not noted.
ALTER TABLE files ADD COLUMN anyone INTEGER NOT NULL DEFAULT 1 CHECK (anyone IN (0, 1));

-- A root holds for the folders of who told it; who told these is not known.
DELETE FROM roots WHERE person = '';
