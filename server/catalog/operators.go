package catalog

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/server/app"
)

// Operators implements app.Language: the operators, then the functions.
func (c *Compiler) Operators() []app.Operator {
	var out []app.Operator
	for _, f := range c.ops.Operators() {
		o := app.Operator{Name: f.Name, Kind: "operator", Summary: f.Summary, Doc: f.Doc, Example: f.Example, Off: f.Off, Source: f.Source, Args: []app.OperatorArg{}}
		if d, ok := c.ops.Op(f.Name); ok {
			o.Stage = d.Lane()
		}
		for i := range f.Args {
			o.Args = append(o.Args, operatorArg(&f.Args[i]))
		}
		out = append(out, o)
	}
	for _, b := range sig.Functions() {
		out = append(out, app.Operator{Name: b.Name, Kind: "function", Summary: b.Summary, Example: b.Example, Args: functionArgs(&b)})
	}
	return out
}

func operatorArg(a *sig.Arg) app.OperatorArg {
	out := app.OperatorArg{Name: a.Name, Kind: a.Kind.String(), Required: a.Required, Named: a.Named, Knob: a.Knob, Words: a.Words, Doc: a.Doc}
	if a.Type.Kind != sig.Invalid {
		out.Type = a.Type.String()
	}
	if a.Default != nil {
		out.Default = fmt.Sprint(a.Default)
	}
	for _, p := range a.Policies {
		out.Words = append(out.Words, p.Name)
	}
	return out
}

// functionArgs are those of the first way to call it.
func functionArgs(b *sig.Builtin) []app.OperatorArg {
	out := []app.OperatorArg{}
	if len(b.Overloads) == 0 {
		return out
	}
	var ways []string
	for _, o := range b.Overloads {
		var types []string
		for _, t := range o.Params {
			types = append(types, t.String())
		}
		ways = append(ways, "("+strings.Join(types, ", ")+") -> "+o.Result.String())
	}
	for i, t := range b.Overloads[0].Params {
		out = append(out, app.OperatorArg{Name: fmt.Sprintf("%c", 'x'+rune(i)), Kind: "scalar", Type: t.String(), Required: true, Doc: strings.Join(ways, "; ")})
	}
	return out
}
