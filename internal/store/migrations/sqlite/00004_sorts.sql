-- +goose Up

PRAGMA user_version = 4;

-- A list by tokens or cost asks for the first few of perhaps a million.
CREATE INDEX sessions_tokens ON sessions (scope, tokens DESC, id);
CREATE INDEX sessions_cost ON sessions (scope, cost_usd DESC, id);
