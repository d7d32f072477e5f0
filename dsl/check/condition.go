package check

import (
	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
)

// condition is what is understood of a condition without running it: a list of
// comparisons that must all hold. more says that there are others, so that it
// may hold less often than the list says, never more often.
type condition struct {
	tier  string // of a scene
	atoms []atom
	more  bool
	never bool // the constant false
}

// atom compares a path such as user.days with a constant. Numbers are an
// interval; other constants are equal or not.
type atom struct {
	path           string
	lo, hi         float64
	openLo, openHi bool
	equal, differs any // string or bool; nil for numbers
}

const endless = 1e300

func conditionOf(e *ast.Expr) condition {
	var out condition
	if e != nil {
		out.read(e, e.Tree, 0)
	}
	return out
}

func (c *condition) read(e *ast.Expr, n exprast.Node, depth int) {
	if depth > 32 || len(c.atoms) > 32 {
		c.more = true
		return
	}
	switch n := n.(type) {
	case *exprast.BoolNode:
		c.never = c.never || !n.Value
		return
	case *exprast.BinaryNode:
		if n.Operator == "and" || n.Operator == "&&" {
			c.read(e, n.Left, depth+1)
			c.read(e, n.Right, depth+1)
			return
		}
		if a, ok := atomOf(e, n); ok {
			c.atoms = append(c.atoms, a)
			return
		}
	case *exprast.IdentifierNode, *exprast.MemberNode:
		if p, ok := path(n); ok {
			c.atoms = append(c.atoms, atom{path: p, equal: true})
			return
		}
	case *exprast.UnaryNode:
		if p, ok := path(n.Node); ok && (n.Operator == "not" || n.Operator == "!") {
			c.atoms = append(c.atoms, atom{path: p, equal: false})
			return
		}
	}
	c.more = true
}

func atomOf(e *ast.Expr, n *exprast.BinaryNode) (atom, bool) {
	p, ok := path(n.Left)
	op, other := n.Operator, n.Right
	if !ok {
		if p, ok = path(n.Right); !ok {
			return atom{}, false
		}
		op, other = turned[op], n.Left
	}
	v, _, ok := exprConst(e, other)
	if !ok {
		return atom{}, false
	}
	a := atom{path: p, lo: -endless, hi: endless}
	var x float64
	switch v := v.(type) {
	case int64:
		x = float64(v)
	case float64:
		x = v
	case string, bool:
		switch op {
		case "==":
			return atom{path: p, equal: v}, true
		case "!=":
			return atom{path: p, differs: v}, true
		}
		return atom{}, false
	default:
		return atom{}, false
	}
	switch op {
	case "==":
		a.lo, a.hi = x, x
	case "<":
		a.hi, a.openHi = x, true
	case "<=":
		a.hi = x
	case ">":
		a.lo, a.openLo = x, true
	case ">=":
		a.lo = x
	default:
		return atom{}, false
	}
	return a, true
}

// turned is the comparison read from the other side.
var turned = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// path is a name, or names with dots between.
func path(n exprast.Node) (string, bool) {
	switch n := n.(type) {
	case *exprast.IdentifierNode:
		return n.Value, n.Value != "" && n.Value[0] != '$'
	case *exprast.MemberNode:
		prop, ok := n.Property.(*exprast.StringNode)
		if !ok {
			return "", false
		}
		left, ok := path(n.Node)
		return left + "." + prop.Value, ok
	}
	return "", false
}

// within names the first of the conditions that holds wherever this one does,
// "" when none is known to.
func (c condition) within(before []condition) string {
	for _, b := range before {
		if !b.more && !b.never && b.covers(c) {
			return b.tier
		}
	}
	return ""
}

// covers tells whether b holds wherever c does, as far as is understood.
func (b condition) covers(c condition) bool {
	for _, want := range b.atoms {
		if !implies(c.atoms, want) {
			return false
		}
	}
	return true
}

// implies tells whether one of a list of comparisons makes another certain.
func implies(have []atom, want atom) bool {
	for _, h := range have {
		if h.path != want.path {
			continue
		}
		switch {
		case want.equal != nil:
			if h.equal == want.equal {
				return true
			}
		case want.differs != nil:
			if h.differs == want.differs || h.equal != nil && h.equal != want.differs {
				return true
			}
		case h.equal == nil && h.differs == nil:
			lo := h.lo > want.lo || h.lo == want.lo && (h.openLo || !want.openLo)
			hi := h.hi < want.hi || h.hi == want.hi && (h.openHi || !want.openHi)
			if lo && hi {
				return true
			}
		}
	}
	return false
}
