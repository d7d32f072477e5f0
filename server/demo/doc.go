// Package demo makes the demo of `riffle up --demo`: the team demo with the
// project examples/store, its documents, a login and a token, and traffic.
//
//	Setup:   team ► draft ► version ► documents through the change log ► HOME/demo.json
//	Traffic: people and queries by Zipf, arrivals by Poisson ──HTTP──► the public door
//
// Invariants: what is there already stays as it is, so a second start goes on
// where the first one ended, and a project that somebody changed is not put
// back. The traffic comes in by the same door as everybody's, with the demo's
// token; its arrivals do not wait for answers (open loop), but at most a bounded
// number of requests is under way, and what exceeds it is counted as dropped.
//
// It imports examples, server/api for forms and server/app for the nouns.
package demo
