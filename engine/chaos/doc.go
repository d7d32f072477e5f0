// Package chaos serves requests while what they ask does what it does on its
// worst days, and looks whether every answer is right or says truly what it
// lacks.
//
//	saturation ─► load at a share of it ─► what is left behind ─► the oracle
//	 all well       weather over services, a store and drills        engine/ref
//
// The services and the store are real ones on this machine's loopback. They hang,
// crawl, fail, cut connections, answer garbage, other types and a million rows,
// each by a weather of its own (weather.go). A well answer is a function of the
// question (truth.go), so the reference interpreter can be asked the same: with
// the failures that the engine's outcomes tell it must give the same items, and
// each told failure must have happened (check.go).
//
// The project (project.go) has scenes of both kinds: those that can do without
// what fails, by optional nodes and fallbacks, and those that need all they ask. Of
// each is told how many answers were whole, partial or the fallback's, and what
// kept the others from one (result.go).
//
// Looking at answers is work that would make others late, so requests are asked
// in rounds, and looked at between them (load.go). A timer beside, the canary,
// tells what the machine does to who has nothing to do (canary.go): the latest
// answers are told with how long it was held up beside each, and what their nodes
// did last (late.go; `riffle chaos --worst 20`).
//
// Chance has a seed; when things happen is the machine's. It imports engine and
// what belongs to it, engine/enginetest for the comparison, and is used by the
// command `riffle chaos` and its own test.
package chaos
