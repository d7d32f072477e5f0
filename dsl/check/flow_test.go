package check_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/check/checktest"
)

// What the checker knows of statement forms stands in testdata/flow.txt: types
// with branches united, order within, what is read from outside, node names.
func TestFlow(t *testing.T) {
	src := read(t, "testdata/good/flow.riffle")
	info, list := analysis.Project(map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue())
	if list.HasErrors() {
		t.Fatal(listing(list))
	}
	var b strings.Builder
	for _, name := range sorted(info.Pipelines) {
		p := info.Pipelines[name]
		fmt.Fprintf(&b, "pipeline %s -> %s, recursive %v, after %d\n", name, p.Result, p.Recursive, len(p.After))
		fmt.Fprintf(&b, "  order %s\n", names(p.Order))
		w := flowWriter{info: info, pipe: p, b: &b}
		for _, s := range p.Order {
			w.stmt(s, "  ")
		}
	}
	const golden = "testdata/flow.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(read(t, golden), b.String()); d != "" {
		t.Errorf("facts changed (-wanted +got); -update writes them:\n%s", d)
	}
}

func names(stmts []*ast.Stmt) string {
	var out []string
	for _, s := range stmts {
		out = append(out, s.Name.Text)
	}
	return strings.Join(out, " ")
}

type flowWriter struct {
	info *check.Info
	pipe *check.Pipeline
	b    *strings.Builder
}

func (w flowWriter) line(indent, format string, args ...any) {
	w.b.WriteString(indent + strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

func (w flowWriter) stmt(s *ast.Stmt, indent string) {
	wanted := ""
	if !w.pipe.Wanted[s] {
		wanted = " unwanted"
	}
	w.line(indent, "%s: %s from %s%s", s.Name.Text, columns(w.pipe.Types[s]), strings.Join(w.pipe.Deps[s], " "), wanted)
	w.value(s.Value, indent+"  ")
}

func (w flowWriter) value(v ast.Value, indent string) {
	switch v := v.(type) {
	case *ast.Call:
		if c := w.info.Calls[v]; c != nil {
			w.line(indent, "node %s", c.Node)
		}
	case *ast.Block:
		b := w.info.Blocks[v]
		w.line(indent, "block: %s reads %s", columns(b.Result), strings.Join(b.Reads, " "))
		w.body(b.Order, indent)
		w.value(v.Value, indent+"  ")
	case *ast.If:
		w.line(indent, "if: %s", columns(w.info.Ifs[v].Result))
		w.value(v.Then, indent+"  ")
		w.value(v.Else, indent+"  ")
	case *ast.Loop:
		l := w.info.Loops[v]
		w.line(indent, "loop max %d reads %s", l.Max, strings.Join(l.Reads, " "))
		for _, x := range l.Vars {
			w.line(indent, "  var %s: %s", x.Name, columns(x.Type))
			w.value(x.Next, indent+"    ")
		}
		w.body(l.Order, indent)
	case *ast.Each:
		e := w.info.Eaches[v]
		w.line(indent, "each %s: %s of %s, max %d parallel %d, gives %s", e.Name, e.Elem, e.Over, e.Max, e.Parallel, e.Result)
		w.value(v.Body, indent+"  ")
	case *ast.Choose:
		c := w.info.Chooses[v]
		w.line(indent, "choose: %s", columns(c.Result))
		for _, a := range c.Arms {
			w.line(indent, "  arm %s node %s: %s gain %v..%v %v reads %s", a.Name, a.Node, columns(a.Type), a.Gain.Low, a.Gain.High, a.Gain.Tiers, strings.Join(a.Reads, " "))
			w.value(a.Decl.Value, indent+"    ")
		}
	}
}

func (w flowWriter) body(stmts []*ast.Stmt, indent string) {
	for _, s := range stmts {
		w.stmt(s, indent+"  ")
	}
}
