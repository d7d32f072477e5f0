// Package changelog is the log of changes of resources: what was appended is
// durable, and every index follows it.
//
//	Append ──► stream (team, resource) ── slot 0 │ 0 1 2 3 …   offsets dense by slot
//	                                      slot 1 │ 0 1 2 …
//	                          Follower ──Read──► Applier (an index slice)
//
// A stream has a fixed number of slots; a key always falls into the same one,
// SlotOf. Invariants, held by every driver and proved by one suite
// (changelogtest): offsets of a slot are dense from 0 and become visible in
// their order; an Append that returned is durable and found by every later
// Read; one that failed may be found too, so appliers are idempotent by key.
//
// Drivers: Memory for tests and tools, Postgres for everything else. Entries
// are kept for good in this cut: nothing truncates a stream, and a changed
// schema replays it whole.
//
// It imports pgx and nothing of ours.
package changelog
