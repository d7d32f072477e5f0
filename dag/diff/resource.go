package diff

import (
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

func (c *comparison) resources() {
	for _, p := range pairs(c.was.Resources, c.is.Resources, func(r *dag.Resource) string { return r.Name }) {
		ch := Change{Kind: "resource", Name: p.name, Change: p.change()}
		switch ch.Change {
		case "added":
			if p.is.Store != nil {
				ch.Details = append(ch.Details, Detail{Part: "setting", Name: "store", Change: "added", After: p.is.Store.String(), Text: "lives on " + p.is.Store.String()})
			}
			for _, f := range p.is.Fields {
				ch.Details = append(ch.Details, fieldAdded(f))
			}
		case "removed":
			ch.Details = []Detail{c.resourceGone(p.name)}
		default:
			ch.Details, ch.Same = c.fields(p.was, p.is)
			if before, after := keyOf(p.was), keyOf(p.is); before != after {
				d := changed("field", after, "key", before, after)
				d.Danger = KeyChanged
				d.Text += "; every document is another one then"
				ch.Details = append(ch.Details, d)
			}
			if p.was.Slots != p.is.Slots {
				ch.Details = append(ch.Details, changed("setting", "slots", "", fmt.Sprint(p.was.Slots), fmt.Sprint(p.is.Slots)))
			}
			stores, _ := differ("setting", "", storeSettings(p.was.Store), storeSettings(p.is.Store))
			ch.Details = append(ch.Details, stores...)
		}
		c.tellImporters(&ch)
		c.add(ch)
	}
}

// tellImporters marks what others notice of a resource that they import. They
// keep the schema of the version they named, so that a field more does not
// touch them; documents that lack one, or have it in another type, do.
func (c *comparison) tellImporters(ch *Change) {
	who := c.opt.Importers[ch.Name]
	if len(who) == 0 || ch.Change == "added" {
		return
	}
	touched := ch.Change == "removed"
	for _, d := range ch.Details {
		touched = touched || d.Danger != "" || d.Part == "field" && (d.Change == "removed" || d.What == "type" || d.What == "default")
	}
	if !touched {
		return
	}
	text := fmt.Sprintf("%s is imported by %s: new documents that do not fit what they import are left out there", ch.Name, strings.Join(who, ", "))
	if ch.Change == "removed" {
		text = fmt.Sprintf("%s is imported by %s, who get no new documents of it", ch.Name, strings.Join(who, ", "))
	}
	ch.Details = append(ch.Details, Detail{Part: "declaration", Name: ch.Name, Change: ch.Change, What: "imported", Danger: Imported, Text: text})
}

func (c *comparison) resourceGone(name string) Detail {
	if n := c.opt.Docs[name]; n > 0 {
		return Detail{Part: "documents", Name: name, Change: "removed", Before: fmt.Sprint(n), Danger: DocumentsDropped, Docs: n,
			Text: plural.Of(n, "document") + plural.Pick(n, " is", " are") + " no longer served"}
	}
	return Detail{Part: "declaration", Name: name, Change: "removed", Danger: ResourceRemoved,
		Text: fmt.Sprintf("resource %s takes no documents any more", name)}
}

// storeSettings are those of a store, "" for what is not said.
func storeSettings(s *dag.Store) []setting {
	if s == nil {
		s = &dag.Store{}
	}
	said := func(x any) string {
		text := fmt.Sprint(x)
		if text == "0" || text == "map[]" {
			return ""
		}
		return text
	}
	where := ""
	if s.Kind != "" {
		where = s.String()
	}
	return []setting{{"store", where}, {"document", s.Document}, {"language", s.Language}, {"form", s.Form}, {"sorted", said(s.Sorted)}, {"auth", s.Auth},
		{"limit", said(s.Limit)}, {"at_once", said(s.AtOnce)}, {"timeout", said(s.Timeout)}}
}

func keyOf(r *dag.Resource) string {
	for _, f := range r.Fields {
		if f.Kind == "key" {
			return f.Name
		}
	}
	return ""
}

func fieldAdded(f dag.ResourceField) Detail {
	return Detail{Part: "field", Name: f.Name, Change: "added", After: fieldType(f), Text: fmt.Sprintf("field %s: %s", f.Name, fieldType(f))}
}

func (c *comparison) fields(was, is *dag.Resource) (out []Detail, same int) {
	for _, f := range pairs(was.Fields, is.Fields, func(f dag.ResourceField) string { return f.Name }) {
		switch f.change() {
		case "added":
			out = append(out, fieldAdded(f.is))
		case "removed":
			d := Detail{Part: "field", Name: f.name, Change: "removed", Before: fieldType(f.was), Text: fmt.Sprintf("field %s: %s is gone", f.name, fieldType(f.was))}
			if users := c.usersOf(was.Name, f.name); len(users) > 0 {
				d.Danger, d.Users = FieldInUse, users
				d.Text += ", used by " + strings.Join(users, ", ")
			}
			out = append(out, d)
		default:
			details, _ := differ("field", f.name, fieldSettings(f.was), fieldSettings(f.is))
			if len(details) == 0 {
				same++
			}
			for i := range details {
				if details[i].What == "type" {
					c.retyped(&details[i], was.Name, f.was, f.is)
				}
			}
			out = append(out, details...)
		}
	}
	return out, same
}

// retyped marks what another type does to the documents that are there.
func (c *comparison) retyped(d *Detail, resource string, was, is dag.ResourceField) {
	docs := c.opt.Docs[resource]
	switch {
	case was.Kind == "vector" && is.Kind == "vector" && was.Type.Dim != is.Type.Dim:
		d.Danger = VectorResized
		d.Text += "; vectors of the other size do not fit"
		if is.Derive != nil {
			d.Text = strings.TrimSuffix(d.Text, "do not fit") + "are computed anew"
		}
	case docs > 0:
		d.Danger, d.Docs = FieldRetyped, docs
		d.Text += "; " + plural.Of(docs, "document") + plural.Pick(docs, " is", " are") + " read anew, what does not fit is left out"
	}
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
func (c *comparison) usersOf(resource, field string) []string {
	var out []string
	for _, g := range c.was.Pipelines {
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
	for _, p := range placed(g) {
		n := p.node
		if has(n.Fetch) {
			return true
		}
		for i := range n.Args {
			a := &n.Args[i]
			if n.Resource == resource && (a.Field == field || a.Name == "fields" && slices.Contains(a.Words, field)) || readsColumn(a.Expr, field) {
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
