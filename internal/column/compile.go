package column

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// node is an expression with the kernel that computes it.
type node struct {
	expr   *Expr
	args   []*node
	one    vec // of a const
	slot   int // of a col or param
	memo   int // where it keeps something for the length of a run
	id     int // two nodes with one id are the same node
	uses   int // nodes that it is an argument of
	keep   int // of one with several uses: where a chunk keeps it; else -1
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
	b := &builder{Program: p, types: types, known: map[string]*node{}}
	root, err := b.build(e)
	if err != nil {
		return nil, err
	}
	for _, n := range b.known {
		if n.uses > 1 && n.expr.Op != "const" && n.expr.Op != "param" {
			n.keep = p.keeps
			p.keeps++
		}
	}
	p.root = root
	return p, nil
}

// builder of a program: equal parts of a tree become one node.
type builder struct {
	*Program
	types func(name string) (Type, bool)
	known map[string]*node
	nodes int
}

// build the node of a part, or find it.
func (b *builder) build(e *Expr) (*node, error) {
	n, err := b.make(e)
	if err != nil {
		return nil, err
	}
	key := n.key()
	if same := b.known[key]; key != "" && same != nil {
		return same, nil
	}
	b.nodes++
	n.id, n.keep = b.nodes, -1
	for _, a := range n.args {
		a.uses++
	}
	if n.kernel != nil {
		n.memo = b.memos
		b.memos++
	}
	if key != "" {
		b.known[key] = n
	}
	return n, nil
}

// key is equal for nodes that compute the same; "" of one that is like no other.
func (n *node) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q %s", n.expr.Op, n.expr.Name, n.expr.Type)
	switch {
	case n.inner != nil:
		return ""
	case n.expr.Op == "const":
		switch v := n.one.val.(type) {
		case nil, bool, int64, string:
			fmt.Fprintf(&b, " %T %v", v, v)
		case float64:
			fmt.Fprintf(&b, " float %x", math.Float64bits(v))
		default:
			return ""
		}
	}
	for _, a := range n.args {
		fmt.Fprintf(&b, " %d", a.id)
	}
	return b.String()
}

// make a node of a part, whose arguments are built.
func (b *builder) make(e *Expr) (*node, error) {
	p, types := b.Program, b.types
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
		arg, err := b.build(a)
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
