// Package sig holds words and types: the type of a value as the language sees
// it, and the signature of an operator as the checker needs it. It is the
// innermost of three rings: sig.Func (words and types) stands in dag.Op (cost,
// traits), which stands in op.Decl (execution). The checker is given a
// Catalogue and knows no operator by name.
//
// It imports the standard library only.
package sig
