package standin

import (
	"context"
	"fmt"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// Answerer gives the answer to a question in the type wanted, of a model for one
// row, else for row -1.
type Answerer func(q *op.Question, want column.Type, row int) (column.Value, error)

// Reply puts the answers to a question together. The error is a *op.RemoteError
// of a bad answer, or the context's.
func Reply(ctx context.Context, q *op.Question, answer Answerer) (*op.Reply, error) {
	bad := func(format string, args ...any) (*op.Reply, error) {
		return nil, &op.RemoteError{Callee: q.Callee, Kind: op.RemoteBad, Message: fmt.Sprintf(format, args...)}
	}
	if q.Model {
		b := column.NewBuilder(q.Want, q.Len)
		for i := range q.Len {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			v, err := answer(q, q.Want, i)
			if err == nil {
				err = b.Append(v)
			}
			if err != nil {
				return bad("item %d: %v", i+1, err)
			}
		}
		return &op.Reply{Column: b.Build()}, nil
	}
	want := q.Want
	if q.Found {
		want = column.Type{Kind: column.List, Elem: &column.Type{Kind: column.String}}
	}
	v, err := answer(q, want, -1)
	if err != nil {
		return bad("%v", err)
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

// Remote answers for the callees that it has answers of; what is called besides
// goes to next.
type Remote struct {
	By   map[string]*Answers
	Next op.Remote
}

// Ask implements op.Remote.
func (r *Remote) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	if a := r.By[q.Callee]; a != nil {
		return Reply(ctx, q, a.Answer)
	}
	return r.Next.Ask(ctx, q)
}
