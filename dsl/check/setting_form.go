package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/token"
)

// secretFits wants secret("name"). A text was reported as a secret already.
func (c *checker) secretFits(row setting, s *ast.Setting) bool {
	if _, text := s.Value.(*ast.StringLit); text {
		return false
	}
	if name := secretName(s.Value); name == "" || len(name) > maxName {
		c.report(valueAt(s), "E0405", fmt.Sprintf("%s wants the name of a secret", row.name), `write secret("name")`)
		return false
	}
	return true
}

// secretName is the name in secret("name"), "" of anything else.
func secretName(v ast.Value) string {
	call, ok := v.(*ast.Call)
	if !ok || call.Name == nil || call.Name.Text != "secret" || len(call.Args) != 1 || call.Args[0] == nil || call.Args[0].Name != nil {
		return ""
	}
	name, _ := call.Args[0].Value.(*ast.StringLit)
	if name == nil {
		return ""
	}
	return name.Value
}

// maxEndpoints are the places a service may be at.
const maxEndpoints = 100

// urlsFit wants a URL, or a list of them.
func (c *checker) urlsFit(row setting, s *ast.Setting) bool {
	if row.kind == urlSetting {
		if text, ok := s.Value.(*ast.StringLit); ok {
			return c.urlFits(row.name, text)
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a URL such as \"http://127.0.0.1:9101\"", row.name))
	}
	list, ok := s.Value.(*ast.List)
	if text, one := s.Value.(*ast.StringLit); one {
		c.report(text.At, "E0405", row.name+" wants a list of URLs", "write it in [ ]")
		c.fix(token.Range{From: text.At.From, To: text.At.From}, "[")
		c.fix(token.Range{From: text.At.To, To: text.At.To}, "]")
		return false
	}
	if !ok || len(list.Elems) == 0 {
		return c.badSetting(s, fmt.Sprintf("%s wants a list of URLs such as [\"http://127.0.0.1:9101\"]", row.name))
	}
	if len(list.Elems) > maxEndpoints {
		c.report(list.At, "E0902", fmt.Sprintf("more than %d %s", maxEndpoints, row.name), "")
		return false
	}
	fits := true
	seen := map[string]bool{}
	for _, e := range list.Elems {
		if e == nil {
			return false
		}
		text, ok := e.(*ast.StringLit)
		if !ok {
			c.report(e.Span(), "E0405", row.name+" wants URLs in double quotes", "")
			fits = false
			continue
		}
		fits = c.urlFits(row.name, text) && fits
		if seen[text.Value] {
			c.report(text.At, "E0302", fmt.Sprintf("%s is already among them", show(text.Value)), "leave one of them out")
		}
		seen[text.Value] = true
	}
	return fits
}

func (c *checker) urlFits(name string, text *ast.StringLit) bool {
	switch {
	case holdsPassword(text.Value):
		c.report(text.At, "E0903", "this URL holds a password", `keep it outside of the text and write auth: secret("name")`)
		return false
	case isURL(text.Value):
		return true
	}
	help := ""
	if !strings.Contains(text.Value, "://") && isURL("http://"+text.Value) {
		help = fmt.Sprintf("write %q", "http://"+text.Value)
	}
	c.report(text.At, "E0405", fmt.Sprintf("%s wants a URL that begins with http:// or https://", name), help)
	if help != "" {
		c.fix(token.Range{From: text.At.From + 1, To: text.At.From + 1}, "http://")
	}
	return false
}

// maxRamp are the steps of a ramp.
const maxRamp = 100

// rampFits wants shares that rise to 100 %.
func (c *checker) rampFits(row setting, s *ast.Setting) bool {
	list, ok := s.Value.(*ast.List)
	if !ok || len(list.Elems) == 0 {
		return c.badSetting(s, row.name+" wants a list of shares such as [5%, 20%, 100%]")
	}
	if len(list.Elems) > maxRamp {
		c.report(list.At, "E0902", fmt.Sprintf("more than %d steps of %s", maxRamp, row.name), "")
		return false
	}
	before, text := 0.0, "0%"
	for _, e := range list.Elems {
		n, ok := e.(*ast.NumberLit)
		switch {
		case e == nil:
			return false
		case !ok || n.Unit != "%" && n.Unit != "" || number(n) > 1 || number(n) < 0:
			c.report(e.Span(), "E0405", row.name+" wants shares such as 20%", "")
			return false
		case number(n) <= before:
			c.report(n.At, "E0706", fmt.Sprintf("the steps of %s rise, and %s is not above %s", row.name, n.Text, text), "write the smaller ones first")
			return false
		}
		before, text = number(n), n.Text
	}
	if before < 1 {
		last := list.Elems[len(list.Elems)-1].Span()
		c.report(last, "E0405", fmt.Sprintf("%s ends at %s, and must lead to 100%%", row.name, text), "add 100%")
		c.fix(token.Range{From: last.To, To: last.To}, ", 100%")
		return false
	}
	return true
}

// formArgs are the arguments of a form such as hash(seller, spread: 4): the
// positional ones first, then by name. Names that are none of those known, and
// more than most positional ones, are reported.
func (c *checker) formArgs(call *ast.Call, most int, names ...string) (plain []ast.Value, named map[string]ast.Value, ok bool) {
	named, ok = map[string]ast.Value{}, true
	for _, a := range call.Args {
		switch {
		case a == nil || a.Value == nil:
			ok = false
		case a.Name == nil && len(plain) == most:
			c.report(a.At, "E0408", fmt.Sprintf("%s takes %s by position", call.Name.Text, diag.Count(most, "argument")), "leave the rest out")
			return plain, named, false
		case a.Name == nil:
			plain = append(plain, a.Value)
		case !contains(names, a.Name.Text):
			c.noArgument(a, call.Name.Text, names)
			ok = false
		case named[a.Name.Text] != nil:
			c.report(a.At, "E0409", fmt.Sprintf("%s is given twice", a.Name.Text), "leave one of them out")
			ok = false
		default:
			named[a.Name.Text] = a.Value
		}
	}
	if len(plain) < most && ok {
		c.report(call.At, "E0412", fmt.Sprintf("%s wants %s", call.Name.Text, diag.Count(most, "argument")), "")
		ok = false
	}
	return plain, named, ok
}
