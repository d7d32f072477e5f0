-- +goose Up
-- What a version imports of other projects, as it was when it was published:
-- [{team, project, version, names}].
alter table versions add column imports jsonb not null default '[]';

-- Which teams may import what a team published. The importer need not exist:
-- who asks for a team by this table must not learn whether it does.
create table importers (
    team     text not null references teams on delete cascade,
    importer text not null,
    primary key (team, importer)
);

-- +goose Down
drop table importers;
alter table versions drop column imports;
