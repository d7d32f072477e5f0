-- +goose Up
-- Who changed what. Written in the transaction of the change.
create table audit (
    id         int8 generated always as identity primary key,
    team       text not null, -- '' for what is of no team
    at         timestamptz not null default now(),
    actor      text not null,
    action     text not null,
    object     text not null,
    before     jsonb,
    after      jsonb,
    request_id text not null
);
create index audit_by_team on audit (team, id desc);

-- What happened, for the boards. seq is the moment in microseconds, one more
-- where that is taken: it orders events of several instances, also those that
-- were noted while the database was away.
create table events (
    seq      int8 primary key,
    team     text not null,
    at       timestamptz not null default now(),
    kind     text not null,
    scene    text not null default '',
    resource text not null default '',
    message  text not null,
    severity text not null check (severity in ('info', 'warning', 'error'))
);
create index events_by_team on events (team, seq desc);

-- Drills. An ended one is kept: until is then the moment it ended.
create table faults (
    id         int8 generated always as identity primary key,
    team       text not null references teams on delete cascade,
    target     text not null check (target in ('resource', 'node')),
    name       text not null,
    scene      text not null default '',
    kind       text not null check (kind in ('delay', 'error', 'hang')),
    delay_ms   int4 not null default 0,
    share      float8 not null default 1 check (share between 0 and 1),
    until      timestamptz not null,
    created_by text not null,
    created_at timestamptz not null default now()
);
create index faults_by_end on faults (until);

-- Values an instance keeps, such as the demo's rate; '' is of no team.
create table settings (
    team  text not null,
    name  text not null,
    value jsonb not null,
    primary key (team, name)
);

-- +goose Down
drop table settings;
drop table faults;
drop table events;
drop table audit;
