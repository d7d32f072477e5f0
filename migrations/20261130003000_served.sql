-- +goose Up
-- Since when a version that was made live serves. Whoever adds the row writes
-- the event: one instance does.
create table served (
    activation int8 primary key references activations (seq) on delete cascade,
    at         timestamptz not null
);
insert into served (activation, at) select seq, at from activations;

-- +goose Down
drop table served;
