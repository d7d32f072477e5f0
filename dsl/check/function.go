package check

import (
	"fmt"
	"io/fs"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

var functionSettings = append([]setting{
	{name: "words", kind: stringSetting},
	{name: "file", kind: stringSetting},
	{name: "url", kind: urlSetting},
}, remoteSettings...)

// function enters a declared function.
func (c *checker) function(d *ast.Function) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	f := &Function{Decl: d, Name: d.Name.Text}
	c.info.Functions[f.Name] = f
	f.Params, f.Item, f.Result = c.calledSignature(d.Name, d.Signature)
	before := len(c.diags)
	at := map[string]*ast.Setting{}
	c.settings("a function", d.Settings, functionSettings, func(name string, s *ast.Setting) {
		at[name] = s
		switch name {
		case "words":
			f.Words = s.Value.(*ast.StringLit).Value
		case "file":
			f.File = s.Value.(*ast.StringLit).Value
		default:
			c.remoteSetting(&f.Remote, name, s)
		}
	})
	if !diag.List(c.diags[before:]).HasErrors() {
		c.made(f, at)
	}
	if len(f.Endpoints) > 0 && f.Protocol == "" {
		f.Protocol = "json"
	}
}

// made checks what a function is made of: words, a file or a URL, one of them.
func (c *checker) made(f *Function, at map[string]*ast.Setting) {
	var ways []string // in written order
	for _, s := range f.Decl.Settings {
		if s != nil && s.Name != nil && (s.Name.Text == "words" || s.Name.Text == "file" || s.Name.Text == "url") {
			ways = append(ways, s.Name.Text)
		}
	}
	switch {
	case len(ways) == 0:
		c.report(f.Decl.Name.At, "E0806", fmt.Sprintf("function %s does not say what it is made of", show(f.Name)), `write words: "vectors/glove100", or url: "http://…"`)
		return
	case len(ways) > 1:
		c.report(at[ways[1]].Name.At, "E0810", fmt.Sprintf("a function is made of one thing, and this one of %s and %s", ways[0], ways[1]), "leave one of them out")
		return
	}
	if f.Words != "" || f.File != "" {
		for _, row := range remoteSettings {
			if s := at[row.name]; s != nil && (f.Words != "" || row.name == "protocol" || row.name == "limit" || row.name == "auth" || row.name == "batch") {
				c.report(s.Name.At, "E0810", fmt.Sprintf("%s is for what is called over the network", row.name), "leave it out")
			}
		}
	}
	switch {
	case at["words"] != nil:
		if len(f.Params) != 1 || f.Item != nil || f.Params[0].Type.Kind != sig.String || f.Result.Kind != sig.Vector && f.Result.Kind != sig.Invalid || f.Words == "" {
			c.report(f.Decl.Name.At, "E0806", "a word table makes a vector of one string", fmt.Sprintf("write function %s(text: string) -> vector(100)", show(f.Name)))
		}
	case at["file"] != nil:
		if !strings.HasSuffix(f.File, ".star") && !strings.HasSuffix(f.File, ".py") {
			c.report(at["file"].Value.Span(), "E0405", "a function is written in a file that ends in .star or .py", `such as "functions/tidy.star"`)
			return
		}
		if !fs.ValidPath(f.File) || strings.Contains(f.File, "\\") {
			c.report(at["file"].Value.Span(), "E0405", "a file of a function is named from the project's folder, with / between", `such as "functions/tidy.star"`)
			return
		}
		if strings.HasSuffix(f.File, ".py") {
			c.report(at["file"].Name.At, "W0901", "a function in Python is checked, and does not run in this version: hosting Python is not here yet",
				"write it in Starlark, in a file that ends in .star, or give it a url to run it elsewhere")
		}
	}
}
