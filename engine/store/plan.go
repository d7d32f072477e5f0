package store

import (
	"fmt"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// plan is a schema made ready to read by.
type plan struct {
	schema index.Schema
	key    int
	byName map[string]int
	plain  []int // fields read with every document: all but vectors
	texts  []int
}

func newPlan(s index.Schema) (*plan, error) {
	p := &plan{schema: s, key: -1, byName: map[string]int{}}
	for i, f := range s.Fields {
		p.byName[f.Name] = i
		if f.Derive != nil {
			return nil, fmt.Errorf("field %s is derived, and a store builds no documents here", f.Name)
		}
		switch f.Kind {
		case index.KeyField:
			p.key = i
		case index.TextField:
			p.texts = append(p.texts, i)
		}
		if f.Kind != index.VectorField && f.Type.Kind != column.Vector {
			p.plain = append(p.plain, i)
		}
	}
	if p.key < 0 {
		return nil, fmt.Errorf("resource %s has no key", s.Resource)
	}
	return p, nil
}

func (p *plan) keyName() string { return p.schema.Fields[p.key].Name }

func (p *plan) typeOf(name string) (column.Type, bool) {
	i, ok := p.byName[name]
	if !ok {
		return column.Type{}, false
	}
	return p.schema.Fields[i].Type, true
}

// with adds the fields an expression reads to a list.
func (p *plan) with(fields []int, e *column.Expr) []int {
	out := append([]int(nil), fields...)
	for _, name := range e.Columns() {
		if i, ok := p.byName[name]; ok && !contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
