package adapt

import (
	"fmt"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/degrade"
)

// Code of the findings: a scene gives up less than its graph offers.
const Code = "W0900"

// Findings warns of the scenes that act and get fewer plans than their graphs offer,
// one for each pipeline. search also looks whether plans are found, which may take
// tens of milliseconds a pipeline.
func Findings(p *dag.Project, search bool) diag.List {
	var out diag.List
	told := map[string]bool{}
	for _, s := range p.Scenes {
		g, ok := p.Pipeline(s.Pipeline)
		if !ok || told[g.Name] || s.Degrade == nil || modeOf(s.Degrade.Mode) != degrade.Act {
			continue
		}
		told[g.Name] = true
		x := New(degrade.Key{Scene: s.Name, Pipeline: g.Name}, s, g)
		if search && x.Simple == "" {
			if err := x.solved(); err != nil {
				x = Flat(x.Spec.Key, s, g, err.Error())
			}
		}
		why := x.Fewer()
		if why == "" {
			continue
		}
		help := "a node that can be turned less, or in fewer ways, lets the plans follow the graph"
		if x.Simple == "" {
			help = "what is of least worth runs always: give it no optional and no knob, or a gain that says more"
		}
		out = append(out, diag.Diagnostic{Severity: diag.Warning, Code: Code, File: s.Pos.File, Line: s.Pos.Line, Column: s.Pos.Col, EndLine: s.Pos.EndLine, EndColumn: s.Pos.EndCol,
			Message: fmt.Sprintf("scene %s is degraded by fewer plans than %s offers: %s", s.Name, g.Name, why), Help: help})
	}
	return out
}

// Fewer says what the plans leave out of what the graph offers; "" for nothing.
func (s *Scene) Fewer() string {
	var parts []string
	if s.Simple != "" {
		parts = append(parts, "they take its nodes side by side: "+s.Simple)
	}
	if n := len(s.Always); n > 0 {
		const shown = 5
		names := strings.Join(s.Always[:min(n, shown)], ", ")
		if n > shown {
			names += fmt.Sprintf(" and %d more", n-shown)
		}
		parts = append(parts, fmt.Sprintf("%d nodes can be turned, at most %d are: in full always %s", n+maxTurned, maxTurned, names))
	}
	return strings.Join(parts, "; ")
}

// solved tells whether plans are found.
func (s *Scene) solved() error {
	c, err := degrade.New(degrade.Options{Now: func() time.Time { return time.Time{} }, CPU: nothing{}})
	if err != nil {
		return err
	}
	return c.Register(s.Spec)
}

// nothing is a CPU that nobody uses.
type nothing struct{}

// Load implements degrade.CPU.
func (nothing) Load() degrade.Load { return degrade.Load{Cores: 1} }
