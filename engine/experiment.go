package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// experiments of a scene by layer; those of one layer share its requests.
type experiments [][]*dag.Experiment

// experimentsOf a project by scene. Layers and the experiments in them stand by
// name, so that a unit falls where it fell in every process.
func experimentsOf(p *dag.Project) map[string]experiments {
	layers := map[string]map[string][]*dag.Experiment{}
	for _, e := range p.Experiments { // by name
		if e.By == nil || e.Scene == "" {
			continue
		}
		if layers[e.Scene] == nil {
			layers[e.Scene] = map[string][]*dag.Experiment{}
		}
		layers[e.Scene][e.Layer] = append(layers[e.Scene][e.Layer], e)
	}
	out := make(map[string]experiments, len(layers))
	for scene, by := range layers {
		for _, layer := range slices.Sorted(maps.Keys(by)) {
			out[scene] = append(out[scene], by[layer])
		}
	}
	return out
}

// point is where a unit stands in [0, 1): the first 53 bits of the SHA-256 of
// what tells the draws apart and the unit. Draws with other names are
// independent.
func point(unit string, draw ...string) float64 {
	sum := sha256.Sum256([]byte(strings.Join(append(draw, unit), "\x00")))
	return float64(binary.BigEndian.Uint64(sum[:8])>>11) / (1 << 53)
}

// assign gives the arms that a request falls into, by experiment, nil of none,
// and what they set. pinned names arms that are not drawn.
//
// A request takes no part in an experiment where it says itself what one of the
// arms would set: then no arm of it would differ from another. Neither does one
// whose unit is nil.
func (x experiments) assign(values map[string]column.Value, given map[string]any, moment int64, pinned map[string]string) (out map[string]string, sets []dag.Preset) {
	param := func(name string) column.Value {
		if name == dag.Moment {
			return moment
		}
		return values[name]
	}
	for _, layer := range x {
		e, arm := draw(layer, param, pinned)
		if arm == nil || says(e, given) {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[e.Name] = arm.Name
		sets = append(sets, arm.Set...)
	}
	return out, sets
}

// preset sets parameters of a pipeline that a request did not give; one that it
// does not have, has in another type, or bounds otherwise stays as it is.
func preset(g *dag.Graph, values map[string]column.Value, sets []dag.Preset) {
	for _, s := range sets {
		for _, p := range g.Params {
			if p.Name != s.Param {
				continue
			}
			v, err := column.Parse(p.Type, column.Render(p.Type, s.Value))
			if err == nil && bounded(p.Written, v, p.Name) == nil {
				values[p.Name] = v
			}
		}
	}
}

// draw the experiment of a layer whose share of the requests a unit is in, and
// its arm.
func draw(layer []*dag.Experiment, param func(string) column.Value, pinned map[string]string) (*dag.Experiment, *dag.ExperimentArm) {
	for _, e := range layer {
		for i := range e.Arms {
			if pinned[e.Name] == e.Arms[i].Name {
				return e, &e.Arms[i]
			}
		}
	}
	one := layer[0]
	if len(layer) > 1 {
		// Experiments of one layer may divide by different units; the first
		// one's draws the layer.
		unit, ok := unitOf(one, param)
		if !ok {
			return nil, nil
		}
		one = layer[int(point(unit, "layer", one.Scene, one.Layer)*float64(len(layer)))]
	}
	unit, ok := unitOf(one, param)
	if !ok {
		return nil, nil
	}
	at, sum := point(unit, "arm", one.Scene, one.Layer, one.Name), 0.0
	for i := range one.Arms {
		if sum += one.Arms[i].Share; at < sum {
			return one, &one.Arms[i]
		}
	}
	return one, &one.Arms[len(one.Arms)-1] // the shares make 1, but for rounding
}

// unitOf is what an experiment divides by, as text; false where it is nil or
// cannot be computed.
func unitOf(e *dag.Experiment, param func(string) column.Value) (string, bool) {
	v, err := column.EvalRow(e.By, func(string) column.Value { return nil }, param)
	if err != nil || v == nil || len(e.Arms) == 0 {
		return "", false
	}
	if s, ok := v.(string); ok {
		return s, true
	}
	text, err := json.Marshal(column.Render(e.By.Type, v))
	return string(text), err == nil
}

// says tells whether a request gives what an arm would set.
func says(e *dag.Experiment, given map[string]any) bool {
	for _, arm := range e.Arms {
		for _, s := range arm.Set {
			if _, ok := given[s.Param]; ok {
				return true
			}
		}
	}
	return false
}

// pinnable checks that pinned arms are arms of the scene's experiments.
func (x experiments) pinnable(scene string, pinned map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(pinned)) {
		known := false
		for _, e := range slices.Concat(x...) {
			known = known || e.Name == name && slices.ContainsFunc(e.Arms, func(a dag.ExperimentArm) bool { return a.Name == pinned[name] })
		}
		if !known {
			return invalid(name, "", fmt.Sprintf("scene %s has no experiment %s with an arm %s", clip(scene), clip(name), clip(pinned[name])))
		}
	}
	return nil
}
