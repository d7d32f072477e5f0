// Package loadtest sends requests at a chosen pace and judges what came back. It
// knows nothing of scenes or servers: a Target answers, a Source says what is
// asked, and both are the caller's.
//
//	Profile ──► shape ──► arrivals (when) ─┐
//	Source ────────────────────────────────┴─► senders ──► Target
//	                                              │
//	                        Report ◄── tally ◄────┘ ──► Tick, once a second
//
// Invariants:
//   - In an open loop arrivals do not wait for answers, and a latency counts from
//     the moment the request was meant to be sent. Whoever is slow cannot hide it
//     by keeping the sender busy (coordinated omission: G. Tene, "How NOT to
//     Measure Latency").
//   - What the generator itself was late by is measured apart. A run whose 99th
//     percentile of it is above MaxLag says nothing and is void.
//   - Everything is bounded: rate, length, connections, points, names.
//   - The same seed gives the same arrivals.
//
// Requests in an open loop that find no free connection wait for one, which
// counts as latency; more than MaxWaiting of them are given up as unsent, which
// counts as lost.
//
// Pacing is ours and not that of github.com/tsenart/vegeta (v12.13): its latency
// counts from the send, not from the moment that was meant; a pacer cannot be
// told of a lag; and it brings a monitoring server and a name server's client
// into the build.
//
// It imports engine/degrade, for Wilson's interval, and nothing else of ours.
package loadtest
