// Package circuit stops asking what is down: one Circuit stands before each
// service, function by URL and store.
//
//	        failures proven above Share            wait is over
//	closed ─────────────────────────────► open ──────────────────► half-open
//	  ▲                                    ▲ wait doubles   no answer │ │ one call asks
//	  │                                    └──────────────────────────┘ │
//	  └─────────────────────────────────────────── it answered ─────────┘
//
// What is proven is the lower Wilson bound of the failures among the calls of
// the last Span, Least at least: without data nothing is unhealthy. While open,
// calls fail at once; when the wait is over a single one is let through, and
// what it brings decides. Its fellows fail at once until then.
//
// A call that was given up counts only where it had waited for twice what good
// answers take: who gives 2 ms to a service that needs 20 proves nothing about
// it. What the callee never saw, or refused because of what was sent, does not
// count either.
//
// What lives in this process has no circuit: an index or a script that fails is
// at fault in the program, not away. A drill stands before the call and opens
// none, so that it shows the same for as long as it lasts.
//
// It imports engine/degrade for the bound. Time comes from its user. A Circuit
// may be used from any number of goroutines.
package circuit
