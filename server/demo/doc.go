// Package demo puts a project with its documents on a server when it starts, with
// a login and a token: that of `riffle up --demo`, examples/store as the team
// demo, or that of a folder, as a team of its name; and it makes the demo's
// traffic.
//
//	Content: Store, the demo's, or Folder
//	Setup:   team ► draft ► version ► documents through the change log ► HOME/demo.json
//	Traffic: people and queries by Zipf, arrivals by Poisson ──HTTP──► the public door
//
// Invariants: what is there already stays as it is, so a second start goes on
// where the first one ended, and a project that somebody changed is not put
// back; that of a folder follows the folder's changes, and only those. The traffic comes in by the same door as everybody's, with the demo's
// token; its arrivals do not wait for answers (open loop), but at most a bounded
// number of requests is under way, and what exceeds it is counted as dropped.
//
// It imports examples, server/api for forms and server/app for the nouns,
// engine/standin to read lines.
package demo
