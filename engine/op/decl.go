package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

// Decl is an operator whole.
type Decl struct {
	dag.Op
	// Exec computes the node's answer. Its error is the node's outcome: the
	// context's where time was up.
	Exec func(*Call) (Out, error)
	// Waits tells that Exec waits for something else than a processor. It is
	// Heavy then, and takes no other node's turn while it does.
	Waits bool
	// Spare tells that there is nothing to do in this request, so that the first
	// set is handed on and no column is read for it. nil: there always is.
	Spare func(*Call) bool
	// Plain computes the same, slowly and obviously, row by row: what the
	// reference interpreter runs. It takes no step of Exec.
	Plain func(*plain.Call) (plain.Out, error)
}

// Table is every operator, in the order of the page.
func Table() []Decl {
	return []Decl{
		search(), nearest(), top(), hybrid(), lookup(), static(),
		merge(), filter(), take(), skip(), sortBy(), dedup(), minus(), sample(), with(), join(), position(), blend(), backfill(),
		facets(), aggregate(), pack(), selectColumns(),
		score(), rerank(), diversify(), mmr(), dpp(), boost(), calibrate(),
		log(),
	}
}

// catalogue is an index over the table.
type catalogue struct {
	decls []Decl
	names map[string]int
}

// Catalogue of all operators. It serves the checker (sig.Catalogue), the
// compiler (dag.Catalogue) and the engine (Decl).
type Catalogue interface {
	sig.Catalogue
	dag.Catalogue
	Decl(name string) (*Decl, bool)
}

// NewCatalogue makes the catalogue of Table.
func NewCatalogue() Catalogue {
	c := &catalogue{decls: Table(), names: map[string]int{}}
	for i := range c.decls {
		c.names[c.decls[i].Name] = i
	}
	return c
}

// Operator is the signature of an operator.
func (c *catalogue) Operator(name string) (*sig.Func, bool) {
	d, ok := c.Decl(name)
	if !ok {
		return nil, false
	}
	return &d.Func, true
}

// Operators in the order of the table.
func (c *catalogue) Operators() []*sig.Func {
	out := make([]*sig.Func, len(c.decls))
	for i := range c.decls {
		out[i] = &c.decls[i].Func
	}
	return out
}

// Op is signature and traits.
func (c *catalogue) Op(name string) (*dag.Op, bool) {
	d, ok := c.Decl(name)
	if !ok {
		return nil, false
	}
	return &d.Op, true
}

// Decl of an operator.
func (c *catalogue) Decl(name string) (*Decl, bool) {
	i, ok := c.names[name]
	if !ok {
		return nil, false
	}
	return &c.decls[i], true
}
