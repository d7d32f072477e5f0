package catalog

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/server/app"
)

// Active is what serves a team: one version with its libraries. Immutable; a
// request takes one and keeps it to its end. It is the engine's Resources.
type Active struct {
	Version int64 // number of the project's version
	Hash    string
	Program *engine.Program

	scenes    []app.Scene
	libraries map[string]*Library
	outsides  map[string]*outside // resources on stores
	guarded   engine.Guarded      // what its services are asked through
	words     func(string) (*index.WordTable, error)
}

// View implements engine.Resources.
func (a *Active) View(name string) (op.View, error) {
	if o := a.outsides[name]; o != nil {
		return o.store.View(), nil
	}
	l := a.libraries[name]
	if l == nil {
		return nil, fmt.Errorf("resource %q is not of version %d", name, a.Version)
	}
	return l.View(), nil
}

// Words implements engine.Resources.
func (a *Active) Words(name string) (*index.WordTable, error) { return a.words(name) }

// Scenes of the version, by name; not to be changed.
func (a *Active) Scenes() []app.Scene { return a.scenes }

// Library of a resource.
func (a *Active) Library(name string) (*Library, bool) {
	l, ok := a.libraries[name]
	return l, ok
}

// Project the program was made of.
func (a *Active) Project() *dag.Project { return a.Program.Project }
