package op

import (
	"context"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// View is a resource as one request sees it: one moment of a slice of the
// index (*index.View), or what a team's own store has answered so far
// (store.View). Its methods end with the context's error where that is done; a
// store's give a *RemoteError where it does not answer as it should. Hits point
// into the view they came from. Safe for any number of goroutines.
type View interface {
	Schema() index.Schema
	Search(ctx context.Context, q index.SearchQuery) (index.Hits, error)
	Nearest(ctx context.Context, q index.NearestQuery) (index.Hits, error)
	Top(ctx context.Context, q index.TopQuery) (index.Hits, error)
	Lookup(ctx context.Context, keys []string) (index.Hits, error)
	// Fetch gives a column of hits.Len() rows for each name, the caller's own.
	Fetch(ctx context.Context, hits index.Hits, columns []string) ([]*column.Column, error)
	Key(index.Ref) string
}

// Passing is a View that belongs to one request: what it found must be moved
// before another request may use it.
type Passing interface {
	View
	// Source is equal for the views of one opened store.
	Source() any
	// Adopt takes documents over from a view of the same source.
	Adopt(from View, docs []index.Ref) []index.Ref
	// Bytes are about what it holds.
	Bytes() int
}

// Moved is what a node gave in another request, its items in the views of this
// one. from and to are by resource; one that is not among them needs no move.
func Moved(out Out, from map[string]View, to func(string) (View, error)) (Out, error) {
	if list, ok := out.Value.(many); ok {
		moved := make(many, len(list))
		for i := range list {
			var err error
			if moved[i], err = Moved(list[i], from, to); err != nil {
				return Out{}, err
			}
		}
		out.Value = moved
	}
	if out.Set == nil {
		return out, nil
	}
	for code, name := range out.Set.Space.Resources {
		was := from[name]
		if was == nil {
			continue
		}
		now, err := to(name)
		if err != nil {
			return Out{}, err
		}
		if mine, ok := now.(Passing); ok && now != was {
			out.Set = moved(out.Set, code, was, mine)
		}
	}
	return out, nil
}

func moved(b *batch.Batch, code int, was View, mine Passing) *batch.Batch {
	var docs []index.Ref
	for _, id := range b.IDs {
		if id.Resource() == code {
			part, doc := id.Ref()
			docs = append(docs, index.Ref{Part: part, Doc: doc})
		}
	}
	if docs = mine.Adopt(was, docs); len(docs) == 0 {
		return b
	}
	out := *b
	out.IDs = make([]batch.ID, len(b.IDs))
	k := 0
	for i, id := range b.IDs {
		out.IDs[i] = id
		if id.Resource() == code {
			out.IDs[i] = batch.MakeID(code, docs[k].Part, docs[k].Doc)
			k++
		}
	}
	return &out
}

// Leaving is the context of a node, for what may look at it longer than the
// node lives, as transports do. The cancel must be called.
func Leaving(ctx context.Context) (context.Context, context.CancelFunc) {
	if n, ok := ctx.(interface {
		Detach() (context.Context, context.CancelFunc)
	}); ok {
		return n.Detach()
	}
	return ctx, func() {}
}
