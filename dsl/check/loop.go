package check

import (
	"fmt"
	"maps"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// Bounds of loops.
const (
	maxTurns  = 10_000 // that max may say
	maxPasses = 12     // over one body until the types of its variables hold
	maxAgain  = 20_000 // nodes typed again in one check
)

// loopTime is a loop whose turns take a declared time, for scenes to compare
// with their deadlines.
type loopTime struct {
	n     *node
	at    token.Range // the word loop
	turns int         // of max; 1 when not said
	turn  int64       // ns of declared timeouts on the longest way through one turn
	names []string    // on that way
	said  bool        // that it can't end in time
}

// loop types the record of a loop's variables. The first values give their
// types; where a turn gives more (a column, a float, nil) the body is typed
// again with that, until it holds.
func (b *body) loop(v *ast.Loop) worth {
	out := known(sig.Type{})
	out.call, out.form, out.same = true, "loop", true
	r := b.p.inner[v]
	if r == nil {
		return out
	}
	b.firstValues(v, r)
	b.beforeTurns(v)
	was := b.maybe
	b.maybe = true
	named := maps.Clone(b.n.root().called)
	for pass := 1; ; pass++ {
		if b.c.again > maxAgain {
			b.giveUp(r)
		}
		mark := b.c.mark(b.p)
		b.c.typeRegion(b.p, r)
		next, changed := b.nextTypes(v, r, pass == maxPasses)
		if !changed {
			break
		}
		b.c.rollback(b.p, mark)
		b.n.root().called = maps.Clone(named)
		b.c.again += r.reset()
		for i, n := range r.vars {
			n.typ, n.turns.held = next[i], next[i]
		}
	}
	b.maybe = was
	info := &Loop{Decl: v, Order: r.order(), Max: b.c.atLeastOne(v.Max, "max", maxTurns), Reads: r.reads}
	out.typ = b.variables(v, r, info)
	info.Result = out.typ
	b.c.info.Loops[v] = info
	b.endless(v, r)
	turn, names := r.longest()
	if turn > 0 {
		b.p.loops = append(b.p.loops, loopTime{b.n, token.Range{From: v.At.From, To: min(v.At.To, v.At.From+len("loop"))}, max(1, info.Max), turn, names, false})
	}
	b.n.takes(turn*int64(max(1, info.Max)), names)
	return out
}

// firstValues types what the variables begin with.
func (b *body) firstValues(v *ast.Loop, r *region) {
	for i, bind := range v.Init {
		if b.c.tooMany(i, v.At, "variables") {
			break
		}
		if bind == nil || bind.Name == nil || bind.Value == nil {
			continue
		}
		w := b.value(bind.Value, "")
		if n := r.variable(bind.Name.Text); n != nil && n.at == bind.Name.At {
			n.typ = w.typ
			n.typ.Bounds = nil
			n.turns.start = n.typ
			// What it came to when the loop around was typed before: it comes to
			// that again, or to more.
			if both, ok := wider(n.typ, n.turns.held); ok && n.typ.Kind != sig.Invalid {
				n.typ = both
			}
		}
	}
}

// giveUp leaves the types of variables open when loops within loops take too
// long to settle them.
func (b *body) giveUp(r *region) {
	for _, n := range r.vars {
		n.typ = sig.Type{}
	}
	if !b.c.gaveUp {
		b.c.gaveUp = true
		b.c.report(b.n.at, "E0902", "loops within loops take too long to type", "give the columns above the loop, or put the inner one into a pipeline")
	}
}

// beforeTurns types what the body reads from outside, and the pipelines it
// calls, so that typing the body twice tells nothing of them twice or never.
func (b *body) beforeTurns(v *ast.Loop) {
	eachName(v, func(name string) {
		if n := b.find(name); n != nil {
			b.c.visit(b.p, n)
		}
	})
	ast.Inspect(v, func(n ast.Node) bool {
		if call, ok := n.(*ast.Call); ok && call.Name != nil {
			if p := b.c.pipes[call.Name.Text]; p != nil && !b.inRing(p) && b.c.depth < maxDepth {
				b.c.pipeline(p)
			}
		}
		return true
	})
}

// turn types the condition and the values of the next turn.
func (b *body) turn(v *ast.Loop) {
	b.maybe = true
	if v.While != nil {
		b.scalar(v.While, sig.Type{Kind: sig.Bool}, "while")
	}
	r := b.n.home
	seen := map[string]bool{}
	for _, bind := range v.Next {
		if bind == nil || bind.Name == nil || bind.Value == nil {
			continue
		}
		name := bind.Name.Text
		if r.variable(name) == nil {
			var names []string
			for _, n := range r.vars {
				names = append(names, n.name)
			}
			help := ""
			if len(names) > 0 {
				help = "the loop has " + listed(names)
			}
			b.c.reportNear(bind.Name.At, "E0606", fmt.Sprintf("%s is no variable of the loop", show(name)), name, help, names)
			b.mentions(bind.Value)
			continue
		}
		if seen[name] {
			b.c.report(bind.Name.At, "E0302", fmt.Sprintf("next gives %s twice", show(name)), "leave one of them out")
			b.mentions(bind.Value)
			continue
		}
		seen[name] = true
		b.value(bind.Value, "")
	}
}

// nextBind is what next gives a variable; nil when it keeps its value.
func nextBind(v *ast.Loop, name string) *ast.Bind {
	for _, bind := range v.Next {
		if bind != nil && bind.Name != nil && bind.Value != nil && bind.Name.Text == name {
			return bind
		}
	}
	return nil
}

// nextTypes are the types of the variables after a turn; changed is true when
// one has become wider.
func (b *body) nextTypes(v *ast.Loop, r *region, last bool) (out []sig.Type, changed bool) {
	for _, n := range r.vars {
		t := n.typ
		out = append(out, t)
		bind := nextBind(v, n.name)
		if bind == nil {
			continue
		}
		have := b.c.info.Values[bind.Value]
		have.Bounds = nil
		if isEmptyList(bind.Value) && t.Kind == sig.Items || t.Kind == sig.Invalid || have.Kind == sig.Invalid {
			continue
		}
		if t.Kind == sig.List && t.Elem != nil && t.Elem.Kind == sig.Invalid && have.Kind == sig.Items {
			t = sig.Type{Kind: sig.Items, Fields: have.Fields, Name: have.Name} // began as []
		}
		both, ok := wider(t, have)
		if !ok { // what it came to in a turn before may have been less: a record without a column
			both, ok = wider(n.turns.start, have)
		}
		if !ok {
			b.goesOnAs(bind, n, t, have)
			continue
		}
		if same(both, n.typ) {
			continue
		}
		if last {
			b.c.report(bind.Value.Span(), "E0607", fmt.Sprintf("%s takes another type with every turn", show(n.name)), "give it a type that holds above the loop")
			continue
		}
		changed = true
		out[len(out)-1] = both
	}
	return out, changed
}

// wider is the type both fit: of sets the columns are united.
func wider(a, b sig.Type) (sig.Type, bool) {
	if (a.Kind == sig.Items) != (b.Kind == sig.Items) && b.Kind != sig.Invalid {
		return a, false
	}
	return sig.Common(a, b)
}

func (b *body) goesOnAs(bind *ast.Bind, n *node, was, have sig.Type) {
	if was.Kind == sig.Items && have.Kind == sig.Items {
		b.clash(clashOf(was, have), []sig.Type{was, have}, []branch{{who: "the turn before"}, {who: "the next one", at: bind.Value.Span()}})
		return
	}
	b.c.report(bind.Value.Span(), "E0607", fmt.Sprintf("%s starts as %s and goes on as %s", show(n.name), kindWord(was), kindWord(have)), b.c.whyNot(have, was))
}

func clashOf(a, b sig.Type) string {
	_, clash := sig.Unite([]sig.Type{a, b})
	return clash
}

// variables is the record of a loop's variables.
func (b *body) variables(v *ast.Loop, r *region, info *Loop) sig.Type {
	out := sig.Type{Kind: sig.Record}
	for _, bind := range v.Init {
		if bind == nil || bind.Name == nil {
			continue
		}
		n := r.variable(bind.Name.Text)
		if n == nil || n.at != bind.Name.At {
			continue
		}
		if n.typ.Kind == sig.Nil {
			b.c.report(bind.Name.At, "E0401", fmt.Sprintf("%s has no type: it is nil in every turn", show(n.name)), "")
			n.typ = sig.Type{}
		}
		lv := LoopVar{Name: n.name, Type: n.typ, Init: bind.Value}
		if next := nextBind(v, n.name); next != nil {
			lv.Next = next.Value
		}
		info.Vars = append(info.Vars, lv)
		out.Fields = append(out.Fields, sig.Field{Name: n.name, Type: n.typ})
	}
	return b.c.bounded(out, v.At)
}

// endless reports a loop without max whose condition no turn can change.
func (b *body) endless(v *ast.Loop, r *region) {
	if v.Max != nil || v.While == nil || v.While.Tree == nil {
		return
	}
	changes := false
	eachIdent(v.While.Tree, func(name string) {
		if n := r.variable(name); n != nil {
			bind := nextBind(v, name)
			if bind == nil {
				return
			}
			same, ok := bareName(bind.Value)
			changes = changes || !ok || same != name
		}
	})
	if changes {
		return
	}
	message := "the loop never ends: no turn changes what its condition reads"
	if _, ok := v.While.Tree.(*exprast.BoolNode); ok {
		message = "the loop never ends: its condition is a constant"
	}
	b.c.report(v.While.At, "E0608", message, "say how often at most: max 3")
}

// marked is how far the findings and counts had come.
type marked struct {
	diags, perFile, clashes, gains, loops, sure, columned, lost int
}

func (c *checker) mark(p *pipe) marked {
	return marked{len(c.diags), c.perFile[c.file.Name], len(p.clashes), len(c.gains), len(p.loops), len(p.sure), c.columned, c.lost}
}

// rollback forgets what was found since a mark: the same is typed again.
func (c *checker) rollback(p *pipe, m marked) {
	clear(c.diags[m.diags:])
	c.diags = c.diags[:m.diags]
	c.perFile[c.file.Name] = m.perFile
	p.clashes, c.gains, p.loops, p.sure = p.clashes[:m.clashes], c.gains[:m.gains], p.loops[:m.loops], p.sure[:m.sure]
	c.columned, c.lost = m.columned, m.lost
}

// same tells whether two types are one; a set's resource is no part of that.
func same(a, b sig.Type) bool {
	if a.Kind != b.Kind || a.Nullable != b.Nullable || a.Dim != b.Dim || len(a.Fields) != len(b.Fields) || (a.Elem == nil) != (b.Elem == nil) {
		return false
	}
	if a.Elem != nil && !same(*a.Elem, *b.Elem) {
		return false
	}
	if len(a.Fields) > 0 && &a.Fields[0] == &b.Fields[0] {
		return true
	}
	for i := range a.Fields {
		if a.Fields[i].Name != b.Fields[i].Name || !same(a.Fields[i].Type, b.Fields[i].Type) {
			return false
		}
	}
	return true
}
