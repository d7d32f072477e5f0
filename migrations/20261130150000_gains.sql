-- +goose Up
-- Measurements of gains and what came of them. The newest of a team are kept.
create table gains (
    id      text primary key, -- in addresses, not to be guessed
    seq     int8 generated always as identity,
    team    text not null references teams on delete cascade,
    at      timestamptz not null,
    scene   text not null,
    state   text not null check (state in ('running', 'done', 'aborted', 'failed')),
    ends    timestamptz not null, -- a running one that nobody ended by then was lost with its instance
    summary jsonb not null,
    body    jsonb not null -- all of it
);
create index gains_by_team on gains (team, seq desc);

-- +goose Down
drop table gains;
