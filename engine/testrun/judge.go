package testrun

import (
	"fmt"
	"slices"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// judge holds an answer against what a test expects; every expect is looked at.
func judge(t *dag.Test, a *engine.Answer, now time.Time) ([]Failure, error) {
	seen, err := answerOf(t.Answer, a)
	if err != nil {
		return nil, err
	}
	param := func(name string) column.Value {
		if name == dag.Moment {
			return now.UnixNano()
		}
		return seen[name]
	}
	var out []Failure
	for i := range t.Expects {
		e := &t.Expects[i]
		v, err := column.EvalRow(e.Expr, nothing, param)
		switch {
		case err != nil:
			out = append(out, Failure{Expect: e, Err: fmt.Errorf("it cannot be computed: %w", err), Values: shown(e.Expr, param)})
		case v != true:
			out = append(out, Failure{Expect: e, Values: shown(e.Expr, param)})
		}
	}
	return out, nil
}

func nothing(string) column.Value { return nil }

// answerOf is what expects read, in the types that they were checked with.
func answerOf(types column.Type, a *engine.Answer) (map[string]column.Value, error) {
	out := map[string]column.Value{}
	for _, f := range types.Fields {
		var err error
		switch f.Name {
		case "items":
			out[f.Name], err = itemsOf(f.Type, a.Items)
		case "ids":
			ids := make([]column.Value, len(a.Items))
			for i, it := range a.Items {
				ids[i] = it.Key
			}
			out[f.Name] = ids
		case "outcome":
			out[f.Name] = outcomesOf(f.Type, a.Outcomes)
		case "tier":
			out[f.Name] = a.Tier
		case "level":
			out[f.Name] = int64(a.Level)
		case "coverage":
			out[f.Name] = a.Coverage
		case "served":
			out[f.Name] = a.Served
		case "experiments":
			out[f.Name], err = armsOf(f, a)
		default:
			out[f.Name], err = parsed(f.Type, a.Fields[f.Name])
		}
		if err != nil {
			return nil, fmt.Errorf("%s of the answer: %w", f.Name, err)
		}
	}
	return out, nil
}

// armsOf are the arms of the scene's experiments, "" where the request takes no
// part. An answer may have a field of the name where its scene has none.
func armsOf(f column.Field, a *engine.Answer) (column.Value, error) {
	if own, ok := a.Fields[f.Name]; ok {
		return parsed(f.Type, own)
	}
	out := make(map[string]column.Value, len(f.Type.Fields))
	for _, x := range f.Type.Fields {
		out[x.Name] = a.Experiments[x.Name]
	}
	return out, nil
}

// itemsOf is a list of records with the columns the answer shows; those it does
// not show, such as vectors, are nil.
func itemsOf(t column.Type, items []engine.Item) (column.Value, error) {
	out := make([]column.Value, len(items))
	if t.Elem == nil {
		return out, nil
	}
	for i := range items {
		it := &items[i]
		record := map[string]column.Value{"_score": it.Score, "_resource": it.Resource, "_from": texts(it.From)}
		for _, f := range t.Elem.Fields {
			v, ok := it.Column(f.Name)
			if _, own := record[f.Name]; own && !ok {
				continue
			}
			var err error
			if record[f.Name], err = parsed(f.Type, v); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", f.Name, it.Key, err)
			}
		}
		out[i] = record
	}
	return out, nil
}

func texts(list []string) []column.Value {
	out := make([]column.Value, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// parsed is a rendered value in its canonical form; what is not there is nil,
// and so is a float that JSON has no word for, wherever it stands.
func parsed(t column.Type, v any) (column.Value, error) {
	return column.Parse(loose(t).Null(), v)
}

// loose is a type whose floats may be nil.
func loose(t column.Type) column.Type {
	if t.Kind == column.Float {
		return t.Null()
	}
	if t.Elem != nil {
		elem := loose(*t.Elem)
		t.Elem = &elem
	}
	fields := make([]column.Field, len(t.Fields))
	for i, f := range t.Fields {
		fields[i] = column.Field{Name: f.Name, Type: loose(f.Type)}
	}
	t.Fields = fields
	return t
}

// outcomesOf are those of the nodes by name: of one that ran several times the
// worst, of one that nothing wanted skipped.
func outcomesOf(t column.Type, spans []engine.Outcome) map[string]column.Value {
	worst := []trace.Status{trace.Error, trace.Timeout, trace.Fallback, trace.Degraded, trace.Skipped, trace.Empty, trace.OK}
	out := make(map[string]column.Value, len(t.Fields))
	for _, f := range t.Fields {
		out[f.Name] = string(trace.Skipped)
	}
	have := map[string]trace.Status{}
	for _, s := range spans {
		if before, ok := have[s.Node]; !ok || slices.Index(worst, s.Outcome) < slices.Index(worst, before) {
			have[s.Node] = s.Outcome
			out[s.Node] = string(s.Outcome)
		}
	}
	return out
}

// maxShown are how many characters of a value are shown.
const maxShown = 600

// shown are the parts of an expect that is not so, with their values: of `and`
// the first side that is not, of a comparison both sides, of anything else the
// names it reads.
func shown(e *column.Expr, param func(string) column.Value) []Shown {
	value := func(e *column.Expr) (column.Value, bool) {
		v, err := column.EvalRow(e, nothing, param)
		return v, err == nil
	}
	switch e.Op {
	case "and":
		for _, a := range e.Args {
			if v, ok := value(a); !ok || v != true {
				return shown(a, param)
			}
		}
	case "not":
		return shown(e.Args[0], param)
	case "==", "!=", "<", "<=", ">", ">=", "in", "contains", "matches", "startsWith", "endsWith":
		var out []Shown
		for _, a := range e.Args {
			if v, ok := value(a); ok && a.Op != "const" && !constantList(a) {
				out = append(out, Shown{dag.Written(a), text(a.Type, v)})
			}
		}
		return out
	}
	var out []Shown
	for _, name := range reads(e, nil) {
		out = append(out, Shown{dag.Written(name), text(name.Type, param(name.Name))})
	}
	return out
}

func constantList(e *column.Expr) bool {
	if e.Op != "list" {
		return false
	}
	for _, a := range e.Args {
		if a.Op != "const" {
			return false
		}
	}
	return true
}

// reads are the parameters of an expression, each once.
func reads(e *column.Expr, have []*column.Expr) []*column.Expr {
	if e.Op == "param" && e.Name != dag.Moment && !slices.ContainsFunc(have, func(h *column.Expr) bool { return h.Name == e.Name }) {
		have = append(have, e)
	}
	for _, a := range e.Args {
		have = reads(a, have)
	}
	return have
}

// text is a value as JSON has it, with nil for null, cut where it is long.
func text(t column.Type, v column.Value) string {
	out := dag.Value(column.Render(t, v))
	if r := []rune(out); len(r) > maxShown {
		return string(r[:maxShown]) + "…"
	}
	return out
}
