package testrun

import (
	"context"
	"fmt"
	"io/fs"
	"reflect"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/script"
	"riffle.dev/riffle/internal/column"
)

// stubs answer for the services and functions of a test. They implement
// op.Remote.
type stubs struct {
	scripts *script.Host // answers for functions that are files, unless the test does
	known   map[string]*dag.Remote
	by      map[string]*stub
}

// stub is what a test gives for one callee.
type stub struct {
	gives *column.Expr
	lines []line // from a file
	fails string
}

// line of a fixture: the answer to questions that say nothing else.
type line struct {
	args, item map[string]any
	gives      any
}

func newStubs(p *dag.Project, scripts *script.Host) *stubs {
	s := &stubs{known: map[string]*dag.Remote{}, by: map[string]*stub{}, scripts: scripts}
	for _, r := range p.Remotes {
		s.known[r.Name] = r
	}
	return s
}

// give takes one line of a test.
func (s *stubs) give(g *dag.Given, files fs.FS) error {
	if s.known[g.Target] == nil {
		return fmt.Errorf("it is made of a word table, which is read and not asked")
	}
	out := &stub{gives: g.Gives, fails: g.Fails}
	s.by[g.Target] = out
	if g.How != "from" {
		return nil
	}
	return lines(files, g.File, func(n int, text []byte) error {
		d, err := object(text)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", g.File, n, err)
		}
		l := line{}
		for name, v := range d {
			ok := true
			switch name {
			case "args":
				l.args, ok = v.(map[string]any)
			case "item":
				l.item, ok = v.(map[string]any)
			case "gives":
				l.gives = v
			default:
				ok = false
			}
			if !ok {
				return fmt.Errorf(`%s:%d: %s: want {"args": {…}, "item": {…}, "gives": …}`, g.File, n, name)
			}
		}
		if _, has := d["gives"]; !has {
			return fmt.Errorf("%s:%d: it does not say what it gives", g.File, n)
		}
		out.lines = append(out.lines, l)
		return nil
	})
}

// Ask implements op.Remote.
func (s *stubs) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	refuse := func(kind op.RemoteKind, format string, args ...any) (*op.Reply, error) {
		return nil, &op.RemoteError{Callee: q.Callee, Kind: kind, Message: fmt.Sprintf(format, args...)}
	}
	given := s.by[q.Callee]
	switch {
	case given == nil && s.scripts.Has(q.Callee):
		return s.scripts.Ask(ctx, q)
	case given == nil:
		return refuse(op.RemoteRefused, "the test gives nothing for it")
	case given.fails == "timeout":
		return refuse(op.RemoteTimeout, "the test says that it is late")
	case given.fails != "":
		return refuse(op.RemoteRefused, "the test says that it fails")
	}
	want := q.Want
	if q.Found {
		want = column.Type{Kind: column.List, Elem: &column.Type{Kind: column.String}}
	}
	if !q.Model {
		v, err := given.answer(q, want, -1)
		if err != nil {
			return refuse(op.RemoteBad, "%v", err)
		}
		if !q.Found {
			return &op.Reply{Value: v}, nil
		}
		reply := &op.Reply{}
		list, _ := v.([]column.Value)
		for _, k := range list {
			key, _ := k.(string)
			reply.Keys = append(reply.Keys, key)
		}
		return reply, nil
	}
	b := column.NewBuilder(want, q.Len)
	for i := range q.Len {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, err := given.answer(q, want, i)
		if err == nil {
			err = b.Append(v)
		}
		if err != nil {
			return refuse(op.RemoteBad, "item %d: %v", i+1, err)
		}
	}
	return &op.Reply{Column: b.Build()}, nil
}

// answer to a question, of a model for one row, else for -1.
func (s *stub) answer(q *op.Question, want column.Type, row int) (column.Value, error) {
	if s.gives == nil {
		return s.fromFile(q, want, row)
	}
	item := itemOf(q, row)
	v, err := column.EvalRow(s.gives, func(name string) column.Value { return item[name] }, func(name string) column.Value {
		if name == "item" && row >= 0 {
			return item
		}
		return q.Arg(name)
	})
	if err != nil {
		return nil, err
	}
	return column.Parse(want, column.Render(s.gives.Type, v))
}

// itemOf a row of a model's question.
func itemOf(q *op.Question, row int) map[string]column.Value {
	if row < 0 {
		return nil
	}
	out := make(map[string]column.Value, len(q.Columns))
	for _, c := range q.Columns {
		out[c.Name] = c.Column.Row(row)
	}
	return out
}

// fromFile is what the first line gives that says nothing else than the
// question.
func (s *stub) fromFile(q *op.Question, want column.Type, row int) (column.Value, error) {
	args := make(map[string]any, len(q.Args))
	for _, a := range q.Args {
		args[a.Name] = column.Render(a.Type, a.Value)
	}
	item := map[string]any{}
	for _, c := range q.Columns {
		if row >= 0 {
			item[c.Name] = column.Render(c.Column.Type, c.Column.Row(row))
		}
	}
	for _, l := range s.lines {
		if says(l.args, args) && says(l.item, item) {
			return column.Parse(want, l.gives)
		}
	}
	return nil, fmt.Errorf("no line of its file fits")
}

// says tells whether what is written is so; what is not written may be anything.
func says(written, is map[string]any) bool {
	for name, v := range written {
		if !same(v, is[name]) {
			return false
		}
	}
	return true
}

func same(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if nested, ok := a.(map[string]any); ok {
		other, ok := b.(map[string]any)
		return ok && says(nested, other)
	}
	if list, ok := a.([]any); ok {
		other, ok := b.([]any)
		if !ok || len(list) != len(other) {
			return false
		}
		for i := range list {
			if !same(list[i], other[i]) {
				return false
			}
		}
		return true
	}
	x, errX := column.Parse(column.Type{Kind: column.Float}, a)
	y, errY := column.Parse(column.Type{Kind: column.Float}, b)
	if errX == nil && errY == nil {
		return x == y
	}
	return reflect.DeepEqual(a, b)
}
