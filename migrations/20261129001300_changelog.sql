-- +goose Up
-- The change log: a stream a resource, cut into slots by key. The head row of a
-- slot gives out offsets and is locked until the commit, so that offsets are
-- dense and become visible in their order.
create table log_streams (
    id       int4 generated always as identity primary key,
    team     text not null,
    resource text not null,
    slots    int4 not null check (slots between 1 and 4096),
    unique (team, resource)
);

create table log_heads (
    stream int4 not null references log_streams on delete cascade,
    slot   int4 not null,
    next   int8 not null,
    primary key (stream, slot)
) with (fillfactor = 50);

create table log_entries (
    stream int4  not null,
    slot   int4  not null,
    off    int8  not null,
    key    text  not null,
    value  bytea,            -- the document's JSON; null: deleted
    at     timestamptz not null default now(),
    primary key (stream, slot, off)
);

-- How far a consumer is: the offset it reads next.
create table log_consumers (
    consumer text not null,
    stream   int4 not null references log_streams on delete cascade,
    slot     int4 not null,
    next     int8 not null,
    at       timestamptz not null default now(),
    primary key (consumer, stream, slot)
);

-- +goose Down
drop table log_consumers;
drop table log_entries;
drop table log_heads;
drop table log_streams;
