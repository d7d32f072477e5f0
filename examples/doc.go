// Package examples holds projects that run, with their data, embedded in the
// binary so that it works from anywhere.
//
//	store/   a store of programs and a shelf of poems: what `riffle up --demo` serves
//	books/   the small project of docs/language, not embedded
//	home-feed/, rag/, ads/, …   the cookbook: fifteen projects, each with fixtures,
//	         tests, requests to try and a page in docs/cookbook
//	degrade/   a program of a module of its own that uses engine/degrade alone
//	data/    the catalogues and word tables (data/README.md has sources and licences)
//
// People are not data: they are made from the catalogue, the same ones for the
// same seed. It imports the standard library only.
package examples
