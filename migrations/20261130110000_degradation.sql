-- +goose Up
-- Changes of what scenes give up. seq is the moment in microseconds, one more
-- where that is taken.
create table degradation_events (
    seq       int8 primary key,
    team      text not null,
    scene     text not null,
    at        timestamptz not null,
    from_state text not null,
    to_state   text not null,
    why       text not null,
    by_whom   text not null default '',
    rate      float8 not null,
    budget    float8 not null,
    need      float8 not null,
    full_share float8 not null,
    late_low  float8 not null,
    late_high float8 not null,
    plan      text not null
);
create index degradation_events_by_scene on degradation_events (team, scene, seq desc);
create index degradation_events_by_moment on degradation_events (at);

-- What operators say of scenes; one that has ended is deleted.
create table degradation_overrides (
    team    text not null references teams on delete cascade,
    scene   text not null,
    action  text not null check (action in ('watch', 'act', 'hold', 'force', 'freeze')),
    reason  text not null,
    by_whom text not null,
    at      timestamptz not null,
    until   timestamptz not null,
    whole   bool not null default false,
    level   int4 not null default 0,
    off     jsonb not null default '[]',
    primary key (team, scene)
);

-- +goose Down
drop table degradation_overrides;
drop table degradation_events;
