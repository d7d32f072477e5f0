package ref

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// service asks once; documents it names are read from their resource.
func (r *run) service(n *dag.Node) (*value, error) {
	q := &op.Question{Callee: n.Remote.Name, Want: n.Remote.Result, Found: n.Remote.Found}
	for _, p := range n.Remote.Params {
		q.Args = append(q.Args, op.RemoteArg{Name: p.Name, Type: p.Type, Value: r.eval(n.Arg(p.Name).Expr, nothing)})
	}
	reply, err := r.in.Remote.Ask(background, q)
	if err != nil {
		return nil, err
	}
	if !n.Remote.Found {
		return &value{scalar: reply.Value}, nil
	}
	view, err := r.view(n.Resource)
	if err != nil {
		return nil, err
	}
	if len(reply.Keys) > index.MaxHits || len(reply.Scores) > 0 && len(reply.Scores) != len(reply.Keys) {
		return nil, fmt.Errorf("%s: %s and %s", n.Remote.Name, plural.Of(len(reply.Keys), "key"), plural.Of(len(reply.Scores), "score"))
	}
	out := &value{}
	for i, key := range reply.Keys {
		hits, err := view.Lookup(background, []string{key})
		if err != nil {
			return nil, err
		}
		if slices.Contains(reply.Keys[:i], key) || hits.Len() == 0 {
			continue
		}
		rows, err := r.rows(n, view, hits)
		if err != nil {
			return nil, err
		}
		if len(reply.Scores) > 0 {
			rows[0].Score = reply.Scores[i]
		}
		out.set = append(out.set, rows...)
	}
	return out, nil
}

// model asks for all rows at once.
func (r *run) model(m *dag.Model, rows []plain.Row) ([]column.Value, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	q := &op.Question{Callee: m.Remote.Name, Model: true, Len: len(rows), Want: m.Result}
	for _, b := range m.Args {
		i := slices.IndexFunc(m.Remote.Params, func(p dag.RemoteParam) bool { return p.Name == b.Name })
		q.Args = append(q.Args, op.RemoteArg{Name: b.Name, Type: m.Remote.Params[i].Type, Value: r.eval(b.Expr, nothing)})
	}
	for _, c := range m.Columns {
		b := column.NewBuilder(c.Type.Null(), len(rows))
		for _, row := range rows {
			x := row.Get(c.Name)
			if i, isInt := x.(int64); isInt && c.Type.Kind == column.Float {
				x = float64(i)
			}
			if x == nil || c.Missing {
				b.AppendNull()
			} else if err := b.Append(x); err != nil {
				return nil, err
			}
		}
		q.Columns = append(q.Columns, op.RemoteColumn{Name: c.Name, Column: b.Build()})
	}
	reply, err := r.in.Remote.Ask(background, q)
	if err != nil {
		return nil, err
	}
	if reply.Column == nil || reply.Column.Len != len(rows) {
		return nil, fmt.Errorf("%s: not an answer for each of %s", m.Remote.Name, plural.Of(len(rows), "item"))
	}
	out := make([]column.Value, len(rows))
	for i := range out {
		out[i] = reply.Column.Row(i)
	}
	return out, nil
}

// rows of hits, with all fields of their resource.
func (r *run) rows(n *dag.Node, v *index.View, hits index.Hits) ([]plain.Row, error) {
	return (&plain.Call{Node: n}).Rows(v, hits)
}

// view of a resource: the reference knows the index alone.
func (r *run) view(name string) (*index.View, error) {
	v, err := r.in.Res.View(name)
	if err != nil {
		return nil, err
	}
	view, ok := v.(*index.View)
	if !ok {
		return nil, fmt.Errorf("resource %s lives on a store, which the reference does not ask", name)
	}
	return view, nil
}
