package index

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"riffle.dev/riffle/internal/column"
)

var (
	typeInt    = column.Type{Kind: column.Int}
	typeFloat  = column.Type{Kind: column.Float}
	typeBool   = column.Type{Kind: column.Bool}
	typeString = column.Type{Kind: column.String}
)

// few formulas and filters, some with nulls, texts, parameters and lists.
func formulas() (filters, ranks []*column.Expr) {
	col := func(n string, t column.Type) *column.Expr { return &column.Expr{Op: "col", Name: n, Type: t} }
	two := func(op string, t column.Type, a, b *column.Expr) *column.Expr {
		return &column.Expr{Op: op, Type: t, Args: []*column.Expr{a, b}}
	}
	num := func(n int64) *column.Expr { return &column.Expr{Op: "const", Value: n, Type: typeInt} }
	word := func(s string) *column.Expr { return &column.Expr{Op: "const", Value: s, Type: typeString} }
	installs, genre := col("installs", typeInt), col("genre", typeString)
	tags := col("tags", column.Type{Kind: column.List, Elem: &typeString})
	param := &column.Expr{Op: "param", Name: "p", Type: typeInt}
	score := col(Score, typeFloat)
	filters = []*column.Expr{
		nil, nil,
		two("==", typeBool, genre, word("board")),
		two("and", typeBool, two(">", typeBool, installs, param), two("!=", typeBool, genre, word("race"))),
		two("in", typeBool, word("new"), tags),
		two("!=", typeBool, col("summary", typeString), &column.Expr{Op: "const"}),
	}
	ranks = []*column.Expr{
		nil,
		installs,
		two("/", typeFloat, num(10), installs), // null where 0
		two("+", typeFloat, score, two("*", typeFloat, &column.Expr{Op: "const", Value: 0.1, Type: typeFloat}, installs)),
	}
	return filters, ranks
}

func drawWords(r *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"chess", "Go", "two", "fast", "围棋", "围棋好", "棋", "x1"}), 0, 5).Draw(r, "words"), " ")
}

func drawChange(r *rapid.T) Change {
	key := fmt.Sprintf("k%02d", rapid.IntRange(0, 25).Draw(r, "key"))
	switch rapid.IntRange(0, 5).Draw(r, "op") {
	case 0:
		return Change{Op: Delete, Key: key}
	case 1:
		return upsert(key, map[string]any{"title": "x", "surprise": 1.0})
	}
	doc := map[string]any{"title": drawWords(r), "genre": rapid.SampledFrom([]string{"board", "race", ""}).Draw(r, "genre")}
	if rapid.Bool().Draw(r, "summary") {
		doc["summary"] = drawWords(r)
	}
	if rapid.Bool().Draw(r, "counted") {
		doc["installs"] = float64(rapid.IntRange(0, 4).Draw(r, "installs"))
	}
	doc["tags"] = []any{}
	if rapid.Bool().Draw(r, "tagged") {
		doc["tags"] = []any{"new", "old"}
	}
	if rapid.Bool().Draw(r, "vector") {
		doc["taste"] = []any{float64(rapid.IntRange(-2, 2).Draw(r, "x")), float64(rapid.IntRange(-2, 2).Draw(r, "y"))}
	}
	return upsert(key, doc)
}

func modelSchema(metric string) Schema {
	s := gamesSchema()
	s.Fields = append(s.Fields, Field{Name: "tags", Kind: KeywordField, Type: column.Type{Kind: column.List, Elem: &typeString}})
	for i := range s.Fields {
		if s.Fields[i].Kind == VectorField {
			s.Fields[i].Metric = metric
		}
	}
	return s
}
