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

// isLaterOperator tells operators which the language names and the catalogue may
// not have yet.
func isLaterOperator(name string) bool {
	switch name {
	case "hybrid", "static", "skip", "minus", "sample", "join", "position", "blend", "backfill",
		"facets", "aggregate", "pack", "rerank", "mmr", "dpp", "boost", "calibrate", "log":
		return true
	}
	return false
}

// isLaterArg tells arguments which the language gives its operators and the
// catalogue may not have yet.
func isLaterArg(name string) bool {
	switch name {
	case "model", "rank":
		return true
	}
	return false
}

// isLaterPolicy tells the policies of merge.
func isLaterPolicy(name string) bool {
	switch name {
	case "first", "max", "sum", "rrf", "weighted", "quota", "snake":
		return true
	}
	return false
}

// later reports a declaration this version does not run.
func (c *checker) later(d ast.Decl) {
	at := d.Span()
	if n := d.DeclName(); n != nil {
		at = n.At
	}
	switch d := d.(type) {
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
