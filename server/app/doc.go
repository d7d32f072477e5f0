// Package app holds the nouns of the server and their rules: teams, members,
// tokens, the draft of a project, its versions, resources and documents,
// faults, audit. A noun has one file here and one of the same name in store
// and api.
//
//	api ──► app ──► Store (server/store)
//	          └───► Runtime (server/catalog): what is compiled and running
//
// It imports dsl, engine/trace (what is told of a request), engine/loadtest
// (its forms) and internal/*; interfaces for what it needs stand in
// ports.go, documented with their errors. Every write carries a Change, from
// which the store makes the audit row in the same transaction. Errors are
// *Error, with one code of docs/design/0001-contracts.md each, and a reason, the
// name of their sentence (docs/design/0009-refusals.md); any other error is
// internal.
package app
