package check

import (
	"riffle.dev/riffle/dsl/token"
)

// unsupported reports what the language has and this version does not run.
func (c *checker) unsupported(at token.Range, what string) {
	c.report(at, "E0901", what+" is not supported yet in this version", "")
}
