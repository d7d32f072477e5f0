package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

var functionSettings = []setting{
	{name: "words", kind: stringSetting},
	{name: "file", kind: anySetting},
	{name: "url", kind: anySetting},
	{name: "timeout", kind: durationSetting, inert: true},
	{name: "limit", kind: rateSetting, inert: true},
	{name: "at_once", kind: intSetting, lo: 1, inert: true},
}

// function enters a declared function.
func (c *checker) function(d *ast.Function) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	f := &Function{Decl: d, Name: d.Name.Text}
	c.info.Functions[f.Name] = f
	if d.Signature != nil {
		f.Params = c.params(d.Signature)
		f.Result = c.typeOf(d.Signature.Result)
	}
	other, before := false, len(c.diags)
	c.settings("a function", d.Settings, functionSettings, func(name string, s *ast.Setting) {
		switch name {
		case "words":
			f.Words = s.Value.(*ast.StringLit).Value
		case "file", "url":
			other = true
			c.unsupported(s.Name.At, "a function by "+name)
		}
	})
	switch {
	case other:
	case f.Words == "" && diag.List(c.diags[before:]).HasErrors(): // said already, of the setting
	case f.Words == "":
		c.report(d.Name.At, "E0806", fmt.Sprintf("function %s does not say what it is made of", show(f.Name)), `write words: "vectors/glove100"`)
	case len(f.Params) != 1 || f.Params[0].Type.Kind != sig.String || f.Result.Kind != sig.Vector && f.Result.Kind != sig.Invalid:
		c.report(d.Name.At, "E0806", "a word table makes a vector of one string", fmt.Sprintf("write function %s(text: string) -> vector(100)", show(f.Name)))
	}
}

// derive checks `field: T = function(expression over the document)`.
// document has the fields it may read: no derived one.
func (c *checker) derive(document sig.Type, f *ResourceField, call *ast.Call) *Derive {
	if call.Name == nil {
		return nil
	}
	d := c.decls[call.Name.Text]
	switch d.kind {
	case "function":
	case "service", "import":
		c.unsupported(call.Name.At, "a field derived by "+an(d.kind))
		return nil
	default:
		c.report(call.Name.At, "E0301", fmt.Sprintf("unknown function %s", show(call.Name.Text)), c.didYouMean(call.Name.Text, c.names("function")))
		return nil
	}
	fn := c.info.Functions[call.Name.Text]
	if fn == nil {
		return nil
	}
	if _, ok := sig.Common(fn.Result, f.Type); !ok || !sig.Fits(fn.Result, f.Type) {
		c.report(call.At, "E0401", fmt.Sprintf("%s is %s, %s gives %s", f.Name, f.Type, fn.Name, fn.Result), "")
	}
	out := &Derive{Function: fn, Call: call}
	info := &Call{Function: fn, Result: fn.Result}
	c.info.Calls[call] = info
	sc := scope{rows: &document, place: inDocument}
	c.bindParams(call, fn.Name, fn.Params, func(p Param, a *ast.Arg) {
		v := a.Value
		c.scalar(v, p.Type.Null(), p.Name, sc)
		info.Args = append(info.Args, Bound{Name: p.Name, Value: v})
		if e, ok := c.info.ExprOf(v); ok && out.Arg == nil {
			out.Arg = e
		}
	})
	return out
}
