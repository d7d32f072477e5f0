package check

import (
	"riffle.dev/riffle/dsl/ast"
)

// timing is the longest way through something by declared timeouts, and the
// statements on it that declare one.
type timing struct {
	ns   int64
	last *step
}

// step is a statement on a way, and the one before it.
type step struct {
	name   string
	before *step
}

// path lists the steps, the first first.
func (t timing) path() []string {
	var out []string
	for s := t.last; s != nil; s = s.before {
		out = append(out, show(s.name))
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	if len(out) > 12 {
		out = append(append(out[:6:6], "…"), out[len(out)-5:]...)
	}
	return out
}

// timeOf is the longest way through a pipeline. A node counts with its own
// timeout, a call of a service with the service's when it has none, a loop with
// that of its turns when their number is bounded; of branches the longest
// counts, fallbacks do not. Typed pipelines only; one that calls itself counts
// once.
func (c *checker) timeOf(p *Pipeline) timing {
	if t, ok := c.times[p]; ok {
		return t
	}
	c.times[p] = timing{}
	w := &timer{c: c, p: p, ends: map[string]timing{}}
	w.statements(p.Order)
	t := timing{}
	if r := p.Decl.Return; r != nil && r.Value != nil {
		t = w.after("return", r.Value, nil, nil)
	}
	c.times[p] = t
	return t
}

// timer adds up one pipeline. ends is when each statement of the levels at hand
// has its value.
type timer struct {
	c    *checker
	p    *Pipeline
	ends map[string]timing
}

func (w *timer) statements(list []*ast.Stmt) {
	for _, s := range list {
		if s == nil || s.Name == nil || !w.p.Wanted[s] {
			continue
		}
		deps := map[string]bool{}
		for _, name := range w.p.Deps[s] {
			deps[name] = true
		}
		w.ends[s.Name.Text] = w.after(s.Name.Text, s.Value, s.Mods, deps)
	}
}

// after is the end of a value: of what it reads, and its own time behind that.
// deps are the statements it really reads; nil when all it names are.
func (w *timer) after(name string, v ast.Value, mods []*ast.Modifier, deps map[string]bool) timing {
	var out timing
	read := func(n string) {
		if t, ok := w.ends[n]; ok && t.ns > out.ns && (deps == nil || deps[n]) {
			out = t
		}
	}
	eachName(v, read)
	own := int64(-1)
	for _, m := range mods {
		switch {
		case m == nil || m.Word == "fallback":
		case m.Word == "timeout":
			own = nanoseconds(m.Value)
		default:
			eachName(m.Value, read)
			eachName(m.By, read)
		}
	}
	if own < 0 {
		own = w.spend(v)
	}
	if own > 0 {
		out.ns = min(out.ns+own, endOfTime)
		out.last = &step{name, out.last}
	}
	return out
}

// endOfTime keeps sums of hostile timeouts from wrapping around.
const endOfTime = 1 << 61

// spend is what a value takes once all it reads from outside is there.
func (w *timer) spend(v ast.Value) int64 {
	most := int64(0)
	switch v := v.(type) {
	case *ast.Call:
		for _, a := range v.Args {
			if a != nil {
				most = max(most, w.spend(a.Value))
			}
		}
		return min(most+w.call(v), endOfTime)
	case *ast.List:
		for _, e := range v.Elems {
			most = max(most, w.spend(e))
		}
	case *ast.Record:
		for _, f := range v.Fields {
			if f != nil {
				most = max(most, w.spend(f.Value))
			}
		}
	case *ast.If:
		return max(w.block(v.Then), w.spend(v.Else))
	case *ast.Choose:
		for _, a := range v.Arms {
			if a != nil {
				most = max(most, w.limited(a.Value, a.Mods))
			}
		}
	case *ast.Block:
		return w.block(v)
	case *ast.Each:
		return times(w.block(v.Body), rounds(v))
	case *ast.Loop:
		turns := int64(1)
		if v.Max != nil && v.Max.Int && v.Max.Num > 1 {
			turns = wholeNumber(v.Max)
		}
		return times(w.turn(v), turns)
	}
	return most
}

// limited is a value with its modifiers.
func (w *timer) limited(v ast.Value, mods []*ast.Modifier) int64 {
	for _, m := range mods {
		if m != nil && m.Word == "timeout" {
			return nanoseconds(m.Value)
		}
	}
	return w.spend(v)
}

// call is what a call itself may take.
func (w *timer) call(call *ast.Call) int64 {
	info := w.c.info.Calls[call]
	if info == nil {
		return 0
	}
	switch {
	case info.Pipeline != nil:
		return w.c.timeOf(info.Pipeline).ns
	case info.Service != nil:
		return info.Service.Timeout
	case info.Function != nil:
		return info.Function.Timeout
	}
	most := int64(0)
	for i := range info.Args {
		if m := info.Args[i].Model; m != nil {
			if m.Service != nil {
				most = max(most, m.Service.Timeout)
			}
			if m.Function != nil {
				most = max(most, m.Function.Timeout)
			}
		}
	}
	return most
}

// block is the longest way through a block alone: what it reads from outside is
// there already.
func (w *timer) block(b *ast.Block) int64 {
	if b == nil {
		return 0
	}
	in := &timer{c: w.c, p: w.p, ends: map[string]timing{}}
	in.statements(inOrder(b.Stmts, w.c.info.Blocks[b]))
	return in.after("", b.Value, b.Mods, nil).ns
}

func inOrder(stmts []*ast.Stmt, b *Block) []*ast.Stmt {
	if b != nil {
		return b.Order
	}
	return stmts
}

// turn is the longest way through one turn of a loop.
func (w *timer) turn(l *ast.Loop) int64 {
	stmts := l.Stmts
	if known := w.c.info.Loops[l]; known != nil {
		stmts = known.Order
	}
	in := &timer{c: w.c, p: w.p, ends: map[string]timing{}}
	in.statements(stmts)
	most := int64(0)
	for _, b := range l.Next {
		if b != nil {
			most = max(most, in.after("", b.Value, nil, nil).ns)
		}
	}
	return most
}

// rounds is how often the block of an each may run one after the other, as far
// as is said.
func rounds(e *ast.Each) int64 {
	if e.Max == nil || e.Parallel == nil || !e.Max.Int || !e.Parallel.Int || e.Parallel.Num < 1 {
		return 1
	}
	n, at := wholeNumber(e.Max), wholeNumber(e.Parallel)
	return max(1, (n+at-1)/at)
}

func times(ns, n int64) int64 {
	if ns > 0 && n > endOfTime/ns {
		return endOfTime
	}
	return ns * n
}
