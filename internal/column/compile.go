package column

import (
	"fmt"
	"regexp"
	"slices"
)

// node is an expression with the kernel that computes it.
type node struct {
	expr   *Expr
	args   []*node
	one    vec // of a const
	slot   int // of a col or param
	memo   int // where it keeps something for the length of a run
	over   *Overload
	re     *regexp.Regexp // of matches
	inner  *closure       // of over
	kernel func(s *state, n *node, args []vec) vec
}

// Compile prepares an expression. types gives the columns it will run over, so
// that a tree made for others is refused here; nil takes the tree's word for
// them. Other errors are those of EvalRow.
func Compile(e *Expr, types func(name string) (Type, bool)) (*Program, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	p := &Program{typ: e.Type}
	root, err := p.build(e, types)
	if err != nil {
		return nil, err
	}
	p.root = root
	return p, nil
}

func (p *Program) build(e *Expr, types func(name string) (Type, bool)) (*node, error) {
	n := &node{expr: e}
	switch e.Op {
	case "const":
		n.one = oneVec(e.Type.Kind, e.Value)
		return n, nil
	case "col":
		if types != nil {
			t, ok := types(e.Name)
			if !ok {
				return nil, fmt.Errorf("unknown column %q", clip(e.Name))
			}
			if !sameShape(t, e.Type) {
				return nil, fmt.Errorf("column %s is %s, the expression reads it as %s", clip(e.Name), t, e.Type)
			}
		}
		var err error
		n.slot, err = slotOf(&p.cols, &p.colTypes, "column", e)
		return n, err
	case "param":
		var err error
		n.slot, err = slotOf(&p.prms, &p.prmTypes, "parameter", e)
		return n, err
	}
	folds, args := true, e.Args
	if e.Op == "over" {
		n.inner = newClosure(e)
		args = n.inner.args()
	}
	for _, a := range args {
		arg, err := p.build(a, types)
		if err != nil {
			return nil, err
		}
		n.args = append(n.args, arg)
		folds = folds && arg.expr.Op == "const"
	}
	if e.Op == "call" {
		n.over, _ = Resolve(e.Name, argTypes(e.Args))
		if s, ok := e.pattern(); ok {
			n.re = regexp.MustCompile(s) // check has seen it compile
		}
	}
	if folds {
		vals := make([]Value, len(n.args))
		for i, a := range n.args {
			vals[i] = a.one.val
		}
		v, err := n.apply(vals)
		if err != nil {
			return nil, err
		}
		return &node{expr: &Expr{Op: "const", Value: v, Type: e.Type}, one: oneVec(e.Type.Kind, v)}, nil
	}
	n.kernel = choose(n)
	n.memo = p.memos
	p.memos++
	return n, nil
}

// slotOf numbers a name; one name is of one type throughout.
func slotOf(names *[]string, list *[]Type, what string, e *Expr) (int, error) {
	i := slices.Index(*names, e.Name)
	if i < 0 {
		*names = append(*names, e.Name)
		*list = append(*list, e.Type)
		return len(*names) - 1, nil
	}
	if !sameShape((*list)[i], e.Type) {
		return 0, fmt.Errorf("%s %s is read as %s and as %s", what, clip(e.Name), (*list)[i], e.Type)
	}
	return i, nil
}

// sameShape tells whether values of the types are held alike.
func sameShape(a, b Type) bool {
	return a.Kind == b.Kind && (a.Kind != Vector || a.Dim == b.Dim)
}

// apply is the node's operation on single values; it may write to args. Only
// closures have errors.
func (n *node) apply(args []Value) (Value, error) {
	switch {
	case n.inner != nil:
		return n.inner.apply(args)
	case n.re != nil:
		if s, ok := args[0].(string); ok {
			return n.re.MatchString(s), nil
		}
		return nil, nil
	case n.over != nil:
		return n.over.call(args), nil
	}
	return n.expr.apply(args), nil
}

// choose is the kernel of a node by the types of its arguments. What has none
// of its own is computed row by row.
func choose(n *node) func(s *state, n *node, args []vec) vec {
	at := func(i int) rep { return repOf(n.args[i].expr.Type.Kind) }
	out := repOf(n.expr.Type.Kind)
	numbers := func() bool {
		for i := range n.args {
			if r := at(i); r != repInt && r != repFloat {
				return false
			}
		}
		return true
	}
	switch n.expr.Op {
	case "neg":
		if at(0) == out && (out == repInt || out == repFloat) {
			return kernelNeg
		}
	case "not":
		if at(0) == repBool && out == repBool {
			return kernelNot
		}
	case "+", "-", "*", "/", "%", "**":
		switch {
		case numbers() && out == repFloat:
			return kernelFloats
		case numbers() && out == repInt && at(0) == repInt && at(1) == repInt && n.expr.Op != "**":
			return kernelInts
		}
	case "==", "!=", "<", "<=", ">", ">=":
		switch {
		case out != repBool:
		case numbers():
			return kernelCompare
		case at(0) == repString && at(1) == repString && (n.expr.Op == "==" || n.expr.Op == "!="):
			return kernelSameText
		case n.expr.Op == "==" || n.expr.Op == "!=":
			if n.args[0].isNil() || n.args[1].isNil() {
				return kernelIsNull
			}
		}
	case "and", "or":
		if at(0) == repBool && at(1) == repBool && out == repBool {
			return kernelLogic
		}
	case "cond":
		if at(0) == repBool && n.arm(1) && n.arm(2) {
			return kernelCond
		}
	case "??":
		if n.arm(0) && n.arm(1) {
			return kernelDefault
		}
	case "in":
		if out == repBool {
			return kernelIn
		}
	case "call":
		return chooseCall(n)
	}
	return kernelAny
}

// arm tells whether argument i may be the node's value as it is.
func (n *node) arm(i int) bool {
	want, have := repOf(n.expr.Type.Kind), repOf(n.args[i].expr.Type.Kind)
	return want == have || want == repFloat && have == repInt || n.args[i].isNil()
}

func (n *node) isNil() bool { return n.expr.Op == "const" && n.one.val == nil }
