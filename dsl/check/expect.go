package check

import (
	"fmt"
	"maps"
	"slices"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// outcomes are the words a node's outcome may be.
var outcomes = []string{"ok", "empty", "timeout", "error", "skipped", "degraded", "fallback"}

// answer is what expect sees: of every test items ids outcome tier level
// coverage served, of a scene's with experiments those, and the other fields of
// the answer.
func (t *trial) answer() {
	str := sig.Type{Kind: sig.String}
	items := t.p.out.Result
	var own []sig.Field
	if items.Kind == sig.Record {
		f, _ := items.Field("items")
		for _, o := range items.Fields {
			if o.Name != "items" {
				own = append(own, o)
			}
		}
		items = f.Type
	}
	if t.p.answer == nil || t.p.answer.typ.Kind == sig.Invalid {
		items = sig.Type{} // its columns are not known
	}
	if s := t.out.Scene; s != nil {
		items, own = t.c.orFallback(s, items, own)
	}
	outcome, ok := t.c.outcomeOf[t.p]
	if !ok { // once a pipeline: it may have many nodes, and many tests
		outcome = sig.Type{Kind: sig.Record, Name: "outcome"}
		for _, n := range sortedStubs(t.nodes) {
			outcome.Fields = append(outcome.Fields, sig.Field{Name: n, Type: str})
		}
		t.c.outcomeOf[t.p] = outcome
	}
	if !slices.ContainsFunc(own, func(f sig.Field) bool { return f.Name == "experiments" }) {
		own = append(t.arms(), own...)
	}
	t.out.Answer = sig.Type{Kind: sig.Record, Name: "the answer", Fields: append([]sig.Field{
		{Name: "items", Type: items},
		{Name: "ids", Type: sig.Type{Kind: sig.List, Elem: &str}},
		{Name: "outcome", Type: outcome},
		{Name: "tier", Type: str},
		{Name: "level", Type: sig.Type{Kind: sig.Int}},
		{Name: "coverage", Type: sig.Type{Kind: sig.Float}},
		{Name: "served", Type: str},
	}, own...)}
}

// arms are those of the scene's experiments by their names: "" where the request
// takes no part.
func (t *trial) arms() []sig.Field {
	s := t.out.Scene
	if s == nil {
		return nil
	}
	out := sig.Type{Kind: sig.Record, Name: "experiments"}
	for _, name := range slices.Sorted(maps.Keys(t.c.info.Experiments)) {
		if t.c.info.Experiments[name].Scene == s.Name {
			out.Fields = append(out.Fields, sig.Field{Name: name, Type: sig.Type{Kind: sig.String}})
		}
	}
	if len(out.Fields) == 0 {
		return nil
	}
	return []sig.Field{{Name: "experiments", Type: out}}
}

// orFallback unites what a scene's pipeline answers with what its fallback does.
func (c *checker) orFallback(s *Scene, items sig.Type, own []sig.Field) (sig.Type, []sig.Field) {
	f := c.pipes[s.Fallback]
	if f == nil {
		return items, own
	}
	other := f.out.Result
	record := other.Kind == sig.Record
	if record {
		have, _ := other.Field("items")
		other = have.Type
	}
	if items.Kind == sig.Items && other.Kind == sig.Items {
		if both, clash := sig.Unite([]sig.Type{items, other}); clash == "" {
			items = both
		}
	}
	out := append([]sig.Field(nil), own...)
	for i := range out {
		if _, ok := f.out.Result.Field(out[i].Name); !record || !ok {
			out[i].Type.Nullable = true
		}
	}
	return items, out
}

// expect types a condition over the answer.
func (t *trial) expect(e *ast.TestEntry) {
	island, ok := e.Value.(*ast.Expr)
	if !ok || island == nil {
		return
	}
	t.out.Expects = append(t.out.Expects, island)
	params := make([]Param, len(t.out.Answer.Fields))
	for i, f := range t.out.Answer.Fields {
		params[i] = Param{Name: f.Name, Type: f.Type}
	}
	t.c.scalar(island, sig.Type{Kind: sig.Bool}, "expect", scope{place: inExpect, params: params})
	t.words(island, island.Tree)
}

// words compares the constants that stand beside an outcome, tier or served
// with the words these can be: what can never hold is a mistake.
func (t *trial) words(e *ast.Expr, n exprast.Node) {
	switch n := n.(type) {
	case *exprast.BinaryNode:
		t.words(e, n.Left)
		t.words(e, n.Right)
		switch n.Operator {
		case "==", "!=", "in":
			t.word(e, n.Left, n.Right)
			t.word(e, n.Right, n.Left)
		}
	case *exprast.UnaryNode:
		t.words(e, n.Node)
	case *exprast.ConditionalNode:
		t.words(e, n.Cond)
		t.words(e, n.Exp1)
		t.words(e, n.Exp2)
	}
}

func (t *trial) word(e *ast.Expr, side, other exprast.Node) {
	var constants []*exprast.StringNode
	switch other := other.(type) {
	case *exprast.StringNode:
		constants = append(constants, other)
	case *exprast.ArrayNode:
		for _, n := range other.Nodes {
			if s, ok := n.(*exprast.StringNode); ok {
				constants = append(constants, s)
			}
		}
	}
	name, words := "", []string(nil)
	switch side := side.(type) {
	case *exprast.MemberNode:
		id, ok := side.Node.(*exprast.IdentifierNode)
		switch {
		case ok && id.Value == "outcome":
			name, words = "an outcome", outcomes
		case ok && id.Value == "experiments":
			name, words = t.armsOf(side.Property)
		}
	case *exprast.IdentifierNode:
		s := t.out.Scene
		switch {
		case side.Value == "served" && s != nil:
			name, words = "served", []string{s.Pipeline}
			if s.Fallback != "" {
				words = append(words, s.Fallback)
			}
		case side.Value == "served":
			name, words = "served", []string{t.p.out.Name}
		case side.Value == "tier" && s != nil:
			name, words = "tier", []string{""}
			for _, tier := range s.Tiers {
				words = append(words, tier.Name)
			}
		}
	}
	for _, s := range constants {
		if words == nil || contains(words, s.Value) {
			continue
		}
		at := e.At
		if e.Map != nil {
			at = e.Map(s.Location())
		}
		t.c.reportNear(at, "E0405", fmt.Sprintf("%s is never %q", name, show(s.Value)), s.Value, "it is one of "+listed(quoted(words)), words)
	}
}

// armsOf an experiment as words, "" among them for who takes no part.
func (t *trial) armsOf(property exprast.Node) (name string, words []string) {
	s, ok := property.(*exprast.StringNode)
	if !ok {
		return "", nil
	}
	x := t.c.info.Experiments[s.Value]
	if x == nil {
		return "", nil
	}
	words = []string{""}
	for _, a := range x.Arms {
		words = append(words, a.Name)
	}
	return "the arm of " + s.Value, words
}
