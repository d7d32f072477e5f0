package engine

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/index"
)

// Schema is a resource in the index's words. A text that may be nil stays
// nullable; a derived vector is nullable where the text has no known word.
func Schema(r *dag.Resource) index.Schema {
	s := index.Schema{Resource: r.Name, Fields: make([]index.Field, len(r.Fields))}
	for i, f := range r.Fields {
		s.Fields[i] = index.Field{
			Name: f.Name, Kind: index.FieldKind(f.Kind), Type: f.Type, Analyzer: f.Analyzer,
			Weight: f.Weight, Metric: f.Metric, Default: f.Default,
		}
		if d := f.Derive; d != nil {
			s.Fields[i].Derive = &index.Derive{Function: d.Function, Words: d.Words, Source: d.Source}
		}
	}
	return s
}
