package exec

import (
	"context"
	"fmt"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// branches adds an if or choose over branches, whose nodes are made lazy.
func (b *build) branches(op, name string, list ...dag.Branch) *dag.Node {
	n := b.form(op, name, dag.SetShape)
	n.Branches = list
	for _, br := range list {
		b.graph.Nodes[br.Result].Lazy = true
	}
	return n
}

// form adds a node that is no operator.
func (b *build) form(op, name string, shape dag.Shape) *dag.Node {
	n := &dag.Node{ID: len(b.graph.Nodes), Name: name, Op: op, Shape: shape, Fallback: -1, Call: -1, Bit: -1}
	b.graph.Nodes = append(b.graph.Nodes, n)
	b.graph.Result.Items = n.ID
	return n
}

// whether is a condition that is a parameter.
func whether(name string) *column.Expr {
	return &column.Expr{Op: "param", Name: name, Type: column.Type{Kind: column.Bool}}
}

func hangs(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestChooseHandsOnDownwards(t *testing.T) {
	const ms = int64(time.Millisecond)
	for _, c := range []struct {
		name string
		arms []work
		opt  func(arms []dag.Branch)
		in   Input
		want string // outcomes, arm and items
	}{
		{name: "the first", arms: []work{gives(1), gives(2)}, want: "a0 ok, c ok by a0: 1"},
		{name: "as planned", arms: []work{gives(1), gives(2), gives(3)}, in: Input{Choice: Choice{Arms: []int{0, 0, 0, 1}}}, want: "a1 ok, c ok by a1: 2"},
		{name: "planned below all", arms: []work{gives(1), gives(2)}, in: Input{Choice: Choice{Arms: []int{0, 0, 9}}}, want: "a1 ok, c ok by a1: 2"},
		{name: "one fails", arms: []work{fails, gives(2)}, want: "a0 error, a1 ok, c ok by a1: 2"},
		{name: "two fail", arms: []work{fails, fails, gives(0)}, want: "a0 error, a1 error, a2 empty, c empty by a2: 0"},
		{name: "all fail", arms: []work{fails, fails}, want: "a0 error, a1 error, c error by : failed c"},
		{name: "it never goes up", arms: []work{gives(1), fails}, in: Input{Choice: Choice{Arms: []int{0, 0, 1}}}, want: "a1 error, c error by : failed c"},
		{name: "not when", arms: []work{gives(1), gives(2)}, opt: func(a []dag.Branch) { a[0].When = whether("no") }, want: "a1 ok, c ok by a1: 2"},
		{name: "when", arms: []work{gives(1), gives(2)}, opt: func(a []dag.Branch) { a[0].When = whether("yes") }, want: "a0 ok, c ok by a0: 1"},
		{name: "not when behind one that fails", arms: []work{fails, gives(2), gives(3)}, opt: func(a []dag.Branch) { a[1].When = whether("no") }, want: "a0 error, a2 ok, c ok by a2: 3"},
		{name: "its time is up", arms: []work{hangs, gives(2)}, opt: func(a []dag.Branch) { a[0].Timeout = 2 * ms }, want: "a0 timeout, a1 ok, c ok by a1: 2"},
		{name: "the run's time is up", arms: []work{hangs, gives(2)}, in: Input{Budget: 400 * time.Millisecond}, want: "a0 timeout, a1 ok, c ok by a1: 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBuild(t)
			var arms []dag.Branch
			for i, do := range c.arms {
				name := fmt.Sprintf("a%d", i)
				heavy := c.in.Budget == 0 || i == 0 // what is cheap needs no time to speak of
				arms = append(arms, dag.Branch{Name: name, Result: b.node(name, heavy, do).ID})
				b.graph.Nodes[i].Depth = 1
			}
			if c.opt != nil {
				c.opt(arms)
			}
			b.branches("choose", "c", arms...)
			p := b.plan()
			c.in.Values = map[string]column.Value{"yes": true, "no": false}
			if c.in.Budget == 0 {
				c.in.Budget = 10 * time.Second
			}
			res := answer(t, p, c.in)
			got := outcomes(res) + " by " + res.Spans[len(res.Spans)-1].Arm + ": "
			switch {
			case res.OK():
				got += fmt.Sprint(count(p, res))
			default:
				got += "failed " + res.Failed
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestIfTakesOneBranch(t *testing.T) {
	for _, yes := range []bool{true, false} {
		b := newBuild(t)
		deep := b.node("deep", true, gives(4))
		then := b.node("then", false, joins, deep.ID)
		other := b.node("other", true, gives(2))
		deep.Lazy = true
		i := b.branches("if", "i", dag.Branch{Name: "then", When: whether("p"), Result: then.ID}, dag.Branch{Name: "else", Result: other.ID})
		b.node("last", false, joins, i.ID)
		p := b.plan()
		want, n := "other ok, i ok, last ok", 2
		if yes {
			want, n = "deep ok, then ok, i ok, last ok", 4
		}
		res := answer(t, p, Input{Budget: time.Second, Values: map[string]column.Value{"p": yes}})
		if got := outcomes(res); got != want || count(p, res) != n {
			t.Errorf("%v: %s with %d, want %s with %d", yes, got, count(p, res), want, n)
		}
	}
}

func TestAnIfDoesNotHandOn(t *testing.T) {
	b := newBuild(t)
	then, other := b.node("then", true, fails), b.node("other", true, gives(2))
	i := b.branches("if", "i", dag.Branch{Name: "then", When: whether("p"), Result: then.ID}, dag.Branch{Name: "else", Result: other.ID})
	i.Optional = true
	b.node("last", false, joins, i.ID)
	res := answer(t, b.plan(), Input{Budget: time.Second, Values: map[string]column.Value{"p": true}})
	if got := outcomes(res); got != "then error, i error, last empty" {
		t.Errorf("%s", got)
	}
}

// What an arm that was given up still does is abandoned, unless the next one
// wants it.
func TestAGivenUpArmStopsWhatOnlyItWants(t *testing.T) {
	b := newBuild(t)
	own := b.node("own", true, hangs) // until it is given up, or the test does not end
	both := b.node("both", true, slow(30, gives(5)))
	first := b.node("first", false, joins, own.ID, both.ID)
	second := b.node("second", false, joins, both.ID)
	own.Lazy, both.Lazy = true, true
	b.branches("choose", "c", dag.Branch{Name: "first", Timeout: int64(2 * time.Millisecond), Result: first.ID}, dag.Branch{Name: "second", Result: second.ID})
	p := b.plan()
	res := answer(t, p, Input{Budget: time.Minute})
	if got := outcomes(res); got != "own timeout, both ok, first skipped, second ok, c ok" || count(p, res) != 5 {
		t.Errorf("%s", got)
	}
}

func TestTwoChoosesOverOneArm(t *testing.T) {
	b := newBuild(t)
	shared := b.node("shared", true, hangs)
	one, two := b.node("one", true, gives(1)), b.node("two", true, gives(2))
	x := b.branches("choose", "x", dag.Branch{Name: "shared", Timeout: int64(time.Millisecond), Result: shared.ID}, dag.Branch{Name: "one", Result: one.ID})
	y := b.branches("choose", "y", dag.Branch{Name: "shared", Timeout: int64(4 * time.Millisecond), Result: shared.ID}, dag.Branch{Name: "two", Result: two.ID})
	b.node("last", false, joins, x.ID, y.ID)
	p := b.plan()
	res := answer(t, p, Input{Budget: 10 * time.Second})
	if got := outcomes(res); got != "shared timeout, one ok, two ok, x ok, y ok, last ok" || count(p, res) != 3 {
		t.Errorf("%s", got)
	}
}
