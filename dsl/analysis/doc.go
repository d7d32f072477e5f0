// Package analysis is the one entry to the language for those who have texts:
// the CLI, the REST check call, the console and the compiler all ask Project,
// so that one file gives one list of diagnostics wherever it is read.
//
// It imports dsl/parse and dsl/check; limits of size are enforced here, before
// anything is parsed.
package analysis
