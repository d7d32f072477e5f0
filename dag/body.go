package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
)

// body begins the graph of a node called name, within a scope.
func (x *expander) body(s *scope, name string, stmts []*ast.Stmt) (*expander, *scope) {
	inner := x.expander(&Graph{Name: s.prefix + name, Result: Result{Items: -1}}, x.root, x)
	in := inner.scope(stmts, s)
	in.prefix, in.owner = s.prefix+name+".", name
	return inner, in
}

// loop is a node that runs its body with its variables, turn by turn.
func (x *expander) loop(s *scope, v *ast.Loop, name string, mods []*ast.Modifier) *binding {
	facts := x.info.Loops[v]
	if facts == nil {
		x.unsupported(v.At, "loop")
		return scalarOf(null())
	}
	n := &Node{Op: "loop", Shape: BundleShape, Parts: partsOf(facts.Result), Pos: x.pos(v.At), Fallback: -1}
	for _, lv := range facts.Vars {
		n.Args = append(n.Args, x.given(s, n, lv.Name, lv.Type, x.value(s, lv.Init, "", nil), lv.Init, name))
	}
	x.modifiers(s, n, mods, name)
	inner, in := x.body(s, name, v.Stmts)
	for _, lv := range facts.Vars {
		in.vars[lv.Name] = inner.bound(inner.input(lv.Name, in.prefix+lv.Name, shapeOf(lv.Type), lv.Type, n.Pos))
	}
	n.Loop = &Loop{Body: inner.graph, Max: facts.Max, While: inner.scalar(in, v.While, "while")}
	n.Loop.Reads = inner.readsOf(n.Loop.While, nil)
	for _, lv := range facts.Vars {
		f := ResultField{Name: lv.Name, Type: columnType(lv.Type)}
		if lv.Next == nil {
			i, _ := inner.graph.Input(lv.Name)
			f.Node = i.Node
		} else {
			like := &Node{}
			like.gives(lv.Type)
			f.Node = inner.shaped(in, like, inner.value(in, lv.Next, "next."+lv.Name, nil), lv.Next, "next."+lv.Name)
		}
		inner.graph.Result.Fields = append(inner.graph.Result.Fields, f)
	}
	return x.running(s, n, inner, name)
}

// given is the argument that hands a set, a list of sets or a value to a body
// of n.
func (x *expander) given(s *scope, n *Node, name string, t sig.Type, got *binding, v ast.Value, node string) Arg {
	a := Arg{Name: name}
	hand := func(id int) {
		a.Sets = append(a.Sets, len(n.Inputs))
		a.SetNames = append(a.SetNames, x.graph.Nodes[id].Name)
		n.Inputs = append(n.Inputs, id)
	}
	switch shapeOf(t) {
	case SetShape:
		a.Kind = sig.Set
		hand(x.asSet(s, got, v))
	case SetsShape:
		a.Kind = sig.Sets
		hand(x.asSets(s, got, v, node+"."+name))
	case BundleShape:
		x.unsupported(v.Span(), "a record with sets as the variable of a loop or a parameter of a pipeline that calls itself")
	default:
		a.Kind = sig.Scalar
		a.Expr = x.fitting(x.asExpr(s, got, v), columnType(t))
	}
	return a
}

// running ends a node that runs a body.
func (x *expander) running(s *scope, n *Node, inner *expander, name string) *binding {
	for i := range inner.graph.Inputs { // what the body reads must be there first
		if id := inner.graph.Inputs[i].From; id >= 0 && !slices.Contains(n.Captures, id) {
			n.Captures = append(n.Captures, id)
		}
	}
	n.Name = x.unique(s.prefix + name)
	return x.bound(x.add(s, n))
}

// each is a node that runs its body for every element.
func (x *expander) each(s *scope, v *ast.Each, name string, mods []*ast.Modifier) *binding {
	facts := x.info.Eaches[v]
	if facts == nil {
		x.unsupported(v.At, "each")
		return scalarOf(null())
	}
	n := &Node{Op: "each", Pos: x.pos(v.At), Fallback: -1}
	n.gives(facts.Result)
	elem := shapeOf(facts.Elem)
	if elem == SetShape {
		a, over := Arg{Name: "in", Kind: sig.Sets}, x.value(s, v.In, name+".in", nil)
		ids := over.ids
		if over.is == meansSet {
			ids = []int{over.id}
		}
		for _, id := range ids {
			a.Sets = append(a.Sets, len(n.Inputs))
			a.SetNames = append(a.SetNames, x.graph.Nodes[id].Name)
			n.Inputs = append(n.Inputs, id)
		}
		n.Args = []Arg{a}
	} else {
		n.Args = []Arg{{Name: "in", Kind: sig.Scalar, Expr: x.scalar(s, v.In, name)}}
	}
	if shape := shapeOf(facts.Value); shape == SetsShape || shape == BundleShape {
		x.unsupported(v.At, "an each that gives lists of sets, or records with sets")
		return scalarOf(null())
	}
	x.modifiers(s, n, mods, name)
	inner, in := x.body(s, name, v.Body.Stmts)
	in.vars[facts.Name] = inner.bound(inner.input(facts.Name, in.prefix+facts.Name, elem, facts.Elem, n.Pos))
	n.Each = &Each{Body: inner.graph, Var: facts.Name, Max: facts.Max, Parallel: facts.Parallel}
	like := &Node{}
	like.gives(facts.Value)
	id := inner.shaped(in, like, inner.value(in, v.Body.Value, "value", v.Body.Mods), v.Body.Value, "value")
	if like.Shape == SetShape {
		inner.graph.Result.Items = id
	} else {
		inner.graph.Result.Fields = []ResultField{{Name: "value", Node: id, Type: columnType(facts.Value)}}
	}
	return x.running(s, n, inner, name)
}

// recur is a call of a pipeline that calls itself: its graph is built once for
// the root graph and run as a body.
func (x *expander) recur(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	p := facts.Pipeline
	n := &Node{Op: "recur", Pipeline: p.Name, Pos: x.pos(c.At), Fallback: -1}
	n.gives(p.Result)
	for _, param := range p.Params {
		got := x.argument(s, facts, param, name)
		n.Args = append(n.Args, x.given(s, n, param.Name, param.Type, got, c, name))
	}
	x.modifiers(s, n, mods, name)
	x.recursive(p)
	return x.branched(s, n, name)
}

// recursive builds the graph of a pipeline that calls itself, unless the root
// graph has it.
func (x *expander) recursive(p *check.Pipeline) {
	for _, g := range x.top.Recursive {
		if g.Name == p.Name {
			return
		}
	}
	g := &Graph{Name: p.Name}
	x.top.Recursive = append(x.top.Recursive, g)
	inner := x.expander(g, x.root, nil)
	in := inner.scope(p.Decl.Stmts, nil)
	in.prefix = p.Name + "."
	was := x.file
	x.file = x.info.FileOf[p.Decl]
	inner.params(in, p)
	if p.Decl.Return != nil {
		inner.result(in, p.Decl.Return.Value)
	}
	x.file = was
	items := p.Result
	if f, ok := items.Field("items"); ok && items.Kind == sig.Record {
		items = f.Type
	}
	g.Result.Columns = columnsOf(items)
}
