package why

import (
	"context"
	"fmt"
	"slices"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
)

// Bounds of questions.
const (
	MaxQuestions = 8
	MaxKey       = 512 // bytes, as those of documents
	MaxDrops     = 20  // told of one item
)

// Of answers questions about a run whose answer is items, each question once.
// What ctx does not leave the time for is told without its place.
func Of(ctx context.Context, k *exec.Kept, items *batch.Batch, asked []trace.Question) []trace.Lost {
	var out []trace.Lost
	seen := map[trace.Question]bool{}
	for _, q := range asked {
		if !seen[q] {
			seen[q] = true
			out = append(out, of(ctx, k, items, q)...)
		}
	}
	return out
}

func of(ctx context.Context, k *exec.Kept, items *batch.Batch, q trace.Question) []trace.Lost {
	brought := brings(k)
	names := brought
	if q.Resource != "" {
		if !slices.Contains(brought, q.Resource) {
			return []trace.Lost{{Resource: q.Resource, ID: q.ID, Fate: trace.Unread,
				Message: fmt.Sprintf("pipeline %s brings no items of a resource %q", k.Graph.Name, q.Resource)}}
		}
		names = []string{q.Resource}
	}
	var out []trace.Lost
	for _, name := range names {
		l := trace.Lost{Resource: name, ID: q.ID}
		t, err := find(ctx, k, name, q.ID)
		switch {
		case err != nil:
			l.Fate, l.Message = trace.Unknown, fmt.Sprintf("resource %s: %v", name, err)
		case t == nil && q.Resource == "":
			continue
		case t == nil:
			l.Fate, l.Message = trace.Missing, fmt.Sprintf("resource %s has no document %q: it was never put, or is deleted", name, q.ID)
		default:
			t.tell(ctx, k, items, &l)
		}
		out = append(out, l)
	}
	if len(out) == 0 {
		out = append(out, trace.Lost{ID: q.ID, Fate: trace.Missing, Message: fmt.Sprintf("no resource that pipeline %s reads has a document %q: it was never put, or is deleted", k.Graph.Name, q.ID)})
	}
	return out
}

// brings are the resources that sources bring items of, in bodies too.
func brings(k *exec.Kept) []string {
	var out []string
	for _, s := range append([]*exec.Kept{k}, k.Bodies...) {
		for _, n := range s.Graph.Nodes {
			if n.Source() && n.Bit >= 0 && !slices.Contains(out, n.Resource) {
				out = append(out, n.Resource)
			}
		}
	}
	for _, l := range k.Graph.Literals {
		if !slices.Contains(out, l.Type) {
			out = append(out, l.Type)
		}
	}
	return out
}

// target is the document asked for.
type target struct {
	id   batch.ID
	name string
	key  string
	ref  index.Ref
}

// find the document; nil where there is none.
func find(ctx context.Context, k *exec.Kept, resource, key string) (*target, error) {
	v, err := k.View(resource)
	if err != nil {
		return nil, err
	}
	hits, err := v.Lookup(ctx, []string{key})
	if err != nil || hits.Len() == 0 {
		return nil, err
	}
	code := slices.Index(k.Space.Resources, resource)
	if code < 0 {
		return nil, nil
	}
	ref := hits.Docs[0]
	return &target{id: batch.MakeID(code, ref.Part, ref.Doc), name: resource, key: key, ref: ref}, nil
}

// tell where it was lost.
func (t *target) tell(ctx context.Context, k *exec.Kept, items *batch.Batch, l *trace.Lost) {
	if at := slices.Index(items.IDs, t.id); at >= 0 {
		l.Fate, l.Rank = trace.Answered, at+1
		l.Message = fmt.Sprintf("it is in the answer, at place %d", at+1)
		return
	}
	tr := &trail{target: t, ctx: ctx, root: k}
	tr.answer(k)
	slices.SortStableFunc(tr.drops, func(a, b trace.Drop) int { return rankOf(a) - rankOf(b) })
	l.Drops = tr.drops[:min(len(tr.drops), MaxDrops)]
	l.Fate = trace.NotFound
	switch {
	case len(l.Drops) == 0:
		l.Message = "no source that answered brings items of " + t.name
	case !l.Drops[0].Source:
		l.Fate = trace.Dropped
		l.Message = l.Drops[0].Node + " dropped it: " + l.Drops[0].Message
	default:
		l.Message = "no source found it; " + l.Drops[0].Node + ": " + l.Drops[0].Message
	}
}

// rankOf puts what dropped it before what never had it.
func rankOf(d trace.Drop) int {
	if d.Source {
		return 1
	}
	return 0
}
