// Package migrations holds the schema: timestamped SQL files, up and down,
// embedded in the binary and applied by goose.
//
//	20260102030405_teams.sql     -- +goose Up / -- +goose Down
//
// A file that has been released is not edited again; a change is a new file.
// The package imports goose and pgx and nothing of ours, so that the test
// helper of internal/postgres may use it.
package migrations
