package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// tooMany reports the first of too many parts; the rest is left out.
func (c *checker) tooMany(i int, at token.Range, what string) bool {
	if i < maxFields {
		return false
	}
	c.report(at, "E0902", fmt.Sprintf("more than %d %s", maxFields, what), "")
	return true
}

// bounded refuses a type with too many fields, those of records within records
// included: twice the same record in a record, and so on, doubles each time.
func (c *checker) bounded(t sig.Type, at token.Range) sig.Type {
	if size(t, maxSize) <= maxSize {
		return t
	}
	c.report(at, "E0902", fmt.Sprintf("this record has more than %d fields, those within included", maxSize), "")
	return sig.Type{}
}

// size counts fields at all depths, up to a limit.
func size(t sig.Type, limit int) int {
	n := 0
	if t.Elem != nil {
		n += size(*t.Elem, limit)
	}
	for _, f := range t.Fields {
		if n++; n > limit {
			return n
		}
		n += size(f.Type, limit-n)
	}
	return n
}

// columns counts the columns of a set just made, and refuses a project which
// would fill the memory with them.
func (c *checker) columns(t sig.Type, at token.Range) sig.Type {
	if c.columned += len(t.Fields); c.columned <= maxColumns {
		return t
	}
	c.report(at, "E0902", fmt.Sprintf("more than %d columns in all steps of the project", maxColumns), "leave some out with `select`")
	return sig.Type{}
}
