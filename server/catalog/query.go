package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// queryWithin bounds one query; it shares the machine with what serves.
const queryWithin = 2 * time.Second

// Query implements app.Runtime. The query is written as a pipeline over the
// resource as it serves, checked and compiled like any other, and run once: its
// expressions mean what they would mean in a project.
func (c *Catalog) Query(ctx context.Context, team, resource string, q app.NewQuery) (app.QueryAnswer, error) {
	l, err := c.held(team, resource)
	if err != nil {
		return app.QueryAnswer{}, err
	}
	text, err := statementOf(l.Schema, q)
	if err != nil {
		return app.QueryAnswer{}, err
	}
	done, err := c.try(ctx)
	if err != nil {
		return app.QueryAnswer{}, err
	}
	defer done()
	out := app.QueryAnswer{Columns: []app.Column{}, Rows: []map[string]any{}, Statement: text.statement, Diagnostics: []app.QueryMistake{}}
	built, list := c.compiler.compile(ctx, app.Project{Team: team, Texts: []app.Text{{Path: "query.riffle", Text: text.whole}}})
	if built == nil || len(built.project.Pipelines) != 1 || len(built.project.Resources) != 1 {
		out.Diagnostics = text.mistakes(list)
		return out, nil
	}
	request := engine.Request{Values: map[string]any{}, Deadline: queryWithin}
	switch {
	case q.Text != "":
		request.Values["words"] = q.Text
	case q.Like != "":
		request.Values["like"] = q.Like
	case len(q.Vector) > 0:
		list := make([]any, len(q.Vector))
		for i, f := range q.Vector {
			list[i] = f
		}
		request.Values["near"] = list
	}
	begin := time.Now()
	answer, err := engine.New(engine.Options{Now: c.now, TraceID: runTrace}).Run(ctx, built.program, "query", request, oneView{l}, nil)
	out.TookMS = millis(int64(time.Since(begin)))
	if err != nil {
		return out, queryError(err)
	}
	if q.Like != "" && len(answer.Items) == 0 {
		if hits, err := l.view.Lookup(ctx, []string{q.Like}); err == nil && hits.Len() == 0 {
			return out, app.Missing("document", q.Like).At("body.like")
		}
	}
	if g, ok := built.project.Pipeline("query"); ok {
		out.Columns = columnsOf(g.Result.Columns)
	}
	for i := range answer.Items {
		it := &answer.Items[i]
		row := map[string]any{"_key": it.Key, "_score": finite(it.Score)}
		for _, v := range it.Columns {
			row[v.Name] = v.Value
		}
		out.Rows = append(out.Rows, row)
	}
	return out, l.addVectors(ctx, q.Columns, &out)
}

// addVectors reads the vectors that were asked for: answers of pipelines have
// none.
func (l held) addVectors(ctx context.Context, names []string, out *app.QueryAnswer) error {
	view := l.view
	for _, f := range l.Fields {
		if f.Kind != index.VectorField || !slices.Contains(names, f.Name) {
			continue
		}
		out.Columns = append(out.Columns, app.Column{Name: f.Name, Type: f.Type.String()})
		for _, row := range out.Rows {
			key, _ := row["_key"].(string)
			hits, err := view.Lookup(ctx, []string{key})
			if err != nil {
				return err
			}
			cols, err := view.Fetch(ctx, hits, []string{f.Name})
			if err != nil {
				return err
			}
			row[f.Name] = nil // also of a document that was deleted meanwhile
			if hits.Len() > 0 && !cols[0].IsNull(0) {
				row[f.Name] = column.Render(f.Type, cols[0].Row(0))
			}
		}
	}
	return nil
}

func queryError(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err
	}
	code := app.Code(e.Code)
	if code == app.Internal {
		return err
	}
	out := app.Fail(code, "query_failed", "{said}", app.Said(e.Message)).At("body").Because(e.Cause)
	if code == app.Invalid {
		out.Location = "body." + map[string]string{"words": "text", "near": "vector"}[e.Field]
	}
	return out
}

// oneView is the documents of one resource.
type oneView struct{ held }

// View implements engine.Resources.
func (v oneView) View(string) (op.View, error) { return v.view, nil }

// Words implements engine.Resources.
func (v oneView) Words(name string) (*index.WordTable, error) {
	return nil, fmt.Errorf("a query computes no words")
}

// statement is a query as a project, with the lines its expressions stand on.
type statement struct {
	whole     string
	statement string         // the call alone
	lines     map[int]string // line of whole: what of the query stands there
}

// statementOf writes the project; the parts that people write have lines of
// their own.
func statementOf(s index.Schema, q app.NewQuery) (*statement, error) {
	vector, err := vectorField(s, q)
	if err != nil {
		return nil, err
	}
	out := &statement{lines: map[int]string{}}
	var args []string
	param, first := "", ""
	asked, before := "", "" // what a person would write for the parameter, and above the call
	call := "top"
	switch {
	case q.Text != "":
		call, param, asked = "search", "words: string", "query: "+quoted(q.Text)
		args = append(args, s.Resource, "query: words")
	case q.Like != "":
		call, param = "nearest", "like: keyword"
		first = fmt.Sprintf("  other = lookup(%s, key: like)\n", s.Resource)
		before = fmt.Sprintf("other = lookup(%s, key: %s)\n", s.Resource, quoted(q.Like))
		args = append(args, s.Resource+"."+vector.Name, "to: other."+vector.Name)
	case len(q.Vector) > 0:
		call, param, asked = "nearest", fmt.Sprintf("near: vector(%d)", vector.Type.Dim), "to: "+numbers(q.Vector)
		args = append(args, s.Resource+"."+vector.Name, "to: near")
	default:
		args = append(args, s.Resource)
		by, err := flat(cmp.Or(q.Top, "0"), "body.top")
		if err != nil {
			return nil, err
		}
		args = append(args, "by: "+by)
	}
	if q.Filter != "" {
		filter, err := flat(q.Filter, "body.filter")
		if err != nil {
			return nil, err
		}
		args = append(args, "filter: "+filter)
	}
	args = append(args, "k: "+strconv.Itoa(q.K))
	var b strings.Builder
	b.WriteString(declaration(s))
	fmt.Fprintf(&b, "pipeline query(%s) -> items {\n%s  found = %s(\n", param, first, call)
	for _, a := range args {
		line := strings.Count(b.String(), "\n") + 1
		what, _, _ := strings.Cut(a, ":")
		switch what {
		case "filter":
			out.lines[line] = "filter"
		case "by":
			out.lines[line] = "top"
		}
		b.WriteString(a + ",\n")
	}
	b.WriteString("  )\n")
	if asked != "" {
		args[1] = asked
	}
	out.statement = before + call + "(" + strings.Join(args, ", ") + ")"
	if len(q.Columns) > 0 {
		for _, name := range q.Columns {
			if !slices.ContainsFunc(s.Fields, func(f index.Field) bool { return f.Name == name }) {
				return nil, app.Fail(app.Invalid, "field_missing", `resource {resource} has no field "{field}"`, s.Resource, short(name)).At("body.columns")
			}
		}
		fmt.Fprintf(&b, "  return select(found, [%s])\n}\n", strings.Join(q.Columns, ", "))
	} else {
		b.WriteString("  return found\n}\n")
	}
	out.whole = b.String()
	return out, nil
}

// quoted is a text as the language writes it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}

// shownNumbers of a vector stand in the statement; the others are counted.
const shownNumbers = 8

func numbers(vector []float64) string {
	var parts []string
	for i, f := range vector {
		if i == shownNumbers {
			parts = append(parts, fmt.Sprintf("… %d more", len(vector)-i))
			break
		}
		parts = append(parts, strconv.FormatFloat(f, 'g', -1, 64))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// flat is an expression on one line: inside of brackets a line end is a blank.
// The error is of a comment, which would swallow what follows.
func flat(text, location string) (string, error) {
	out := []byte(text)
	quote := byte(0)
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '\n' || c == '\r':
			out[i] = ' '
		case quote == '"' && c == '\\':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '`'):
			quote = c
		case quote == 0 && c == '/' && i+1 < len(out) && out[i+1] == '/':
			return "", app.Fail(app.Invalid, "query_comment", "a comment cannot stand in an expression of a query").At(location)
		}
	}
	return string(out), nil
}

func short(name string) string {
	if len(name) > 40 {
		name = strings.ToValidUTF8(name[:40], "") + "…"
	}
	return name
}

// vectorField of like and vector.
func vectorField(s index.Schema, q app.NewQuery) (index.Field, error) {
	if q.Like == "" && len(q.Vector) == 0 {
		return index.Field{}, nil
	}
	for _, f := range s.Fields {
		if f.Kind != index.VectorField || q.Field != "" && f.Name != q.Field {
			continue
		}
		if n := len(q.Vector); n > 0 && n != f.Type.Dim {
			return f, app.Fail(app.Invalid, "vector_size", "want a vector of {want} for {resource}.{field}, got one of {n}", f.Type.Dim, s.Resource, f.Name, n).At("body.vector")
		}
		return f, nil
	}
	if q.Field != "" {
		return index.Field{}, app.Fail(app.Invalid, "vector_field_missing", `resource {resource} has no vector field "{field}"`, s.Resource, short(q.Field)).At("body.field")
	}
	return index.Field{}, app.Fail(app.Invalid, "no_vector_field", "resource {resource} has no vector field", s.Resource).At("body.field")
}

// declaration of the resource as it serves: names and types are all a query
// needs.
func declaration(s index.Schema) string {
	var b strings.Builder
	fmt.Fprintf(&b, "resource %s {\n  fields {\n", s.Resource)
	for _, f := range s.Fields {
		t := string(f.Kind)
		switch f.Kind {
		case index.KeyField, index.KeywordField:
		case index.TextField:
			t = "text"
			if f.Analyzer != "" {
				t += "(analyzer: " + f.Analyzer + ")"
			}
		default:
			t = plainType(f.Type)
		}
		if f.Type.Nullable {
			t += "?"
		}
		fmt.Fprintf(&b, "    %s: %s\n", f.Name, t)
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

func plainType(t column.Type) string {
	t.Nullable = false
	return t.String()
}

// mistakes are the diagnostics by what of the query they stand in.
func (s *statement) mistakes(list diag.List) []app.QueryMistake {
	out := []app.QueryMistake{}
	for _, d := range list {
		if d.Severity != diag.Error {
			continue
		}
		m := app.QueryMistake{In: "query", Code: d.Code, Message: d.Message, Help: d.Help}
		if what, ok := s.lines[d.Line]; ok {
			m.In = what
			prefix := len("filter: ")
			if what == "top" {
				prefix = len("by: ")
			}
			m.Column = max(1, d.Column-prefix)
		}
		out = append(out, m)
	}
	if len(out) == 0 {
		out = append(out, app.QueryMistake{In: "query", Code: "E0203", Message: "the query is more than one expression", Help: "write a condition or a formula over the fields"})
	}
	return out
}
