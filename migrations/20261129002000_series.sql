-- +goose Up
-- Windows of each scene in rings by age: 1 s for 1 h, 10 s for 24 h, 1 min for
-- 30 days. Names are not keys of other tables: history outlives what it is of,
-- and a batch never fails for a team that went meanwhile.
create table series (
    team     text   not null,
    scene    text   not null,
    step     int8   not null check (step in (1, 10, 60)), -- seconds
    at       int8   not null,                             -- Unix seconds of the start
    n        int8   not null,
    timeouts int8   not null,
    errors   int8   not null,
    degraded int8   not null,
    p50_us   int8   not null,
    p99_us   int8   not null,
    primary key (team, scene, step, at)
);
create index series_by_age on series (step, at);

-- +goose Down
drop table series;
