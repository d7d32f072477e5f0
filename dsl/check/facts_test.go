package check_test

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/sig"
)

// What the checker knows of a project stands in testdata/facts.txt: types of
// statements with modifiers applied, order, edges, node names, resources.
func TestFacts(t *testing.T) {
	var got string
	for _, name := range []string{"whole", "declare"} {
		src := read(t, "testdata/good/"+name+".riffle")
		info, _ := analysis.Project(map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue())
		got += "# " + name + "\n" + facts(info) + declaredFacts(info)
	}
	const golden = "testdata/facts.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(read(t, golden), got); d != "" {
		t.Errorf("facts changed (-wanted +got); -update writes them:\n%s", d)
	}
}

// declaredFacts are services, functions, models, experiments and tests.
func declaredFacts(info *check.Info) string {
	var b strings.Builder
	params := func(list []check.Param, item *check.Param) string {
		var out []string
		for _, p := range list {
			out = append(out, p.Name+": "+p.Type.String())
		}
		if item != nil {
			out = append(out, "for each "+item.Type.String())
		}
		return strings.Join(out, ", ")
	}
	for _, name := range sorted(info.Services) {
		s := info.Services[name]
		fmt.Fprintf(&b, "service %s(%s) -> %s by %s at %v, timeout %d limit %v at once %d batch %d balance %s auth %q\n",
			name, params(s.Params, s.Item), s.Result, s.Protocol, s.Endpoints, s.Timeout, s.Limit, s.AtOnce, s.Batch, s.Balance, s.Auth)
	}
	for _, name := range sorted(info.Functions) {
		f := info.Functions[name]
		fmt.Fprintf(&b, "function %s(%s) -> %s of %q%v, timeout %d at once %d\n", name, params(f.Params, f.Item), f.Result, f.Words, f.Endpoints, f.Timeout, f.AtOnce)
	}
	for _, name := range sorted(info.Pipelines) {
		ast.Inspect(info.Pipelines[name].Decl, func(n ast.Node) bool {
			call, ok := n.(*ast.Call)
			if !ok || info.Calls[call] == nil {
				return true
			}
			for _, a := range info.Calls[call].Args {
				m := a.Model
				if m == nil {
					continue
				}
				var args, sent []string
				for _, arg := range m.Args {
					args = append(args, arg.Name)
				}
				for _, c := range m.Columns {
					word := c.Name + ": " + c.Type.String()
					if c.Missing {
						word += " missing"
					}
					sent = append(sent, word)
				}
				fmt.Fprintf(&b, "model %s of %s: (%s) sent [%s] gives %s\n", a.Name, call.Name.Text, strings.Join(args, ", "), strings.Join(sent, ", "), m.Result)
			}
			return true
		})
	}
	for _, name := range sorted(info.Experiments) {
		x := info.Experiments[name]
		fmt.Fprintf(&b, "experiment %s on %s by %s in layer %q\n", name, x.Scene, x.By.Text, x.Layer)
		for _, a := range x.Arms {
			fmt.Fprintf(&b, "  arm %s %v sets %v\n", a.Name, a.Share, a.Set)
		}
	}
	for _, x := range info.Tests {
		fmt.Fprintf(&b, "test %q at %s: asks %v\n", x.Title, x.Now.Format("2006-01-02"), x.Request)
		for _, g := range x.Givens {
			fmt.Fprintf(&b, "  given %s %s %s %s%s%v", g.Kind, g.Target, g.How, g.Fails, g.Arm, g.Rows)
			if e, ok := info.ExprOf(g.Gives); g.Gives != nil && ok {
				fmt.Fprintf(&b, " %s: %s", e.Text, info.Exprs[e].Type)
			}
			b.WriteString("\n")
		}
		for _, e := range x.Expects {
			fmt.Fprintf(&b, "  expect %s\n", e.Text)
		}
		for _, f := range x.Answer.Fields {
			fmt.Fprintf(&b, "  sees %s: %s\n", f.Name, columns(f.Type))
		}
	}
	return b.String()
}

func facts(info *check.Info) string {
	var b strings.Builder
	for _, name := range sorted(info.Resources) {
		r := info.Resources[name]
		fmt.Fprintf(&b, "resource %s slots %d\n", name, r.Slots)
		for _, f := range r.Fields {
			fmt.Fprintf(&b, "  %s %s: %s", f.Kind, f.Name, f.Type)
			if f.Analyzer != "" {
				fmt.Fprintf(&b, " analyzer %s weight %v", f.Analyzer, f.Weight)
			}
			if f.Metric != "" {
				fmt.Fprintf(&b, " metric %s", f.Metric)
			}
			if f.Derive != nil {
				by := "service"
				if f.Derive.Function != nil {
					by = f.Derive.Function.Name + " (" + f.Derive.Function.Words + ")"
				}
				fmt.Fprintf(&b, " derived by %s of %s", by, f.Derive.Arg.Text)
			}
			b.WriteString("\n")
		}
	}
	for _, name := range sorted(info.Pipelines) {
		p := info.Pipelines[name]
		fmt.Fprintf(&b, "pipeline %s -> %s\n", name, columns(p.Result))
		for _, s := range p.Order {
			fmt.Fprintf(&b, "  %s: %s", s.Name.Text, columns(p.Types[s]))
			if deps := p.Deps[s]; len(deps) > 0 {
				fmt.Fprintf(&b, " from %s", strings.Join(deps, " "))
			}
			if !p.Wanted[s] {
				b.WriteString(" unwanted")
			}
			b.WriteString("\n")
		}
		var nodes []string
		ast.Inspect(p.Decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.Call); ok && info.Calls[call] != nil && info.Calls[call].Node != "" {
				nodes = append(nodes, info.Calls[call].Node)
			}
			return true
		})
		fmt.Fprintf(&b, "  nodes %s\n", strings.Join(nodes, " "))
	}
	for _, name := range sorted(info.Scenes) {
		s := info.Scenes[name]
		fmt.Fprintf(&b, "scene %s: %s or %s, deadline %d reserve %d slow %d, %s weight %v limit %v\n",
			name, s.Pipeline, s.Fallback, s.Deadline, s.Reserve, s.Slow, s.Class, s.Weight, s.Limit)
		for _, tier := range s.Tiers {
			fmt.Fprintf(&b, "  tier %s weight %v keep %v\n", tier.Name, tier.Weight, tier.Keep)
		}
	}
	return b.String()
}

func columns(t sig.Type) string {
	if t.Kind != sig.Items {
		return t.String()
	}
	var parts []string
	for _, f := range t.Fields {
		parts = append(parts, f.Name+": "+f.Type.String())
	}
	return t.String() + " [" + strings.Join(parts, ", ") + "]"
}

func sorted[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
