package adapt

import (
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/degrade"
)

// Turned is what a plan of the scene's spec means for its pipeline.
func (s *Scene) Turned(p *degrade.Plan) engine.Turned {
	var t engine.Turned
	for i, v := range p.Variants {
		m := &s.modules[i]
		if m.node == nil || v == 0 {
			continue
		}
		switch x := &m.variants[v]; {
		case x.off:
			t.Off = append(t.Off, m.node.Name)
		case x.arm != "":
			if t.Arms == nil {
				t.Arms = map[string]string{}
			}
			t.Arms[m.node.Name] = x.arm
		default:
			if t.Down == nil {
				t.Down = map[string]float64{}
			}
			t.Down[m.node.Name] = x.down
		}
	}
	if p.Level > 0 && p.Recall > 0 {
		t.Late = s.late(p)
	}
	return t
}

// late joins: those that read soft modules which run.
func (s *Scene) late(p *degrade.Plan) map[string]time.Duration {
	var out map[string]time.Duration
	for i := range s.modules {
		m := &s.modules[i]
		if len(m.waits) == 0 || m.variants[p.Variants[i]].off {
			continue
		}
		for _, name := range m.waits {
			if out == nil {
				out = map[string]time.Duration{}
			}
			out[name] = p.Recall
		}
	}
	return out
}

// Name of a plan: what it leaves out.
func (s *Scene) Name(p *degrade.Plan) string {
	name := ""
	for i, v := range p.Variants {
		if v == 0 {
			continue
		}
		if name != "" {
			name += ", "
		}
		x := &s.Spec.Modules[i].Variants[v]
		word := x.Name
		if x.Off {
			word = "off"
		}
		name += s.Spec.Modules[i].Name + " " + word
	}
	if name == "" {
		return "full"
	}
	return name
}

// Kind of a module, by its index in the spec.
func (s *Scene) Kind(module int) Kind { return s.modules[module].kind }

// CanBeOff tells whether a node can be switched off.
func (s *Scene) CanBeOff(node string) bool {
	for i := range s.modules {
		if n := s.modules[i].node; n != nil && n.Name == node {
			return n.Optional
		}
	}
	return false
}
