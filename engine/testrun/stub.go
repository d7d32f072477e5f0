package testrun

import (
	"context"
	"fmt"
	"io/fs"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/script"
	"riffle.dev/riffle/engine/standin"
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
	file  *standin.Answers // from a file
	fails string
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
	var err error
	out.file, err = standin.Read(files, g.File)
	return err
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
	return standin.Reply(ctx, q, given.answer)
}

// answer to a question, of a model for one row, else for -1.
func (s *stub) answer(q *op.Question, want column.Type, row int) (column.Value, error) {
	if s.gives == nil {
		return s.file.Answer(q, want, row)
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
