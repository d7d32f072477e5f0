package format

import (
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
)

const (
	width    = 100 // columns of a line, comments not counted
	callMax  = 60  // columns of a call behind which modifiers line up
	step     = 2   // blanks a level
	modsStep = 4   // blanks modifiers on a line of their own are deeper
)

// Source parses and formats. With errors of syntax in the list the text is nil.
func Source(name string, src []byte) ([]byte, diag.List) {
	f, diags := parse.File(name, src)
	if diags.HasErrors() {
		return nil, diags
	}
	return File(f), diags
}

// File is the canonical text of a file that was parsed without errors.
func File(f *ast.File) []byte {
	root := nest(f)
	var items []item
	for i, e := range root.elems {
		it := item{lines: layout("", e.nodes, 0), trail: e.trail}
		it.lead(e, i == 0)
		if i > 0 && (!isImport(e) || !isImport(root.elems[i-1])) && (len(it.pre) == 0 || it.pre[0] != "") {
			it.pre = append([]string{""}, it.pre...)
		}
		items = append(items, it)
	}
	lines := finish(items)
	for i, c := range root.tail {
		if c.blank && (i > 0 || len(items) > 0) {
			lines = append(lines, "")
		}
		lines = append(lines, c.text)
	}
	if len(lines) == 0 {
		return nil
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

func isImport(e *elem) bool { return len(e.nodes) > 0 && e.nodes[0].tok.Text == "import" }
