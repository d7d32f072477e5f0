package main

import (
	"fmt"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/engine/store"
)

// readable is what a run reads: what --data gave, and teams' own stores.
type readable struct {
	*engine.Memory
	stores map[string]*store.Store
}

// View implements engine.Resources.
func (d readable) View(name string) (op.View, error) {
	if s := d.stores[name]; s != nil {
		return s.View(), nil
	}
	return d.Memory.View(name)
}

func (d readable) close() {
	for _, s := range d.stores {
		s.Close()
	}
}

// outside opens the stores of the resources that graphs read and --data does not
// give.
func (r *runner) outside(p *dag.Project, graphs []*dag.Graph, m *engine.Memory, secrets remote.Secrets) (readable, error) {
	out := readable{m, map[string]*store.Store{}}
	for _, g := range graphs {
		for _, name := range g.Resources {
			res, ok := p.Resource(name)
			if !ok || res.Store == nil || out.stores[name] != nil || r.gives(name) {
				continue
			}
			s, err := store.OfResource(res, secrets, store.Options{Now: time.Now})
			if err != nil {
				out.close()
				return readable{}, err
			}
			out.stores[name] = s
			fmt.Fprintf(r.err, "riffle: %s is read from %s\n", name, printable(res.Store.String()))
		}
	}
	return out, nil
}

// gives tells whether --data has documents of a resource.
func (r *runner) gives(name string) bool {
	for _, arg := range r.data {
		if strings.HasPrefix(arg, name+"=") {
			return true
		}
	}
	return false
}
