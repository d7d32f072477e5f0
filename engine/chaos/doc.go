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
// Chance has a seed; when things happen is the machine's. It imports engine and
// what belongs to it, engine/enginetest for the comparison, and is used by the
// command `riffle chaos` and its own test.
package chaos
