// Package loads runs what takes a while on this instance: load tests, and
// measurements of gains; one of each at a time, whoever asks.
//
//	app ──Start────► Runner ───► loadtest.Run ──► Serve (the gateway, without its doors)
//	                    │ ▲ once a second
//	         live topic ◄─┘ └─ Finish (server/store)
//	app ──Measure──► Measurer ─► gain.Measure over the live version ─► Finish
//
// Invariants: at most one of each runs; it ends by itself, when it is aborted and
// when the instance stops, and is kept every time; what a client reads of a
// running one comes from memory. Measuring does nothing after an answer and counts
// as no traffic.
//
// It imports engine, engine/loadtest, engine/gain, engine/askers, dag, server/api
// for the payloads and server/app.
package loads
