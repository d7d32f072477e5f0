// Package simulate runs the policies of overload against each other under a
// virtual clock: the controller of engine/degrade, the very code that serves,
// and the methods it is compared with.
//
//	arrivals (open loop) ──► policy.Decide ──► recall: remote waits side by side
//	                              │                │ until the plan's deadline
//	                           refused         stages: CPU, processor sharing
//	                                               │ of so many cores
//	                          policy.Done ◄── answer, or deadline: CPU was wasted
//
// What is modelled: a machine of c cores that all requests under way share
// evenly (each at most one core), noise in every CPU demand, a latency
// distribution for every recall, requests that are given up at their deadline,
// clients that never back off, a meter of CPU that is read late and, where a
// scenario says so, that a request costs more on a machine that does nothing else
// (caches are cold, threads have to be woken), that threads which wait for each
// other look as if they were robbed, and that a collector takes a part of the machine
// and all that is idle. A policy
// sees what a process sees: arrivals, ends, CPU used; true costs, capacities and
// gains it does not.
//
// The yardstick is the best that could be done with the true costs, gains,
// arrivals and capacity of every tick known beforehand, and every core busy.
//
// Deterministic: the same scenario and seed give the same numbers. It imports
// the standard library and engine/degrade.
package simulate
