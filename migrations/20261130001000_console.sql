-- +goose Up
-- Single requests that somebody looked at. The newest of a team are kept.
create table runs (
    id       text primary key, -- in addresses, not to be guessed
    seq      int8 generated always as identity,
    team     text not null references teams on delete cascade,
    at       timestamptz not null,
    by       text not null,
    scene    text not null,
    pipeline text not null,
    summary  jsonb not null,
    body     jsonb not null -- all of it
);
create index runs_by_team on runs (team, seq desc);

-- How a person wants the console.
create table user_settings (
    user_id int8 primary key references users on delete cascade,
    value   jsonb not null
);

-- +goose Down
drop table user_settings;
drop table runs;
