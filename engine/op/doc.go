// Package op holds the operators, one file each: name, signature, doc,
// example, what follows sees when it is off, traits and the columnar kernel.
// Table is the one list; checker, docs and console are derived from it.
//
// Three rings: sig.Func (words and types) in dag.Op (cost, traits) in Decl
// (execution). Adding an operator is a file, its `.test` in
// enginetest/testdata/ops, and a line in Table; all else is derived
// (docs/design/0010-one-declaration.md).
//
// Exec is the columnar kernel, Plain the same over rows, for the reference.
//
// What is no operator is here too: the forms a statement may have besides
// (special.go), calls of services and models (service.go), and Remote, through
// which they are made. exec runs branches and bodies itself.
//
// Kernels never write to what they were given, look at the context at least
// every 100 µs of work, and order ties by the order of their input. In every
// order nil and NaN come last.
package op
