// Package share divides written limits among the instances that serve them.
//
//	report of each instance ──► Table.Part(limit, me, now) ──► Rate.Hold(part)
//	(arrivals a second by limit, when)
//
// An instance has a part of a limit as large as its part of what arrives, beside
// a tenth of the limit that is divided evenly, so that one to which nobody came
// yet can answer the first who does. An instance that has said nothing for Lost is
// counted no more, and the others have its part.
//
// Invariants: with the same reports and the same moment the parts of the live
// instances sum to 1 and none is below Even/n. It imports the standard library
// only; the moment is handed in, by the clock that the reports are stamped by.
package share
