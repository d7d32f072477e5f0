package column

// EvalRow is the value of an expression for one row: a walk of the tree, slow
// and obvious, the oracle of the columnar kernels. row and params give
// canonical values, nil for null. An error means a malformed tree (an unknown
// operator or function, a wrong number of arguments), or closures that visited
// more than maxVisits elements.
//
// Null: in arithmetic, order and functions it gives null; == and != compare
// it; and, or, not know three values; a cond whose test is null takes the else
// side; a null list has no answer to in, which is null.
func EvalRow(e *Expr, row, params func(name string) Value) (Value, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	w := walker{row: row, params: params, visits: new(int)}
	v := w.eval(e)
	return v, w.err()
}

// walker evaluates trees for one row.
type walker struct {
	row, params func(name string) Value
	here        element // of the innermost closure
	visits      *int    // elements seen by closures, shared by the walkers of a row
}

func (w *walker) eval(e *Expr) Value {
	switch e.Op {
	case "const":
		return e.widen(e.Value)
	case "col":
		return w.row(e.Name)
	case "param":
		return w.params(e.Name)
	case "elem":
		return w.here.named(e.Name)
	case "over":
		return w.over(e)
	}
	args := make([]Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = w.eval(a)
	}
	return e.apply(args)
}

// apply is the node's operation on the values of its arguments. It may write
// to args.
func (e *Expr) apply(args []Value) Value {
	switch e.Op {
	case "neg":
		switch x := args[0].(type) {
		case int64:
			return -x
		case float64:
			return -x
		}
		return nil
	case "not":
		if b, ok := args[0].(bool); ok {
			return !b
		}
		return nil
	case "+", "-", "*", "/", "%", "**":
		return arith(e.Op, e.Type.Kind, args[0], args[1])
	case "==":
		return Equal(args[0], args[1])
	case "!=":
		return !Equal(args[0], args[1])
	case "<", "<=", ">", ">=":
		return less(e.Op, args[0], args[1])
	case "and", "or":
		return logic(e.Op, args[0], args[1])
	case "??":
		if args[0] != nil {
			return e.widen(args[0])
		}
		return e.widen(args[1])
	case "cond":
		if args[0] == true {
			return e.widen(args[1])
		}
		return e.widen(args[2])
	case "in":
		return within(args[0], args[1])
	case "field":
		if m, ok := args[0].(map[string]Value); ok {
			return m[e.Name]
		}
		return nil
	case "index":
		return at(args[0], args[1])
	case "list":
		out := make([]Value, len(args))
		for i, a := range args {
			out[i] = e.widenItem(a)
		}
		return out
	case "slice":
		return slice(args[0], args[1], args[2])
	case "record":
		return e.record(args)
	case "call":
		over, err := Resolve(e.Name, argTypes(e.Args))
		if err != nil {
			return nil
		}
		return over.call(args)
	}
	return nil
}

// record makes the record of a node's type of the values of its fields.
func (e *Expr) record(args []Value) Value {
	out := make(map[string]Value, len(args))
	for i, v := range args {
		f := e.Type.Fields[i]
		if n, ok := v.(int64); ok && f.Type.Kind == Float {
			v = float64(n)
		}
		out[f.Name] = v
	}
	return out
}

// widen makes an Int a Float where the node is a Float: a ?: or ?? with an Int
// on one side.
func (e *Expr) widen(v Value) Value {
	if n, ok := v.(int64); ok && e.Type.Kind == Float {
		return float64(n)
	}
	return v
}

func (e *Expr) widenItem(v Value) Value {
	if n, ok := v.(int64); ok && e.Type.Elem != nil && e.Type.Elem.Kind == Float {
		return float64(n)
	}
	return v
}

func argTypes(args []*Expr) []Type {
	out := make([]Type, len(args))
	for i, a := range args {
		out[i] = a.Type
	}
	return out
}
