// Package askers makes up requests to a scene, for load tests: values that fit
// the parameters of its pipeline, for users of the tiers that are wanted.
//
//	seen requests ──┐
//	declared types ─┼─► a request ──► turned until its tier is the wanted one
//	tiers' formulas ┘
//
// What a formula of a tier reads is turned: to constants of the formulas and
// their neighbours, to what was seen there, and to chance. Everything else stays
// as it was seen, so that ids and words are real where real requests are known.
//
// Invariants: the same project, requests and seed give the same requests; every
// request that is given fits the pipeline and has the tier it says.
//
// It imports engine, dag, dsl/sig and internal/column.
package askers
