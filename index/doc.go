// Package index is one slice of a resource: analysis, inverted lists, vectors,
// columns, filters, snapshot. A library without network and without knowledge
// of pipelines; it imports internal/* only.
//
// A Slice has one writer (Apply, in log order) and any number of readers; a
// reader takes a View, which never changes under it.
package index
