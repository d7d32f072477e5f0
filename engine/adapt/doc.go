// Package adapt tells engine/degrade what a scene is made of, and the engine what
// a plan of it means.
//
//	dag.Scene + dag.Graph ──New──► Scene ── Spec ──► degrade
//	                                 │  ◄── *degrade.Plan
//	                engine.Turned ◄──┤
//	                trace.Record ────┴── Observe ──► degrade.Decision
//
// A module is a node that can be turned (it is optional, has a knob, or is a
// choose), one that is heavy, or a stage that hands on rows. All else, with what
// a request costs outside of nodes, is one module called rest that always runs.
// What only a choose's arms want belongs to the choose.
//
// Not turned by itself: what stands within an arm, within a body (of loop, each
// and pipelines that call themselves), and behind a fallback. Where a graph is
// too entangled for exact plans, the modules stand side by side without their
// edges and rows: Scene.Simple says why.
//
// The CPU of a node is the time it took, told only of requests that its caller calls
// calm: with others beside it a node waits for its turn. Of one that waits for something else
// it is a guess (away in guess.go): what a call costs here. Off and knobs act on
// the root graph.
//
// Invariants: it reads dag and engine only, keeps no state, and the same project
// gives the same specs. Observe allocates nothing.
package adapt
