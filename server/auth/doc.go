// Package auth answers who asks: passwords (argon2id), sessions in a cookie,
// API tokens by Authorization: Bearer, and what a foreign page must not be
// able to send with our cookie.
//
// Invariants: secrets are 256 random bits, shown once and kept as SHA-256, a
// password as argon2id; nothing of them is logged. Whatever cannot be settled
// is refused. Principals are remembered: fresh for Fresh, and while the
// database is away for Stale longer, so that serving goes on; an ended token
// lives at most as long on other instances.
//
// It imports server/app; Source, implemented by server/store, is where
// accounts are kept.
package auth
