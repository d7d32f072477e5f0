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
//
// Not here yet: the time of plans is not stretched by what requests take beyond
// their stages; what a module that is switched off would take of a pool is no claim
// on it, so a service that stays slow gets the share of users that its rungs find.
//
// Invariants: it imports the standard library, its own folders and internal/*
// only; time, chance, loads and the store of events are handed in, so the same
// inputs give the same decisions.
package degrade
