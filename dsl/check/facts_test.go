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
	src := read(t, "testdata/good/whole.riffle")
	info, _ := analysis.Project(map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue())
	got := facts(info)
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
				fmt.Fprintf(&b, " derived by %s (%s) of %s", f.Derive.Function.Name, f.Derive.Function.Words, f.Derive.Arg.Text)
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
