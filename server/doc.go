// Package server puts the parts together: Run takes a database's address and
// serves until its context ends. wire.go is the one place where siblings meet;
// what one needs of another it says in an interface of its own, and the
// adapters stand here.
//
//	pgxpool ─┬─ store ── app ──────────────┐
//	         ├─ changelog ── catalog ──────┼── api ── http
//	         └─ stats ── gateway, live ────┘
package server
