package main

import (
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/sig"
)

// reference is the page of all operators and functions.
func reference(ops sig.Catalogue) string {
	var b strings.Builder
	b.WriteString("# Operators and functions\n\nWritten by `riffle docs`, from the tables that the checker and the engine read.\n\n")
	for _, f := range ops.Operators() {
		writeOperator(&b, f)
	}
	b.WriteString("## Functions of expressions\n\nPure; they stand wherever an expression does. " +
		"`now()` is the moment the request came.\n\n| function | gives | for example |\n|---|---|---|\n")
	for _, g := range sig.Functions() {
		writeFunction(&b, g)
	}
	return b.String()
}

// entry is what the page says of one name.
func entry(ops sig.Catalogue, name string) (string, bool) {
	var b strings.Builder
	if f, ok := ops.Operator(name); ok {
		writeOperator(&b, f)
	}
	if g, ok := sig.Function(name); ok { // log is both
		b.WriteString("| function | gives | for example |\n|---|---|---|\n")
		writeFunction(&b, *g)
		b.WriteString("\n")
	}
	return b.String(), b.Len() > 0
}

// callable are the names of all operators and functions.
func callable(ops sig.Catalogue) []string {
	var out []string
	for _, f := range ops.Operators() {
		out = append(out, f.Name)
	}
	for _, g := range sig.Functions() {
		out = append(out, g.Name)
	}
	return out
}

func writeOperator(b *strings.Builder, f *sig.Func) {
	fmt.Fprintf(b, "## %s\n\n%s\n\n```\n%s\n```\n\n", f.Name, f.Summary, f.Example)
	if f.Doc != "" {
		fmt.Fprintf(b, "%s\n\n", f.Doc)
	}
	b.WriteString("| argument | takes | default | meaning |\n|---|---|---|---|\n")
	for i := range f.Args {
		a := &f.Args[i]
		name := "`" + a.Name + "`"
		if a.Named {
			name = "`" + a.Name + ":`"
		}
		standard := "–"
		switch {
		case a.Required:
			standard = "required"
		case a.Default != nil:
			standard = fmt.Sprintf("`%v`", a.Default)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, takes(a), standard, cellText(a.Doc))
	}
	b.WriteString("\n")
	for i := range f.Args {
		for _, p := range f.Args[i].Policies {
			fmt.Fprintf(b, "- `%s: %s`: %s\n", f.Args[i].Name, policyForm(p), p.Doc)
		}
		if len(f.Args[i].Policies) > 0 {
			b.WriteString("\n")
		}
	}
	if f.Off != "" {
		fmt.Fprintf(b, "Switched off: %s.\n\n", f.Off)
	}
}

// takes says in words what may stand in an argument's place.
func takes(a *sig.Arg) string {
	of := func(what string) string {
		if a.Type.Kind == sig.Invalid {
			return what
		}
		return what + " of " + a.Type.String()
	}
	switch a.Kind {
	case sig.Set:
		return "a set"
	case sig.Sets:
		return "a list of sets"
	case sig.PerItem:
		return of("expression over columns")
	case sig.Column:
		return "a column"
	case sig.Columns:
		return "a list of columns"
	case sig.Resource:
		return "a resource"
	case sig.Vectors:
		return "resource.field, a vector"
	case sig.Choice:
		return "one of those below"
	case sig.Constant:
		return of("constant")
	case sig.Word:
		if len(a.Words) > 0 {
			return "`" + strings.Join(a.Words, "`, `") + "`"
		}
		return "a new name"
	case sig.Order:
		return "a column or expression"
	case sig.Bindings:
		return "name: expression or model, any number"
	case sig.ItemModel:
		return "a model, such as ctr(user)"
	case sig.Shape:
		return "a declared type"
	case sig.Records:
		return "a list of constant records"
	case sig.Groups:
		return "name: expression, any number; a column is a list there"
	}
	if a.Knob {
		return "int, or a range such as 100..300"
	}
	return of("expression")
}

// policyForm is how a policy is written: rrf(k), weighted(set: weight, …).
func policyForm(p sig.Policy) string {
	if len(p.Args) == 0 {
		return p.Name
	}
	if p.PerSet {
		return fmt.Sprintf("%s(set: %s, …)", p.Name, p.Args[0].Name)
	}
	var args []string
	for i := range p.Args {
		arg := p.Args[i].Name
		if p.Args[i].Default != nil {
			arg += fmt.Sprintf(" = %v", p.Args[i].Default)
		}
		args = append(args, arg)
	}
	return p.Name + "(" + strings.Join(args, ", ") + ")"
}

func writeFunction(b *strings.Builder, g sig.Builtin) {
	var forms []string
	for _, o := range g.Overloads {
		var params []string
		for i, p := range o.Params {
			text := p.String()
			if o.Variadic && i == len(o.Params)-1 {
				text += ", …"
			}
			params = append(params, text)
		}
		if form := fmt.Sprintf("`%s(%s) -> %s`", g.Name, strings.Join(params, ", "), gives(&o)); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	fmt.Fprintf(b, "| %s | %s | `%s` |\n", strings.Join(forms, " "), cellText(g.Summary), g.Example)
}

// cellText is text as it stands in a table of Markdown.
func cellText(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// gives is the result of a function in words: that of one which hands on what a
// list holds is known only where it is called.
func gives(o *sig.Overload) string {
	if o.Gives == sig.GivesItem {
		return "element?"
	}
	return o.Result.String()
}
