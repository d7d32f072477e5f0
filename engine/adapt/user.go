package adapt

import (
	"slices"
	"strconv"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// Path leads to what tells users apart in a request's values: a parameter, or a
// field of one. The zero value leads nowhere.
type Path struct{ Param, Field string }

var (
	userParams = []string{"user", "visitor", "member", "customer", "reader", "user_id", "visitor_id", "uid"}
	userFields = []string{"id", "user_id", "uid", "key"}
)

// userOf a graph: a parameter called like a user, else the first record with an
// id. Without one each request is a user of its own.
func userOf(g *dag.Graph) Path {
	for _, name := range userParams {
		for i := range g.Params {
			if p := &g.Params[i]; p.Name == name {
				if path, ok := identity(p); ok {
					return path
				}
			}
		}
	}
	for i := range g.Params {
		if p := &g.Params[i]; p.Type.Kind == column.Record {
			if path, ok := identity(p); ok {
				return path
			}
		}
	}
	return Path{}
}

func identity(p *dag.Param) (Path, bool) {
	switch p.Type.Kind {
	case column.String, column.Int:
		return Path{Param: p.Name}, true
	case column.Record:
		for _, f := range userFields {
			if slices.ContainsFunc(p.Type.Fields, func(have column.Field) bool {
				return have.Name == f && (have.Type.Kind == column.String || have.Type.Kind == column.Int)
			}) {
				return Path{p.Name, f}, true
			}
		}
	}
	return Path{}, false
}

// Of gives the user of a request's values; "" when there is none.
func (p Path) Of(values map[string]column.Value) string {
	v := values[p.Param]
	if p.Field != "" {
		record, ok := v.(map[string]column.Value)
		if !ok {
			return ""
		}
		v = record[p.Field]
	}
	switch x := v.(type) {
	case string:
		return x
	case int64:
		return strconv.FormatInt(x, 10)
	}
	return ""
}
