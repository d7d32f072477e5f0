package adapt

import (
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/degrade"
)

// Scene of a project as the degrader wants it. Immutable.
type Scene struct {
	Spec   degrade.Spec // without its Make
	Simple string       // why the spec leaves out edges and rows; "" when it does not
	Always []string     // nodes that could be turned and are not: there are too many
	User   Path         // what tells users apart

	graph   *dag.Graph
	modules []module
	byNode  map[string]part
}

// module of the spec beside its degrade.Module.
type module struct {
	node     *dag.Node // nil of rest
	kind     Kind
	variants []variant
	waits    []string // nodes that read it and need not wait for it
	away     bool     // it waits for something else than this process
	source   bool
	rows     bool // rows are told of it
}

// variant of a module: what it means for the node.
type variant struct {
	off  bool
	arm  string
	down float64
}

// Kind says how a module can be turned.
type Kind uint8

// Kinds.
const (
	Fixed Kind = iota
	Optional
	Knob
	Choose
)

func (k Kind) String() string { return [...]string{"fixed", "optional", "knob", "choose"}[k] }

// part is what a node is of a module.
type part struct {
	module int
	own    bool // it is the module's node: its time and rows are the module's
	silent bool // its time is that of others: an if, a choose, a call
	away   bool // its time is not CPU
}

// New finds the modules of a scene's pipeline. name and pipeline are what the
// degrader calls the key by.
func New(key degrade.Key, s *dag.Scene, g *dag.Graph) *Scene {
	out := build(key, s, g, false)
	if why := out.tooMuch(); why != "" {
		out = build(key, s, g, true)
		out.Simple = why
	}
	return out
}

// Flat is New without edges and rows: the plans are then those of modules side by
// side, which any graph has.
func Flat(key degrade.Key, s *dag.Scene, g *dag.Graph, why string) *Scene {
	out := build(key, s, g, true)
	out.Simple = why
	return out
}

func build(key degrade.Key, s *dag.Scene, g *dag.Graph, flat bool) *Scene {
	out := &Scene{graph: g, byNode: map[string]part{}, User: userOf(g)}
	out.Spec = specOf(key, s)
	b := &builder{scene: s, graph: g, out: out, flat: flat}
	b.modules()
	return out
}

// specOf is all of a spec but its modules.
func specOf(key degrade.Key, s *dag.Scene) degrade.Spec {
	spec := degrade.Spec{Key: key, Class: classOf(s.Class), Weight: s.Weight, Deadline: min(time.Duration(s.Deadline), degrade.MaxDeadline), Mode: degrade.Watch}
	if d := s.Degrade; d != nil {
		spec.Mode = modeOf(d.Mode)
		spec.Enter, spec.Exit = thresholds(d.Enter, d.Exit)
		spec.Hold, spec.Probe, spec.Ramp = time.Duration(d.Hold), d.Probe, ramp(d)
	}
	spec.Tiers = append(spec.Tiers, degrade.Tier{Weight: weight(s.Weight), NoShed: s.Shed == "never"})
	for _, t := range s.Tiers {
		spec.Tiers = append(spec.Tiers, tierOf(s, &t))
	}
	return spec
}

func classOf(name string) degrade.Class {
	switch name {
	case "core":
		return degrade.Core
	case "spare":
		return degrade.Spare
	}
	return degrade.Normal
}

// modeOf a degrade block; one that says nothing acts.
func modeOf(name string) degrade.Mode {
	switch name {
	case "watch":
		return degrade.Watch
	case "off":
		return degrade.Off
	}
	return degrade.Act
}

// thresholds keep exit below enter where only one is written.
func thresholds(enter, exit float64) (float64, float64) {
	const usualEnter, usualExit = .05, .01
	switch {
	case enter > 0 && exit == 0:
		return min(enter, .99), min(usualExit, enter/2)
	case exit > 0 && enter == 0:
		return min(max(usualEnter, 2*exit), .99), min(exit, .98)
	}
	return min(enter, .99), min(exit, .98)
}

// ramp as written, or by equal steps.
func ramp(d *dag.Degrade) []float64 {
	if len(d.Ramp) > 0 || d.Step <= 0 || d.Step >= 1 {
		return d.Ramp
	}
	var out []float64
	step := max(d.Step, .01)
	for share := step; share < 1-1e-9; share += step {
		out = append(out, share)
	}
	return append(out, 1)
}

func tierOf(s *dag.Scene, t *dag.Tier) degrade.Tier {
	out := degrade.Tier{Name: t.Name, Weight: weight(t.Weight), Keep: min(max(t.Keep, 0), 1), NoShed: s.Shed == "never" || t.Shed == "never"}
	switch t.Depth {
	case "at_once":
		out.Order = degrade.AtOnce
	case "first":
		out.Order = degrade.First
	case "last":
		out.Order = degrade.Last
	}
	switch t.Shed {
	case "first":
		out.Refuse = degrade.First
	case "last":
		out.Refuse = degrade.Last
	}
	return out
}

func weight(w float64) float64 {
	if w > 0 {
		return w
	}
	return 1
}
