// Package loads runs load tests on this instance: one at a time, whoever asks.
//
//	app ──Start──► Runner ──► loadtest.Run ──► Serve (the gateway, without its doors)
//	                  │ ▲ once a second
//	       live topic ◄─┘ └─ Finish (server/store)
//
// Invariants: at most one runs; it ends by itself, when it is aborted and when
// the instance stops, and is kept every time; what a client reads of a running
// one comes from memory.
//
// It imports engine/loadtest, engine/askers, dag, server/api for the payloads
// and server/app.
package loads
