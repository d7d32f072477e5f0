package app

import "context"

// Limits of a query.
const (
	MaxQueryRows   = 200
	MaxQueryText   = 4 << 10
	MaxQueryVector = 4096
)

// NewQuery tries a resource out: one of text, vector, like and top, or the
// filter alone.
type NewQuery struct {
	Text    string    `json:"text,omitempty" maxLength:"4096" doc:"search the text fields"`
	Vector  []float64 `json:"vector,omitempty" maxItems:"4096" doc:"nearest to this vector"`
	Like    string    `json:"like,omitempty" maxLength:"512" doc:"nearest to the document with this key"`
	Top     string    `json:"top,omitempty" maxLength:"4096" doc:"greatest by this formula over the fields"`
	Field   string    `json:"field,omitempty" maxLength:"100" doc:"the vector field of vector and like; the first one when missing"`
	Filter  string    `json:"filter,omitempty" maxLength:"4096" doc:"a condition over the fields"`
	K       int       `json:"k,omitempty" minimum:"1" maximum:"200" doc:"rows at most; 20 when missing"`
	Columns []string  `json:"columns,omitempty" maxItems:"100" doc:"fields to answer; all but vectors when missing"`
}

// QueryAnswer are rows with scores, or what is wrong with the expressions.
type QueryAnswer struct {
	Columns     []Column         `json:"columns"`
	Rows        []map[string]any `json:"rows" doc:"best first; beside the columns _key and _score"`
	TookMS      float64          `json:"took_ms"`
	Statement   string           `json:"statement" doc:"the same in the language"`
	Diagnostics []QueryMistake   `json:"diagnostics" doc:"with one of them there are no rows"`
}

// QueryMistake is a diagnostic in an expression of the query.
type QueryMistake struct {
	In      string `json:"in" enum:"filter,top,columns,field,query"`
	Code    string `json:"code"`
	Column  int    `json:"column" doc:"in the expression, from 1, in characters; 0: all of it"`
	Message string `json:"message"`
	Help    string `json:"help,omitempty"`
}

// ResourceStatistics counts what the documents of a resource hold.
type ResourceStatistics struct {
	Docs   int64             `json:"docs"`
	Looked int64             `json:"looked" doc:"documents the field counts are of; fewer than docs in a large resource"`
	Fields []FieldStatistics `json:"fields"`
}

// FieldStatistics counts one field.
type FieldStatistics struct {
	Name     string   `json:"name"`
	Null     int64    `json:"null"`
	Distinct int64    `json:"distinct" doc:"of keywords, numbers and times; 0: not counted"`
	Min      any      `json:"min,omitempty" doc:"of numbers and times"`
	Max      any      `json:"max,omitempty"`
	Common   []Common `json:"common,omitempty" doc:"of keywords, the most frequent"`
}

// Common is a frequent value.
type Common struct {
	Value string `json:"value"`
	Count int64  `json:"count"`
}

// Query tries a resource out.
func (a *App) Query(ctx context.Context, team, resource string, q NewQuery) (QueryAnswer, error) {
	ways := 0
	for _, given := range []bool{q.Text != "", len(q.Vector) > 0, q.Like != "", q.Top != ""} {
		if given {
			ways++
		}
	}
	if ways > 1 || ways == 0 && q.Filter == "" {
		return QueryAnswer{}, Fail(Invalid, "query_by", "want one of text, vector, like and top, or a filter alone").At("body")
	}
	if q.K == 0 {
		q.K = 20
	}
	return a.runtime.Query(ctx, team, resource, q)
}

// Statistics counts what the documents hold.
func (a *App) Statistics(ctx context.Context, team, resource string) (ResourceStatistics, error) {
	return a.runtime.Statistics(ctx, team, resource)
}
