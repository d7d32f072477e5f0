package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// storeKind is a kind of store a resource may live on, with what it answers:
// engine/store has a connector for each.
type storeKind struct {
	name    string
	schemes []string
	example string
	args    []string // by name, besides the URL
	answers []string // of the operators that are more than reading by key
}

// storeKinds in the order they are listed.
func storeKinds() []storeKind {
	return []storeKind{
		{name: "opensearch", schemes: []string{"http", "https"}, example: `opensearch("http://127.0.0.1:9200", index: "tickets")`,
			args: []string{"index"}, answers: []string{"search", "nearest", "hybrid", "top"}},
		{name: "elasticsearch", schemes: []string{"http", "https"}, example: `elasticsearch("http://127.0.0.1:9200", index: "tickets")`,
			args: []string{"index"}, answers: []string{"search", "nearest", "hybrid", "top"}},
		{name: "postgres", schemes: []string{"postgres", "postgresql"}, example: `postgres("postgres://reader@127.0.0.1:5432/help", table: "tickets")`,
			args: []string{"table", "document", "language"}, answers: []string{"search", "top"}},
		{name: "redis", schemes: []string{"redis", "rediss"}, example: `redis("redis://127.0.0.1:6379/0", prefix: "player:")`,
			args: []string{"prefix", "form", "sorted"}, answers: []string{"top"}},
	}
}

func storeNames() []string {
	var out []string
	for _, k := range storeKinds() {
		out = append(out, k.name)
	}
	return out
}

func findStore(name string) (storeKind, bool) {
	for _, k := range storeKinds() {
		if k.name == name {
			return k, true
		}
	}
	return storeKind{}, false
}

// StoreAnswers tells whether a kind of store answers an operator of the table;
// what reads by key alone, all of them do.
func StoreAnswers(kind, operator string) bool {
	k, ok := findStore(kind)
	if !ok {
		return false
	}
	switch operator {
	case "search", "nearest", "hybrid", "top":
		return contains(k.answers, operator)
	}
	return true
}

// answered reports what the store of a resource can't do of a call, with the
// reason.
func (o *opCall) answered() {
	for i := range o.info.Args {
		a := &o.info.Args[i]
		if a.Resource == nil || a.Resource.Store == nil || a.Arg == nil || !isInput(a.Arg) {
			continue
		}
		o.answeredBy(a)
	}
}

func (o *opCall) answeredBy(a *Bound) {
	c, r := o.b.c, a.Resource
	kind, _ := findStore(r.Store.Kind)
	refuse := func(at ast.Value, message, help string) { c.report(at.Span(), "E0813", message, help) }
	if !StoreAnswers(kind.name, o.op.Name) {
		refuse(a.Value, fmt.Sprintf("%s lives on a %s store, which does not answer %s", show(r.Name), kind.name, o.op.Name),
			"it answers "+listed(append(append([]string(nil), kind.answers...), "lookup")))
		return
	}
	if o.op.Name == "search" || o.op.Name == "hybrid" {
		if why := unsearched(r); why != "" {
			refuse(a.Value, why, "")
		}
	}
	for i := range o.info.Args {
		switch arg := &o.info.Args[i]; {
		case arg.Value == nil:
		case arg.Name == "rank" && (o.op.Name == "search" || o.op.Name == "nearest"):
			refuse(arg.Value, fmt.Sprintf("a %s store computes no rank formula", kind.name), "leave it out, and score what comes")
		case arg.Name == "by" && o.op.Name == "top":
			o.orderedBy(r, arg)
		}
	}
}

// orderedBy wants a field the store can order by.
func (o *opCall) orderedBy(r *Resource, by *Bound) {
	name, ok := o.columnName(by.Value)
	if _, _, constant := ConstOf(by.Value); constant && r.Store.Kind != "redis" {
		return // in order of the keys
	}
	if !ok {
		o.b.c.report(by.Value.Span(), "E0813", fmt.Sprintf("a %s store orders by a field, not by a formula", r.Store.Kind), "order by a field, and score what comes")
		return
	}
	if r.Store.Kind == "redis" && r.Store.Sorted[name] == "" {
		help := fmt.Sprintf("name one by sorted: { %s: \"…\" }", name)
		o.b.c.report(by.Value.Span(), "E0813", fmt.Sprintf("%s has no sorted set for %s", show(r.Name), show(name)), help)
	}
}

// columnName is a bare column, or item.x.
func (o *opCall) columnName(v ast.Value) (string, bool) {
	if name, ok := bareName(v); ok {
		return name, true
	}
	if of, name, ok := dotted(v); ok && of == "item" {
		return name, true
	}
	return "", false
}

// unsearched says why a text can't be looked for in a resource.
func unsearched(r *Resource) string {
	texts, cut := 0, 0
	for i := range r.Fields {
		if f := &r.Fields[i]; f.Kind == "text" {
			texts++
			if f.Analyzer != "chinese" {
				cut++
			}
		}
	}
	switch {
	case r.Store.Kind == "postgres" && r.Store.Document != "":
		return ""
	case texts == 0:
		return fmt.Sprintf("%s has no text field to search", show(r.Name))
	case r.Store.Kind == "postgres" && cut < texts:
		return "Postgres cuts no Chinese into words; give it a tsvector of your own by document: and language:"
	}
	return ""
}

// storeFits compares a store with the fields of its resource.
func (c *checker) storeFits(r *Resource) {
	for _, name := range slices.Sorted(maps.Keys(r.Store.Sorted)) {
		f, ok := r.Items.Field(name)
		switch {
		case !ok:
			c.reportNear(r.Store.Call.Name.At, "E0502", fmt.Sprintf("no field %s in %s", show(name), show(r.Name)), name, "", fieldNames(&r.Items))
		case f.Type.Kind != sig.Int && f.Type.Kind != sig.Float:
			c.report(r.Store.Call.Name.At, "E0401", fmt.Sprintf("a sorted set orders by a number, %s is %s", show(name), fieldWord(f)), "")
		}
	}
}

// schemeFits wants a URL of one of the schemes, with a host and no password.
func (c *checker) schemeFits(kind storeKind, url *ast.StringLit) bool {
	scheme, rest, ok := strings.Cut(url.Value, "://")
	host, _, _ := strings.Cut(rest, "/")
	_, query, _ := strings.Cut(rest, "?")
	switch {
	case holdsPassword(url.Value) || strings.Contains(strings.ToLower(query), "password"):
		c.report(url.At, "E0903", "this URL holds a password", `keep it outside of the text and write auth: secret("name")`)
		return false
	case !ok || !contains(kind.schemes, scheme) || host == "" || host[0] == ':' || len(url.Value) > 2000 || strings.ContainsAny(url.Value, " \t\r\n\"<>\\"):
		c.report(url.At, "E0405", fmt.Sprintf("%s wants a URL that begins with %s://", kind.name, strings.Join(kind.schemes, ":// or ")), "such as "+kind.example)
		return false
	case query != "" && !(kind.name == "postgres" && contains([]string{"sslmode=disable", "sslmode=require", "sslmode=verify-full"}, query)):
		help := "leave it out"
		if kind.name == "postgres" {
			help = "there are sslmode=disable, require and verify-full"
		}
		c.report(url.At, "E0405", fmt.Sprintf("%s takes no setting %s in its URL", kind.name, show(query)), help)
		return false
	}
	return true
}
