// Package analysis is the one entry to the language for those who have texts:
// the CLI, the REST check call, the console and the compiler all ask Project,
// so that one file gives one list of diagnostics wherever it is read.
//
// It imports dsl/parse and dsl/check; limits of size are enforced here, before
// anything is parsed. Complete, HoverAt and DefinitionAt answer for a place of a
// text, which need not parse: they work from tokens and from what the checker
// knows of the rest.
package analysis
