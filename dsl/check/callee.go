package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// endOfTime keeps sums of hostile timeouts from wrapping around.
const endOfTime = 1 << 61

// callee is a declared function or service as a call sees it.
type callee struct {
	name     string
	params   []Param // without item
	item     *Param
	result   sig.Type
	timeout  int64
	waits    bool // over the network
	function *Function
	service  *Service
}

// callee finds a function or service by name.
func (c *checker) callee(name string) (callee, bool) {
	if f := c.info.Functions[name]; f != nil {
		return callee{name: name, params: f.Params, item: f.Item, result: f.Result, timeout: f.Timeout, waits: f.Words == "", function: f}, true
	}
	if s := c.info.Services[name]; s != nil {
		return callee{name: name, params: s.Params, item: s.Item, result: s.Result, timeout: s.Timeout, waits: true, service: s}, true
	}
	return callee{}, false
}

// broken tells whether the signature was not understood: what is said of calls
// would be said twice.
func (f callee) broken() bool { return f.result.Kind == sig.Invalid && len(f.params) == 0 }

// remote types the call of a function or service as a node. One that answers
// for each item is none, unless the call brings the item.
func (b *body) remote(call *ast.Call, info *Call, f callee) worth {
	out := known(sig.Type{})
	out.call = true
	info.Function, info.Service, info.Result = f.function, f.service, f.result
	params := f.params
	if f.item != nil {
		if !brings(call, "item") {
			b.c.report(call.Name.At, "E0414", fmt.Sprintf("%s answers for each item: use score, rerank or with", show(f.name)),
				fmt.Sprintf("such as with(…, %s: %s)", show(b.column(f.name)), b.c.written(call)))
			b.mentions(call)
			return out
		}
		params = append(params[:len(params):len(params)], *f.item)
	}
	b.n.waits = b.n.waits || f.waits
	out.asks = b.asking(func() { b.params(call, info, f.name, params) }, func() int64 { return f.timeout })
	out.typ = f.result
	return out
}

// column is a name for what a model gives: the statement's, or its own.
func (b *body) column(model string) string {
	if b.n.stmt != nil && b.n.name != "" {
		return b.n.name
	}
	return model
}

// brings tells whether a call has an argument of that name.
func brings(call *ast.Call, name string) bool {
	for _, a := range call.Args {
		if a != nil && a.Name != nil && a.Name.Text == name {
			return true
		}
	}
	return false
}

// written is a call as it stands in the text, or its name when that is long.
func (c *checker) written(call *ast.Call) string {
	if s := c.source(call.At); s != "" {
		return s
	}
	return show(call.Name.Text) + "(…)"
}
