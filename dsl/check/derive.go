package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// deriving is a resource whose derived fields wait until all that can be called
// is known.
type deriving struct {
	r    *Resource
	file *ast.File
}

// derived types the fields that are made by a function or service.
func (c *checker) derived() {
	for _, d := range c.deriving {
		c.inFile(d.file, func() {
			given := given(d.r)
			for i := range d.r.Fields {
				f := &d.r.Fields[i]
				if call, ok := f.Decl.Default.(*ast.Call); ok {
					f.Default, f.Derive = nil, c.derive(given, f, call)
					if d.r.Store != nil && f.Derive != nil {
						f.Derive = nil
						c.report(call.At, "E0810", fmt.Sprintf("%s is derived when a document is built, and a store builds its own", show(f.Name)),
							"leave its default out, and have the store hold it")
					}
				}
			}
		})
	}
	c.deriving = nil
}

// derive checks `field: T = function(expression over the document)`.
// document has the fields it may read: no derived one.
func (c *checker) derive(document sig.Type, f *ResourceField, call *ast.Call) *Derive {
	if call.Name == nil {
		return nil
	}
	name := call.Name.Text
	fn, ok := c.callee(name)
	switch {
	case !ok && c.decls[name].kind == "import" || ok && fn.broken():
		return nil
	case !ok && c.decls[name].kind != "":
		c.report(call.Name.At, "E0312", fmt.Sprintf("%s is %s; a field is derived by a function or service", show(name), an(c.decls[name].kind)), "")
		return nil
	case !ok:
		c.reportNear(call.Name.At, "E0301", fmt.Sprintf("unknown function %s", show(name)), name, "", c.names("function", "service"))
		return nil
	case fn.item != nil:
		c.report(call.Name.At, "E0414", fmt.Sprintf("%s answers for each item of a set, and a document is none", show(name)), "derive the field by a function without the parameter item")
		return nil
	case f.Kind == "key":
		c.report(call.At, "E0801", "a key is not derived", "every document brings its own")
		return nil
	}
	if !sig.Fits(fn.result, f.Type) {
		c.report(call.At, "E0401", fmt.Sprintf("%s is %s, %s gives %s", show(f.Name), f.Type, show(name), fn.result), "")
	}
	if fn.waits {
		c.report(call.Name.At, "W0901", fmt.Sprintf("a field derived by %s is checked, and not computed in this version: only word tables are", show(name)), "bring the field with the document")
	}
	out := &Derive{Function: fn.function, Service: fn.service, Call: call}
	info := &Call{Function: fn.function, Service: fn.service, Result: fn.result}
	c.info.Calls[call] = info
	sc := scope{rows: &document, place: inDocument}
	c.bindParams(call, name, fn.params, func(p Param, a *ast.Arg) {
		c.scalar(a.Value, p.Type.Null(), p.Name, sc)
		info.Args = append(info.Args, Bound{Name: p.Name, Value: a.Value})
		if e, ok := c.info.ExprOf(a.Value); ok && out.Arg == nil {
			out.Arg = e
		}
	})
	return out
}
