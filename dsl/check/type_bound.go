package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// wordsTwice reports words of keyword(…) that are listed twice.
func (c *checker) wordsTwice(e *ast.TypeExpr) {
	seen := make(map[string]bool, len(e.Args))
	for _, a := range e.Args {
		if a == nil {
			continue
		}
		w, ok := a.Value.(*ast.StringLit)
		if ok && seen[w.Value] {
			c.report(w.At, "E0302", fmt.Sprintf("%q is already among the words", show(w.Value)), "leave one of them out")
		}
		if ok {
			seen[w.Value] = true
		}
	}
}

// isShare tells plain numbers and percentages.
func isShare(n *ast.NumberLit) bool { return n.Unit == "" || n.Unit == "%" }

// typeBound reads one bracketed word of int, float or keyword: a range of
// numbers, or the words allowed. Options of text are read by the resource.
func (c *checker) typeBound(t *sig.Type, e *ast.TypeExpr, a *ast.TypeArg) {
	if a == nil {
		return
	}
	name := e.Name.Text
	if a.Label != nil {
		if name != "text" {
			c.report(a.At, "E0403", fmt.Sprintf("%s has no option %s", name, show(a.Label.Text)), "")
		}
		return // of a text: reported where it is no field of a resource
	}
	switch v := a.Value.(type) {
	case *ast.RangeLit:
		if v.Lo == nil || v.Hi == nil || t.Kind != sig.Int && t.Kind != sig.Float {
			break
		}
		switch {
		case c.upsideDown(v):
		case t.Kind == sig.Int && (!v.Lo.Int || !v.Hi.Int):
			c.report(v.At, "E0401", "the bounds of an int are ints", "such as int(1..50)")
		case t.Kind == sig.Float && !(isShare(v.Lo) && isShare(v.Hi)):
			c.report(v.At, "E0401", "the bounds of a float are numbers", "such as float(0..1), or float(0%..100%)")
		case t.Bounds != nil:
			c.report(v.At, "E0403", fmt.Sprintf("%s has one range of bounds", name), "leave one of them out")
		default:
			t.Bounds = &sig.Bounds{Lo: number(v.Lo), Hi: number(v.Hi)}
		}
		return
	case *ast.StringLit:
		if t.Kind != sig.String || name == "text" || name == "key" {
			break
		}
		b := sig.Bounds{}
		if t.Bounds != nil {
			b = *t.Bounds // made here a word ago, so the list is ours to grow
		}
		b.Words = append(b.Words, v.Value)
		t.Bounds = &b
		return
	}
	c.report(a.At, "E0403", fmt.Sprintf("%s takes no such bound", name), `bounds are int(1..50), float(0..1), keyword("new", "hot")`)
}
