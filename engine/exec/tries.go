package exec

import (
	"context"
	"errors"
	"fmt"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/limit"
)

// work is what a node does that is more than an operator: from the cache, or
// tried as often as it may be.
func (r *run) work(id int32) (op.Out, error) {
	n := r.plan.nodes[id].Node
	if n.Cache == nil || r.in.Cache == nil || r.in.Faults != nil && r.faulty(id) {
		return r.tries(id)
	}
	return r.cached(id)
}

// tries does it, and again where it failed and there is time and budget: for what
// came of something else than what was asked.
func (r *run) tries(id int32) (op.Out, error) {
	c, x := &r.calls[id], &r.plan.nodes[id]
	budget := r.in.Budgets.of(x.target)
	budget.Earn()
	for left := x.Node.Retry; ; left-- {
		out, err := r.try(id, budget)
		if err == nil || left <= 0 || !worthAgain(err) || c.Ctx.Err() != nil || r.root.bound().Err() != nil {
			return out, err
		}
		if !budget.Take() {
			return out, fmt.Errorf("%w; no retry: budget used up", err)
		}
		r.further(id)
	}
}

// further counts a further try.
func (r *run) further(id int32) {
	r.root.retried.Add(1)
	r.mu.Lock()
	r.states[id].span.Again++
	r.mu.Unlock()
}

// worthAgain tells whether the same question may get another answer.
func worthAgain(err error) bool {
	var far *op.RemoteError
	if errors.As(err, &far) {
		return far.Kind != op.RemoteInvalid && far.Kind != op.RemoteOpen
	}
	return !errors.Is(err, ErrSteps) && !errors.Is(err, ErrDepth) && !op.TimedOut(err)
}

// try it once; with a hedge perhaps twice, side by side.
func (r *run) try(id int32, budget *limit.Budget) (op.Out, error) {
	x := &r.plan.nodes[id]
	switch x.form {
	case loop:
		return r.loop(id)
	case each:
		return r.each(id)
	case recur:
		return r.recur(id)
	}
	ctx, cancel := r.ctxs[id].Detach()
	defer cancel()
	if x.hedge > 0 {
		return r.hedged(ctx, id, budget)
	}
	return r.once(ctx, id)
}

// once runs the operator of a node on a copy of its call, for another may run
// beside it.
func (r *run) once(ctx context.Context, id int32) (out op.Out, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{p}
		}
	}()
	c := r.calls[id]
	c.Ctx, c.Scratch = ctx, nil
	if r.in.Faults != nil {
		if err := drill(ctx, r.in.Faults, c.Node); err != nil {
			return op.Out{}, err
		}
	}
	return c.Run()
}

// hedged asks again after a while, where the budget allows it; the first good
// answer wins and the other is given up.
func (r *run) hedged(ctx context.Context, id int32, budget *limit.Budget) (op.Out, error) {
	type got struct {
		out op.Out
		err error
	}
	answers := make(chan got, 2)
	ask := func() {
		r.refer()
		go func() {
			out, err := r.once(ctx, id)
			answers <- got{out, err}
			r.mu.Lock()
			r.release()
		}()
	}
	ask()
	under, lacks := 1, false
	delay := time.NewTimer(r.plan.nodes[id].hedge)
	defer delay.Stop()
	for {
		select {
		case a := <-answers:
			under--
			switch {
			case a.err == nil:
				return a.out, nil
			case under == 0 && lacks:
				return a.out, fmt.Errorf("%w; no hedge: budget used up", a.err)
			case under == 0:
				return a.out, a.err
			}
		case <-delay.C:
			if lacks = !budget.Take(); lacks {
				continue
			}
			r.further(id)
			ask()
			under++
		case <-ctx.Done():
			return op.Out{}, ctx.Err()
		}
	}
}
