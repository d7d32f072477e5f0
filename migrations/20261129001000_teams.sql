-- +goose Up
create table users (
    id            int8 generated always as identity primary key,
    login         text not null unique,
    name          text not null,
    password_hash text not null,
    admin         bool not null default false, -- may make teams
    created_at    timestamptz not null default now()
);

-- A team's name is its key: it stands in addresses and is never changed.
create table teams (
    name       text primary key,
    title      text not null,
    created_at timestamptz not null default now()
);

create table memberships (
    team       text not null references teams on delete cascade,
    user_id    int8 not null references users on delete cascade,
    role       text not null check (role in ('viewer', 'editor', 'owner')),
    created_at timestamptz not null default now(),
    primary key (team, user_id)
);
create index memberships_by_user on memberships (user_id);

create table sessions (
    hash       bytea primary key, -- of the secret in the cookie
    user_id    int8 not null references users on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table tokens (
    id         int8 generated always as identity primary key,
    team       text not null references teams on delete cascade,
    user_id    int8 not null references users on delete cascade,
    name       text not null,
    hash       bytea not null unique,
    role       text not null check (role in ('viewer', 'editor', 'owner')),
    scopes     text[] not null default '{}', -- none: all that the role allows
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used  timestamptz,
    unique (team, name)
);
create index tokens_by_user on tokens (user_id);

-- +goose Down
drop table tokens;
drop table sessions;
drop table memberships;
drop table teams;
drop table users;
