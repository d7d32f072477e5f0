package check

import (
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
func isLaterArg(operator, name string) bool {
	switch name {
	case "model", "rank":
		return true
	case "by":
		return operator == "merge"
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
