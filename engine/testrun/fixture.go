package testrun

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/standin"
)

// fill puts what a test gives into a resource. A document that is refused fails
// the test: it would look as if it were not found.
func (s *Suite) fill(m *engine.Memory, g *dag.Given) error {
	docs := g.Rows
	if g.How == "from" {
		docs = nil
		err := standin.Lines(s.opt.Files, g.File, func(n int, text []byte) error {
			d, err := standin.Object(text)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", g.File, n, err)
			}
			docs = append(docs, d)
			return nil
		})
		if err != nil {
			return err
		}
	}
	exact := make([]map[string]any, len(docs)) // the test's own rows stay as they are
	for i := range docs {
		d, err := asJSON(docs[i])
		if err != nil {
			return err
		}
		exact[i] = d
	}
	if len(exact) == 0 {
		return nil
	}
	errs, err := m.Put(g.Target, exact)
	if err != nil {
		return err
	}
	for i, e := range errs {
		if e == nil {
			continue
		}
		if g.How == "from" {
			return fmt.Errorf("%s:%d: %w", g.File, i+1, e)
		}
		return fmt.Errorf("row %d: %w", i+1, e)
	}
	return nil
}
