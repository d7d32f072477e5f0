// Package postgres starts and keeps a private Postgres, so that nobody has to
// install or configure one, or passes on the address of one that exists.
//
//	Launch ─ find binaries ─ choose an account ─ reclaim what died ─ initdb ─ start ─ keep
//	          system, npm     mode.go             reclaim.go                    process  supervise.go
//
// Postgres refuses to run as root, and refuses data that belongs to another
// account, so who runs it is chosen once and recorded in the home:
//
//	who starts us, where the home is                      mode
//	an ordinary user                                      self: that user
//	root, in a folder of a user                           owner: that user
//	root, in a folder of root                             namespace: root, seen as another account
//	root, no user namespaces, all folders walkable        account: postgres or nobody
//	root, none of these                                   copy: as account, under /var/lib/riffle
//
// Invariants: the home's lock is held, so a postmaster found on its data is
// ours and may be stopped; the postmaster never outlives this process (parent
// death signal on Linux, a guard child elsewhere); it listens on 127.0.0.1 only,
// on a port and with a password of its own; address and data stay the same when
// it dies and is started again. Windows is not supported.
//
// It imports internal/home, internal/port, pgx and the standard library.
package postgres
