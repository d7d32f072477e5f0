-- +goose Up
-- What arrives at each instance, so that they divide limits among them: one row an
-- instance, written twice a second. Lost with a crash of the server, and nobody
-- misses it.
create unlogged table limit_reports (
    instance text primary key,
    at       timestamptz not null,
    arrived  jsonb not null
) with (fillfactor = 50);

-- +goose Down
drop table limit_reports;
