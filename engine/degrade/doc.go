// Package degrade decides what a serving process can afford: which modules of a
// request run, in which variant, for which users, so that under load everybody
// is answered in time with the most that the machine can give. It knows nothing
// of search and may be used by any Go program (examples/degrade is one).
//
//	Decide ──► table ◄── publish ◄── fill ◄── divide ◄── capacity, forecast
//	  │                    ▲                    ▲
//	request            machine ◄── causes    plans ◄── solve ◄── costs, times
//	  │                    ▲                                        ▲
//	Done, Module ──────► meters ────────────────────────────────────┘
//
// Deciding and observing take no lock and allocate nothing: they read one table
// by one pointer and add to counters. Everything else happens in Tick, ten times
// a second. A Meter is never reset: a window is the difference of two readings,
// so a request recorded while a window closes is counted in exactly one of them.
// A tick goes through all keys, so it looks at what changes in every tick only, and
// that stands side by side (endings.go); a table is stored anew only where a plan of
// it changes (table.go), and of a lineup a tick passes over many steps at once.
//
// What stands where:
//
//   - users: hash places each by a salt of the scene and the hour; a tier's share on
//     the deeper of its two plans is those below a cut, so the sets are nested and
//     nobody is thrown to and fro (decide.go)
//   - soft modules are waited for until their plan's Recall; what one is worth counts
//     by the chance that it is there by then (hull.go, arrival.go)
//   - a pool plans for a share of its capacity, and, while somebody has less and
//     there is time left, for slowly more: the edge of a machine is seen there only
//     (pool.go); few arrivals raise the forecast by what they prove (few.go)
//   - Gate.Closed tells whether whoever asks is refused, before it is known who he is
//     (closed.go)
//   - a Cause is why a module is off other than for the budget: such a one comes
//     back by a probe of few users and rungs, each with proof (cause.go, machine.go)
//   - hands: Watch decides and changes nothing, Override forces, holds or freezes
//     until its end, a day at most, under a name (override.go)
//   - Status, Modules and Levels tell what is, Events what was, Explain what would be
//     at another rate; Events go to a Store by Flush, which nothing waits for
//
// Not here yet: the time of plans is not stretched by what requests take beyond
// their stages; what a module that is switched off would take of a pool is no claim
// on it, so a service that stays slow gets the share of users that its rungs find.
//
// Invariants: it imports the standard library, its own folders and internal/*
// only; time, chance, loads and the store of events are handed in, so the same
// inputs give the same decisions.
package degrade
