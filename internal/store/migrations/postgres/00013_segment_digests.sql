-- +goose Up

-- What a day's figures are, as a number: who remembers what they came to sees by it that
-- they are the same, without reading them. 0: not known.
ALTER TABLE segments ADD COLUMN digest bigint NOT NULL DEFAULT 0;
