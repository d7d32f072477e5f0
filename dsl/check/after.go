package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// after types the calls that run once the answer left. Nothing reads what they
// give, and nothing waits for them.
func (b *body) after() {
	v, ok := b.n.stmt.Value.(*ast.After)
	if !ok {
		return
	}
	if b.n.home != b.p.root {
		b.c.report(b.n.at, "E0203", "after stands in the body of a pipeline, not in a block", "move it out of the block")
		b.mentions(v)
		return
	}
	for i, call := range v.Calls {
		if b.c.tooMany(i, v.At, "calls") {
			break
		}
		if call == nil || call.Name == nil {
			continue
		}
		name := call.Name.Text
		if expressible(name) && !b.c.isOperator(name) {
			b.c.report(call.Name.At, "E0312", name+" is a function of expressions, and nothing reads what it gives here", "call an operator, a service or a pipeline")
			b.mentions(call)
			continue
		}
		b.maybe = true
		b.c.info.Values[call] = b.call(call, "").typ
		if op, ok := b.operatorOf(name); ok && !op.Behind {
			b.c.report(call.Name.At, "W0306", fmt.Sprintf("what %s gives goes nowhere here", name), "give it a name above, and call in after what tells of it, such as log(page, to: \"file:shown.jsonl\")")
		}
		b.p.out.After = append(b.p.out.After, call)
	}
}

// operatorOf a name; nothing without a catalogue.
func (b *body) operatorOf(name string) (*sig.Func, bool) {
	if b.c.cat == nil {
		return nil, false
	}
	return b.c.cat.Operator(name)
}
