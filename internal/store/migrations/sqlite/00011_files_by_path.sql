-- +goose Up

PRAGMA user_version = 11;

-- Whether a conversation's file is another person's is asked by its path.
CREATE INDEX files_path ON files (path);
