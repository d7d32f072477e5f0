package dag

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// ifElse is a node with two branches; another if behind else is a node of its
// own, so that its condition is computed only when it counts.
func (x *expander) ifElse(s *scope, v *ast.If, name string, mods []*ast.Modifier) *binding {
	facts := x.info.Ifs[v]
	if facts == nil {
		x.unsupported(v.At, "if")
		return scalarOf(null())
	}
	n := x.branching(s, "if", facts.Result, v, name, mods)
	cond := x.scalar(s, v.Cond, name)
	n.Branches = append(n.Branches,
		Branch{Name: "then", When: cond, Result: x.block(s, n, v.Then, name+".then", 0)},
		Branch{Name: "else", Result: x.block(s, n, v.Else, name+".else", 0)})
	return x.branched(s, n, name)
}

// choose is a node with a branch for each arm.
func (x *expander) choose(s *scope, v *ast.Choose, name string, mods []*ast.Modifier) *binding {
	facts := x.info.Chooses[v]
	if facts == nil {
		x.unsupported(v.At, "choose")
		return scalarOf(null())
	}
	n := x.branching(s, "choose", facts.Result, v, name, mods)
	for _, arm := range facts.Arms {
		out := Branch{Name: arm.Name}
		var own []*ast.Modifier // of the arm's call
		for _, m := range arm.Decl.Mods {
			switch {
			case m == nil:
			case m.Word == "gain":
				out.Gain = gain(m)
			case m.Word == "when":
				out.When = x.scalar(s, m.Value, name)
			case m.Word == "timeout":
				out.Timeout = whole(m.Value)
				own = append(own, m)
			default:
				own = append(own, m)
			}
		}
		armName := name + "." + arm.Name
		if block, ok := arm.Decl.Value.(*ast.Block); ok {
			out.Result = x.block(s, n, block, armName, out.Timeout)
		} else {
			out.Result = x.shaped(s, n, x.value(s, arm.Decl.Value, armName, own), arm.Decl.Value, armName)
		}
		n.Branches = append(n.Branches, out)
	}
	return x.branched(s, n, name)
}

func (x *expander) branching(s *scope, op string, result sig.Type, v ast.Value, name string, mods []*ast.Modifier) *Node {
	n := &Node{Op: op, Pos: x.pos(v.Span()), Fallback: -1}
	n.gives(result)
	x.modifiers(s, n, mods, name)
	return n
}

func (x *expander) branched(s *scope, n *Node, name string) *binding {
	n.Name = x.unique(s.prefix + name)
	return x.bound(x.add(s, n))
}

// block expands the statements and the value of a branch into the graph, for
// n; timeout bounds each of its nodes.
func (x *expander) block(s *scope, n *Node, v ast.Value, name string, timeout int64) int {
	b, ok := v.(*ast.Block)
	if !ok {
		return x.shaped(s, n, x.value(s, v, name, nil), v, name)
	}
	in := x.scope(b.Stmts, s)
	if n.Timeout > 0 && (timeout == 0 || n.Timeout < timeout) {
		timeout = n.Timeout
	}
	if timeout > 0 && (in.timeout == 0 || timeout < in.timeout) {
		in.timeout = timeout
	}
	return x.shaped(in, n, x.value(in, b.Value, name, b.Mods), b.Value, name)
}
