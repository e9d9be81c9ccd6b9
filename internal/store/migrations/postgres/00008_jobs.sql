-- +goose Up

-- Work that waits is River's here, with its own migrations to version 8 (package
-- queue/river), which are made with this one.
SELECT 1;
