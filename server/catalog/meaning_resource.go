package catalog

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

func (m *meaning) resources() {
	for _, p := range pairs(m.was.Resources, m.is.Resources, func(r *dag.Resource) string { return r.Name }) {
		c := app.PlanChange{Kind: "resource", Name: p.name, Change: "changed"}
		switch {
		case !p.had:
			c.Change = "added"
			for _, f := range p.is.Fields {
				c.Details = append(c.Details, app.PlanDetail{Part: "field", Name: f.Name, Change: "added", After: fieldType(f), Text: fmt.Sprintf("field %s: %s", f.Name, fieldType(f))})
			}
		case !p.ok:
			c.Change = "removed"
			if n := m.docs[p.name]; n > 0 {
				c.Details = []app.PlanDetail{{Part: "documents", Name: p.name, Change: "removed", Before: fmt.Sprint(n), Danger: "documents_dropped", Docs: n,
					Text: fmt.Sprintf("%d documents are no longer served", n)}}
			}
		default:
			c.Details, c.Same = m.fields(p.was, p.is)
			if p.was.Slots != p.is.Slots {
				c.Details = append(c.Details, changed("setting", "slots", "", fmt.Sprint(p.was.Slots), fmt.Sprint(p.is.Slots)))
			}
		}
		m.add(c)
	}
}

func (m *meaning) fields(was, is *dag.Resource) (out []app.PlanDetail, same int) {
	for _, f := range pairs(was.Fields, is.Fields, func(f dag.ResourceField) string { return f.Name }) {
		users := m.usersOf(was.Name, f.name)
		switch {
		case !f.had:
			out = append(out, app.PlanDetail{Part: "field", Name: f.name, Change: "added", After: fieldType(f.is), Text: fmt.Sprintf("field %s: %s", f.name, fieldType(f.is))})
		case !f.ok:
			d := app.PlanDetail{Part: "field", Name: f.name, Change: "removed", Before: fieldType(f.was), Text: fmt.Sprintf("field %s: %s is gone", f.name, fieldType(f.was))}
			if len(users) > 0 {
				d.Danger, d.Users = "field_in_use", users
				d.Text += ", used by " + join(users)
			}
			out = append(out, d)
		default:
			details, _ := differ("field", f.name, fieldSettings(f.was), fieldSettings(f.is))
			if len(details) == 0 {
				same++
			}
			for i := range details {
				if details[i].What == "type" && m.docs[was.Name] > 0 {
					details[i].Danger, details[i].Docs = "field_retyped", m.docs[was.Name]
					details[i].Text += fmt.Sprintf("; %d documents are read anew, those that do not fit are left out", m.docs[was.Name])
				}
			}
			out = append(out, details...)
		}
	}
	return out, same
}

// fieldType is the type as the declaration has it.
func fieldType(f dag.ResourceField) string {
	t := f.Type.String()
	switch f.Kind {
	case "key", "text", "keyword":
		t = f.Kind
		if f.Type.Nullable {
			t += "?"
		}
	}
	return t
}

func fieldSettings(f dag.ResourceField) []setting {
	out := []setting{{"type", fieldType(f)}, {"analyzer", f.Analyzer}, {"metric", f.Metric}, {"weight", ""}, {"default", ""}, {"derived", ""}}
	if f.Weight != 0 && f.Weight != 1 {
		out[3].value = fmt.Sprint(f.Weight)
	}
	if f.Default != nil {
		out[4].value = fmt.Sprint(column.Render(f.Type, f.Default))
	}
	if f.Derive != nil {
		out[5].value = f.Derive.Function + "(" + dag.Written(f.Derive.Source) + ")"
	}
	return out
}

// usersOf a field are the pipelines of the old side that read or show it.
func (m *meaning) usersOf(resource, field string) []string {
	var out []string
	for _, g := range m.was.Pipelines {
		if reads(g, resource, field) {
			out = append(out, g.Name)
		}
	}
	return out
}

// reads tells whether a graph has a column of the field's name and the
// resource among its sources, or searches it. A text that is searched without
// being read counts too.
func reads(g *dag.Graph, resource, field string) bool {
	if !slices.Contains(g.Resources, resource) {
		return false
	}
	has := func(columns []dag.Column) bool {
		return slices.ContainsFunc(columns, func(c dag.Column) bool { return c.Name == field })
	}
	if has(g.Result.Columns) {
		return true
	}
	for _, n := range g.Nodes {
		if has(n.Fetch) {
			return true
		}
		for i := range n.Args {
			a := &n.Args[i]
			if n.Resource == resource && (a.Field == field || a.Name == "fields" && slices.Contains(a.Words, field)) {
				return true
			}
			if readsColumn(a.Expr, field) {
				return true
			}
			for _, b := range a.Bindings {
				if readsColumn(b.Expr, field) {
					return true
				}
			}
		}
	}
	return false
}

func readsColumn(e *column.Expr, name string) bool {
	return e != nil && slices.Contains(e.Columns(), name)
}
