package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
)

// storeKinds are the stores a resource may live on.
var storeKinds = []string{"opensearch"}

// store is `store: opensearch("http://…", index: "tickets")`. It checks; this
// version does not run it, which is said with a warning.
func (c *checker) store(r *Resource, s *ast.Setting) {
	call, ok := s.Value.(*ast.Call)
	if !ok || call.Name == nil || !contains(storeKinds, call.Name.Text) {
		written, at := c.source(valueAt(s)), valueAt(s)
		if ok && call.Name != nil {
			written, at = call.Name.Text, call.Name.At
		}
		c.reportNear(at, "E0405", fmt.Sprintf("store can't be %s", show(written)), written, `write opensearch("http://…", index: "name")`, storeKinds)
		return
	}
	plain, named, ok := c.formArgs(call, 1, "index")
	if !ok {
		return
	}
	url, ok := plain[0].(*ast.StringLit)
	if !ok {
		c.report(plain[0].Span(), "E0405", "a store stands at a URL in double quotes", "")
		return
	}
	if !c.urlFits("a store", url) {
		return
	}
	out := &Store{Call: call, Kind: call.Name.Text, URL: url.Value, Index: r.Name}
	if index := named["index"]; index != nil {
		text, ok := index.(*ast.StringLit)
		if !ok || text.Value == "" || len(text.Value) > maxName {
			c.report(index.Span(), "E0405", "index wants the name of an index", "")
			return
		}
		out.Index = text.Value
	}
	r.Store = out
	c.report(s.Name.At, "W0901", "a resource on a store of its own is checked, and does not run in this version", "")
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
}
