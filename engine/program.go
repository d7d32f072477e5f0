package engine

import (
	"riffle.dev/riffle/dag"
)

// Program is a compiled project made ready to serve. Immutable.
type Program struct {
	Project *dag.Project
	Version string
}

// Compile makes a project ready: it prepares every node's expressions. The
// error names the node; a project that dag.Build accepted has none.
func Compile(p *dag.Project) (*Program, error) {
	return &Program{Project: p, Version: p.Version()}, nil
}
