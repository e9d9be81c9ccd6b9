-- +goose Up

PRAGMA user_version = 5;

-- How often something was forgotten: a run that began before the last time may hold
-- it, and keeps nothing more. What it was is not said: that would be a trace of it.
CREATE TABLE forgettings (
    n INTEGER NOT NULL
) STRICT;

INSERT INTO forgettings (n) VALUES (0);
