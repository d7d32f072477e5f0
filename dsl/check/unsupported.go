package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// unsupported reports what the language has and this version does not run.
func (c *checker) unsupported(at token.Range, what string) {
	c.report(at, "E0901", what+" is not supported yet in this version", "")
}

// laterOperators are named by the language; the catalogue may not have them yet.
var laterOperators = map[string]bool{
	"hybrid": true, "static": true, "skip": true, "minus": true, "sample": true, "join": true, "position": true,
	"blend": true, "backfill": true, "facets": true, "aggregate": true, "pack": true, "rerank": true, "mmr": true,
	"dpp": true, "boost": true, "calibrate": true, "log": true,
}

// laterArgs are arguments of the language's operators which the catalogue may
// not have yet.
var laterArgs = map[string]bool{"model": true, "rank": true, "filter": true, "as": true, "by": true, "skip": true, "keep": true}

// laterPolicies of merge.
var laterPolicies = map[string]bool{"first": true, "max": true, "sum": true, "rrf": true, "weighted": true, "quota": true, "snake": true}

// laterFunctions of expressions: closures and text functions.
var laterFunctions = map[string]bool{
	"any": true, "all": true, "none": true, "one": true, "map": true, "find": true, "findIndex": true,
	"findLast": true, "findLastIndex": true, "groupBy": true, "sortBy": true, "reduce": true, "snippet": true,
	"trim": true, "split": true, "replace": true, "first": true, "last": true, "mean": true, "median": true,
	"int": true, "float": true, "string": true, "reverse": true, "uniq": true, "concat": true, "flatten": true, "keys": true,
	"values": true, "indexOf": true, "lastIndexOf": true, "hasPrefix": true, "hasSuffix": true, "repeat": true, "trimPrefix": true, "trimSuffix": true,
}

// later reports a declaration this version does not run.
func (c *checker) later(d ast.Decl) {
	at := d.Span()
	if n := d.DeclName(); n != nil {
		at = n.At
	}
	switch d := d.(type) {
	case *ast.Service:
		c.unsupported(at, "a service")
		c.secretSettings(d.Settings)
	case *ast.Import:
		c.unsupported(headOf(at), "import")
	case *ast.Experiment:
		c.report(at, "W0901", fmt.Sprintf("experiment %s is kept, not run yet", nameText(d.Name)), "")
	case *ast.Test:
		if d.Title != nil {
			at = d.Title.At
		}
		c.report(at, "W0901", "the test is kept, not run yet", "")
	}
}

// headOf is the first word of a long construct.
func headOf(at token.Range) token.Range {
	return token.Range{From: at.From, To: min(at.To, at.From+6)}
}

func nameText(n *ast.Name) string {
	if n == nil {
		return "without a name"
	}
	return show(n.Text)
}

// construct names a statement form this version does not run; "" for others.
func construct(v ast.Value) (word string, length int) {
	switch v.(type) {
	case *ast.If:
		return "if", 2
	case *ast.Loop:
		return "loop", 4
	case *ast.Each:
		return "each", 4
	case *ast.Choose:
		return "choose", 6
	case *ast.After:
		return "after", 5
	case *ast.Block:
		return "a block", 1
	}
	return "", 0
}
