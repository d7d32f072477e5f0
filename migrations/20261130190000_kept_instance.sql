-- +goose Up
-- Whose run it is: when an instance reports no more (limit_reports), what ran on it
-- ended with it. Empty: of before there was this column, or not of an instance.
alter table loadtests add column instance text not null default '';
alter table gains add column instance text not null default '';

-- +goose Down
alter table gains drop column instance;
alter table loadtests drop column instance;
