// Package stats counts what every scene and node does, second by second, and
// keeps the series.
//
//	gateway ──Observe──► Scene ── Node…        meters: no lock, no allocation
//	                       │ Board.Tick, once a second
//	                       ├──► View      values of now, immutable, for the boards
//	                       ├──► ring      the newest 15 minutes of seconds
//	                       └──► Writer ──► Store: 1 s for 1 h, 10 s for 24 h, 1 min for 30 days
//	/metrics ──Collector──► the same meters
//
// Invariants:
//   - A second without a request is a point with n = 0; a second in which the
//     process did not run is no point at all. Nothing is made up.
//   - The Store is written asynchronously in batches. While it is away rows wait
//     in memory, a bounded number of them; the oldest are then dropped and counted.
//   - Scenes are kept in series, nodes as values of now only.
//
// It imports engine/degrade, database/sql and prometheus; no gorm.
package stats
