// Package limit keeps written limits and stands before the machine.
//
//	request ──► Rate, Keyed: so many a second ──► Lane.Enter ──► machine ──► Queue.Leave
//	                 429, when again                │ waits, is let in by weight,
//	                                                └ or refused: it would be late
//
// A Rate is a token bucket that holds a quarter of a second's worth, one at
// least. Keyed holds one for each key that is in use: a bucket that is full again
// says nothing and is forgotten, and there are MaxKeys at most: beyond that the
// oldest of a few goes, which then begins full.
//
// A Queue bounds the CPU demand under way, each request counting by what its
// plan costs: at most 1.6 times what the machine does in the time that requests
// stay. What does not fit waits in a line of its scene, class and tier.
//
//	next     scenes and their tiers have the machine by weight, a class sixteen,
//	         four or one times as much, so nobody starves
//	held     a class below the best that is asked, while there is hardly any time
//	         left: it has room for a request or two, for a quarter of its time
//	order    first come, first served; the newest first while the oldest is past
//	         half of its deadline
//	refused  at once, who would wait longer than is left of his deadline: the
//	         worst cohort of the line, so what is refused nests as load grows
//
// Invariants: who fits while nobody waits goes in without a lock or an
// allocation; a place is told once what became of it, under the lock; what is
// under way exceeds the room only for those that are never refused, and for one
// that is larger than all the room, alone.
//
// Of a limit that several instances serve each holds a part: Hold says which, and
// the folder share divides.
//
// It imports the standard library only; the moment is handed in, but who waits is
// woken by a timer.
package limit
