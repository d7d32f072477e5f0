// Package draw makes pictures of compiled graphs: DOT for Graphviz, and SVG by
// a layered layout of its own, which needs no other program and reads in light
// and in dark.
//
//	dag.Description ──boxes, edges──► layers ──order──► places ──► SVG
//	               └───────────────────────────────────────────► DOT
//
// What a node runs (the body of a loop or an each) is drawn within it. The
// picture is stable: one graph has one. The layout follows K. Sugiyama,
// S. Tagawa, M. Toda, "Methods for Visual Understanding of Hierarchical System
// Structures" (1981): layers by the longest way, order by barycentres, with
// edges that cross layers bent around what stands there.
//
// It imports dag. Text from programs is escaped; its length is bounded.
package draw
