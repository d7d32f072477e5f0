package column

import (
	"fmt"
	"regexp"

	"riffle.dev/riffle/internal/plural"
)

// arity of each operator; -1 is any number.
func arity(op string) (n int, known bool) {
	switch op {
	case "const", "col", "param", "elem":
		return 0, true
	case "neg", "not", "field":
		return 1, true
	case "+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">=", "and", "or", "??", "in", "index":
		return 2, true
	case "cond", "slice":
		return 3, true
	case "list", "call", "record", "over":
		return -1, true
	}
	return 0, false
}

// check tells whether the tree is well formed and within its limits.
func (e *Expr) check() error {
	c := formChecker{}
	return c.check(e, 0, false)
}

// formChecker counts what it has seen.
type formChecker struct{ nodes int }

// check a node; inside tells whether a closure stands above it.
func (c *formChecker) check(e *Expr, depth int, inside bool) error {
	if e == nil {
		return fmt.Errorf("an expression is missing")
	}
	c.nodes++
	if depth > maxExprDepth || c.nodes > maxExprNodes {
		return fmt.Errorf("expression too large: at most %d deep and %d nodes", maxExprDepth, maxExprNodes)
	}
	n, known := arity(e.Op)
	if !known {
		return fmt.Errorf("unknown operator %q", clip(e.Op))
	}
	if n >= 0 && len(e.Args) != n {
		return fmt.Errorf("%s takes %s, has %d", e.Op, plural.Of(n, "argument"), len(e.Args))
	}
	for i, a := range e.Args {
		if err := c.check(a, depth+1, inside || e.Op == "over" && i == 1); err != nil {
			return err
		}
	}
	switch e.Op {
	case "const":
		if !canonical(e.Type, e.Value) {
			return fmt.Errorf("constant: want %s, got %s", e.Type, describe(e.Value))
		}
	case "elem":
		if !inside {
			return fmt.Errorf("the element of a closure is read outside of one")
		}
		if e.Name != "" && e.Name != "index" && e.Name != "acc" {
			return fmt.Errorf("unknown part of a closure %q", clip(e.Name))
		}
	case "record":
		if len(e.Type.Fields) != len(e.Args) {
			return fmt.Errorf("a record of %s has %s", plural.Of(len(e.Type.Fields), "field"), plural.Of(len(e.Args), "value"))
		}
	case "over":
		return e.checkOver()
	case "call":
		return e.checkCall()
	}
	return nil
}

func (e *Expr) checkCall() error {
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
