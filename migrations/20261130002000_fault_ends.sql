-- +goose Up
-- Whether the event that a drill ended is written: one instance does it.
alter table faults add column told bool not null default false;
update faults set told = true where until <= now();
create index faults_to_tell on faults (until) where not told;

-- +goose Down
drop index faults_to_tell;
alter table faults drop column told;
