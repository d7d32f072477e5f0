// Package store keeps the nouns of server/app in Postgres. gorm lives here and
// nowhere else; its rows do not leave the package. One file a noun, named as
// in app.
//
// Invariants: every write of a noun and its audit row are one transaction; a
// listing costs a fixed number of statements, however long it is; every call
// ends within Within, and a database that cannot be reached is an app.Error of
// Unavailable. The schema is migrations/, nothing is migrated from here.
package store
