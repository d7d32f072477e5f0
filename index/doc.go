// Package index is one slice of a resource: analysis, inverted lists, vectors,
// columns, filters, snapshot. A library without network and without knowledge
// of pipelines; it imports internal/* only.
//
//	Apply ─► validate ─► derive ─► new segment ─► tombstones, merges ─► View
//	                                                                     │
//	Search Nearest Top Lookup ◄──────────────────────────────────────────┤
//	Fetch ◄── Hits                                                       │
//	Snapshot SaveFile ◄──────────────────────────────────────────────────┘  Load LoadFile
//
// A Slice has one writer (Apply, in log order) and any number of readers; a
// reader takes a View, which never changes under it. Hits point into the view
// they came from: fetch from the same one.
//
// Each Apply makes a segment of its documents; segments are merged by size, so
// that few stand (merge.go): small ones by Apply itself, large ones by one
// goroutine at a time that Close waits for. A merge copies postings and columns
// and changes no answer, since BM25 counts live documents only, those of the
// whole slice.
//
// What a query need not read it does not (tally.go collect.go sift.go order.go
// leaders.go firsts.go), and its answer is the same: a test holds each against a scan of all.
//
// Of this first cut: there are no phrases; derived fields are vectors of word
// tables; the dictionary of a text column keeps an entry a text; a snapshot is
// not compressed.
package index
