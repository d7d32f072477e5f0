// Package home is the folder in which one Riffle instance keeps what must
// outlive it: the private Postgres, secrets, recorded choices.
//
//	~/.riffle/            0700 (0711 when Postgres runs under another account)
//	  lock                flock held for as long as the instance lives
//	  demo.json           0600, written by the server
//	  postgres/           see internal/postgres
//
// Invariants: one instance a folder (flock, so a killed instance never leaves
// the folder locked); every file is replaced by rename and is 0600; whatever
// root writes in a user's folder belongs to that user.
//
// It imports the standard library and golang.org/x/sys/unix only.
package home
