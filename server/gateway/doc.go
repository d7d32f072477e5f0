// Package gateway is the serving path: from a request to a scene to its answer,
// with everything counted on the way.
//
//	Serve ──► Programs (what is live) ──► limit ──► engine.Serve ──► ServeAnswer
//	              and its faults ───────────────────────┘     │
//	                                   stats.Scene ◄──────────┼──► Traces (tail sampled)
//
// Invariants: it needs no database. What is live, the resources and the faults
// come from memory, so scenes answer from the last good version while Postgres
// is away. An answer is counted once: a request that does not fit the scene
// says nothing about it and is not counted; one that is refused by the limit
// neither; nor is one that was late for a caller who waits less than the
// scene's deadline: that says nothing about the scene.
//
// It imports engine, dag, server/api for the forms of the doors, server/app for
// errors and server/stats. No gorm.
package gateway
