-- +goose Up
-- One project a team. live points at the version that serves; the history of
-- what was live when is activations, which is only appended to.
create table projects (
    team   text primary key references teams on delete cascade,
    newest int8 not null default 0, -- number of the newest version
    live   int8                     -- number of the version that serves
);

create table files (
    team       text not null references teams on delete cascade,
    path       text not null,
    body       text not null,
    tag        text not null, -- strong ETag of body
    rev        int8 not null,
    updated_at timestamptz not null default now(),
    updated_by text not null,
    primary key (team, path)
);

create table versions (
    team       text not null references teams on delete cascade,
    number     int8 not null,
    hash       text not null,
    note       text not null,
    author     text not null,
    created_at timestamptz not null default now(),
    files      jsonb not null, -- [{path, text}], by path
    primary key (team, number)
);

create table activations (
    seq     int8 generated always as identity primary key,
    team    text not null,
    version int8 not null,
    actor   text not null,
    note    text not null,
    at      timestamptz not null default now(),
    foreign key (team, version) references versions (team, number) on delete cascade
);
create index activations_by_team on activations (team, seq desc);

-- +goose StatementBegin
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% rows are immutable', tg_table_name;
end $$;
-- +goose StatementEnd
create trigger versions_are_immutable before update on versions for each row execute function refuse_change();
create trigger activations_are_immutable before update on activations for each row execute function refuse_change();

-- +goose Down
drop table activations;
drop table versions;
drop function refuse_change();
drop table files;
drop table projects;
