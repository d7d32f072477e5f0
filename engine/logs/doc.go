// Package logs writes what pipelines log behind their answers: lines, to files
// below one folder, or in batches to an address.
//
//	op.Logger ── queue of a place ── a goroutine while it has lines ──┬─ file, begun anew at a size
//	   (never waits)  (bounded)                                      └─ POST, application/x-ndjson
//
// A line is written once, or counted: as dropped where the queue has no room
// for it, as failed where its place did not take it. Nothing is tried twice,
// since a batch may have been taken by who did not say so.
//
// A team's files lie in a folder of its own. Names are looked at when the
// project is checked and again here, and files are opened below the folder
// through os.Root, so that no name and no link leads out of it.
//
// It imports engine/op. Time is an input.
package logs
