package check

import (
	"fmt"
	"regexp"
	"strings"

	"riffle.dev/riffle/dsl/ast"
)

// store is `store: postgres("postgres://…", table: "tickets")`.
func (c *checker) store(r *Resource, s *ast.Setting) {
	call, ok := s.Value.(*ast.Call)
	kind, known := storeKind{}, false
	if ok && call.Name != nil {
		kind, known = findStore(call.Name.Text)
	}
	if !known {
		written, at := c.source(valueAt(s)), valueAt(s)
		if ok && call.Name != nil {
			written, at = call.Name.Text, call.Name.At
		}
		c.reportNear(at, "E0405", fmt.Sprintf("store can't be %s", show(written)), written, "write "+storeKinds()[0].example, storeNames())
		return
	}
	plain, named, ok := c.formArgs(call, 1, kind.args...)
	if !ok {
		return
	}
	url, ok := plain[0].(*ast.StringLit)
	if !ok {
		c.report(plain[0].Span(), "E0405", "a store stands at a URL in double quotes", "")
		return
	}
	if !c.schemeFits(kind, url) {
		return
	}
	out := &Store{Call: call, Kind: kind.name, URL: url.Value, Name: r.Name}
	if kind.name == "redis" {
		out.Name, out.Form = r.Name+":", "hash"
	}
	for _, name := range kind.args { // in this order, so that findings stand in one
		if v := named[name]; v != nil && !c.storeArg(out, name, v) {
			return
		}
	}
	if kind.name == "postgres" && out.Language != "" && out.Document == "" {
		c.report(named["language"].Span(), "E0810", "language is that of a document column; fields say their own", `name the column by document: "…"`)
	}
	r.Store = out
}

var (
	tableName = regexp.MustCompile(`^[\pL_][\pL\pN_$]{0,62}(\.[\pL_][\pL\pN_$]{0,62})?$`)
	plainName = regexp.MustCompile(`^[\pL_][\pL\pN_$]{0,62}$`)
	indexName = regexp.MustCompile(`^[^\s"*\\<|,>/?#A-Z+_.-][^\s"*\\<|,>/?#A-Z]{0,254}$`)
)

// storeArg takes one of the named arguments of a store.
func (c *checker) storeArg(to *Store, name string, v ast.Value) bool {
	text := ""
	if lit, ok := v.(*ast.StringLit); ok {
		text = lit.Value
	}
	wants := func(fits bool, what string) bool {
		if !fits {
			c.report(v.Span(), "E0405", name+" wants "+what, "")
		}
		return fits
	}
	switch name {
	case "index":
		to.Name = text
		return wants(indexName.MatchString(text), "the name of an index: small letters, digits, - _ and ., in double quotes")
	case "table":
		to.Name = text
		return wants(tableName.MatchString(text), `the name of a table, such as "tickets" or "help.tickets"`)
	case "document":
		to.Document = text
		return wants(plainName.MatchString(text), "the name of a tsvector column in double quotes")
	case "language":
		to.Language = text
		return wants(plainName.MatchString(text), `a text search configuration, such as "english" or "simple"`)
	case "prefix":
		to.Name = text
		_, isText := v.(*ast.StringLit)
		return wants(isText && len(text) <= maxName, "what keys begin with, in double quotes")
	case "form":
		to.Form, _ = wordOf(v)
		return wants(to.Form == "hash" || to.Form == "json", "hash or json")
	case "sorted":
		return wants(c.sortedSets(to, v), `the sorted sets of fields, such as { installs: "games:by_installs" }`)
	}
	return true
}

func (c *checker) sortedSets(to *Store, v ast.Value) bool {
	rec, ok := v.(*ast.Record)
	if !ok || len(rec.Fields) == 0 {
		return false
	}
	to.Sorted = map[string]string{}
	for _, f := range rec.Fields {
		if f == nil || f.Key == nil {
			return false
		}
		text, ok := f.Value.(*ast.StringLit)
		if !ok || text.Value == "" || len(text.Value) > maxName || strings.TrimSpace(f.Key.Text) == "" {
			return false
		}
		to.Sorted[f.Key.Text] = text.Value
	}
	return true
}

// storeSettings are what a resource says of asking its store.
func (c *checker) storeSettings(s *Store, at map[string]*ast.Setting) {
	if auth := at["auth"]; auth != nil {
		s.Auth = secretName(auth.Value)
	}
	if limit := at["limit"]; limit != nil {
		s.Limit = number(limit.Value.(*ast.NumberLit))
	}
	if once := at["at_once"]; once != nil {
		s.AtOnce = count(once)
	}
	if timeout := at["timeout"]; timeout != nil {
		s.Timeout = c.duration("timeout", timeout.Value)
	}
}
