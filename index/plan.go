package index

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/internal/analyze"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/words"
)

// WordTable turns text into vectors.
type WordTable = words.Table

// plan is a schema checked once, with what its fields need at hand. Immutable
// but for the pool.
type plan struct {
	schema    Schema
	key       int // the key field's place
	byName    map[string]int
	analyzers []analyze.Analyzer // by field
	tables    []*WordTable       // by field, of derived ones
	texts     []int              // the text fields
	scratch   scratches
}

// Limits of a schema.
const (
	maxFields = 256
	maxDim    = 4096
	minWeight = 1e-6 // of a text: below it a score could come out 0
	maxWeight = 1e6
)

func newPlan(s Schema, opts Options) (*plan, error) {
	if len(s.Fields) > maxFields {
		return nil, fmt.Errorf("resource %s: %d fields, at most %d", s.Resource, len(s.Fields), maxFields)
	}
	p := &plan{schema: s, key: -1, byName: map[string]int{},
		analyzers: make([]analyze.Analyzer, len(s.Fields)), tables: make([]*WordTable, len(s.Fields))}
	p.schema.Fields = slices.Clone(s.Fields)
	for i := range s.Fields {
		if err := p.addField(i, opts); err != nil {
			return nil, fmt.Errorf("resource %s: field %s: %w", s.Resource, s.Fields[i].Name, err)
		}
	}
	if p.key < 0 {
		return nil, fmt.Errorf("resource %s: no key field", s.Resource)
	}
	return p, nil
}

func (p *plan) addField(i int, opts Options) error {
	f := &p.schema.Fields[i]
	if _, twice := p.byName[f.Name]; twice || f.Name == "" {
		return fmt.Errorf("declared twice or without a name")
	}
	p.byName[f.Name] = i
	kind := f.Type.Kind
	switch f.Kind {
	case KeyField:
		if p.key >= 0 {
			return fmt.Errorf("a second key beside %s", p.schema.Fields[p.key].Name)
		}
		if kind != column.String || f.Type.Nullable {
			return fmt.Errorf("a key is a string, not %s", f.Type)
		}
		p.key = i
	case TextField:
		if kind != column.String {
			return fmt.Errorf("a text is a string, not %s", f.Type)
		}
		if f.Weight != 0 && !(f.Weight >= minWeight && f.Weight <= maxWeight) {
			return fmt.Errorf("weight %v is not within %v..%v", f.Weight, minWeight, maxWeight)
		}
		a, err := analyze.Named(f.Analyzer)
		if err != nil {
			return err
		}
		p.analyzers[i] = a
		p.texts = append(p.texts, i)
	case VectorField:
		if kind != column.Vector || f.Type.Dim < 1 || f.Type.Dim > maxDim {
			return fmt.Errorf("want vector(1) to vector(%d), not %s", maxDim, f.Type)
		}
		if !slices.Contains([]string{"", "cosine", "dot", "l2"}, f.Metric) {
			return fmt.Errorf("unknown metric %q: want cosine, dot or l2", f.Metric)
		}
	case KeywordField, ValueField:
		if kind == column.Invalid {
			return fmt.Errorf("no type")
		}
	default:
		return fmt.Errorf("unknown kind %q", f.Kind)
	}
	if _, err := column.FromValues(f.Type, []column.Value{f.Default}); err != nil {
		return fmt.Errorf("default: %w", err)
	}
	if f.Derive != nil {
		return p.addDerived(i, opts)
	}
	return nil
}

func (p *plan) addDerived(i int, opts Options) error {
	f := &p.schema.Fields[i]
	if f.Derive.Words == "" || opts.Words == nil {
		return fmt.Errorf("derived by %s: only functions of a word table can be computed here", f.Derive.Function)
	}
	if f.Type.Kind != column.Vector || f.Derive.Source == nil {
		return fmt.Errorf("derived by %s: want a vector of a text", f.Derive.Function)
	}
	t, err := opts.Words(f.Derive.Words)
	if err != nil {
		return fmt.Errorf("derived by %s: %w", f.Derive.Function, err)
	}
	if t.Dim() != f.Type.Dim {
		return fmt.Errorf("derived by %s: word table %s has vectors of %d, the field is %s", f.Derive.Function, t.Name, t.Dim(), f.Type)
	}
	p.tables[i] = t
	if _, err := column.Compile(f.Derive.Source, p.fieldType); err != nil {
		return fmt.Errorf("derived by %s: %w", f.Derive.Function, err)
	}
	return nil
}

// fieldType is the type of a column formulas may read.
func (p *plan) fieldType(name string) (column.Type, bool) {
	i, ok := p.byName[name]
	if !ok {
		return column.Type{}, false
	}
	return p.schema.Fields[i].Type, true
}

// derive fills in the derived fields that were not given. A text without any
// word the table knows leaves the field null, whatever its type says.
func (p *plan) derive(d *Document) error {
	for i, t := range p.tables {
		if t == nil || d.Values[i] != nil {
			continue
		}
		f := &p.schema.Fields[i]
		v, err := column.EvalRow(f.Derive.Source, func(name string) column.Value { return d.Values[p.byName[name]] },
			func(string) column.Value { return nil })
		if err != nil {
			return fmt.Errorf("field %s: derived by %s: %w", f.Name, f.Derive.Function, err)
		}
		if text, ok := v.(string); ok {
			if vec := t.Vector(text); vec != nil {
				d.Values[i] = vec
			}
		}
	}
	return nil
}
