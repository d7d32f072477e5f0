package store

import (
	"math"
	"strconv"
	"time"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// object is JSON to be sent. What people say is only ever a value in it.
type object map[string]any

// body of a question; nil where nothing can be found. Orders end with the key,
// so that pages follow each other.
func (b *searchEngine) body(q *question) (object, error) {
	key := b.plan.keyName()
	fields := []string{key}
	for _, i := range q.fields {
		if i != b.plan.key {
			fields = append(fields, b.plan.schema.Fields[i].Name)
		}
	}
	out := object{"from": q.from, "size": q.n, "_source": fields, "track_total_hits": false}
	var filter []any
	if q.filter != nil {
		filter = append(filter, b.clause(q.filter))
	}
	byScore := []any{object{"_score": "desc"}, object{key: "asc"}}
	switch q.what {
	case byText:
		if len(b.plan.texts) == 0 || q.text == "" {
			return nil, nil
		}
		match := object{"multi_match": object{"query": q.text, "fields": b.weighted(), "type": "most_fields"}}
		out["query"], out["sort"], out["track_scores"] = boolean("must", []any{match}, filter), byScore, true
	case byVector:
		f := &b.plan.schema.Fields[q.field]
		b.nearest(out, f, q, filter)
		out["sort"], out["track_scores"] = byScore, true
	case byField:
		out["query"], out["sort"] = boolean("", nil, filter), []any{object{key: "asc"}}
		if q.field >= 0 {
			f := &b.plan.schema.Fields[q.field]
			missing := any("_last")
			if f.Default != nil {
				missing = column.Render(f.Type, f.Default)
			}
			out["sort"] = []any{object{f.Name: object{"order": "desc", "missing": missing}}, object{key: "asc"}}
			if !contains(q.fields, q.field) {
				out["_source"] = append(fields, f.Name)
			}
		}
	case byKey:
		out["query"] = boolean("", nil, append(filter, object{"terms": object{key: q.keys}}))
	}
	return out, nil
}

// boolean is a query of what scores and what only filters.
func boolean(name string, scoring, filter []any) object {
	if len(scoring) == 0 && len(filter) == 0 {
		return object{"match_all": object{}}
	}
	in := object{}
	if len(scoring) > 0 {
		in[name] = scoring
	}
	if len(filter) > 0 {
		in["filter"] = filter
	}
	return object{"bool": in}
}

// weighted are the text fields with their weights, as multi_match has them.
func (b *searchEngine) weighted() []string {
	var out []string
	for _, i := range b.plan.texts {
		f := &b.plan.schema.Fields[i]
		name := f.Name
		if f.Weight != 0 && f.Weight != 1 {
			name += "^" + strconv.FormatFloat(f.Weight, 'g', -1, 64)
		}
		out = append(out, name)
	}
	return out
}

// mostCandidates is what an engine looks at for one vector query at most.
const mostCandidates = 10_000

func (b *searchEngine) nearest(out object, f *index.Field, q *question, filter []any) {
	k := min(q.from+q.n, mostCandidates)
	if b.elastic {
		knn := object{"field": f.Name, "query_vector": q.to, "k": k, "num_candidates": min(max(2*k, 100), mostCandidates)}
		if len(filter) > 0 {
			knn["filter"] = filter
		}
		out["knn"] = knn
		return
	}
	in := object{"vector": q.to, "k": k}
	if len(filter) > 0 {
		in["filter"] = object{"bool": object{"filter": filter}}
	}
	out["query"] = object{"knn": object{f.Name: in}}
}

// fit implements backend: what is the same in the index as in the document. A
// text is cut into words there, a float may be kept short, an end or middle of
// a word is dear to look for.
func (b *searchEngine) fit(c *clause) fit {
	t := c.field.Type
	if c.field.Kind == index.TextField {
		return unfit
	}
	switch c.op {
	case "missing":
		if t.Kind == column.Record || t.Kind == column.Vector || t.Kind == column.List {
			return unfit // an empty list counts as none there
		}
		return exact
	case "in":
		return fitIn(c)
	case "has":
		return fitHas(c)
	case "startsWith":
		if t.Kind == column.String && plainValue(c.value, column.String) {
			return exact
		}
		return unfit
	case "endsWith", "contains":
		return unfit
	}
	equal := c.op == "==" || c.op == "!="
	switch t.Kind {
	case column.Int:
		if plainValue(c.value, column.Int) {
			return exact
		}
	case column.Float:
		x := number(c.value)
		if !equal && !math.IsNaN(x) && !math.IsInf(x, 0) {
			return wide
		}
	case column.Bool:
		if equal && plainValue(c.value, column.Bool) {
			return exact
		}
	case column.String:
		if plainValue(c.value, column.String) {
			return exact
		}
	case column.Time:
		if _, ok := c.value.(int64); ok && !equal {
			return wide
		}
	}
	return unfit
}

// clause as a query that filters.
func (b *searchEngine) clause(c *clause) object {
	switch c.op {
	case "and", "or":
		list := make([]any, len(c.args))
		for i, a := range c.args {
			list[i] = b.clause(a)
		}
		if c.op == "and" {
			return object{"bool": object{"filter": list}}
		}
		return object{"bool": object{"should": list, "minimum_should_match": 1}}
	case "not":
		return without(b.clause(c.args[0]))
	case "missing":
		return without(object{"exists": object{"field": c.field.Name}})
	case "!=":
		// Also of a document without the field, unless its default is the value.
		return b.among(c, without(b.test(c, "==")))
	}
	return b.among(c, b.test(c, c.op))
}

// among adds, or leaves out, the documents without the field.
func (b *searchEngine) among(c *clause, test object) object {
	there := object{"exists": object{"field": c.field.Name}}
	switch {
	case c.null && c.op == "!=":
		return test
	case c.null:
		return object{"bool": object{"should": []any{test, without(there)}, "minimum_should_match": 1}}
	case c.op == "!=":
		return object{"bool": object{"filter": []any{test, there}}}
	}
	return test
}

func without(x object) object { return object{"bool": object{"must_not": []any{x}}} }

func (b *searchEngine) test(c *clause, op string) object {
	name := c.field.Name
	switch op {
	case "==", "has":
		return object{"term": object{name: object{"value": c.value}}}
	case "in":
		return object{"terms": object{name: c.value}}
	case "startsWith":
		return object{"prefix": object{name: object{"value": c.value}}}
	}
	bound := map[string]string{"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}[op]
	up := op == ">" || op == ">="
	switch c.field.Type.Kind {
	case column.Float:
		// A field of the type float has 24 bits: a step further out.
		x := float32(number(c.value))
		if up {
			x = math.Nextafter32(x, float32(math.Inf(-1)))
		} else {
			x = math.Nextafter32(x, float32(math.Inf(1)))
		}
		if math.IsInf(float64(x), 0) {
			return object{"exists": object{"field": name}}
		}
		return object{"range": object{name: object{bound[:2] + "e": float64(x)}}}
	case column.Time:
		at := time.Unix(0, c.value.(int64)).UTC().Truncate(time.Millisecond)
		if up {
			at = at.Add(-time.Millisecond)
		} else {
			at = at.Add(time.Millisecond)
		}
		return object{"range": object{name: object{bound[:2] + "e": at.Format("2006-01-02T15:04:05.000Z"), "format": "strict_date_time"}}}
	}
	return object{"range": object{name: object{bound: c.value}}}
}

// scored is a score of the engine as the metric of the field has it, by the
// formulas of the manuals: OpenSearch, k-NN, "Spaces" (Lucene's), and
// Elasticsearch, "Dense vector field type", "similarity".
func (b *searchEngine) scored(f *index.Field, s float64) float64 {
	switch f.Metric {
	case "l2":
		if s <= 0 {
			return 0
		}
		return 1 / (1 + math.Sqrt(max(0, 1/s-1))) // s = 1/(1 + d²)
	case "dot":
		if b.elastic {
			return 2*s - 1 // s = (1 + dot)/2
		}
		if s >= 1 {
			return s - 1 // s = dot + 1
		}
		if s <= 0 {
			return math.Inf(-1)
		}
		return 1 - 1/s // s = 1/(1 - dot)
	}
	return 2*s - 1 // s = (1 + cosine)/2
}
