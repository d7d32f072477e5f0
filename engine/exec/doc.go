// Package exec runs a graph: it starts a node when its last input is done,
// gives each its share of the time, keeps outcomes, and leaves by the deadline
// whatever a node does.
//
//	         ┌── cheap nodes: on the goroutine that finished their last input
//	ready ───┤
//	         └── heavy ones (they read an index): a goroutine each
//
// The goroutine of the request runs cheap nodes only, so it can always leave.
// A node whose time is up is abandoned: it is given its off-value or fallback,
// what follows goes on, and what it may still answer is dropped. Nodes write
// to batches of their own, so a late one can't corrupt anything; the state of
// a run goes back to the pool when its last straggler is out.
//
// Time: a graph has a budget B. A node that starts in time may run until
// B - min(B/4, max(B/16, depth × B/64)), depth being the number of nodes that
// follow (none: until B); its own timeout makes that shorter. A node that starts
// late still gets B/64, but never more than B. Cheap nodes are not measured by
// this: when B is over, what is cheap and has its inputs is still done within
// B/16, for timers come late; nothing heavy is started.
//
// One lock a run guards its states; it is never held while a node works.
package exec
