// Package riffle holds no code: it is the root of the module and the place of
// the tests that look at the whole tree. Riffle itself is the command
// cmd/riffle.
//
//	cmd → server → engine → dag → dsl          everything → internal/*
//	      server → fleet  → index              engine → index
//
// arch_test.go checks these arrows, dependencies_test.go that every dependency
// is accounted for, docs_test.go that the documents speak of what exists, scripts_test.go that the
// scripts say what is missing.
package riffle
