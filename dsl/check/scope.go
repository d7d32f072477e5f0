package check

import (
	"fmt"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// place says where an expression stands, and so what its names may be.
type place uint8

const (
	inPipeline place = iota // scalars, lists and records of the pipeline
	perItem                 // columns of the rows at hand, and the pipeline's scalars
	inDocument              // fields of the document being built
	inTier                  // parameters of the scene's pipeline
	inGiven                 // parameters of what a test stands in for, item among them
	inExpect                // what a test sees of the answer
)

// scope is what an expression sees.
type scope struct {
	place  place
	rows   *sig.Type // perItem, inDocument
	body   *body     // inPipeline, perItem
	params []Param   // inTier, inGiven, inExpect
}

// ident resolves a bare name.
func (t *typer) ident(n *exprast.IdentifierNode) sig.Type {
	name := n.Value
	if u := t.island.Unit[name]; u != nil {
		v, ut := unitValue(u)
		t.refer(n, Ref{Kind: RefUnit, Name: u.Text, Value: v})
		return ut
	}
	if strings.HasPrefix(name, "$") {
		return sig.Type{} // the parser's to report
	}
	if name == "item" && t.sc.place != inGiven {
		at := t.span(n)
		if t.sc.place == perItem {
			t.c.report(at, "E0305", "item is read column by column", "write item.title")
		} else {
			t.c.report(at, "E0305", "there is no item here", "item.x stands in arguments computed for each item")
		}
		return sig.Type{}
	}
	col, isCol := t.column(name)
	own, ref, found := t.pipelineName(n, isCol)
	switch {
	case isCol:
		if found {
			t.clash(t.span(n), name)
		}
		t.refer(n, Ref{Kind: RefColumn, Name: name})
		return col
	case found:
		if own.Kind == sig.Items && t.sc.place == perItem {
			t.c.report(t.span(n), "E0311", fmt.Sprintf("%s is a set, and a set can't be read for each item", show(name)), "compute what is needed of it in a statement above")
			return sig.Type{}
		}
		t.refer(n, ref)
		return own
	}
	t.unknown(name, t.span(n))
	return sig.Type{}
}

func (t *typer) column(name string) (sig.Type, bool) {
	if t.sc.rows == nil {
		return sig.Type{}, false
	}
	f, ok := t.sc.rows.Field(name)
	return f.Type, ok
}

func (t *typer) clash(at token.Range, name string) {
	t.c.report(at, "E0304", fmt.Sprintf("%s is a column and a name of the pipeline", show(name)),
		fmt.Sprintf("item.%s is the column; rename the other", show(name)))
}

// pipelineName looks a name up among parameters and statements. When the name
// is a column as well, a statement is not read: whether it clashes is decided
// when all statements are known.
func (t *typer) pipelineName(id *exprast.IdentifierNode, isCol bool) (sig.Type, Ref, bool) {
	params, name := t.sc.params, id.Value
	if b := t.sc.body; b != nil {
		if b.p.twice[name] {
			b.mentionsName(name)
			return sig.Type{}, Ref{Kind: RefNode, Name: name}, !isCol
		}
		if p, ok := b.p.params[name]; ok {
			return p.Type, Ref{Kind: RefParam, Name: name}, !isCol || p.Type.Kind != sig.Items
		}
		n := b.find(name)
		if n == nil {
			return sig.Type{}, Ref{}, false
		}
		if isCol {
			b.p.clashes = append(b.p.clashes, clash{n, t.span(id)})
			return sig.Type{}, Ref{}, false
		}
		return b.use(n, func() token.Range { return t.span(id) }), Ref{Kind: RefNode, Name: name}, true
	}
	for _, p := range params {
		if p.Name == name {
			ref := Ref{Kind: RefParam, Name: name}
			if t.sc.place == inExpect {
				ref.Kind = RefAnswer
			}
			return p.Type, ref, true
		}
	}
	return sig.Type{}, Ref{}, false
}

// unknown reports a name that is nothing here, with what was likely meant.
func (t *typer) unknown(name string, at token.Range) {
	c := t.c
	if word := constantWord(name); word != "" {
		c.report(at, "E0301", fmt.Sprintf("unknown name %s", name), "write "+word)
		c.fixName(at, name, word)
		return
	}
	if t.sc.rows != nil && t.sc.rows.Kind == sig.Invalid {
		return // the rows are unknown, and so may be this column
	}
	if b := t.sc.body; b != nil && b.p.stmts[name] != nil {
		c.unseen(at, b.p.stmts[name])
		return
	}
	if d, ok := c.decls[name]; ok {
		if d.kind == "import" {
			return
		}
		c.report(at, "E0312", fmt.Sprintf("%s is %s, not a value", show(name), an(d.kind)), "")
		return
	}
	if isBuiltin(name) {
		c.report(at, "E0301", fmt.Sprintf("%s is a function", name), fmt.Sprintf("write %s(…)", name))
		return
	}
	var own []string
	if b := t.sc.body; b != nil {
		own = b.p.visible()
	}
	for _, p := range t.sc.params {
		own = append(own, p.Name)
	}
	cols := fieldNames(t.sc.rows)
	near := c.near(name, cols, own)
	help := ""
	if near != "" {
		help = "did you mean " + show(near)
	}
	switch t.sc.place {
	case perItem:
		if near != "" && !contains(cols, near) {
			break
		}
		c.noColumn(at, name, t.sc.rows)
		return
	case inDocument:
		if help == "" {
			help = "its own fields are " + listed(cols)
		}
		c.report(at, "E0502", fmt.Sprintf("no field %s to derive from", show(name)), help)
		if near != "" {
			c.fixName(at, name, near)
		}
		return
	case inPipeline:
		for _, r := range c.names("resource") {
			if res := c.info.Resources[r]; res != nil && help == "" {
				if _, ok := res.Items.Field(name); ok {
					help = fmt.Sprintf("it is a column of %s; columns are read where something is computed for each item", show(r))
				}
			}
		}
	case inTier, inGiven:
		if help == "" && len(own) > 0 {
			help = "the parameters are " + listed(own)
		}
	case inExpect:
		if help == "" {
			help = "there are " + listed(own)
		}
	}
	c.report(at, "E0301", fmt.Sprintf("unknown name %s", show(name)), help)
	if near != "" {
		c.fixName(at, name, near)
	}
}

// constantWord is how the language writes a constant of other languages.
func constantWord(name string) string {
	switch name {
	case "null", "NULL", "Null", "None", "none", "Nil", "NIL", "undefined":
		return "nil"
	case "True", "TRUE":
		return "true"
	case "False", "FALSE":
		return "false"
	}
	return ""
}

// unseen reports a name of a block, read from outside of it.
func (c *checker) unseen(at token.Range, n *node) {
	help := fmt.Sprintf("give %s above the block, or make it the block's value", show(n.name))
	if n.kind == variable && n.home.turns {
		help = "the variable of an each is seen in its block only"
	} else if n.kind == variable {
		help = "the variables of a loop are read as fields of its name, such as best.pool"
	}
	c.report(at, "E0301", fmt.Sprintf("%s is given inside of a block and not seen here", show(n.name)), help)
}

// noColumn reports a column that is not there, and what would supply it.
func (c *checker) noColumn(at token.Range, name string, rows *sig.Type) {
	names := fieldNames(rows)
	if c.reportNear(at, "E0501", fmt.Sprintf("no column %s here", show(name)), name, "", names) == "" {
		c.helped(c.supplier(name, rows))
	}
}

// supplier says what could give a column.
func (c *checker) supplier(name string, rows *sig.Type) string {
	for _, r := range c.names("resource") {
		res := c.info.Resources[r]
		if res == nil || rows != nil && rows.Name == r {
			continue
		}
		if _, ok := res.Items.Field(name); ok {
			return fmt.Sprintf("%s has it: a source of %s, or with(…, %s: …) above would supply it", show(r), show(r), show(name))
		}
	}
	if rows != nil && rows.Kind == sig.Items && len(rows.Fields) == 0 {
		return "a parameter says its columns: items(games)"
	}
	help := fmt.Sprintf("with(…, %s: …) above would supply it", show(name))
	if rows != nil && len(rows.Fields) > 0 {
		help += "; there are " + listed(fieldNames(rows))
	}
	return help
}

// fieldNames of a record or set.
func fieldNames(t *sig.Type) []string {
	if t == nil {
		return nil
	}
	out := make([]string, 0, len(t.Fields)+3)
	for _, f := range t.Fields {
		out = append(out, f.Name)
	}
	if t.Kind == sig.Items {
		for _, f := range sig.EngineColumns() {
			out = append(out, f.Name)
		}
	}
	return out
}
