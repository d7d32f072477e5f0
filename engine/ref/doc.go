// Package ref answers the same graphs as engine/exec, slowly and obviously:
// rows are maps, expressions are walked, nodes run one after the other, every
// column is read at once, no time is measured. It is what exec is tested
// against. Of an operator it runs Decl.Plain, which stands beside the kernel and
// takes no step of it (docs/design/0010-one-declaration.md).
//
// A branch is its first that may be taken and does not fail, a body is run anew
// each time (docs/design/0006-control-flow.md). Hedges, retries and caches do
// not change an answer and are left out, and so is what comes after it.
//
// Of the index it asks for everything a source could find, in its order, and
// filters, ranks and cuts by itself.
package ref
