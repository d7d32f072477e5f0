-- +goose Up
-- Load tests and what came of them. The newest of a team are kept.
create table loadtests (
    id      text primary key, -- in addresses, not to be guessed
    seq     int8 generated always as identity,
    team    text not null references teams on delete cascade,
    at      timestamptz not null,
    scene   text not null,
    state   text not null check (state in ('running', 'done', 'aborted')),
    ends    timestamptz not null, -- a running one that nobody ended by then was lost with its instance
    summary jsonb not null,
    body    jsonb not null -- all of it
);
create index loadtests_by_team on loadtests (team, seq desc);

-- +goose Down
drop table loadtests;
