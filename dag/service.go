package dag

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
	"riffle.dev/riffle/internal/column"
)

// service is a call of what runs elsewhere: a value, or the documents of a
// resource.
func (x *expander) service(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	r := x.remote(facts.Service, facts.Function)
	n := &Node{Op: "service", Remote: r, Pos: x.pos(c.At), Fallback: -1}
	n.gives(facts.Result)
	if n.Shape == SetShape {
		n.Resource = x.resourceOf(facts)
		if n.Resource == "" {
			x.unsupported(c.At, "a service that gives items of no resource")
		}
	}
	for i := range r.Params {
		p := &r.Params[i]
		arg := Arg{Name: p.Name, Kind: sig.Scalar, Expr: constant(p.Default, p.Type)}
		for _, a := range facts.Args {
			if a.Name == p.Name {
				arg.Expr = x.fitting(x.scalar(s, a.Value, name), p.Type)
			}
		}
		n.Args = append(n.Args, arg)
	}
	x.modifiers(s, n, mods, name)
	return x.branched(s, n, name)
}

// fitting is an argument in the type of its parameter.
func (x *expander) fitting(e *column.Expr, want column.Type) *column.Expr {
	switch {
	case e.Op == "const":
		return constant(canonical(e.Value, want), want)
	case e.Type.Kind == column.Int && want.Kind == column.Float:
		return widened(e)
	}
	return e
}

// resourceOf the documents a service gives: the one whose fields they have.
func (x *expander) resourceOf(facts *check.Call) string {
	var result *ast.TypeExpr
	if facts.Service != nil && facts.Service.Decl.Signature != nil {
		result = facts.Service.Decl.Signature.Result
	} else if facts.Function != nil && facts.Function.Decl.Signature != nil {
		result = facts.Function.Decl.Signature.Result
	}
	if result == nil || len(result.Args) != 1 || result.Args[0].Type == nil || result.Args[0].Type.Name == nil {
		return ""
	}
	name := result.Args[0].Type.Name.Text
	var callee any = facts.Service
	if facts.Service == nil {
		callee = facts.Function
	}
	home := x.project[callee]
	if home == nil || home.Resources[name] == nil {
		return ""
	}
	return x.resource(home.Resources[name]).Name
}

// remote is the description of a service or function, one a project.
func (b *builder) remote(s *check.Service, f *check.Function) *Remote {
	r := &Remote{}
	var how check.Remote
	var params []check.Param
	var item *check.Param
	var result sig.Type
	var at token.Range
	var file *ast.File
	switch {
	case s != nil:
		r.Name, how, params, item, result = b.names[s], s.Remote, s.Params, s.Item, s.Result
		at, file = s.Decl.At, b.info.FileOf[s.Decl]
	case f != nil:
		r.Name, how, params, item, result = b.names[f], f.Remote, f.Params, f.Item, f.Result
		r.Function, r.File = true, f.File
		at, file = f.Decl.At, b.info.FileOf[f.Decl]
	default:
		return r
	}
	if have, ok := b.remotes[r.Name]; ok {
		return have
	}
	was := b.file
	b.file = file
	r.Pos = b.pos(at)
	b.file = was
	r.Protocol, r.Endpoints, r.Timeout, r.Limit = how.Protocol, how.Endpoints, how.Timeout, how.Limit
	r.AtOnce, r.Batch, r.Balance, r.Auth = how.AtOnce, how.Batch, how.Balance, how.Auth
	for _, p := range params {
		out := RemoteParam{Name: p.Name, Type: columnType(p.Type)}
		if p.Default != nil {
			v, _, _ := check.ConstOf(p.Default)
			out.Default, out.HasDef = canonical(v, out.Type), true
		}
		r.Params = append(r.Params, out)
	}
	if item != nil {
		r.Item = columnFields(item.Type.Fields)
	}
	r.Result, r.Found = columnType(result), result.Kind == sig.Items
	if s != nil {
		r.Import = b.origin(s)
	} else {
		r.Import = b.origin(f)
	}
	b.remotes[r.Name] = r
	return r
}

// model is an argument such as ctr(user).
func (x *expander) model(s *scope, m *check.Model, name string) *Model {
	out := &Model{Remote: x.remote(m.Service, m.Function), Result: columnType(m.Result)}
	for i := range out.Remote.Params {
		p := &out.Remote.Params[i]
		bind := Binding{Name: p.Name, Expr: constant(p.Default, p.Type)}
		for _, a := range m.Args {
			if a.Name == p.Name {
				bind.Expr = x.fitting(x.scalar(s, a.Value, name), p.Type)
			}
		}
		out.Args = append(out.Args, bind)
	}
	for _, c := range m.Columns {
		out.Columns = append(out.Columns, ModelColumn{Name: c.Name, Type: columnType(c.Type), Missing: c.Missing})
	}
	return out
}
