package check

import (
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
