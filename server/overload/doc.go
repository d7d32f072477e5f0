// Package overload keeps what every scene of this instance gives up under load:
// it has engine/degrade decide, hands the gateway what was decided, and tells and
// steers it for the doors.
//
//	programs ──enlist──► adapt.Scene ──► degrade.Controller ◄── Tick, 10 a second
//	                                        │        │             CPU of the process
//	gateway ── Begin ─► Asked.Admit ◄───────┘        ├──► api.Degradation, events
//	           End ◄──────────────── trace.Record    └──► Store (Postgres), when it is there
//
// A request that was decided to be served comes through the queue of
// engine/limit, where its scene acts; who is not let in is refused, and its work
// taken back. How long the caller waits and how urgent it is come with the
// context (internal/hop), where what others are told is left.
//
// A scene is enlisted beside requests: until its plans are made it is served in
// full. What an operator says holds in memory at once and is written down when
// the database takes it; so are changes of state. The loop never waits for it.
//
// What nodes cost is told by requests that had hardly anybody beside them (crowd),
// the rest of what the process used is what requests cost outside of nodes, and
// refusals (overhead). What others stole of the CPU is what its threads waited for it
// (delays), as far as others had it (neighbours).
//
// Where whoever asks would be refused, he is before what he asks is read (Closed).
//
// It imports engine (adapt, degrade), dag, server/api for the forms of the doors
// and server/app. No gorm.
package overload
