// Package pgtest gives tests a real Postgres: one cluster a test process, in
// memory where there is room, and a fresh migrated database by
//
//	dsn := pgtest.Database(t)      // schema applied
//	dsn := pgtest.Empty(t)         // no schema
//	own := pgtest.Alone(t)         // a cluster of the test's own, to stop and start
//
// A package that uses it should have
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//
// so that the cluster is removed at the end. Without that it is stopped by the
// kernel when the process ends, and its files are swept by the next run.
//
// A database costs some 25 ms in memory and 170 ms on a disk: take one a test
// that listens or migrates, else one a package with a team for each scenario.
// RIFFLE_POSTGRES says which Postgres, as for riffle up; a URL makes the
// databases on that server.
//
// It imports internal/home, internal/postgres and migrations.
package pgtest
