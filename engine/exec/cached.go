package exec

import (
	"context"
	"time"
	"weak"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
)

// cached gives what the cache has for a node, or gets it for all who wait.
func (r *run) cached(id int32) (op.Out, error) {
	c, n := &r.calls[id], r.plan.nodes[id].Node
	key, err := r.key(id)
	if err != nil {
		return op.Out{}, err
	}
	views, homes, err := r.versions(n)
	if err != nil {
		return op.Out{}, err
	}
	got, mine, err := r.in.Cache.get(c.Ctx, key, views, time.Now)
	if err != nil {
		return op.Out{}, err
	}
	if mine == nil {
		r.mu.Lock()
		r.states[id].span.Cached, r.states[id].span.Stale = true, got.stale
		r.mu.Unlock()
		if got.renew != nil {
			r.renew(id, got.renew, homes)
		}
		return op.Moved(got.out, got.homes, r.view)
	}
	done := false
	defer func() {
		if !done { // it failed, or panicked
			r.in.Cache.drop(mine)
		}
	}()
	out, err := r.tries(id)
	if err == nil {
		done = true
		until, end := r.plan.nodes[id].keeps(time.Now())
		r.in.Cache.put(mine, out, homes, until, end)
	}
	return out, err
}

// keeps is until when an answer that comes now is good, and until when it is
// used. What runs a body has no time but that of its request, and is never got
// behind it.
func (x *node) keeps(now time.Time) (until, end time.Time) {
	good := time.Duration(x.Node.Cache.For)
	until = now.Add(good)
	if x.body != nil {
		return until, until
	}
	return until, until.Add(min(good, MostStale))
}

// renew gets an answer in the place of a stale one, behind the answer of this
// request. It has the time of the node, or that of a whole request. It is not
// tried twice: a later request does that.
func (r *run) renew(id int32, old *entry, homes map[string]op.View) {
	x, cache := &r.plan.nodes[id], r.in.Cache
	within := r.root.in.Budget
	if x.timeout > 0 {
		within = min(within, x.timeout)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.root.bound()), within)
	r.in.Budgets.of(x.target).Earn()
	r.refer()
	go func() {
		defer cancel()
		if out, err := r.once(ctx, id); err == nil {
			until, end := x.keeps(time.Now())
			cache.replace(old, out, homes, until, end)
		} else {
			cache.leave(old, time.Now().Add(min(time.Duration(x.Node.Cache.For)/10, mostRest)))
		}
		r.mu.Lock()
		r.release()
	}()
}

// versions of the data a node's answer is made from: of its resource; of any
// other node, but for values a service gave, of all that the request may read.
// What a store says has no version: it holds as long as the entry does. homes
// are the views of stores.
func (r *run) versions(n *dag.Node) (versions []any, homes map[string]op.View, err error) {
	names := r.root.plan.Graph.Resources
	switch {
	case n.Resource != "":
		names = []string{n.Resource}
	case n.Shape == dag.ValueShape && (n.Op == "service" || n.Op == "words" || n.Op == "expr"):
		names = nil
	}
	versions = make([]any, 0, len(names))
	for _, name := range names {
		v, err := r.view(name)
		if err != nil {
			return nil, nil, err
		}
		switch v := v.(type) {
		case *index.View:
			versions = append(versions, weak.Make(v))
		case op.Passing:
			versions = append(versions, v.Source())
			if homes == nil {
				homes = map[string]op.View{}
			}
			homes[name] = v
		default:
			versions = append(versions, v)
		}
	}
	return versions, homes, nil
}
