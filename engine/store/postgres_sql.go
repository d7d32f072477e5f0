package store

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// quoted is a name of the schema or of the declaration, quoted.
func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// literal is a word of a declaration as a text constant: an index over
// to_tsvector is used only where the configuration is one.
func literal(word string) string { return "'" + strings.ReplaceAll(word, "'", "''") + "'" }

// maxQueryWords are the words of a text that are looked for.
const maxQueryWords = index.MaxQueryTerms

// statement of a question: the key, the score, then the fields; "" where
// nothing can be found. What people say stands in args only.
func (b *postgres) statement(q *question) (string, []any, error) {
	s := &sql{plan: b.plan}
	key := quoted(b.plan.keyName())
	var where []string
	score, order := "0::float8", key+`::text collate "C"`
	extra := ""
	switch q.what {
	case byText:
		words := queryWords(q.text)
		if len(words) == 0 || len(b.texts) == 0 {
			return "", nil, nil
		}
		places := make([]string, len(words))
		for i, w := range words {
			places[i] = s.arg(w, "text")
		}
		var sum, any []string
		for _, t := range b.texts {
			parts := make([]string, len(places))
			for i, p := range places {
				parts[i] = fmt.Sprintf("plainto_tsquery(%s::regconfig, %s)", t.language, p)
			}
			query := "(" + strings.Join(parts, " || ") + ")"
			any = append(any, t.sql+" @@ "+query)
			sum = append(sum, fmt.Sprintf("%s * ts_rank(%s, %s)::float8", s.arg(t.weight, "float8"), t.sql, query))
		}
		where = append(where, "("+strings.Join(any, " or ")+")")
		score = "(" + strings.Join(sum, " + ") + ")"
		order = "2 desc, " + order
	case byField:
		if q.field >= 0 {
			f := &b.plan.schema.Fields[q.field]
			by := quoted(f.Name)
			extra = ", " + by
			if f.Type.Kind == column.Float {
				by = fmt.Sprintf("case when abs(%s::float8) < 'Infinity'::float8 then %s::float8 end", by, by)
			}
			if f.Default != nil {
				by = fmt.Sprintf("coalesce(%s, %s)", by, s.value(f.Default, f.Type))
			}
			order = by + " desc nulls last, " + order
		}
	case byKey:
		where = append(where, fmt.Sprintf("%s::text = any(%s)", key, s.arg(clean(q.keys), "text[]")))
	case byVector:
		return "", nil, bad("it has no vectors to search by")
	}
	if q.filter != nil {
		where = append(where, s.clause(q.filter))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "select %s::text, %s", key, score)
	for _, i := range q.fields {
		out.WriteString(", " + selected(&b.plan.schema.Fields[i]))
	}
	out.WriteString(extra + " from " + b.table.Sanitize())
	if len(where) > 0 {
		out.WriteString(" where " + strings.Join(where, " and "))
	}
	if q.what != byKey {
		out.WriteString(" order by " + order)
	}
	fmt.Fprintf(&out, " limit %s", s.arg(int64(q.n), "bigint"))
	if q.from > 0 {
		fmt.Fprintf(&out, " offset %s", s.arg(int64(q.from), "bigint"))
	}
	return out.String(), s.args, nil
}

// selected is a field as it is read: texts of any kind (uuid, citext, enums)
// as text.
func selected(f *index.Field) string {
	if f.Type.Kind == column.String {
		return quoted(f.Name) + "::text"
	}
	return quoted(f.Name)
}

// queryWords of a text: each is looked for by itself, so that nothing in it is
// an operator.
func queryWords(text string) []string {
	words := strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", " "), " "))
	return words[:min(len(words), maxQueryWords)]
}

// clean leaves out texts that Postgres has no form for: no document is called so.
func clean(keys []string) []string {
	out := make([]string, 0, len(keys))
	for _, k := range keys {
		if storable(k) {
			out = append(out, k)
		}
	}
	return out
}

func storable(s string) bool { return !strings.Contains(s, "\x00") && strings.ToValidUTF8(s, "") == s }

// sql collects the parameters of a statement.
type sql struct {
	plan *plan
	args []any
}

// arg is the place of a parameter of a type.
func (s *sql) arg(v any, typ string) string {
	s.args = append(s.args, v)
	return fmt.Sprintf("$%d::%s", len(s.args), typ)
}

// value is a parameter of one of our types.
func (s *sql) value(v column.Value, t column.Type) string {
	switch x := v.(type) {
	case int64:
		switch t.Kind {
		case column.Time:
			return s.arg(time.Unix(0, x).UTC(), "timestamptz")
		case column.Duration:
			return s.arg(time.Duration(x), "interval")
		}
		return s.arg(x, "bigint")
	case float64:
		return s.arg(x, "float8")
	case bool:
		return s.arg(x, "boolean")
	}
	return s.arg(v, "text")
}

// fit implements backend: which conditions have a form in SQL that means the
// same.
func (b *postgres) fit(c *clause) fit {
	t := c.field.Type
	switch c.op {
	case "missing":
		return exact
	case "in":
		return fitIn(c)
	case "has":
		return fitHas(c)
	case "startsWith", "endsWith", "contains":
		if t.Kind == column.String && plainValue(c.value, column.String) {
			return exact
		}
		return unfit
	}
	switch t.Kind {
	case column.Int, column.Float:
		if x, ok := c.value.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
			return unfit
		}
		if plainValue(c.value, column.Int) || plainValue(c.value, column.Float) {
			return exact
		}
	case column.Bool:
		if (c.op == "==" || c.op == "!=") && plainValue(c.value, column.Bool) {
			return exact
		}
	case column.String:
		if plainValue(c.value, column.String) {
			return exact
		}
	case column.Time: // the server's times are whole microseconds
		if x, ok := c.value.(int64); ok && (x%1000 == 0 || c.op != "==" && c.op != "!=") {
			return exact
		}
	}
	return unfit
}

// clause in SQL, of two values like the clause: a missing value is asked for,
// and never makes a condition unknown.
func (s *sql) clause(c *clause) string {
	switch c.op {
	case "and", "or":
		list := make([]string, len(c.args))
		for i, a := range c.args {
			list[i] = s.clause(a)
		}
		return "(" + strings.Join(list, " "+c.op+" ") + ")"
	case "not":
		return "not " + s.clause(c.args[0])
	case "missing":
		return "(not " + there(c.field) + ")"
	}
	col := quoted(c.field.Name)
	if c.null {
		return fmt.Sprintf("(not %s or %s)", there(c.field), s.test(c, col))
	}
	return fmt.Sprintf("(%s and %s)", there(c.field), s.test(c, col))
}

// there tells whether a row has a value of the field: NaN and the infinities,
// which a document cannot hold, are none.
func there(f *index.Field) string {
	col := quoted(f.Name)
	if f.Type.Kind == column.Float {
		return fmt.Sprintf("(%s is not null and abs(%s::float8) < 'Infinity'::float8)", col, col)
	}
	return "(" + col + " is not null)"
}

func (s *sql) test(c *clause, col string) string {
	text := col + "::text"
	switch c.op {
	case "in":
		list := c.value.([]column.Value)
		if c.field.Type.Kind == column.Int {
			return fmt.Sprintf("%s = any(%s)", col, s.arg(elements[int64](list), "bigint[]"))
		}
		return fmt.Sprintf("%s = any(%s)", text, s.arg(elements[string](list), "text[]"))
	case "has":
		return fmt.Sprintf("%s = any(%s::text[])", s.arg(c.value, "text"), col)
	case "startsWith":
		return fmt.Sprintf("starts_with(%s, %s)", text, s.arg(c.value, "text"))
	case "contains":
		return fmt.Sprintf("strpos(%s, %s) > 0", text, s.arg(c.value, "text"))
	case "endsWith":
		v := s.arg(c.value, "text")
		return fmt.Sprintf("right(%s, length(%s)) = %s", text, v, v)
	}
	op, value := comparisons[c.op], c.value
	switch c.field.Type.Kind {
	case column.String:
		if c.op == "==" || c.op == "!=" {
			return fmt.Sprintf("%s %s %s", text, op, s.arg(value, "text"))
		}
		return fmt.Sprintf(`%s collate "C" %s %s`, text, op, s.arg(value, "text"))
	case column.Time:
		// Of whole microseconds t: t > x.5 is t > x, and t >= x.5 too.
		if x := value.(int64); x%1000 != 0 {
			value = x - ((x%1000)+1000)%1000
			op = map[string]string{">": ">", ">=": ">", "<": "<=", "<=": "<="}[op]
		}
	}
	return fmt.Sprintf("%s %s %s", col, op, s.value(value, c.field.Type))
}

var comparisons = map[string]string{"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

func elements[T any](list []column.Value) []T {
	out := make([]T, 0, len(list))
	for _, v := range list {
		if x, ok := v.(T); ok {
			out = append(out, x)
		}
	}
	return out
}
