package script

import (
	"fmt"

	"go.starlark.net/syntax"
)

// rewriter puts guards where one step could make or compare without end. The
// names of guards begin with $, so that no file can mean them.
type rewriter struct {
	file  string
	wrong *Mistake // the first
}

func (r *rewriter) refuse(at syntax.Position, format string, args ...any) {
	if r.wrong == nil {
		r.wrong = &Mistake{File: r.file, Line: int(at.Line), Col: int(at.Col), Message: fmt.Sprintf(format, args...)}
	}
}

func guarded(at syntax.Position, name string, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
}

func (r *rewriter) stmts(list []syntax.Stmt) {
	for i := range list {
		list[i] = r.stmt(list[i])
	}
}

func (r *rewriter) stmt(s syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		return r.assign(s)
	case *syntax.DefStmt:
		r.params(s.Params)
		r.stmts(s.Body)
	case *syntax.ExprStmt:
		s.X = r.expr(s.X)
	case *syntax.ForStmt:
		s.Vars, s.X = r.target(s.Vars), r.expr(s.X)
		r.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = r.expr(s.Cond)
		r.stmts(s.True)
		r.stmts(s.False)
	case *syntax.ReturnStmt:
		s.Result = r.expr(s.Result)
	case *syntax.BranchStmt:
	case *syntax.LoadStmt:
		r.refuse(s.Load, "load is not used: a function is one file")
	default:
		at, _ := s.Span()
		r.refuse(at, "this statement is not used")
	}
	return s
}

// assign makes x = $+=(x, y) of x += y: what x is must be the same both times.
func (r *rewriter) assign(s *syntax.AssignStmt) syntax.Stmt {
	if s.Op == syntax.EQ {
		s.LHS, s.RHS = r.target(s.LHS), r.expr(s.RHS)
		return s
	}
	if !plain(s.LHS) {
		at, _ := s.LHS.Span()
		r.refuse(at, "give what stands left of %s a name first", s.Op)
		return s
	}
	was := copied(s.LHS)
	return &syntax.AssignStmt{OpPos: s.OpPos, Op: syntax.EQ, LHS: s.LHS, RHS: guarded(s.OpPos, "$"+s.Op.String(), was, r.expr(s.RHS))}
}

// plain things are the same however often they are looked at.
func plain(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Ident, *syntax.Literal:
		return true
	case *syntax.ParenExpr:
		return plain(e.X)
	case *syntax.IndexExpr:
		return plain(e.X) && plain(e.Y)
	}
	return false
}

// copied is a plain thing once more: the resolver notes in each where it is.
func copied(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: e.NamePos, Name: e.Name}
	case *syntax.ParenExpr:
		return copied(e.X)
	case *syntax.IndexExpr:
		return &syntax.IndexExpr{X: copied(e.X), Lbrack: e.Lbrack, Y: copied(e.Y), Rbrack: e.Rbrack}
	}
	return e
}

// target is what is assigned to.
func (r *rewriter) target(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	case *syntax.ParenExpr:
		e.X = r.target(e.X)
	case *syntax.TupleExpr:
		for i := range e.List {
			e.List[i] = r.target(e.List[i])
		}
	case *syntax.ListExpr:
		for i := range e.List {
			e.List[i] = r.target(e.List[i])
		}
	case *syntax.Ident:
	default:
		at, _ := e.Span()
		r.refuse(at, "this cannot be assigned to")
	}
	return e
}

func (r *rewriter) params(list []syntax.Expr) {
	for _, p := range list {
		if b, ok := p.(*syntax.BinaryExpr); ok { // name = default
			b.Y = r.expr(b.Y)
		}
	}
}

func (r *rewriter) exprs(list []syntax.Expr) {
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

func (r *rewriter) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.BinaryExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
		if e.Op != syntax.AND && e.Op != syntax.OR {
			return guarded(e.OpPos, "$"+e.Op.String(), e.X, e.Y)
		}
	case *syntax.CallExpr:
		return r.call(e)
	case *syntax.DotExpr:
		name := &syntax.Literal{Token: syntax.STRING, TokenPos: e.NamePos, Raw: e.Name.Name, Value: e.Name.Name}
		return guarded(e.Dot, "$.", r.expr(e.X), name)
	case *syntax.SliceExpr:
		args := []syntax.Expr{r.expr(e.X)}
		for _, part := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
			if part == nil {
				part = &syntax.Ident{NamePos: e.Lbrack, Name: "None"}
			}
			args = append(args, r.expr(part))
		}
		return guarded(e.Lbrack, "$[:]", args...)
	case *syntax.TupleExpr:
		r.exprs(e.List)
		at, _ := e.Span()
		return guarded(at, "$()", e.List...)
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	case *syntax.ListExpr:
		r.exprs(e.List)
	case *syntax.DictExpr:
		for _, entry := range e.List {
			if d, ok := entry.(*syntax.DictEntry); ok {
				d.Key, d.Value = r.expr(d.Key), r.expr(d.Value)
			}
		}
	case *syntax.Comprehension:
		r.comprehension(e)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = r.expr(e.Cond), r.expr(e.True), r.expr(e.False)
	case *syntax.LambdaExpr:
		r.params(e.Params)
		e.Body = r.expr(e.Body)
	case *syntax.ParenExpr:
		e.X = r.expr(e.X)
	case *syntax.UnaryExpr:
		e.X = r.expr(e.X)
	case *syntax.Ident, *syntax.Literal:
	default:
		at, _ := e.Span()
		r.refuse(at, "this expression is not used")
	}
	return e
}

func (r *rewriter) call(e *syntax.CallExpr) syntax.Expr {
	e.Fn = r.expr(e.Fn)
	for i, a := range e.Args {
		switch a := a.(type) {
		case *syntax.UnaryExpr:
			if a.Op == syntax.STAR || a.Op == syntax.STARSTAR {
				r.refuse(a.OpPos, "arguments are not spread by %s", a.Op)
				continue
			}
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ { // name = value
				a.Y = r.expr(a.Y)
				continue
			}
		}
		e.Args[i] = r.expr(a)
	}
	return e
}

func (r *rewriter) comprehension(e *syntax.Comprehension) {
	if d, ok := e.Body.(*syntax.DictEntry); ok {
		d.Key, d.Value = r.expr(d.Key), r.expr(d.Value)
	} else {
		e.Body = r.expr(e.Body)
	}
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = r.target(c.Vars), r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
}
