// Package exec runs a graph: it starts a node when its last input is done,
// gives each its share of the time, keeps outcomes, and leaves by the deadline
// whatever a node does.
//
//	         ┌── cheap: whoever finished their last input, mostly the request's own
//	         │   goroutine; an aide where what is ready is worth it and a processor idle
//	ready ───┼── heavy ones that work (they read an index): as many helpers as it is
//	         │   worth, each with a slot; light ones the request's goroutine too (own.go)
//	         ├── those that wait for something else: a goroutine each, no slot
//	         ├── if, choose: wake the nodes of a branch, wait for its result
//	         └── loop, each, recur: a goroutine that drives a run of the body
//
// The goroutine of the request runs cheap nodes, and of the heavy ones those that
// only read an index, were light so far and have the time to be ten times as slow
// (own.go), so it can always leave. Of a last run (last.go), a fallback's, it
// reads indexes where that is brief.
// docs/design/0013-scheduler.md says what was weighed, and which test shows what.
// A node whose time is up is abandoned, but for a brief one that nobody has begun:
// it is given its off-value or fallback, what follows goes on, and what it may
// still answer is dropped. Nodes write to batches of their own, so a late one
// can't corrupt anything; the state of a run goes back to the pool when its last
// straggler is out.
//
// Time: a graph has a budget B. A node that starts in time may run until
// B - min(B/4, max(B/16, depth × B/64)), depth being the number of nodes that
// follow (none: until B); its own timeout makes that shorter. A node that starts
// late still gets B/64, but never more than B. Cheap nodes are not measured by
// this: when B is over, what is cheap and has its inputs is still done within
// B/16, for timers come late; nothing heavy is started. A body has the time its
// node has left.
//
// Branches (branch.go): a choose goes down from the planned arm. An arm that is
// given up stops what only it wanted; what the next one wants too goes on.
//
// Bodies (body.go): a run of a body is a run like any other, of a plan compiled
// once. It holds a reference to the run around it, so that is not used again
// before the last straggler within is out. Bodies share the request's views,
// moment, faults, steps and the list of spans, which is bounded. A loop that is
// optional and runs out of time keeps what its last whole turn gave; where a
// turn fails it gives its first values.
//
// Tries (tries.go, cache.go): a node is retried within its time, and not when
// what it was asked would not be taken the next time either; hedged, the second
// attempt has a copy of the call and a reference to the run. Cached answers hold
// for one node, one key and the views they were made from.
//
// After the answer (after.go): the run goes on with the nodes that come behind,
// in a second phase, if its owner says so. Who failed before stays failed.
//
// A run that fails for a node it needs ends at once: what others were told by
// then is all that is told of them, a fallback under way included.
//
// Help (help.go, cost.go): a plan measures its nodes. Another goroutine is asked
// where what is ready took more than 20 µs; heavy nodes that take less are left
// to one, for 200 µs at most.
//
// Slots (slots.go): who works holds one of as many slots as there are
// processors. A goroutine that waits gives it back; that of an abandoned node has
// it taken away. Lanes, one a scene, have the same time by weight where slots are
// scarce. Light nodes need none (light.go), and some more are lent to runs that
// have nobody at work. When the budget is over nobody waits for a turn.
//
// Sharing (share.go): a node whose answer another computes too waits for that
// one; where it has none, the node runs by itself.
//
// Soft joins (soft.go): a choice may say how long a join waits; plans made under
// load do.
//
// One lock a run guards its states; it is held while a node works only where
// nobody else knows of the run. Where
// several are held, the order is: the request's run, its spans, a body's run.
package exec
