package column

import (
	"fmt"
	"regexp"
)

// EvalRow is the value of an expression for one row: a walk of the tree, slow
// and obvious, the oracle of the columnar kernels. row and params give
// canonical values, nil for null. An error means a malformed tree (an unknown
// operator or function, a wrong number of arguments); no value makes one.
//
// Null: in arithmetic, order and functions it gives null; == and != compare
// it; and, or, not know three values; a cond whose test is null takes the else
// side; a null list has no answer to in, which is null.
func EvalRow(e *Expr, row, params func(name string) Value) (Value, error) {
	if err := e.check(0, new(int)); err != nil {
		return nil, err
	}
	return evalRow(e, row, params), nil
}

func evalRow(e *Expr, row, params func(name string) Value) Value {
	switch e.Op {
	case "const":
		return e.widen(e.Value)
	case "col":
		return row(e.Name)
	case "param":
		return params(e.Name)
	}
	args := make([]Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = evalRow(a, row, params)
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
	case "call":
		over, err := Resolve(e.Name, argTypes(e.Args))
		if err != nil {
			return nil
		}
		return over.call(args)
	}
	return nil
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

// arity of each operator; -1 is any number.
func arity(op string) (n int, known bool) {
	switch op {
	case "const", "col", "param":
		return 0, true
	case "neg", "not", "field":
		return 1, true
	case "+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">=", "and", "or", "??", "in", "index":
		return 2, true
	case "cond":
		return 3, true
	case "list", "call":
		return -1, true
	}
	return 0, false
}

// check tells whether the tree is well formed and within its limits.
func (e *Expr) check(depth int, nodes *int) error {
	if e == nil {
		return fmt.Errorf("an expression is missing")
	}
	*nodes++
	if depth > maxExprDepth || *nodes > maxExprNodes {
		return fmt.Errorf("expression too large: at most %d deep and %d nodes", maxExprDepth, maxExprNodes)
	}
	n, known := arity(e.Op)
	if !known {
		return fmt.Errorf("unknown operator %q", clip(e.Op))
	}
	if n >= 0 && len(e.Args) != n {
		return fmt.Errorf("%s takes %d arguments, has %d", e.Op, n, len(e.Args))
	}
	for _, a := range e.Args {
		if err := a.check(depth+1, nodes); err != nil {
			return err
		}
	}
	if e.Op == "const" && !canonical(e.Type, e.Value) {
		return fmt.Errorf("constant: want %s, got %s", e.Type, describe(e.Value))
	}
	if e.Op != "call" {
		return nil
	}
	over, err := Resolve(e.Name, argTypes(e.Args))
	if err != nil {
		return err
	}
	for _, i := range over.Const {
		if e.Args[i].Op != "const" {
			return fmt.Errorf("%s: argument %d must be a constant", e.Name, i+1)
		}
	}
	if s, ok := e.pattern(); ok {
		if len(s) > maxPattern {
			return fmt.Errorf("matches: a pattern of %d bytes, at most %d", len(s), maxPattern)
		}
		if _, err := regexp.Compile(s); err != nil {
			return fmt.Errorf("matches: %w", err)
		}
	}
	return nil
}

func (e *Expr) pattern() (string, bool) {
	if e.Name != "matches" || len(e.Args) != 2 {
		return "", false
	}
	s, ok := e.Args[1].Value.(string)
	return s, ok
}
