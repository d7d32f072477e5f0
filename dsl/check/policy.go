package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

// choice is a policy: a word, or a call with constants.
func (o *opCall) choice(a *Bound) {
	c := o.b.c
	name, ok := wordOf(a.Value)
	call, isCall := a.Value.(*ast.Call)
	if isCall && call.Name != nil {
		name, ok = call.Name.Text, true
	}
	var names []string
	var policy *sig.Policy
	for i := range a.Arg.Policies {
		names = append(names, a.Arg.Policies[i].Name)
		if a.Arg.Policies[i].Name == name {
			policy = &a.Arg.Policies[i]
		}
	}
	if !ok || policy == nil {
		at := a.Value.Span()
		if isCall && call.Name != nil {
			at = call.Name.At
		}
		c.reportNear(at, "E0405", fmt.Sprintf("%s can't be %s", a.Name, show(c.source(a.Value.Span()))), name, "there are "+listed(names), names)
		return
	}
	o.use.Names[a.Name] = []string{name}
	var args []*ast.Arg
	if isCall {
		info := &Call{Policy: policy}
		c.info.Calls[call] = info
		for _, arg := range call.Args {
			if arg == nil || arg.Value == nil {
				continue
			}
			args = append(args, arg)
			b := Bound{Value: arg.Value}
			if arg.Name != nil {
				b.Name = arg.Name.Text
			} else if i := len(info.Args); i < len(policy.Args) {
				b.Name, b.Arg = policy.Args[i].Name, &policy.Args[i]
			}
			info.Args = append(info.Args, b)
		}
	}
	if policy.PerSet {
		o.perSet(a, policy, args)
		return
	}
	o.policyArgs(a, policy, args)
}

func (o *opCall) policyArgs(a *Bound, policy *sig.Policy, args []*ast.Arg) {
	c := o.b.c
	for i, arg := range args {
		switch {
		case arg.Name != nil:
			c.report(arg.Name.At, "E0308", fmt.Sprintf("%s takes its arguments by position", policy.Name), "leave the name out")
		case i >= len(policy.Args):
			c.report(arg.At, "E0408", fmt.Sprintf("%s takes %s", policy.Name, diag.Count(len(policy.Args), "argument")), "leave the rest out")
		default:
			if !c.negative(arg.Value, &policy.Args[i], policy.Args[i].Name) {
				c.constant(arg.Value, policy.Args[i].Type, policy.Args[i].Name)
			}
		}
	}
	for i, p := range policy.Args {
		if p.Required && i >= len(args) {
			c.report(a.Value.Span(), "E0412", fmt.Sprintf("%s wants %s", policy.Name, p.Name), fmt.Sprintf("write %s(…)", policy.Name))
		}
	}
}

// perSet checks weighted(similar: 2, hot: 1): the names are those of the list.
func (o *opCall) perSet(a *Bound, policy *sig.Policy, args []*ast.Arg) {
	c := o.b.c
	var sets []string
	for i := range o.info.Args {
		if o.info.Args[i].Arg.Kind == sig.Sets {
			sets = o.info.Args[i].Names
		}
	}
	want := sig.Type{Kind: sig.Float}
	if len(policy.Args) > 0 {
		want = policy.Args[0].Type
	}
	seen := map[string]bool{}
	for _, arg := range args {
		switch {
		case arg.Name == nil:
			c.report(arg.At, "E0226", fmt.Sprintf("%s takes name: number for each set", policy.Name), fmt.Sprintf("such as %s(%s: 2)", policy.Name, firstName(sets)))
			continue
		case !contains(sets, arg.Name.Text):
			c.reportNear(arg.Name.At, "E0308", fmt.Sprintf("%s is none of the sets", show(arg.Name.Text)), arg.Name.Text, "", sets)
		case seen[arg.Name.Text]:
			c.report(arg.Name.At, "E0409", fmt.Sprintf("%s is given twice", show(arg.Name.Text)), "leave one of them out")
		}
		seen[arg.Name.Text] = true
		if !c.negative(arg.Value, &sig.Arg{Type: want}, arg.Name.Text) {
			c.constant(arg.Value, want, arg.Name.Text)
		}
	}
	if len(args) == 0 {
		c.report(a.Value.Span(), "E0412", fmt.Sprintf("%s wants a number for each set", policy.Name), fmt.Sprintf("such as %s(%s: 2)", policy.Name, firstName(sets)))
	}
}

func firstName(names []string) string {
	for _, n := range names {
		if n != "" {
			return show(n)
		}
	}
	return "name"
}
