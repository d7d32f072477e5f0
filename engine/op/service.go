package op

import (
	"fmt"
	"math"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// service asks a service or a function once. Documents it names are read from
// their resource; those that are not there are left out.
func (c *Call) service() (Out, error) {
	r := c.Node.Remote
	q := &Question{Callee: r.Name, Want: r.Result, Found: r.Found}
	for _, p := range r.Params {
		v := p.Default
		if c.has(p.Name) {
			var err error
			if v, err = c.value(p.Name); err != nil {
				return Out{}, err
			}
		}
		q.Args = append(q.Args, RemoteArg{Name: p.Name, Type: p.Type, Value: v})
	}
	reply, err := c.ask(q)
	if err != nil {
		return Out{}, err
	}
	if !r.Found {
		return Out{Value: reply.Value}, nil
	}
	return c.documents(r, reply)
}

// documents by the keys a service gave, each once, in its order.
func (c *Call) documents(r *dag.Remote, reply *Reply) (Out, error) {
	if len(reply.Keys) > index.MaxHits || len(reply.Scores) > 0 && len(reply.Scores) != len(reply.Keys) {
		return Out{}, &RemoteError{Callee: r.Name, Kind: RemoteBad,
			Message: fmt.Sprintf("%s and %s, want at most %d keys and a score for each or none", plural.Of(len(reply.Keys), "key"), plural.Of(len(reply.Scores), "score"), index.MaxHits)}
	}
	v, err := c.View(c.Node.Resource)
	if err != nil {
		return Out{}, err
	}
	place := make(map[string]int, len(reply.Keys))
	keys := make([]string, 0, len(reply.Keys))
	for i, key := range reply.Keys {
		if _, twice := place[key]; !twice {
			place[key] = i
			keys = append(keys, key)
		}
	}
	hits, err := v.Lookup(c.Ctx, keys)
	if err != nil {
		return Out{}, err
	}
	if len(reply.Scores) > 0 {
		hits.Scores = make([]float64, hits.Len())
		for i, d := range hits.Docs {
			hits.Scores[i] = reply.Scores[place[v.Key(d)]]
		}
	}
	return c.found(v, hits)
}

// model asks a model for every item of a set.
func (c *Call) model(m *dag.Model, b *batch.Batch) (*column.Column, error) {
	q := &Question{Callee: m.Remote.Name, Model: true, Len: b.Len(), Want: m.Result}
	for _, p := range m.Remote.Params {
		v := p.Default
		for i := range m.Args {
			if m.Args[i].Name != p.Name {
				continue
			}
			var err error
			if v, err = column.EvalRow(m.Args[i].Expr, noRow, c.Param); err != nil {
				return nil, fmt.Errorf("%s: %w", p.Name, err)
			}
		}
		q.Args = append(q.Args, RemoteArg{Name: p.Name, Type: p.Type, Value: v})
	}
	for _, want := range m.Columns {
		col := b.Named(want.Name)
		if col == nil {
			col = batch.Nulls(want.Type, b.Len())
		}
		q.Columns = append(q.Columns, RemoteColumn{Name: want.Name, Column: col})
	}
	if b.Len() == 0 {
		return column.NewBuilder(m.Result, 0).Build(), nil
	}
	reply, err := c.ask(q)
	if err != nil {
		return nil, err
	}
	if reply.Column == nil || reply.Column.Len != b.Len() || reply.Column.Type.Kind != m.Result.Kind {
		return nil, &RemoteError{Callee: m.Remote.Name, Kind: RemoteBad, Message: fmt.Sprintf("its answer is not %d of %s", b.Len(), m.Result)}
	}
	return reply.Column, nil
}

// numbers of an int or float column, nil as NaN.
func numbers(col *column.Column) []float64 {
	out := make([]float64, col.Len)
	for i := range out {
		switch {
		case col.Nulls.Get(i):
			out[i] = math.NaN()
		case col.Type.Kind == column.Int:
			out[i] = float64(col.Ints[i])
		default:
			out[i] = col.Floats[i]
		}
	}
	return out
}
