// Package degrade holds the statistics from which a serving process decides
// what it can afford: meters, windows, rings and intervals. It knows nothing of
// search and may be used by any Go program.
//
//	request ──Add──► Meter (only grows) ──Close(now)──► Window ──Put──► Ring
//	                       └── any number of Readers, each with its own step
//
// A Meter is never reset: a window is the difference of two readings, so a
// request recorded while a window closes is counted in exactly one of them.
// Recording takes no lock and allocates nothing.
//
// This cut holds meters, windows, rings, the latency histogram and the Wilson
// interval. The budget, the optimiser and the controller are not here yet.
//
// Invariants: it imports the standard library and internal/* only; the time is
// always handed in, never read.
package degrade
