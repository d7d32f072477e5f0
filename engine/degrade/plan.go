package degrade

import (
	"strings"
	"time"
)

// Plan says how each module of a key runs. Immutable.
type Plan struct {
	ID       string        // scene/pipeline, tier where its hull is its own, revision of the hull, level
	Level    int           // 0 is the full plan; deeper ones cost less
	Variants []uint8       // by module of the spec
	Recall   time.Duration // since the request came: until then soft modules are waited for; 0 is as long as there is time
	Gain     float64       // expected
	Share    float64       // of the full plan's gain
	Made     any           // by the Spec's Make; nil without one

	less  uint64    // modules that do not run as first written, as bits
	cost  []float64 // CPU seconds a request, by pool of the controller
	nanos int64     // of them those of the local pool, in ns
}

// Cost of a request in CPU time of this process.
func (p *Plan) Cost() time.Duration { return time.Duration(p.nanos) }

// changes names what differs from the full plan: "swing off, fine 100".
func (p *Plan) changes(s *Spec) []string {
	var out []string
	for i, v := range p.Variants {
		if v != 0 {
			out = append(out, s.Modules[i].Name+" "+s.Modules[i].Variants[v].label())
		}
	}
	return out
}

func (v *Variant) label() string {
	if v.Off {
		return "off"
	}
	return v.Name
}

// whole tells whether every module runs as first written.
func (p *Plan) whole() bool { return p.less == 0 }

// lessIn are the modules that do not run as first written, as bits.
func lessIn(variants []uint8) (bits uint64) {
	for m, v := range variants {
		if v != 0 {
			bits |= 1 << m
		}
	}
	return bits
}

func (p *Plan) describe(s *Spec) string {
	if c := p.changes(s); len(c) > 0 {
		return strings.Join(c, ", ")
	}
	return "full"
}
